"""The students' commands: start, check, watch, hint, reset, submit."""

from __future__ import annotations

from pathlib import Path

import click

from autograder.cli.options import course_of
from autograder.errors import AutograderError
from autograder.student.exercises import Workspace


def _slugs(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """What a shell may complete."""
    try:
        known = course_of(None).slugs
    except AutograderError:
        return []  # outside a course
    return [slug for slug in known if slug.startswith(begun)]


_NAMED = click.argument("exercise", required=False, metavar="[SLUG|FILE]", shell_complete=_slugs)


@click.command("start")
@click.argument("exercise", metavar="SLUG", shell_complete=_slugs)
@click.pass_obj
def start(course_folder: Path | None, exercise: str) -> int:
    """Begin an exercise: says what to open. Never touches work that is there.

    \b
    grade start output_size
    """
    from autograder.course.kit import due_dates  # a check has no use for it

    workspace = Workspace(course_of(course_folder))
    found = workspace.find(exercise)
    workspace.start(found)
    click.echo(f"{found.assignment.title} ({found.assignment.minutes} minutes)")
    if deadline := due_dates(workspace.course, [found.slug]).get(found.slug):
        click.echo(f"  due    {deadline.shown()}")
    needs = workspace.needs(found)
    if needs:
        click.echo(f"  first  {', '.join(needs)} (not done yet)")
    click.echo(f"  read   {found.assignment.handout}")
    click.echo(f"  edit   {found.file}")
    for other in found.files:
        if other != found.file and other.is_file():
            click.echo(f"  or     {other.name}, beside it: work in one of the two")
    click.echo(f"  check  grade check {found.slug}, or `grade` alone: on every save")
    return 0


@click.command("check")
@_NAMED
@click.pass_obj
def check(course_folder: Path | None, exercise: str | None) -> int:
    """Run the visible tests of an exercise; the one you are in, or last worked on, by default.

    \b
    grade check
    grade check output_size
    grade check assignments/output_size/output_size.ipynb
    """
    from autograder.student.checking import begin

    workspace = Workspace(course_of(course_folder))
    found = workspace.find(exercise)
    running = begin(found)

    from autograder.student import render  # imported late: the child is at work by now

    console = render.console()
    for what in running.slow():
        console.print(f"Still at it: {what}", markup=False)
    report = running.report()
    news = workspace.note_check(found, report.works, solved=report.solved)
    console.print(render.rendered(report, found))
    if report.solved:
        following = workspace.after(found)
        if news:
            console.print(render.progress_bar(workspace))
        console.print(f"Hand in: `grade submit {found.slug}`.", end="")
        console.print(f" Next: `grade start {following.slug}`." if following else "")
    return 0 if report.solved else 1


@click.command("hint")
@_NAMED
@click.option("--for", "function", default="", metavar="FUNCTION", help="A hint for this one.")
@click.pass_obj
def hint(course_folder: Path | None, exercise: str | None, function: str) -> int:
    """Show the next hint, after a try. Those given before are shown, too.

    What is about a function that works already is left out, unless it is asked for.

    \b
    grade hint
    grade hint probability --for kl
    """
    workspace = Workspace(course_of(course_folder))
    found = workspace.find(exercise)
    more = workspace.next_hint(found, function)

    from autograder.student import render

    console = render.console()
    for number, text in enumerate(workspace.hints_given(found), 1):
        console.print(f"{number}. {text}", markup=False)
    if not more:
        console.print(render.no_hint(workspace.hints_left(found), function), markup=False)
    return 0


@click.command("reset")
@_NAMED
@click.pass_obj
def reset(course_folder: Path | None, exercise: str | None) -> int:
    """Put the stub back. Your work is kept as a backup.

    If the script or the notebook is not there, only that one comes back.

    \b
    grade reset output_size
    grade reset assignments/output_size/output_size.ipynb
    """
    workspace = Workspace(course_of(course_folder))
    found = workspace.find_to_reset(exercise)
    backup = workspace.reset(found)
    if backup is None:
        click.echo(f"{found.file} is the stub, as it was given.")
    else:
        click.echo(f"{found.file} is the stub again.")
        click.echo(f"Your work is in {backup}.")
    return 0


@click.command("submit")
@_NAMED
@click.pass_obj
def submit(course_folder: Path | None, exercise: str | None) -> int:
    """Make the zip to hand in, checked by the grader's own rules, with a receipt.

    Again as often as you like: each time the zip is made anew from the file as it is.

    \b
    grade submit output_size
    """
    from autograder.student import render
    from autograder.student.looking import look
    from autograder.student.submitting import submit as pack

    workspace = Workspace(course_of(course_folder))
    found = workspace.find(exercise)
    receipt = pack(workspace, found)
    click.echo(f"Packed: {receipt.archive}")
    for name, size in receipt.files.items():
        click.echo(f"  {name}  {size} bytes")
    for note in receipt.notes:
        click.echo(f"  note: {note}")
    click.echo(f"  at {receipt.time}, content {receipt.content}")
    seen = look(found)
    against = [*seen.unreadable, *seen.open, *seen.not_allowed]
    if not (seen.unreadable or seen.open) and workspace.progress(found) != "done":
        name = render.short(found.file) if found.rival else found.slug
        against.append(f"It has not passed the visible tests as it is: `grade check {name}`.")
    console = render.console()
    for sentence in filter(None, (render.rival_line(found, "submit"), *against)):
        console.print(f"! {render.printable(sentence)}", markup=False)
    if against:
        console.print("It was packed all the same.")
    console.print("Upload the zip where your course collects work.")
    console.print(f"You may change {found.file.name} and submit again.", markup=False)
    return 0


@click.command("watch")
@click.pass_obj
def watch(course_folder: Path | None) -> int:
    """Check the current exercise on every save; one key for everything else.

    `grade` alone, inside a course, does the same.

    \b
    grade watch
    """
    from autograder.student.render import console
    from autograder.student.watching import Watch

    Watch(Workspace(course_of(course_folder)), console()).run()
    return 0
