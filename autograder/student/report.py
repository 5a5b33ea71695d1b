"""What one check of one exercise found: plain data that crosses from the child as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

NOT_ALLOWED = (
    "All visible tests pass, but not by what the exercise allows: write yourself what is named "
    "above."
)
SOLVED = (
    "All visible tests pass; they check only a part. Go through the criteria at the end of its "
    "README.md before you hand in."
)
Status = Literal["passed", "failed", "missing", "waiting", "timeout", "not_run"]


@dataclass(frozen=True)
class VisibleTest:
    """One visible test.

    uses: the functions it calls. asks: what it asks for, one sentence. message: what was
    found instead; table: expected and found, as text; place: file and line of the
    student's own code, relative to the exercise's folder; code: the text of that line.
    """

    name: str
    uses: tuple[str, ...]
    asks: str
    status: Status = "not_run"
    message: str = ""
    table: str = ""
    place: str = ""
    code: str = ""

    @property
    def headline(self) -> str:
        """What it is about, and what it asks for."""
        return f"{', '.join(self.uses)}: {self.asks}" if self.uses else self.asks


@dataclass(frozen=True)
class CheckReport:
    """All visible tests of one exercise, in file order.

    problem: why nothing could be run at all. notes: what went wrong while the file was
    loaded. not_allowed: what earns nothing although tests may pass, in sentences; worthless:
    the functions that rely on it. printed: what the student's code printed.
    """

    slug: str
    tests: tuple[VisibleTest, ...] = ()
    problem: str = ""
    notes: tuple[str, ...] = ()
    not_allowed: tuple[str, ...] = ()
    worthless: tuple[str, ...] = ()
    printed: str = ""
    seconds: float = 0.0

    @property
    def solved(self) -> bool:
        """Every visible test passes, by what the exercise allows."""
        passed = all(test.status == "passed" for test in self.tests)
        return bool(self.tests) and passed and not self.worthless

    @property
    def first_failing(self) -> VisibleTest | None:
        """The next thing to look at."""
        failing = (test for test in self.tests if test.status not in ("passed", "waiting"))
        return next(failing, None)

    @property
    def works(self) -> tuple[str, ...]:
        """The functions whose visible tests all pass, and that may earn points."""
        return tuple(name for name, done in self.functions_done().items() if done)

    @property
    def counts(self) -> str:
        """How many tests came out in which way."""
        statuses = [test.status for test in self.tests]
        failed = sum(status in ("failed", "timeout") for status in statuses)
        passed = statuses.count("passed")
        parts = {"failed": failed, "not run yet": len(statuses) - passed - failed}
        others = ", ".join(f"{count} {how}" for how, count in parts.items() if count)
        return f"{passed} of {len(statuses)} visible tests pass" + (f"; {others}" if others else "")

    def functions_done(self) -> dict[str, bool]:
        """Function -> whether all its visible tests pass and it may earn points, in file order.

        Its tests are those that end with it: what a test calls before only prepares. A
        function that no test ends with is judged by all that use it.
        """
        names = dict.fromkeys(name for test in self.tests for name in test.uses)
        done: dict[str, bool] = {}
        for name in names:
            using = [test for test in self.tests if name in test.uses]
            own = [test for test in using if test.uses[-1] == name] or using
            done[name] = all(test.status == "passed" for test in own) and name not in self.worthless
        return done
