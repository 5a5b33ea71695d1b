"""Proving an assignment: its suite accepts every right answer and names every wrong one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field
from fractions import Fraction
from typing import Any

from autograder.course.assignment import Assignment
from autograder.course.assignment import criteria
from autograder.course.assignment import max_score
from autograder.course.misconceptions import Misconception
from autograder.course.misconceptions import catalogue
from autograder.course.misconceptions import compose
from autograder.course.scaffold import placeholders
from autograder.course.stub import stub
from autograder.course.trivial import trivial_files
from autograder.engine.pool import Pool
from autograder.errors import UserError
from autograder.grading.draws import other_draws
from autograder.grading.trials import Trial
from autograder.grading.trials import grade_trials

TRIVIAL_SHARE = Fraction(1, 20)
NAMED_SHARE = Fraction(1, 3)


@dataclass
class Proof:
    """What verifying found out about one assignment."""

    slug: str
    max_score: Fraction = Fraction(0)
    trials: list[Trial] = field(default_factory=list)
    misconceptions: tuple[Misconception, ...] = ()
    problems: list[str] = field(default_factory=list)
    advice: list[str] = field(default_factory=list)

    def of_kind(self, kind: str) -> list[Trial]:
        return [trial for trial in self.trials if trial.kind == kind]

    def to_json(self) -> dict[str, Any]:
        """The documented JSON of one assignment."""
        stub_tests = [test for trial in self.of_kind("stub") for test in trial.tests]
        reference = self.of_kind("reference")
        return {
            "reference": float(reference[0].score) if reference else None,
            "max_score": float(self.max_score),
            "stub_passed": sum(test.status == "passed" for test in stub_tests),
            "stub_skipped": sum(test.status in ("grader_error", "not_run") for test in stub_tests),
            "alternatives": {t.name: float(t.score) for t in self.of_kind("alternative")},
            "trivial": {t.name: float(t.score) for t in self.of_kind("trivial")},
            "misconceptions": dict(self._misconceptions_json()),
            "problems": self.problems,
            "advice": self.advice,
        }

    def _misconceptions_json(self) -> Iterator[tuple[str, dict[str, Any]]]:
        by_name = {m.name: m for m in self.misconceptions}
        for trial in self.of_kind("misconception"):
            killed_by = trial.failed()
            wanted = by_name[trial.name].killed_by
            yield (
                trial.name,
                {
                    "of": by_name[trial.name].of,
                    "killed": wanted in killed_by,
                    "killed_by": killed_by,
                    "diagnosed_as": diagnosed_as(trial, wanted),
                },
            )


def diagnosed_as(trial: Trial, test_id: str) -> str | None:
    """The misconception named for one failed criterion."""
    for test in trial.tests:
        if test.id == test_id and test.diagnosis is not None:
            return test.diagnosis.misconception
    return None


def verify(assignment: Assignment, pool: Pool) -> Proof:
    """Grade everything the author wrote, as real submissions, and list what does not hold."""
    proof = Proof(assignment.slug)
    proof.problems += [f"left to write: {place}" for place in placeholders(assignment.folder)]
    try:
        proof.max_score = max_score(assignment)
        proof.misconceptions = catalogue(assignment)
        proof.problems += other_draws(assignment.hidden)
        proof.trials = list(_trials(assignment, proof.misconceptions))
        grade_trials(assignment, proof.trials, pool)
    except (UserError, OSError) as error:
        proof.problems.append(str(error))
        proof.trials = []  # none of them was graded
        return proof
    finally:
        pool.drop_suite(assignment)
    proof.problems += [*_right_answers(proof), *_wrong_answers(proof), *_tests(assignment, proof)]
    proof.advice += _paid_twice(proof)
    return proof


def _trials(assignment: Assignment, wrong: tuple[Misconception, ...]) -> Iterator[Trial]:
    source = assignment.reference_source()
    yield Trial("reference", assignment.slug, source)
    yield Trial("stub", "stub", stub(source))
    for path in assignment.alternatives:
        yield Trial("alternative", path.stem, path.read_text("utf-8"))
    for name, text in trivial_files(assignment).items():
        yield Trial("trivial", name, text)
    for misconception in wrong:
        yield Trial("misconception", misconception.name, compose(source, misconception))


def _right_answers(proof: Proof) -> Iterator[str]:
    for trial in (*proof.of_kind("reference"), *proof.of_kind("alternative")):
        if trial.problem:
            yield f"{trial.kind} {trial.name}: {trial.problem}"
        for test in trial.tests:
            if test.status != "passed":
                yield (
                    f"{trial.kind} {trial.name} must get full marks, but {test.id} is "
                    f"{test.status}: {test.message or test.detail}"
                )
    if not proof.of_kind("alternative"):
        yield "alternatives/ is empty: at least one independent right answer is needed."


def _wrong_answers(proof: Proof) -> Iterator[str]:
    for trial in proof.of_kind("stub"):
        for test in trial.tests:
            if test.status in ("passed", "grader_error", "not_run"):
                yield f"the stub must earn nothing, skip nothing: {test.id} is {test.status}."
    for trial in proof.of_kind("trivial"):
        if trial.score > TRIVIAL_SHARE * proof.max_score:
            passed = ", ".join(test.id for test in trial.tests if test.status == "passed")
            yield (
                f"answering {trial.name} everywhere earns {float(trial.score):g} of "
                f"{float(proof.max_score):g} points (at most 5 %): {passed}."
            )
    wanted = {m.name: m for m in proof.misconceptions}
    for trial in proof.of_kind("misconception"):
        misconception = wanted[trial.name]
        if misconception.killed_by not in trial.failed():
            lost = ", ".join(trial.failed()) or "nothing"
            yield (
                f"misconception {trial.name} must fail {misconception.killed_by}, it fails {lost}."
            )
            continue
        named = diagnosed_as(trial, misconception.killed_by)
        if named != trial.name:
            yield f"misconception {trial.name} is diagnosed as {named or 'nothing'}."


def _paid_twice(proof: Proof) -> Iterator[str]:
    """Faults that cost points of another function, too: a student pays for them twice."""
    owner = {m.name: m.of for m in proof.misconceptions}
    for trial in proof.of_kind("misconception"):
        of = owner[trial.name]
        others = [t.id for t in trial.tests if t.status != "passed" and t.of != of]
        if others:
            yield (
                f"misconception {trial.name} of {of} also costs {', '.join(others)}: judge those "
                f"on student.given({of}=reference.{of})."
            )


def _tests(assignment: Assignment, proof: Proof) -> Iterator[str]:
    first = {trial.failed()[0] for trial in proof.of_kind("misconception") if trial.failed()}
    scored = [c for c in criteria(assignment) if c.points]
    for criterion in scored:
        if criterion.id not in first:
            yield f"{criterion.id} is not the first test to fail for any misconception."
    named = Counter(m.killed_by for m in proof.misconceptions)
    for test_id, times in named.items():
        if times > NAMED_SHARE * len(proof.misconceptions):
            yield (
                f"{test_id} is named by {times} of {len(proof.misconceptions)} misconceptions, and "
                "at most a third of them may name one test: there must be three at least, killed "
                "by three different tests. Add some that other tests kill."
            )
    handout = assignment.handout.read_text("utf-8") if assignment.handout.is_file() else ""
    for name in assignment.names:
        if name not in handout:
            yield f"handout.md does not mention {name}."
