"""What one student reads about one assignment, as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from autograder.grading.class_book import Entry
from autograder.grading.result import Result
from autograder.grading.result import TestOutcome
from autograder.grading.result import shown

_MARKS = {
    "passed": "✓",
    "waiting": "…",
    "not_run": "-",
}
_HEADINGS = {
    "not_attempted": "Nothing has been attempted yet: every function is still the stub.",
    "not_submitted": "No submission was found.",
    "refused": "This submission could not be graded.",
    "grader_error": (
        "The grader itself failed on this submission. This is not your fault: there is no "
        "score yet, and your instructor has been told."
    ),
    "excused": "You are excused from this assignment.",
}


def feedback(title: str, entry: Entry) -> str:
    """The page for a student; it holds only what each criterion's `show` allows."""
    return "\n".join(_lines(title, entry)) + "\n"


def _lines(title: str, entry: Entry) -> Iterator[str]:
    result = entry.counting
    yield f"# {title}"
    yield ""
    if result is not None:
        yield f"Student: {plain(result.student)}"
        yield ""
    yield _score_line(entry)
    yield ""
    if entry.status in _HEADINGS:
        yield _HEADINGS[entry.status]
        yield ""
    if result is None:
        return
    if result.status == "refused":
        yield plain(result.problem)
        yield ""
    for note in (*entry.standing.notes, *result.notes):
        yield f"- {plain(note)}"
    if entry.standing.notes or result.notes:
        yield ""
    if result.tests and result.status != "grader_error":
        yield from _next_step(result)
        yield from _by_function(result)
    yield from _attempts(entry)


def _score_line(entry: Entry) -> str:
    standing = entry.standing
    if standing.score is None:
        return "**Score: none**"
    line = f"**Score: {shown(standing.score):g} of {shown(standing.max_score):g}**"
    if standing.earned is not None and standing.earned != standing.score:
        line += f" (earned {shown(standing.earned):g})"
    return line


def _next_step(result: Result) -> Iterator[str]:
    failing = next((t for t in result.tests if t.status not in ("passed", "waiting")), None)
    if failing is None:
        yield "All criteria are met. Well done."
    else:
        yield f"**Next:** `{failing.of}`: {plain(failing.says)}"
    yield ""


def _by_function(result: Result) -> Iterator[str]:
    for name in dict.fromkeys(test.of for test in result.tests):
        tests = [test for test in result.tests if test.of == name]
        done = sum(test.status == "passed" for test in tests)
        yield f"## `{name}`: {done} of {len(tests)} criteria met"
        yield ""
        for test in tests:
            yield from _criterion(test)
        yield ""


def _criterion(test: TestOutcome) -> Iterator[str]:
    mark = _MARKS.get(test.status, "✗")
    extra = ", extra credit" if test.extra_credit else ""
    points = f"{shown(test.earned):g} of {shown(test.points):g}{extra}"
    yield f"- {mark} {plain(test.says)} ({points})"
    if test.message and test.status != "passed":
        yield f"  - {plain(test.message)}"
    if test.diagnosis is not None:
        yield f"  - **Likely mistake:** {plain(test.diagnosis.says)}"


def _attempts(entry: Entry) -> Iterator[str]:
    if len(entry.results) > 1:
        yield "## Attempts"
        yield ""
        for result in entry.results:
            score = "no score" if result.score is None else f"{shown(result.score):g}"
            yield f"- {plain(result.attempt)}: {score}, {result.submitted_at or 'time unknown'}"


def plain(text: str) -> str:
    """Text that Markdown leaves as it is: no HTML, link or image of a student's making."""
    flat = " ".join(text.split())
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        flat = flat.replace(character, entity)
    return flat.replace("![", "!\\[").replace("](", "]\\(")
