"""How far right answers stay from the tolerances of a suite, whatever the secret."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from dataclasses import field

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
    found = Margins(assignment.slug, len(rehearsal.checks), secrets)
    for number in range(secrets):
        for path in (assignment.reference, *assignment.alternatives):
            secret = f"margin {number}"
            binding = TrustedBinding(
                assignment.slug,
                secret.encode(),
                import_file(assignment.reference, assignment.slug),
                # a session restores what its tests replaced only for its own next test
                import_file(path, assignment.slug),
            )
            for check in rehearsal.checks:
                place = f"{check.criterion.id} ({path.stem}, GRADE_SECRET={secret!r})"
                _run(check, rehearsal, binding, place, found)
    return found


def _run(
    check: Check, rehearsal: Rehearsal, binding: TrustedBinding, place: str, found: Margins
) -> None:
    with listening(lambda what, share: found.note(share, f"{place}: {what}")):
        for item in check.items:
            try:
                rehearsal.run(item, binding)
            except Exception as error:  # noqa: BLE001 - whatever ends a test of a right answer
                said = "".join(traceback.format_exception_only(error)).strip()
                found.failures.append(f"full marks are due, but {place} ends with {said}")
