"""Naming a mistake: the student's calls are repeated on every catalogued misconception.

A misconception is named when it gives the student's wrong answers wherever the student
differs from the reference, and when that is more than chance could explain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from autograder.course.misconceptions import Misconception
from autograder.diagnosis.agreement import bits
from autograder.diagnosis.agreement import same_answer
from autograder.engine.binding import import_file
from autograder.engine.inline import session_on
from autograder.engine.protocol import Outcome
from autograder.engine.protocol import Reply
from autograder.engine.session import Operation
from autograder.errors import AutograderError
from autograder.grading.result import Diagnosis
from autograder.wire.codec import Reference
from autograder.wire.codec import WireError
from autograder.wire.codec import decode

ENOUGH_BITS = 8.0
_CALL_SECONDS = 0.5


@dataclass(frozen=True)
class Log:
    """What one criterion asked the student, with the test's own callbacks."""

    criterion: str
    operations: tuple[Operation, ...]
    callbacks: dict[int, object]


@dataclass(frozen=True)
class _Match:
    """One misconception that explains every wrong answer of a criterion."""

    misconception: Misconception
    evidence: float
    disagreements: int


class Diagnostician:
    """Knows the misconceptions of one assignment."""

    def __init__(
        self,
        slug: str,
        file: Path,
        reference: ModuleType,
        composed: Sequence[tuple[Misconception, str]],
    ) -> None:
        self._slug = slug
        self._file = file
        self._reference = reference
        self._composed = composed

    def diagnose(self, of: str, failed: Log, others: Sequence[Log]) -> Diagnosis | None:
        """The misconception behind a failed criterion of `of`; `others` are more logs of it.

        Needs `soft_limit.install()`; costs at most _CALL_SECONDS a repeated call.
        """
        answers = [_plain(operation) for operation in failed.operations]
        right = _answers(self._reference, failed)
        separating = [
            index
            for index, (one, two) in enumerate(zip(answers, right, strict=False))
            if not same_answer(one, two)
        ]
        if not separating:
            return None
        matches = []
        for misconception, source in self._composed:
            if misconception.of == of:
                match = self._match(misconception, source, failed, answers, right, others)
                if match is not None:
                    matches.append(match)
        return _most_specific(matches)

    def _match(
        self,
        misconception: Misconception,
        source: str,
        failed: Log,
        answers: list[Reply],
        right: list[Reply],
        others: Sequence[Log],
    ) -> _Match | None:
        module = import_file(self._file, self._slug, source)
        compared = _compare(answers, right, _answers(module, failed))
        if compared is None:
            return None
        evidence, disagreements = compared
        for log in others:
            theirs = [_plain(operation) for operation in log.operations]
            more = _compare(theirs, _answers(self._reference, log), _answers(module, log))
            if more is None:
                disagreements += len(theirs)  # another mistake may be at work there
            else:
                evidence += more[0]
                disagreements += more[1]
        return _Match(misconception, evidence, disagreements)


def _compare(
    student: list[Reply], right: list[Reply], wrong: list[Reply]
) -> tuple[float, int] | None:
    """Evidence and disagreements; None when a wrong answer is not explained."""
    evidence, disagreements = 0.0, 0
    for theirs, good, bad in zip(student, right, wrong, strict=False):
        explained = same_answer(theirs, bad)
        if same_answer(theirs, good):
            disagreements += not explained
        elif not explained:
            return None
        else:
            evidence += bits(theirs, good)
    return evidence, disagreements


def _most_specific(matches: list[_Match]) -> Diagnosis | None:
    """The match with the fewest contradictions, then the most evidence; none if thin."""
    matches.sort(key=lambda match: (match.disagreements, -match.evidence))
    if not matches or matches[0].evidence < ENOUGH_BITS:
        return None
    best = matches[0]
    if best.disagreements > 0 and best.evidence < 2 * ENOUGH_BITS:
        return None
    return Diagnosis(best.misconception.name, best.misconception.says, round(best.evidence))


def _answers(module: ModuleType, log: Log) -> list[Reply]:
    """The answers `module` gives to the logged calls, as far as they can be repeated."""
    session = session_on(module, call_seconds=_CALL_SECONDS)
    answers: list[Reply] = []
    for operation in log.operations:
        session.callbacks.update(log.callbacks)  # type: ignore[arg-type]
        try:
            raw = session.replay(operation)
            answers.append(Reply(*decode(*raw, _as_is)))
        except (AutograderError, WireError, TypeError):
            answers.append(Reply(Outcome.UNSUPPORTED, None))
        except BaseException as error:  # the test's own callback judged the answer
            if isinstance(error, (KeyboardInterrupt, MemoryError)):
                raise
            answers.append(Reply(Outcome.CALLBACK_FAILED, None))
    return answers


def _plain(operation: Operation) -> Reply:
    try:
        return Reply(*decode(*operation.reply, _as_is))
    except (WireError, TypeError):
        return Reply(Outcome.UNSUPPORTED, None)


def _as_is(reference: Reference) -> Reference:
    return reference
