"""Which mutants of a reference a hidden suite lets pass, and whether they are wrong at all."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction

from autograder.course.assignment import Assignment
from autograder.engine.pool import Pool
from autograder.errors import CourseError
from autograder.grading.trials import Trial
from autograder.grading.trials import grade_trials
from autograder.proof.agreement import WANTED
from autograder.proof.agreement import Agreement
from autograder.proof.agreement import agreements
from autograder.proof.mutants import Mutant
from autograder.proof.mutants import mutants

EQUIVALENT_SHARE = Fraction(12, 100)


@dataclass(frozen=True)
class Survivor:
    """A mutant with full marks, and how it answers on drawn inputs."""

    mutant: Mutant
    agreement: Agreement

    @property
    def is_equivalent(self) -> bool:
        """Whether the author may claim that this mutant is as right as the reference."""
        return not self.agreement.differs and self.agreement.drawn >= WANTED


@dataclass(frozen=True)
class Mutation:
    """How the mutants of one assignment fared."""

    slug: str
    mutants: int
    survivors: tuple[Survivor, ...]

    @property
    def killed(self) -> int:
        return self.mutants - len(self.survivors)

    @property
    def equivalent(self) -> tuple[Survivor, ...]:
        return tuple(survivor for survivor in self.survivors if survivor.is_equivalent)

    def problems(self) -> list[str]:
        """What does not hold, one sentence each."""
        found = [
            f"line {one.mutant.line}: {one.mutant.change} gets full marks, {_why(one.agreement)}"
            for one in self.survivors
            if not one.is_equivalent
        ]
        allowed = max(1, int(EQUIVALENT_SHARE * self.mutants))
        if len(self.equivalent) > allowed:
            found.append(
                f"{len(self.equivalent)} of {self.mutants} mutants are equivalent, at most "
                f"{float(EQUIVALENT_SHARE):.0%} may be, or one: simplify the reference."
            )
        return found


def mutate(assignment: Assignment, pool: Pool, elsewhere: Executor) -> Mutation:
    """Grade every mutant as a submission; compare what survives with the reference `elsewhere`."""
    source = assignment.reference_source()
    found = mutants(source, str(assignment.reference))
    trials = [Trial("mutant", mutant.change, mutant.source) for mutant in found]
    itself = Trial("reference", assignment.slug, source)
    try:
        grade_trials(assignment, [itself, *trials], pool)
    finally:
        pool.drop_suite(assignment)
    if itself.problem or itself.failed():
        raise CourseError(f"{assignment.slug} is not proven: begin with `grade verify`.")
    for mutant, trial in zip(found, trials, strict=True):
        if trial.problem:
            raise CourseError(
                f"{assignment.slug}, line {mutant.line}: {mutant.change} cannot be graded: "
                f"{trial.problem}"
            )
    alive = [m for m, trial in zip(found, trials, strict=True) if trial.score == itself.score]
    answers = elsewhere.submit(agreements, assignment, alive).result() if alive else []
    survivors = tuple(map(Survivor, alive, answers))
    return Mutation(assignment.slug, len(found), survivors)


def _why(agreement: Agreement) -> str:
    if agreement.differs:
        return f"but answers otherwise in {agreement.differs} under another secret: test for it."
    return (
        f"and only {agreement.drawn} of {WANTED} different inputs could be drawn to compare it "
        "with the reference."
    )
