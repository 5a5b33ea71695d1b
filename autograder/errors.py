"""Everything this package raises on purpose.

The tree::

    AutograderError
    ├── UserError                  a mistake of whoever typed: shown as one sentence
    │   ├── CourseError            course.toml, assignment.toml or a solutions folder is wrong
    │   └── SubmissionRefused      a submission that cannot be graded as handed in
    ├── GraderFault                our side broke; never charged to a student
    │   └── SandboxError           a lock-down step, a server or the machine failed
    └── StudentError               the student's side of a call went wrong
        ├── StudentRaised          an exception left the student's code
        ├── StudentTimeout         a call used up its CPU or wall-clock budget
        ├── StudentCrash           the worker process ended in the middle of a call
        ├── StudentMissing         a name is not defined, or still raises NotImplementedError
        ├── UnsupportedReturn      a value that has no plain form (too deep, too large, foreign)
        ├── ForbiddenShortcut      a call the assignment forbids
        └── ProtocolViolation      bytes that are not an answer to the call in progress
"""

from __future__ import annotations

from dataclasses import dataclass


class AutograderError(Exception):
    """Base of every error this package raises on purpose."""


class UserError(AutograderError):
    """A mistake of the person at the keyboard; the text says what to do about it."""


class CourseError(UserError):
    """The course or one of its assignments is not as it must be."""


class SubmissionRefused(UserError):
    """A submission that cannot be graded as it was handed in."""


class GraderFault(AutograderError):
    """The grader's own fault; a result that carries it has no score."""


class SandboxError(GraderFault):
    """The machine, a server or a lock-down step failed."""


@dataclass(frozen=True)
class Place:
    """Where in the student's own files something happened."""

    file: str
    line: int
    text: str = ""
    cell: int | None = None

    def __str__(self) -> str:
        where = f"line {self.line}"
        if self.cell is not None:
            where = f"cell {self.cell}, {where}"
        return f"{self.file}, {where}" + (f": {self.text}" if self.text else "")


class StudentError(AutograderError):
    """The student's side of a call went wrong.

    `summary` holds no value, input or exception text; `detail` may, and is shown
    only where a criterion allows it.
    """

    status = "error"

    def __init__(self, summary: str, *, detail: str = "", place: Place | None = None) -> None:
        super().__init__(summary)
        self.summary = summary
        self.detail = detail
        self.place = place


class StudentRaised(StudentError):
    """An exception left the student's code."""

    def __init__(
        self,
        summary: str,
        *,
        kind: str,
        bases: tuple[str, ...] = (),
        detail: str = "",
        place: Place | None = None,
    ) -> None:
        super().__init__(summary, detail=detail, place=place)
        self.kind = kind
        self.bases = bases


class StudentTimeout(StudentError):
    """A call used up its CPU budget, or did not come back at all."""

    status = "timeout"


class StudentCrash(StudentError):
    """The worker process ended in the middle of a call."""

    status = "crashed"


class StudentMissing(StudentError):
    """A name the assignment asks for is not defined, or is still the stub."""

    status = "missing"


class UnsupportedReturn(StudentError):
    """The student's code returned something that has no plain form."""


class ForbiddenShortcut(StudentError):
    """The student's code used a call that the assignment forbids."""

    status = "failed"


class ProtocolViolation(StudentError):
    """The worker sent bytes that are not an answer to the call in progress."""

    status = "crashed"
