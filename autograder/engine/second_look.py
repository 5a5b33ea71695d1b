"""After the tests: what failed is looked at again, to name the mistake or to find it wavering."""

from __future__ import annotations

from collections.abc import Collection
from collections.abc import Mapping
from dataclasses import replace

from autograder.checks.calls import CHANGES
from autograder.checks.calls import LEAVE_THEM
from autograder.checks.failure import escaped
from autograder.diagnosis.agreement import same_answer
from autograder.diagnosis.diagnose import Probe
from autograder.diagnosis.diagnose import ask_again
from autograder.diagnosis.diagnose import plain_reply
from autograder.engine.ahead import AskedOtherwise
from autograder.engine.protocol import Reply
from autograder.engine.protocol import bounded
from autograder.engine.remote_binding import RemoteBinding
from autograder.engine.session import Operation
from autograder.engine.task import Task
from autograder.errors import StudentError
from autograder.grading.result import TestOutcome

SECONDS = 10.0
"""What a second look may take: of the student where the tests used up the submission's time, and of
the runner."""


class SecondLook:
    """Finds what is behind the failed criteria of one submission.

    `logs` are the calls and answers of the first time, by criterion. A student is asked again
    where a test failed before it came to all of its calls, and where the answers are no mistake of
    the catalogue: they may be different the second time.
    """

    def __init__(
        self, task: Task, binding: RemoteBinding, logs: Mapping[str, list[Operation]]
    ) -> None:
        self._task = task
        self._binding = binding
        self._logs = logs
        self._answers: dict[str, list[Reply]] = {}
        self._asked_again: set[str] = set()
        self._wavering: set[str] = set()

    def explained(self, tests: list[TestOutcome], passed: set[str]) -> list[TestOutcome]:
        """Name the misconceptions behind failures; silent where `show` is "nothing"."""
        self._binding.grant(SECONDS)
        for test in tests:
            if test.status in ("failed", "error"):
                self._gather(test.id)
        silent = {c.criterion.id for c in self._task.checks if c.criterion.show == "nothing"}
        return [test if test.id in silent else self._told(test, passed) for test in tests]

    def _gather(self, criterion_id: str) -> None:
        """Have the student's answer to every call of a failed criterion."""
        first = self._logs.get(criterion_id, [])
        if self._is_whole(first, criterion_id):
            self._answers[criterion_id] = [plain_reply(operation.reply) for operation in first]
        else:
            self._ask_again(criterion_id)

    def _is_whole(self, log: list[Operation], criterion_id: str) -> bool:
        """Whether a test has asked all that it asks of the reference, and nothing else."""
        expected = self._probe(criterion_id).operations
        return len(log) == len(expected) and all(
            one.asks(two.request) for one, two in zip(log, expected, strict=True)
        )

    def _told(self, test: TestOutcome, passed: set[str]) -> TestOutcome:
        if test.id not in self._answers:
            return test
        diagnosis = self._task.diagnostician.diagnose(test.id, self._answers, passed)
        if diagnosis is None and test.id not in self._asked_again:
            self._ask_again(test.id)
        if test.id in self._wavering:
            said = f"{test.of} is not deterministic: the same call gave two different answers."
            return _adding(test, said)
        if diagnosis is None and CHANGES not in test.message:
            return _adding(test, self._changes(test.id))
        return replace(test, diagnosis=diagnosis)

    def _changes(self, criterion_id: str) -> str:
        """A sentence on an argument that a call changed and the reference leaves alone, or ""."""
        pairs = zip(self._answers[criterion_id], self._probe(criterion_id).right, strict=False)
        changed = (
            bounded(key) for mine, right in pairs if not right.changed for key in mine.changed
        )
        key = next((key for key in changed if key is not None), None)
        if key is None:
            return ""
        which = f"argument {key + 1}" if isinstance(key, int) else escaped(key)
        return f"Besides, {CHANGES}: {which}. That may be the cause: {LEAVE_THEM}"

    def _ask_again(self, criterion_id: str) -> None:
        """Ask every call of a failed criterion once more, with other randomness."""
        self._asked_again.add(criterion_id)
        probe = self._probe(criterion_id)
        try:
            self._binding.expect_nothing()
            worker, _ = self._binding.loaded()
            worker.session.recording = False
            worker.ahead.follow(self._task.repeated[criterion_id])
            worker.ahead.begin(criterion_id)
            replies = ask_again(worker.session, probe, reseed=True)
        except (StudentError, AskedOtherwise):
            return
        self._answers.setdefault(criterion_id, replies)
        drawn = self._task.diagnostician.drawn[criterion_id]
        if _wavers(self._logs.get(criterion_id, []), probe, replies, drawn):
            self._wavering.add(criterion_id)

    def _probe(self, criterion_id: str) -> Probe:
        return self._task.diagnostician.probes[criterion_id]


def _adding(test: TestOutcome, said: str) -> TestOutcome:
    return replace(test, message=f"{test.message} {said}".strip())


def _wavers(
    first: list[Operation], probe: Probe, again: list[Reply], drawn: Collection[int]
) -> bool:
    """Whether a repeated call was answered differently that the reference answers alike.

    Seeds differ between the two runs.
    """
    rows = zip(first, probe.operations, again, strict=False)
    for number, (one, two, reply) in enumerate(rows):
        if one.packed != two.packed or one.buffers != two.buffers:
            return False  # the test went another way here: no longer the same calls
        if number not in drawn and not same_answer(plain_reply(one.reply), reply):
            return True
    return False
