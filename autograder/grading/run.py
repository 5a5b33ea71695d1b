"""Grading a class: what is new is graded, everything is kept, nothing is done twice."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable
from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any
from typing import Protocol

from autograder.course.assignment import Assignment
from autograder.course.assignment import max_score
from autograder.course.course import Course
from autograder.course.secret import course_secret
from autograder.course.secret import fingerprint
from autograder.engine.pool import Job
from autograder.engine.pool import Pool
from autograder.errors import CourseError
from autograder.errors import GraderFault
from autograder.errors import UserError
from autograder.grading.grade import result_of
from autograder.grading.grade import ungraded
from autograder.grading.grade import versions
from autograder.grading.intake import Handed
from autograder.grading.result import Result
from autograder.grading.staging import Gathered
from autograder.grading.staging import StagingLimits
from autograder.grading.staging import gather
from autograder.grading.staging import write
from autograder.grading.store import Store
from autograder.grading.submission import Submission
from autograder.isolation import Level

_TRIES = 2
"""A grader's own fault is tried once more, with fresh servers, before it is reported."""


class Progress(Protocol):
    """What a run tells while it goes on."""

    def begin(self, total: int, unchanged: int) -> None:
        """`total` submissions are graded, `unchanged` ones are not."""

    def done(self, result: Result) -> None:
        """One more is graded and kept."""


@dataclass(frozen=True)
class Planned:
    """A hand-in that has to be graded, with the hash its result will be kept under."""

    handed: Handed
    gathered: Gathered
    key: str


@dataclass
class Plan:
    """What there is to do for each assignment; `broken` ones cannot be graded, and why."""

    todo: dict[str, list[Planned]] = field(default_factory=dict)
    unchanged: int = 0
    broken: dict[str, str] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return sum(map(len, self.todo.values()))


class ClassRun:
    """One run of a course over hand-ins into one store."""

    def __init__(
        self,
        course: Course,
        store: Store,
        level: Level,
        jobs: int,
        limits: StagingLimits | None = None,
    ) -> None:
        self._course = course
        self._store = store
        self._level = level
        self._jobs = jobs
        self._limits = limits or StagingLimits()
        self._secret = course_secret(course.root)
        self._facts: dict[str, dict[str, Any]] = {}

    def plan(self, handed: Iterable[Handed], *, regrade: bool = False) -> Plan:
        """Read every hand-in and find those without a result under the present course."""
        known = {} if regrade else self._store.known_keys()
        plan = Plan()
        for one in handed:
            if self._is_broken(one.slug, plan):
                continue
            gathered = gather(one, self._limits)
            key = self._key(one, gathered)
            if known.get((one.student, one.slug, one.attempt)) == key:
                plan.unchanged += 1
            else:
                plan.todo.setdefault(one.slug, []).append(Planned(one, gathered, key))
        return plan

    def _is_broken(self, slug: str, plan: Plan) -> bool:
        """Whether an assignment cannot be read; it stops nobody's grades but its own."""
        if slug not in plan.broken and slug not in self._facts:
            try:
                assignment = self._course.assignment(slug)
                max_score(assignment)
                self._facts_of(assignment)
            except (CourseError, OSError) as error:
                plan.broken[slug] = str(error)
        return slug in plan.broken

    def under_another_secret(self, plan: Plan) -> int:
        """How many results that are made again were made with another course secret."""
        if not plan.total:
            return 0
        mine = fingerprint(self._secret)
        known = self._store.secret_fingerprints()
        again = (one.handed for todo in plan.todo.values() for one in todo)
        return sum(known.get((one.student, one.slug, one.attempt), mine) != mine for one in again)

    def grade(self, plan: Plan, progress: Progress) -> Iterator[Result]:
        """Grade what is planned; each result is kept before it is told."""
        progress.begin(plan.total, plan.unchanged)
        for slug, todo in plan.todo.items():
            assignment = self._course.assignment(slug)
            for planned, result in self._assignment(assignment, todo):
                self._store.put(result, planned.key, planned.gathered.content)
                progress.done(result)
                yield result

    def _assignment(
        self, assignment: Assignment, todo: list[Planned]
    ) -> Iterator[tuple[Planned, Result]]:
        faulty = [planned for planned in todo if not planned.gathered.refused]
        for planned in todo:
            if planned.gathered.refused:
                refused = ungraded(self._submission(planned), assignment, planned.gathered.refused)
                yield planned, self._with_facts(refused, assignment)
        for tries_left in reversed(range(_TRIES)):
            todo, faulty = faulty, []
            for planned, result in self._graded(assignment, todo):
                if result.status == "grader_error" and tries_left:
                    faulty.append(planned)
                else:
                    yield planned, result

    def _graded(
        self, assignment: Assignment, todo: list[Planned]
    ) -> Iterator[tuple[Planned, Result]]:
        if not todo:
            return
        with tempfile.TemporaryDirectory(prefix="grade-") as name:
            # another user id must be able to reach the staged files
            Path(name).chmod(0o755)
            yield from self._in_pool(assignment, todo, Path(name))

    def _in_pool(
        self, assignment: Assignment, todo: list[Planned], staging: Path
    ) -> Iterator[tuple[Planned, Result]]:
        left = {id(planned): planned for planned in todo}
        facts = self._facts_of(assignment)
        try:
            with self._pool() as pool:
                for job, answer in pool.grade(self._jobs_for(assignment, todo, staging)):
                    planned, submission = job.tag
                    del left[id(planned)]
                    shutil.rmtree(submission.folder, ignore_errors=True)
                    yield planned, result_of(answer, submission, assignment, **facts)
        except (CourseError, GraderFault, OSError) as error:
            for planned in left.values():
                answer = {"fault": str(error)}
                yield planned, result_of(answer, self._submission(planned), assignment, **facts)

    def _jobs_for(
        self, assignment: Assignment, todo: list[Planned], staging: Path
    ) -> Iterator[Job]:
        for planned in todo:
            try:
                submission = write(planned.handed, planned.gathered, staging)
            except OSError as error:
                raise UserError(
                    f"{staging} cannot be written: {error.strerror}. Free some space, or "
                    "set TMPDIR to a folder that has it, and run the same command again."
                ) from error
            yield Job(assignment, submission.folder, submission.main, (planned, submission))

    def _pool(self) -> Pool:
        return Pool(self._level, self._jobs, self._secret)

    def _submission(self, planned: Planned) -> Submission:
        handed, gathered = planned.handed, planned.gathered
        return Submission(
            student=handed.student,
            assignment=handed.slug,
            attempt=handed.attempt,
            folder=Path(),
            main="",
            content=gathered.content,
            submitted_at=handed.submitted_at,
            notes=gathered.notes,
            refused=gathered.refused,
            canvas_id=handed.canvas_id,
            moodle_id=handed.moodle_id,
        )

    def _with_facts(self, result: Result, assignment: Assignment) -> Result:
        return replace(result, **self._facts_of(assignment))

    def _facts_of(self, assignment: Assignment) -> dict[str, Any]:
        if assignment.slug not in self._facts:
            self._facts[assignment.slug] = {
                "isolation": self._level.value,
                "versions": versions(assignment),
                "secret_fingerprint": fingerprint(self._secret),
            }
        return self._facts[assignment.slug]

    def _key(self, handed: Handed, gathered: Gathered) -> str:
        """Everything a result depends on; where and when it was handed in included."""
        facts = self._facts[handed.slug]  # known since the plan looked whether it is broken
        parts = (
            gathered.content,
            handed.graded_as,
            str(handed.submitted_at),
            repr(gathered.notes),
            repr(sorted(facts["versions"].items())),
            facts["secret_fingerprint"],
            facts["isolation"],
            *filter(None, [handed.canvas_id, handed.moodle_id]),
        )
        return blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()
