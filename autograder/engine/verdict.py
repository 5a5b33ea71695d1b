"""From the exception a test ended with to what the student and the instructor read."""

from __future__ import annotations

import re
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autograder.authoring import Criterion
from autograder.checks.describe import received
from autograder.checks.failure import CheckFailed
from autograder.engine.soft_limit import CallTimeout
from autograder.errors import GraderFault
from autograder.errors import StudentError

if TYPE_CHECKING:
    from autograder.grading.result import TestStatus

# What goes wrong in the runner for reasons of the machine, never of a student's value. Memory is
# none: a suite by itself stays far below the runner's limit.
_MACHINE = (GraderFault, OSError, KeyboardInterrupt, SystemExit)
_DETAIL_LIMIT = 4000
_UNPACKED = re.compile(r"(not enough|too many) values to unpack \(expected (\d+)(?:, got (\d+))?\)")


@dataclass(frozen=True)
class Verdict:
    """How one criterion came out."""

    status: TestStatus
    message: str = ""
    detail: str = ""
    place: str = ""


def verdict_of(error: BaseException, criterion: Criterion) -> Verdict:
    """The verdict for the exception that ended a criterion's test.

    The suite has been run on its own reference before, so an ordinary exception in a test
    means that what the student returned could not be used there.
    """
    if isinstance(error, StudentError):
        return _of_student_error(error, criterion)
    if isinstance(error, CheckFailed):
        message = error.values if criterion.show == "values" else error.message
        return Verdict("failed", _allowed(message, criterion), error.values)
    detail = "".join(traceback.format_exception(error))[-_DETAIL_LIMIT:]
    if isinstance(error, CallTimeout):
        said = f"What {criterion.of} returned takes more time to look at than there is."
        return Verdict("timeout", _allowed(said, criterion), detail)
    if isinstance(error, AssertionError):
        return Verdict("failed", _allowed("The check did not hold.", criterion), detail)
    if isinstance(error, Exception) and not isinstance(error, _MACHINE):
        said = f"What {criterion.of} returned could not be used: {_why_unusable(error)}."
        return Verdict("failed", _allowed(said, criterion), detail)
    # also pytest's own outcomes: a suite that skips or exits grades nothing
    return Verdict("grader_error", "", detail)


def _why_unusable(error: Exception) -> str:
    """What the test could not do with a value; no values."""
    text = str(error)
    if isinstance(error, MemoryError):
        return "it takes too much memory"
    if isinstance(error, RuntimeError) and "does not require grad" in text:
        return (
            "it carries no gradient. It was computed under torch.no_grad(), detached, or passed "
            "through numpy or .data"
        )
    if isinstance(error, AttributeError) and error.name:
        return f"the test reads its {error.name}, and {received(error.obj)} has none"
    counts = _UNPACKED.search(text) if isinstance(error, ValueError) else None
    if counts is not None:
        return f"{counts[2]} values were expected" + (f", found {counts[3]}" * bool(counts[3]))
    if isinstance(error, TypeError) and "NoneType" in text:
        return "it is None (is a `return` missing?)"
    return f"the test stops with {type(error).__name__}"


def _of_student_error(error: StudentError, criterion: Criterion) -> Verdict:
    message = error.summary
    if criterion.show == "values" and error.detail:
        message = f"{message} ({error.detail})"
    status: TestStatus = error.status  # type: ignore[assignment]
    return Verdict(
        status,
        _allowed(message, criterion),
        error.detail,
        str(error.place) if error.place and criterion.show != "nothing" else "",
    )


def _allowed(message: str, criterion: Criterion) -> str:
    return "" if criterion.show == "nothing" else message
