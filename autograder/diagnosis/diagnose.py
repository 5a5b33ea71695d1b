"""Naming a mistake: which catalogued misconception gives the student's wrong answers?

While the reference passes its own suite, every call of every test is recorded; each
misconception then answers the same calls, once, before any submission is seen. For a
failed criterion the student is asked all of them again, so that the evidence does not
end at the first failing check. No student's value ever reaches a misconception.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Collection
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.course.misconceptions import Misconception
from autograder.diagnosis.agreement import bits
from autograder.diagnosis.agreement import same_answer
from autograder.engine.binding import import_file
from autograder.engine.inline import session_on
from autograder.engine.protocol import Outcome
from autograder.engine.protocol import Reply
from autograder.engine.session import Operation
from autograder.engine.session import Session
from autograder.engine.session import reset_operation
from autograder.errors import AutograderError
from autograder.grading.result import Diagnosis
from autograder.wire.codec import Reference
from autograder.wire.codec import decode

ENOUGH_BITS = 8.0
_CALL_SECONDS = 1.0
_OTHER_SEED = 20_231
_ANSWER_BYTES = 8_000_000
_PACKED_BYTES = 100_000


@dataclass(frozen=True)
class Probe:
    """The calls one criterion makes, with the reference's answers.

    `callbacks` are the test's own functions that the calls hand over.
    """

    criterion: str
    of: str
    operations: tuple[Operation, ...]
    callbacks: Mapping[int, Callable[..., Any]]

    @property
    def reseeded(self) -> list[Operation]:
        """The calls of `ask_again` with `reseed`.

        Objects may start at random, such as a layer's weights, and answer alike ever after:
        a test that makes some is repeated as it was.
        """
        if any(map(_is_object, self.right)):
            return list(self.operations)
        begin = reset_operation(_OTHER_SEED)
        return [begin if operation.is_reset else operation for operation in self.operations]

    @property
    def right(self) -> list[Reply]:
        return [plain_reply(operation.reply) for operation in self.operations]


@dataclass(frozen=True)
class _Known:
    """One misconception with its answers to every probe of its function."""

    misconception: Misconception
    answers: Mapping[str, list[Reply]]


class Diagnostician:
    """Knows what every misconception of an assignment would have answered."""

    def __init__(
        self,
        slug: str,
        file: Path,
        composed: Sequence[tuple[Misconception, str]],
        probes: Sequence[Probe],
    ) -> None:
        self.probes = {probe.criterion: probe for probe in probes}
        self._right = {probe.criterion: probe.right for probe in probes}
        reference = session_on(import_file(file, slug), call_seconds=_CALL_SECONDS)
        self.drawn = {probe.criterion: _drawn(reference, probe) for probe in probes}
        """Which calls of a criterion the reference answers otherwise with other randomness."""
        self._known = [
            _Known(misconception, dict(_all_answers(slug, file, source, misconception.of, probes)))
            for misconception, source in composed
        ]

    def diagnose(
        self, criterion: str, answers: Mapping[str, list[Reply]], passed: Collection[str]
    ) -> Diagnosis | None:
        """The misconception behind a failed criterion, or None.

        `answers` holds the student's replies to the probe of each failed criterion; to the
        `passed` ones the student answered like the reference. Of others nothing is known.
        """
        of = self.probes[criterion].of
        if not self._answers_anything(of, answers, passed):
            return None
        matches = []
        for known in self._known:
            if known.misconception.of == of:
                match = self._match(known, criterion, answers, passed)
                if match is not None:
                    matches.append((*match, known.misconception))
        return _most_specific(matches)

    def _answers_anything(
        self, of: str, answers: Mapping[str, list[Reply]], passed: Collection[str]
    ) -> bool:
        """Whether a function gives any value at all: one that only raises shows no mistake."""
        own = [probe.criterion for probe in self.probes.values() if probe.of == of]
        replies = (reply for name in own for reply in answers.get(name, ()))
        return any(name in passed for name in own) or any(map(_is_value, replies))

    def _match(
        self,
        known: _Known,
        criterion: str,
        answers: Mapping[str, list[Reply]],
        passed: Collection[str],
    ) -> tuple[int, float] | None:
        """(contradictions, evidence) of a misconception that explains this criterion.

        It must give every answer of the student there, the right ones too. Who passes the
        criterion that the misconception fails by definition has not made it, nor has who
        fails that one with wrong answers of another kind.
        """
        if known.misconception.killed_by in passed:
            return None
        if not all(map(same_answer, answers[criterion], known.answers[criterion])):
            return None
        contradictions, evidence = 0, 0.0
        for name, wrong in known.answers.items():
            if name not in answers and name not in passed:
                continue
            right = self._right[name]
            if name not in answers:
                # a criterion may pass although its calls change their arguments
                right, wrong = _values_only(right), _values_only(wrong)
            more = _compare(answers.get(name, right), right, wrong)
            if more is None and name == known.misconception.killed_by:
                return None
            if more is None:
                contradictions += 1  # another mistake may be at work there
            else:
                contradictions += more[0]
                evidence += more[1]
        return contradictions, evidence


def ask_again(session: Session, probe: Probe, *, reseed: bool = False) -> list[Reply]:
    """The answers a session's student gives to a probe; shorter when it stopped answering.

    `reseed` starts the student's own randomness elsewhere, so that an answer that depends
    on it comes out differently.
    """
    answers: list[Reply] = []
    room = _ANSWER_BYTES
    for operation in probe.reseeded if reseed else probe.operations:
        session.callbacks.update(probe.callbacks)
        try:
            packed, buffers = session.replay(operation)
            room -= len(packed) + sum(map(len, buffers))
            if room < 0:
                break  # no mistake of the catalogue answers this much
            answers.append(plain_reply((packed, buffers)))
        except AutograderError:
            break
        except Exception:  # noqa: BLE001 - the test's own callback may raise anything
            answers.append(Reply(Outcome.CALLBACK_FAILED, None))
        if answers[-1].outcome == Outcome.TIMEOUT:
            break
    return answers


def plain_reply(raw: tuple[bytes, list[Any]]) -> Reply:
    """A logged reply as values; student objects stay references.

    An answer with very long lists is no mistake of the catalogue, and slow to look at.
    """
    if len(raw[0]) > _PACKED_BYTES:
        return Reply(Outcome.UNSUPPORTED, None)
    try:
        return Reply.received(decode(*raw, _as_is))
    except (AutograderError, ValueError):
        return Reply(Outcome.UNSUPPORTED, None)


def _all_answers(
    slug: str, file: Path, source: str, of: str, probes: Iterable[Probe]
) -> Iterable[tuple[str, list[Reply]]]:
    session = session_on(import_file(file, slug, source), call_seconds=_CALL_SECONDS)
    for probe in probes:
        if probe.of == of:
            yield probe.criterion, ask_again(session, probe)


def _drawn(reference: Session, probe: Probe) -> frozenset[int]:
    others = ask_again(reference, probe, reseed=True)
    pairs = enumerate(zip(probe.right, others, strict=False))
    return frozenset(number for number, pair in pairs if not same_answer(*pair))


def _is_object(reply: Reply) -> bool:
    return isinstance(reply.value, Reference) and reply.value.kind in ("module", "object")


def _is_value(reply: Reply) -> bool:
    """Whether a reply is more than an exception, None or an object that was made."""
    made = reply.value is None or isinstance(reply.value, Reference)
    return reply.outcome == Outcome.OK and (bool(reply.changed) or not made)


def _compare(
    student: list[Reply], right: list[Reply], wrong: list[Reply]
) -> tuple[int, float] | None:
    """Contradictions and evidence; None when a wrong answer is not explained."""
    contradictions, evidence = 0, 0.0
    for theirs, good, bad in zip(student, right, wrong, strict=False):
        explained = same_answer(theirs, bad)
        if same_answer(theirs, good):
            contradictions += not explained
        elif not explained:
            return None
        else:
            evidence += bits(theirs, good)
    return contradictions, evidence


def _values_only(replies: list[Reply]) -> list[Reply]:
    return [reply._replace(changed=()) for reply in replies]


def _most_specific(matches: list[tuple[int, float, Misconception]]) -> Diagnosis | None:
    """The match with the fewest contradictions, then the most evidence; none if thin."""
    enough = [match for match in matches if match[1] >= ENOUGH_BITS * (1 + match[0])]
    if not enough:
        return None
    _, evidence, best = min(enough, key=lambda match: (match[0], -match[1]))
    return Diagnosis(best.name, best.says, round(evidence))


def _as_is(reference: Reference) -> Reference:
    return reference
