"""A check report for the terminal: what works, the first thing that does not, what is next."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group
from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from autograder.student.exercises import Exercise
from autograder.student.exercises import Workspace
from autograder.student.report import CheckReport
from autograder.student.report import VisibleTest

_BAR = 28
_PRINTED_LINES = 12


def rendered(report: CheckReport, exercise: Exercise) -> RenderableType:
    """The report of one exercise."""
    return Group(*_parts(report, exercise))


def progress_bar(workspace: Workspace) -> Text:
    """`Progress: [####>-----] 3/63`, honest: done means that it passes as it stands now."""
    exercises = workspace.exercises
    done = sum(workspace.progress(exercise) == "done" for exercise in exercises)
    filled = round(_BAR * done / len(exercises))
    bar = "#" * filled + (">" if filled < _BAR else "")
    return Text(f"Progress: [{bar:-<{_BAR}}] {done}/{len(exercises)}")


def _parts(report: CheckReport, exercise: Exercise) -> Iterator[RenderableType]:
    heading = Text(exercise.assignment.title, style="bold")
    yield Text.assemble(heading, "  ", _link(exercise))
    if report.problem:
        yield Text(report.problem, style="red")
        return
    for note in report.notes:
        yield Text(f"! {note}", style="yellow")
    yield Text.assemble(*_functions(report))
    failing = report.first_failing
    if failing is None:
        yield Text(
            "All visible tests pass. `grade submit` makes the file to hand in.", style="green"
        )
    else:
        yield from _failure(failing)
    passed = sum(test.status == "passed" for test in report.tests)
    waiting = sum(test.status == "waiting" for test in report.tests)
    more = f", {waiting} waiting" if waiting else ""
    yield Text(f"{passed} of {len(report.tests)} visible tests pass{more}", style="dim")
    if report.printed:
        yield Text("Your code printed:", style="dim")
        lines = report.printed.splitlines()[:_PRINTED_LINES]
        yield Padding(Text(printable("\n".join(lines))), (0, 0, 0, 2))


def _functions(report: CheckReport) -> Iterator[tuple[str, str]]:
    for name, done in report.functions_done().items():
        if name:
            yield (f"{'✓' if done else '·'} {name}  ", "green" if done else "default")


def _failure(test: VisibleTest) -> Iterator[RenderableType]:
    yield Text()
    yield Text.assemble(("Next: ", "bold"), f"{test.of}: " if test.of else "", test.asks)
    yield Padding(Text(printable(test.message), style="red"), (0, 0, 0, 2))
    if test.table:
        yield Padding(Text(printable(test.table)), (0, 0, 0, 2))
    if test.place:
        yield Padding(Text(f"at {printable(test.place)}"), (0, 0, 0, 2))
    yield Text()


def _link(exercise: Exercise) -> Text:
    """A path that terminals open on a click."""
    path = exercise.file.resolve()
    return Text(str(exercise.file), style=f"dim link {path.as_uri()}")


def printable(text: str) -> str:
    """Without control characters, so that printed text cannot drive the terminal."""
    return "".join(c if c.isprintable() or c == "\n" else " " for c in text)
