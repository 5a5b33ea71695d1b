"""What one check of one exercise found: plain data that crosses from the child as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Status = Literal["passed", "failed", "missing", "waiting", "timeout", "not_run"]


@dataclass(frozen=True)
class VisibleTest:
    """One visible test.

    of: the function it is about. asks: what it asks for, one sentence. message: what was
    found instead; table: expected and found, as text; place: file and line of the
    student's own code, relative to the exercise's folder; code: the text of that line.
    """

    name: str
    of: str
    asks: str
    status: Status = "not_run"
    message: str = ""
    table: str = ""
    place: str = ""
    code: str = ""


@dataclass(frozen=True)
class CheckReport:
    """All visible tests of one exercise, in file order.

    problem: why nothing could be run at all. notes: what went wrong while the file was
    loaded. printed: what the student's code printed.
    """

    slug: str
    tests: tuple[VisibleTest, ...] = ()
    problem: str = ""
    notes: tuple[str, ...] = ()
    printed: str = ""
    seconds: float = 0.0

    @property
    def solved(self) -> bool:
        """Every visible test passes."""
        return bool(self.tests) and all(test.status == "passed" for test in self.tests)

    @property
    def untouched(self) -> bool:
        """Nothing has been written yet."""
        return bool(self.tests) and all(t.status in ("missing", "waiting") for t in self.tests)

    @property
    def first_failing(self) -> VisibleTest | None:
        """The next thing to look at."""
        failing = (test for test in self.tests if test.status not in ("passed", "waiting"))
        return next(failing, None)

    def functions_done(self) -> dict[str, bool]:
        """Function -> whether all its visible tests pass, in file order."""
        done: dict[str, bool] = {}
        for test in self.tests:
            done[test.of] = done.get(test.of, True) and test.status == "passed"
        return done
