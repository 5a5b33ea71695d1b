"""`grade`: one command for students, instructors and authors.

Each command lives in a module of its own and is imported only when it is asked for, so
that `grade check` does not pay for what `grade run` needs.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from autograder.errors import AutograderError

COMMANDS = {
    "run": "run",
    "verify": "verify",
    "explain": "explain",
    "release": "release",
    "new": "new",
    "list": "listing",
    "collect": "collect",
    "doctor": "doctor",
}
"""Command -> module of this package that defines `command`."""


class Commands(click.Group):
    """Finds a command's module by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = COMMANDS.get(cmd_name)
        if module is None:
            return None
        found: click.Command = importlib.import_module(f"autograder.cli.{module}").command
        return found


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--course",
    type=click.Path(path_type=Path, file_okay=False),
    help="The course folder; the nearest one with a course.toml upward is the default.",
)
@click.version_option(package_name="autograder", prog_name="grade")
@click.pass_context
def cli(ctx: click.Context, course: Path | None) -> None:
    """Grade a neural-network course.

    \b
    grade run submissions/          grade a class
    grade verify softmax            prove an assignment
    grade doctor                    what this machine can isolate
    """
    ctx.obj = course


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; a user's mistake is a sentence, never a traceback."""
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
