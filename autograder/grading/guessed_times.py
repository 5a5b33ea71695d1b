"""Times that nobody vouches for: modification times of files, and a mark that says but late."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from autograder.grading.policy import Policy
from autograder.grading.policy import Standing
from autograder.grading.policy import late_factor
from autograder.grading.result import Result
from autograder.wording import named

GUESSED = "the submission time is the file's modification time, which copying may have changed"

MARKED_LATE = "Canvas marked it as late, but does not say since when"


def without_guess(result: Result) -> Result:
    """The result without that note, for an assignment that nobody can be late for."""
    return replace(result, notes=tuple(note for note in result.notes if note != GUESSED))


def marked_late(counting: Iterable[tuple[Standing, Result | None]]) -> Iterable[str]:
    """A sentence on hand-ins that are late by nobody knows how much, where there is a deadline."""
    late = [
        f"{result.student} ({result.assignment})"
        for standing, result in counting
        if result is not None and MARKED_LATE in result.notes and not standing.excused
    ]
    if late:
        yield (
            f"marked as late by Canvas, which does not say since when: {named(late)}. They "
            "count as on time until --times says when they came"
        )


def guessed_times(
    policy: Policy, counting: Iterable[tuple[Standing, Result | None]]
) -> Iterable[str]:
    """A sentence if times that a deadline is held against are guessed; what counts, with why."""
    timed = [(s, r) for s, r in counting if r is not None and r.submitted_at and not s.excused]
    guessed = [standing for standing, result in timed if GUESSED in result.notes]
    if guessed:
        costly = sum(1 for one in guessed if one.earned and late_factor(policy, one.days_late) < 1)
        cost = f"{costly or 'none'} of them cost{'s' * (costly < 2)} points"
        yield (
            f"{len(guessed)} of {len(timed)} submission times are modification times of files, "
            f"which copying changes; {cost}: see --times"
        )
