"""How far right answers stay from the tolerances of a suite, whatever the secret."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from dataclasses import field
from types import ModuleType

from autograder.checks.margin import listening
from autograder.course.assignment import Assignment
from autograder.engine.binding import import_file
from autograder.engine.suite import Check
from autograder.engine.trusted import TrustedBinding
from autograder.proof.rehearsal import Rehearsal
from autograder.proof.rehearsal import rehearse

LARGEST_SHARE = 0.1
_MOST_FAILURES = 5


@dataclass
class Margins:
    """The largest error of right answers, as a share of its tolerance, and where it is made."""

    slug: str
    criteria: int
    secrets: int
    largest: float = 0.0
    where: str = ""
    failures: list[str] = field(default_factory=list)

    def problems(self) -> list[str]:
        """What does not hold, one sentence each."""
        found = self.failures[:_MOST_FAILURES]
        if self.largest > LARGEST_SHARE:
            found.append(
                f"an error of {self.largest:.2g} of its tolerance in {self.where}: at most "
                f"{LARGEST_SHARE:g}, so draw better conditioned inputs or allow more."
            )
        return found

    def note(self, share: float, where: str) -> None:
        """Keep the largest share and its place."""
        if share > self.largest:
            self.largest, self.where = share, where


def margins(assignment: Assignment, secrets: int) -> Margins:
    """Run the suite on the reference and each alternative under so many secrets.

    To be run in a process of its own; see `rehearse`.
    """
    return rehearse(assignment, lambda rehearsal: _measure(assignment, secrets, rehearsal))


def _measure(assignment: Assignment, secrets: int, rehearsal: Rehearsal) -> Margins:
    slug = assignment.slug
    found = Margins(slug, len(rehearsal.checks), secrets)
    reference = import_file(assignment.reference, slug)
    others = {path.stem: import_file(path, slug) for path in assignment.alternatives}
    students = {slug: reference, **others}
    for number in range(secrets):
        for name, student in students.items():
            trial = _Trial(slug, f"margin {number}", name, reference, student)
            for check in rehearsal.checks:
                trial.run(check, rehearsal, found)
    return found


@dataclass(frozen=True)
class _Trial:
    """One right answer under one secret."""

    slug: str
    secret: str
    name: str
    reference: ModuleType
    student: ModuleType

    def run(self, check: Check, rehearsal: Rehearsal, found: Margins) -> None:
        place = f"{check.criterion.id} ({self.name}, GRADE_SECRET={self.secret!r})"
        binding = TrustedBinding(self.slug, self.secret.encode(), self.reference, self.student)
        with listening(lambda what, share: found.note(share, f"{place}: {what}")):
            for item in check.items:
                try:
                    rehearsal.run(item, binding)
                except Exception as error:  # noqa: BLE001 - whatever ends a test of a right answer
                    said = "".join(traceback.format_exception_only(error)).strip()
                    found.failures.append(f"full marks are due, but {place} ends with {said}")
