"""What one student reads about one assignment, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from autograder.reports.student_view import AttemptView
from autograder.reports.student_view import CriterionView
from autograder.reports.student_view import FunctionView
from autograder.reports.student_view import StudentView

# what HTML, and so Markdown, may take for more than the character itself
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_ENTITY = re.compile(r"&(?=#|[A-Za-z])")
_MARKS = {"met": "✓", "waiting": "…", "not tried": "-"}


def feedback(view: StudentView) -> str:
    """The page for a student."""
    return "\n".join(_lines(view)) + "\n"


def _lines(view: StudentView) -> Iterator[str]:
    yield f"# {view.title}"
    yield ""
    yield f"Student: {plain(view.student)}"
    yield ""
    yield f"**Score: {view.score}**"
    yield ""
    for paragraph in (view.heading, view.problem):
        if paragraph:
            yield plain(paragraph)
            yield ""
    for note in view.notes:
        yield f"- {plain(note)}"
    if view.notes:
        yield ""
    if view.functions:
        yield _next_step(view)
        yield ""
    for function in view.functions:
        yield from _function(function)
    yield from _attempts(view.attempts)


def _next_step(view: StudentView) -> str:
    if view.next_step is None:
        return "All criteria are met. Well done."
    return f"**Next:** `{view.next_function}`: {plain(view.next_step.asked)}"


def _function(function: FunctionView) -> Iterator[str]:
    yield f"## `{function.name}`: {function.met} of {len(function.criteria)} criteria met"
    yield ""
    said: tuple[str, ...] = ()
    for criterion in function.criteria:
        mark = _MARKS.get(criterion.state, "✗")
        yield f"- {mark} {plain(criterion.asked)} ({criterion.points})"
        details = tuple(_details(criterion))
        # one cause often fails all criteria of a function: its sentence is read once
        yield from ("  - As above.",) if details and details == said else details
        said = details or said
    yield ""


def _details(criterion: CriterionView) -> Iterator[str]:
    if criterion.found:
        yield f"  - {plain(criterion.found)}"
    if criterion.place:
        yield f"  - At {plain(criterion.place)}"
    if criterion.mistake:
        yield f"  - **Likely mistake:** {plain(criterion.mistake)}"


def _attempts(attempts: tuple[AttemptView, ...]) -> Iterator[str]:
    if attempts:
        yield "## Attempts"
        yield ""
        for attempt in attempts:
            counts = ", counts" if attempt.counts else ""
            score = f"{attempt.score}, handed in {attempt.when}{counts}"
            yield f"- attempt {plain(attempt.name)}: {score}"


def plain(text: str) -> str:
    """Text that Markdown leaves as it is: no HTML, link or image of a student's making."""
    flat = _ENTITY.sub("&amp;", " ".join(text.split()))
    flat = _TAG.sub("&lt;", flat)  # `p > 0` and `0 < p` are read as they stand
    return flat.replace("![", "!\\[").replace("](", "]\\(")
