"""How the exception that ended a visible test is told; a student's own machine shows all."""

from __future__ import annotations

import linecache
import re
import traceback

from autograder.checks.failure import CheckFailed
from autograder.errors import Place
from autograder.errors import StudentError
from autograder.errors import StudentMissing
from autograder.errors import StudentRaised
from autograder.errors import UserError
from autograder.student.calls import call_of

CALL_SECONDS = 5.0
"""CPU time of one call; an endless loop is then named with its line, where timers exist."""

_TOLD_BY_ADVICE = ("NameError", "ModuleNotFoundError", "ImportError")


def outcome(error: BaseException) -> dict[str, str]:
    """Status and text for the exception that ended a test."""
    if isinstance(error, StudentError):
        return _student_error(error)
    if isinstance(error, CheckFailed):
        first, _, table = error.values.partition("\n")
        return {"status": "failed", "message": first, "table": table}
    if isinstance(error, UserError):
        return {"status": "failed", "message": str(error)}
    line = _line_of_the_test(error)
    if isinstance(error, AssertionError) and not str(error):
        return {"status": "failed", "message": f"This does not hold: {line}"}
    said = f"{type(error).__name__}: {str(error)[:800]}"
    return {
        "status": "failed",
        "message": f"What came back could not be used ({said}) in the test's line: {line}",
    }


def _student_error(error: StudentError) -> dict[str, str]:
    said, place = error.summary, error.place
    call = call_of(error)
    if call and not isinstance(error, StudentMissing):
        name = re.escape(call.partition("(")[0])
        said = re.sub(rf"\b(the call|{name})\b", lambda _: call, said, count=1)
    said = said.replace("the time limit", f"{CALL_SECONDS:g} seconds of computing")
    if place is not None:
        # it gets a line of its own
        for form in (f" ({place})", f" (stopped at {place})", f" at {place}"):
            said = said.replace(form, "")
    if isinstance(error, StudentRaised) and error.detail and error.kind not in _TOLD_BY_ADVICE:
        said = said.replace(
            f"raised {error.kind}", f"raised {error.kind}: {error.detail.rstrip('.')}", 1
        )
    return {
        "status": error.status if error.status in ("missing", "timeout") else "failed",
        "message": said,
        "place": _path_and_line(place) if place else "",
        "code": place.text if place else "",
    }


def _path_and_line(place: Place) -> str:
    """In the form that editors and terminals open on a click."""
    in_notebook = ", cell " in place.file
    return f"{place.file}, line {place.line}" if in_notebook else f"{place.file}:{place.line}"


def _line_of_the_test(error: BaseException) -> str:
    files = [
        (frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)
    ]
    own = [step for step in files if step[0].endswith("test_public.py")] or files
    return linecache.getline(*own[-1]).strip()
