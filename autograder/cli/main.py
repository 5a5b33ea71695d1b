"""`grade`: one command for students, instructors and authors.

Each command lives in a module of its own and is imported only when it is asked for, so
that `grade check` does not pay for what `grade run` needs.
"""

from __future__ import annotations

import importlib
import io
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from autograder.course.config import closest
from autograder.errors import AutograderError

COMMANDS = {
    "run": "run:command",
    "verify": "verify:command",
    "mutate": "mutate:command",
    "margins": "margins:command",
    "explain": "explain:command",
    "report": "report:command",
    "export": "export:command",
    "package": "package:command",
    "release": "release:command",
    "new": "new:command",
    "list": "listing:command",
    "collect": "collect:command",
    "doctor": "doctor:command",
    "start": "student:start",
    "check": "student:check",
    "watch": "student:watch",
    "hint": "student:hint",
    "reset": "student:reset",
    "submit": "student:submit",
}
"""Command -> where it is defined: a module of this package, and a name in it."""

ROLES = {
    "Students": ("list", "start", "check", "watch", "hint", "reset", "submit"),
    "Instructors": ("run", "report", "explain", "export", "collect", "package", "doctor"),
    "Authors": ("new", "verify", "mutate", "margins", "release"),
}
"""Who types which command; the order is that of use."""


class Commands(click.Group):
    """Finds a command's module by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for names in ROLES.values() for name in names]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """One section a role: a student need not read what instructors type."""
        for role, names in ROLES.items():
            found = [(name, self.get_command(ctx, name)) for name in names]
            width = formatter.width - 16
            rows = [(n, c.get_short_help_str(width)) for n, c in found if c is not None]
            with formatter.section(role):
                formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            known = closest(args[0], COMMANDS)
            raise click.UsageError(f"There is no command {args[0]!r}.{known}", ctx)
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        found: click.Command = getattr(importlib.import_module(f"autograder.cli.{module}"), name)
        return found


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--course",
    type=click.Path(path_type=Path, file_okay=False),
    help="The course folder; the nearest one with a course.toml upward is the default.",
)
@click.version_option(package_name="autograder", prog_name="grade")
@click.pass_context
def cli(ctx: click.Context, course: Path | None) -> None:
    """Learn from, grade and write a neural-network course.

    `grade` alone, inside a course, watches your exercise and checks it on every save.

    \b
    students      grade start output_size, grade check, grade hint, grade submit
    instructors   grade run submissions/ --out out
    authors       grade new SLUG, grade verify SLUG
    """
    ctx.obj = course
    if ctx.invoked_subcommand is None:
        if sys.stdin.isatty() and sys.stdout.isatty():
            ctx.invoke(importlib.import_module("autograder.cli.student").watch)
        else:
            click.echo(ctx.get_help())


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; a user's mistake is a sentence, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # a title or a formula may hold what a console's code page does not
            stream.reconfigure(errors="replace")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends in order, as by Ctrl-C
    try:
        status = cli.main(arguments, prog_name="grade", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped. What was finished is kept; the same command goes on.", err=True)
        sys.exit(130)
    except AutograderError as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(1)
    sys.exit(status if isinstance(status, int) else 0)
