"""From graded attempts to the score that counts: lateness, attempts, extra credit, adjustments.

Pure functions on fractions and aware times. Nothing is rounded here; a score is rounded
once, when it is shown (`autograder.grading.result.shown`). Because all rules are applied to
stored attempts, changing a rule or a deadline never needs a regrade, and a penalty that no
longer applies is gone the next time scores are settled.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from datetime import datetime
from fractions import Fraction
from typing import Literal

from autograder.grading.deadlines import Deadline

ZERO = Fraction(0)
EVERY = ""  # stands for all assignments in extensions and excuses

Attempts = Literal["best", "last", "last_on_time"]


@dataclass(frozen=True)
class Adjustment:
    """Points given or taken by hand, or a score set by hand, always with a reason."""

    student: str
    assignment: str
    reason: str
    points: Fraction = ZERO
    score: Fraction | None = None


@dataclass(frozen=True)
class Policy:
    """The rules of a course; the defaults penalise nothing and count the best attempt.

    `late_per_day` is the share of the earned points that each late day costs. Days up to
    `grace_days` cost nothing; after `cutoff_days` late an attempt earns nothing. `attempt_limit`
    counts different contents. `cap_at_maximum` lets extra credit fill gaps but not exceed.
    """

    attempts: Attempts = "best"
    attempt_limit: int | None = None
    late_per_day: Fraction = ZERO
    grace_days: int = 0
    cutoff_days: int | None = None
    cap_at_maximum: bool = False
    deadlines: Mapping[str, Deadline] = field(default_factory=dict)
    extensions: Mapping[tuple[str, str], int | Deadline] = field(default_factory=dict)
    excused: frozenset[tuple[str, str]] = frozenset()
    adjustments: tuple[Adjustment, ...] = ()

    def deadline(self, student: str, assignment: str) -> Deadline | None:
        """The deadline of one student, extension included; the later of two always holds."""
        deadline = self.deadlines.get(assignment)
        if deadline is None:
            return None
        general = self.extensions.get((student, EVERY))
        extension = self.extensions.get((student, assignment), general)
        if isinstance(extension, int):
            return deadline.later(extension)
        if extension is not None and extension.moment() > deadline.moment():
            return extension
        return deadline

    def is_excused(self, student: str, assignment: str) -> bool:
        """Whether the assignment does not count for the student."""
        return not self.excused.isdisjoint({(student, assignment), (student, EVERY)})


@dataclass(frozen=True)
class Attempt:
    """One graded attempt as the rules see it; `score` is None when the grader failed."""

    id: str
    score: Fraction | None
    content: str
    submitted_at: datetime | None = None


@dataclass(frozen=True)
class Counted:
    """An attempt with its lateness and what is left of its score."""

    attempt: Attempt
    days_late: int
    score: Fraction | None
    note: str = ""


@dataclass(frozen=True)
class Standing:
    """What counts for one student and assignment. `score` is None when nothing can be said yet.

    `open_until` is the student's deadline while it lies ahead and nothing was handed in.
    """

    score: Fraction | None
    max_score: Fraction
    attempt: str = ""
    earned: Fraction | None = None
    days_late: int = 0
    excused: bool = False
    open_until: Deadline | None = None
    notes: tuple[str, ...] = ()

    @property
    def in_total(self) -> bool:
        """Whether the maximum belongs to the student's total."""
        return not self.excused and self.open_until is None


def settle(
    policy: Policy,
    student: str,
    assignment: str,
    attempts: Sequence[Attempt],
    max_score: Fraction,
    *,
    now: datetime | None = None,
) -> Standing:
    """Apply all rules, in this order: excuse, limit, lateness, choice, cap, adjustments.

    Without `now` every deadline is over.
    """
    if policy.is_excused(student, assignment):
        return Standing(None, max_score, excused=True, notes=("excused",))
    if not attempts and now is not None:
        deadline = open_deadline(policy, student, assignment, now)
        if deadline is not None:
            return Standing(None, max_score, open_until=deadline)
    considered, notes = within_limit(policy, attempts)
    counted = [count(policy, student, assignment, attempt) for attempt in considered]
    chosen = choose(policy.attempts, counted)
    score = ZERO if chosen is None else chosen.score
    if chosen is not None and chosen.note:
        notes.append(chosen.note)
    if score is not None:
        score = bounded(score, max_score, cap=policy.cap_at_maximum)
    score, reasons = adjusted(policy, student, assignment, score)
    if score is not None and reasons:
        score = bounded(score, max_score, cap=policy.cap_at_maximum)
    return Standing(
        score=score,
        max_score=max_score,
        attempt=chosen.attempt.id if chosen else "",
        earned=chosen.attempt.score if chosen else None,
        days_late=chosen.days_late if chosen else 0,
        notes=(*notes, *reasons),
    )


def open_deadline(policy: Policy, student: str, assignment: str, now: datetime) -> Deadline | None:
    """The student's deadline if it lies ahead; None, too, once a score was set by hand."""
    deadline = policy.deadline(student, assignment)
    by_hand = any(
        rule.score is not None and (rule.student, rule.assignment) == (student, assignment)
        for rule in policy.adjustments
    )
    return None if by_hand or deadline is None or now > deadline.moment() else deadline


def within_limit(policy: Policy, attempts: Sequence[Attempt]) -> tuple[list[Attempt], list[str]]:
    """The attempts that may count, oldest first, with a note on those that may not.

    The same content handed in again is the attempt it repeats, at its first time: a second
    click on "submit" after the deadline makes nothing late and uses nothing up.
    """
    kept: dict[str, Attempt] = {}
    notes: list[str] = []
    for attempt in sorted(attempts, key=_age):
        first = kept.setdefault(attempt.content, attempt)
        if first is not attempt:
            notes.append(f"attempt {attempt.id} is the same as {first.id} and counts at its time")
    considered = list(kept.values())
    if policy.attempt_limit is not None and len(considered) > policy.attempt_limit:
        over = ", ".join(attempt.id for attempt in considered[policy.attempt_limit :])
        notes.append(f"only the first {policy.attempt_limit} attempts count, not: {over}")
        considered = considered[: policy.attempt_limit]
    return considered, notes


def _age(attempt: Attempt) -> tuple[float, str]:
    moment = attempt.submitted_at
    return (moment.timestamp() if moment else float("inf"), attempt.id)


def count(policy: Policy, student: str, assignment: str, attempt: Attempt) -> Counted:
    """The attempt after the late policy."""
    deadline = policy.deadline(student, assignment)
    if deadline is None or attempt.submitted_at is None:
        unknown = deadline is not None
        note = "no submission time is known: it counts as on time" if unknown else ""
        return Counted(attempt, 0, attempt.score, note)
    days = deadline.days_late(attempt.submitted_at)
    factor = late_factor(policy, days)
    score = None if attempt.score is None else attempt.score * factor
    if days == 0:
        return Counted(attempt, 0, score)
    lost = f"{_percent(1 - factor)} of the points" if factor < 1 else "no points"
    terms = f" ({', '.join(said)})" if (said := _terms(policy, days)) else ""
    return Counted(attempt, days, score, f"late by {_days(days)}: costs {lost}{terms}")


def _terms(policy: Policy, days_late: int) -> list[str]:
    """How the cost of lateness comes about, where the number of days alone does not say it."""
    if policy.cutoff_days is not None and days_late > policy.cutoff_days:
        return [f"nothing counts after {_days(policy.cutoff_days)}"]
    if not policy.late_per_day:
        return []
    free = [f"{_days(policy.grace_days)} free"] if policy.grace_days else []
    return [*free, f"{_percent(policy.late_per_day)} a day"] if free or days_late > 1 else []


def _days(number: int) -> str:
    return f"{number} day{'s' * (number != 1)}"


def _percent(share: Fraction) -> str:
    return f"{float(share * 100):g} %"


def late_factor(policy: Policy, days_late: int) -> Fraction:
    """The share of the earned points that is left after so many late days, from 0 to 1."""
    if policy.cutoff_days is not None and days_late > policy.cutoff_days:
        return ZERO
    charged = max(0, days_late - policy.grace_days)
    return max(ZERO, 1 - charged * policy.late_per_day)


def choose(rule: Attempts, counted: Sequence[Counted]) -> Counted | None:
    """The attempt that counts, of attempts in the order of time; None when there is none.

    An attempt the grader failed on is never the best, but as the last one it still is the last.
    """
    if not counted:
        return None
    if rule == "best":
        scored = [one for one in counted if one.score is not None]
        return max(scored, key=lambda one: one.score or ZERO, default=counted[-1])
    if rule == "last_on_time":
        return ([one for one in counted if one.days_late == 0] or list(counted))[-1]
    return counted[-1]


def adjusted(
    policy: Policy, student: str, assignment: str, score: Fraction | None
) -> tuple[Fraction | None, list[str]]:
    """The score after adjustments by hand, in the order of course.toml, with their reasons."""
    reasons = []
    for adjustment in policy.adjustments:
        if (adjustment.student, adjustment.assignment) != (student, assignment):
            continue
        if adjustment.score is not None:
            score = adjustment.score
            reasons.append(f"set to {float(score):g} by hand: {adjustment.reason}")
        else:
            score = (score or ZERO) + adjustment.points
            reasons.append(f"{float(adjustment.points):+g} by hand: {adjustment.reason}")
    return score, reasons


def bounded(score: Fraction, max_score: Fraction, *, cap: bool) -> Fraction:
    """Never below zero; with `cap` never above the maximum."""
    score = max(ZERO, score)
    return min(score, max_score) if cap else score


def total(points: Iterable[Fraction]) -> Fraction:
    """The exact sum."""
    return sum(points, ZERO)


def percent(score: Fraction, max_score: Fraction) -> Fraction | None:
    """The exact percentage; None when there is nothing to earn."""
    return None if max_score == 0 else 100 * score / max_score


def shown_percent(score: Fraction, max_score: Fraction, places: int = 2) -> str | None:
    """The percentage for people, rounded half up, but never up to 100 from below."""
    exact = percent(score, max_score)
    if exact is None:
        return None
    unit = 10**places
    steps = int(abs(exact) * unit + Fraction(1, 2))
    if exact < 100:
        steps = min(steps, 100 * unit - 1)
    return f"{'-' * (exact < 0)}{steps // unit}.{steps % unit:0{places}d}" if places else str(steps)
