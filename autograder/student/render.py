"""A check report for the terminal: what works, the first thing that does not, what is next."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.console import Group
from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from autograder.student.exercises import Exercise
from autograder.student.exercises import Progress
from autograder.student.exercises import Workspace
from autograder.student.report import NOT_ALLOWED
from autograder.student.report import SOLVED
from autograder.student.report import CheckReport
from autograder.student.report import VisibleTest

_BAR = 28
_PRINTED_LINES = 12
_UNBROKEN = 10_000
_SIGNS: dict[Progress, tuple[str, str]] = {
    "done": ("✓", "+"),
    "started": ("▸", ">"),
    "untouched": ("·", "-"),
}
"""With a fallback for consoles of a single-byte encoding."""


def console() -> Console:
    """Where the students' commands print: lines that go to a file are neither broken nor cut."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else _UNBROKEN)


def sign(progress: Progress) -> str:
    """One character for how far an exercise, or a function of it, is."""
    usual, plain = _SIGNS[progress]
    try:
        usual.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return plain
    return usual


def short(path: Path) -> str:
    """A path as one would type it here: relative to the current folder, if it lies below."""
    try:
        return str(path.resolve().relative_to(Path.cwd().resolve()))
    except ValueError:
        return str(path)


def heading(exercise: Exercise) -> Text:
    """Title and file, which terminals open on a click."""
    link = f"dim link {exercise.file.resolve().as_uri()}"
    title = (exercise.assignment.title, "bold")
    return Text.assemble(title, "  ", (short(exercise.file), link))


def progress_bar(workspace: Workspace) -> Text:
    """`Progress: [####>-----] 3/63`, honest: done means that it passes as it stands now."""
    exercises = workspace.exercises
    done = sum(workspace.progress(exercise) == "done" for exercise in exercises)
    filled = round(_BAR * done / len(exercises))
    bar = "#" * filled + (">" if filled < _BAR else "")
    return Text(f"Progress: [{bar:-<{_BAR}}] {done}/{len(exercises)}")


def legend() -> str:
    """What the signs mean."""
    done, started, untouched = (sign(progress) for progress in _SIGNS)
    return f"{done} done: its visible tests pass   {started} started   {untouched} untouched"


def rival_line(exercise: Exercise, command: str) -> str:
    """One line on the other file, when both hold work; else ""."""
    if exercise.rival is None:
        return ""
    taken, other = exercise.file.name, exercise.rival
    return f"{taken} is taken. {other.name} holds work, too: `grade {command} {short(other)}`"


def no_hint(left: dict[str, int], function: str) -> str:
    """What to say when no hint was given: that none is left, or how to get one that is.

    `left` counts the hints not given yet; `function` is the one they were asked for.
    """
    if function:
        said = f"There is no further hint for {function} alone."
        return f"{said} `grade hint` has more." if left.get("") else said
    if not left:
        return "There are no more hints."
    asked = (f"`grade hint --for {name}` has {count} more" for name, count in left.items())
    return (
        "There is no further hint for what does not work yet. Visible tests check only a part; of "
        f"what passes them, {', '.join(asked)}."
    )


def rendered(report: CheckReport, exercise: Exercise) -> RenderableType:
    """The report of one exercise."""
    return Group(*_parts(report, exercise))


def _parts(report: CheckReport, exercise: Exercise) -> Iterator[RenderableType]:
    yield heading(exercise)
    if exercise.rival is not None:
        yield Text(rival_line(exercise, "check"), style="yellow")
    if report.problem:
        yield Text(printable(report.problem), style="red")
        return
    yield Text.assemble(*_functions(report))
    yield Text()
    for note in (*report.notes, *report.not_allowed):
        yield Text(f"! {printable(note)}", style="yellow")
    failing = report.first_failing
    if failing is None:
        said, style = (NOT_ALLOWED, "yellow") if report.worthless else (SOLVED, "green")
        yield Text(said, style=style)
    elif failing.message or not report.notes:  # else the note says why it is missing
        yield from _failure(failing, exercise)
    yield Text()
    yield Text(report.counts, style="dim")
    if report.printed:
        yield Text("Your code printed:", style="dim")
        lines = report.printed.splitlines()[:_PRINTED_LINES]
        yield _indented(Text(printable("\n".join(lines))))


def _functions(report: CheckReport) -> Iterator[tuple[str, str]]:
    for name, done in report.functions_done().items():
        mark = sign("done" if done else "untouched")
        yield (f"{mark} {name}  ", "green" if done else "default")


def _failure(test: VisibleTest, exercise: Exercise) -> Iterator[RenderableType]:
    yield Text.assemble(("Next: ", "bold"), test.headline)
    yield _indented(Text(printable(test.message), style="red"))
    if test.table:
        yield _indented(_marked(printable(test.table)))
    if test.place:
        where = short(exercise.folder / printable(test.place))
        yield _indented(Text(f"{where}   {printable(test.code)}"))


def _marked(table: str) -> Text:
    """The row of the first difference stands out also where the ">" before it is overlooked."""
    lines = table.split("\n")
    styled = [(line, "bold" if line.startswith(">") else "default") for line in lines]
    return Text("\n").join(Text(line, style) for line, style in styled)


def _indented(text: Text) -> Padding:
    return Padding(text, (0, 0, 0, 2), expand=False)


def printable(text: str) -> str:
    """Without control characters, so that printed text cannot drive the terminal."""
    return "".join(c if c.isprintable() or c == "\n" else " " for c in text)
