"""Changed references: which are killed, which get a name, and which of the names are false."""

from __future__ import annotations

import random
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

from autograder.course.assignment import Assignment
from autograder.course.misconceptions import Misconception
from autograder.course.misconceptions import catalogue
from autograder.engine.pool import Pool
from autograder.grading.trials import Trial
from autograder.proof.mutants import Mutant
from benchmarks.false_names import Check
from benchmarks.false_names import Name
from benchmarks.false_names import check_names
from benchmarks.mixed_trials import grade_mixed

SEED = 60

Generator = Callable[[str, str], Iterable[Mutant]]


@dataclass(frozen=True)
class Given:
    """A name that was given in some criterion, and whether it fits."""

    criterion: str
    misconception: Misconception
    check: Check


@dataclass(frozen=True)
class Changed:
    """One changed reference after grading."""

    assignment: Assignment
    mutant: Mutant
    killed: bool
    names: tuple[Given, ...]

    @property
    def false(self) -> tuple[Given, ...]:
        return tuple(given for given in self.names if given.check.false)


@dataclass(frozen=True)
class Lot:
    """Changed references drawn by lot from so many."""

    among: int
    drawn: tuple[Changed, ...]


def grade_lot(
    assignments: Sequence[Assignment],
    generator: Generator,
    count: int,
    pool: Pool,
    elsewhere: Executor,
) -> Lot:
    """Draw `count` of what a generator makes of all references, grade them, check the names."""
    everything = [
        (assignment, mutant)
        for assignment in assignments
        for mutant in generator(assignment.reference_source(), assignment.slug)
    ]
    drawn = random.Random(SEED).sample(everything, min(count, len(everything)))
    trials = [Trial("changed", mutant.change, mutant.source) for _, mutant in drawn]
    grade_mixed([(a, trial) for (a, _), trial in zip(drawn, trials, strict=True)], pool)
    found: list[Changed] = []
    for assignment in assignments:
        ours = [
            (mutant, trial)
            for (of, mutant), trial in zip(drawn, trials, strict=True)
            if of.slug == assignment.slug
        ]
        found += _with_names(assignment, ours, elsewhere)
    return Lot(len(everything), tuple(found))


def _with_names(
    assignment: Assignment, trials: Sequence[tuple[Mutant, Trial]], elsewhere: Executor
) -> list[Changed]:
    known = {one.name: one for one in catalogue(assignment)}
    given = [
        (mutant, test.id, known[test.diagnosis.misconception])
        for mutant, trial in trials
        for test in trial.tests
        if test.diagnosis is not None
    ]
    # one name may be given in several criteria: it is checked once
    names = list(dict.fromkeys(Name(mutant.source, named) for mutant, _, named in given))
    checks: dict[Name, Check] = {}
    if names:
        answers = elsewhere.submit(check_names, assignment, names).result()
        checks = dict(zip(names, answers, strict=True))
    return [
        Changed(
            assignment,
            mutant,
            killed=bool(trial.failed()),
            names=tuple(
                Given(criterion, named, checks[Name(mutant.source, named)])
                for whose, criterion, named in given
                if whose is mutant
            ),
        )
        for mutant, trial in trials
    ]
