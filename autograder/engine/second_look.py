"""After the tests: what failed is asked once more, to name the mistake or to find it wavering."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from autograder.diagnosis.agreement import same_answer
from autograder.diagnosis.diagnose import Probe
from autograder.diagnosis.diagnose import ask_again
from autograder.diagnosis.diagnose import plain_reply
from autograder.engine.ahead import AskedOtherwise
from autograder.engine.protocol import Reply
from autograder.engine.remote_binding import RemoteBinding
from autograder.engine.session import Operation
from autograder.engine.task import Task
from autograder.errors import StudentError
from autograder.grading.result import TestOutcome

_SECONDS = 10.0
"""What a second look may take where the tests used up the submission's time."""


class SecondLook:
    """Asks a student's worker every call of the failed criteria again.

    `logs` are the calls and answers of the first time, by criterion.
    """

    def __init__(
        self, task: Task, binding: RemoteBinding, logs: Mapping[str, list[Operation]]
    ) -> None:
        self._task = task
        self._binding = binding
        self._logs = logs

    def explained(self, tests: list[TestOutcome], passed: set[str]) -> list[TestOutcome]:
        """Name the misconceptions behind failures; silent where `show` is "nothing"."""
        self._binding.grant(_SECONDS)
        wrong = [test for test in tests if test.status in ("failed", "error")]
        answers: dict[str, list[Reply]] = {}
        wavering: set[str] = set()
        for test in wrong:
            replies = self._ask_again(test.id)
            if replies is None:
                continue
            answers[test.id] = replies
            if _wavers(self._logs.get(test.id, []), self._probe(test.id), replies):
                wavering.add(test.id)
        silent = {c.criterion.id for c in self._task.checks if c.criterion.show == "nothing"}
        return [
            test if test.id in silent else self._told(test, answers, wavering, passed)
            for test in tests
        ]

    def _told(
        self,
        test: TestOutcome,
        answers: dict[str, list[Reply]],
        wavering: set[str],
        passed: set[str],
    ) -> TestOutcome:
        if test.id in wavering:
            said = f"{test.of} is not deterministic: the same call gave two different answers."
            return replace(test, message=f"{test.message} {said}".strip())
        if test.id not in answers:
            return test
        diagnosis = self._task.diagnostician.diagnose(test.id, answers, passed)
        return replace(test, diagnosis=diagnosis)

    def _ask_again(self, criterion_id: str) -> list[Reply] | None:
        """The student's answers to every call of a failed criterion, not only to the first ones."""
        try:
            self._binding.expect_nothing()
            worker, _ = self._binding.loaded()
            worker.session.recording = False
            worker.ahead.follow(self._task.repeated[criterion_id])
            worker.ahead.begin(criterion_id)
            return ask_again(worker.session, self._probe(criterion_id), reseed=True)
        except (StudentError, AskedOtherwise):
            return None

    def _probe(self, criterion_id: str) -> Probe:
        return self._task.diagnostician.probes[criterion_id]


def _wavers(first: list[Operation], probe: Probe, again: list[Reply]) -> bool:
    """Whether a repeated call was answered differently; seeds differ between the two runs."""
    for one, two, reply in zip(first, probe.operations, again, strict=False):
        if one.packed != two.packed or one.buffers != two.buffers:
            return False  # the test went another way here: no longer the same calls
        if not same_answer(plain_reply(one.reply), reply):
            return True
    return False
