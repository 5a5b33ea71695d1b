"""Whether a mutant that no criterion notices answers like the reference on other inputs, too.

A suite draws its inputs from a generator that the secret seeds, so its calls under other
secrets are inputs drawn as the author meant them. They are recorded on the reference, as
for a diagnosis, and asked of each mutant again in a process of its own: a mutant may loop
for ever, or fill the memory.
"""

from __future__ import annotations

import resource
from collections.abc import Collection
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from hashlib import blake2b
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import ModuleType

from autograder.course.assignment import Assignment
from autograder.diagnosis.agreement import same_answer
from autograder.diagnosis.diagnose import Probe
from autograder.diagnosis.diagnose import plain_reply
from autograder.engine import soft_limit
from autograder.engine.binding import import_file
from autograder.engine.inline import session_on
from autograder.engine.session import Operation
from autograder.engine.suite import Check
from autograder.engine.trusted import TrustedBinding
from autograder.errors import AutograderError
from autograder.errors import CourseError
from autograder.proof.mutants import Mutant
from autograder.proof.rehearsal import Rehearsal
from autograder.proof.rehearsal import rehearse
from autograder.wire.codec import Reference
from autograder.wire.codec import decode

WANTED = 1000
_LEAST_SECRETS = 100  # a criterion may draw only one number
_MOST_BYTES = 400_000_000
_CPU_SECONDS = 600
_DATA_BYTES = 2 << 30
_BOOKKEEPING = ("reset", "given")


@dataclass(frozen=True)
class Agreement:
    """Of `drawn` different inputs, the criterion whose call is answered otherwise; "": none."""

    drawn: int
    differs: str = ""


def agreements(assignment: Assignment, survivors: Sequence[Mutant]) -> list[Agreement]:
    """How each mutant answers what the suite asks under other secrets.

    To be run in a process of its own; see `rehearse`.
    """
    return rehearse(assignment, lambda rehearsal: _compare_all(assignment, survivors, rehearsal))


@dataclass
class _Draws:
    """The calls of the criteria of some functions, and how many different inputs they hold."""

    probes: list[Probe] = field(default_factory=list)
    inputs: set[bytes] = field(default_factory=set)
    secrets: int = 0
    bytes: int = 0
    stalled: bool = False

    @property
    def enough(self) -> bool:
        drawn = self.stalled or len(self.inputs) >= WANTED
        return (drawn and self.secrets >= _LEAST_SECRETS) or self.bytes > _MOST_BYTES

    def add(self, probes: Iterable[Probe]) -> None:
        """Take in what was asked under one more secret."""
        known = len(self.inputs)
        for probe in probes:
            self.probes.append(probe)
            for operation in probe.operations:
                self.bytes += len(operation.packed) + sum(map(len, operation.buffers))
                if operation.name not in _BOOKKEEPING and _is_plain(operation):
                    self.inputs.add(_digest(operation))
        self.secrets += 1
        self.stalled = len(self.inputs) == known


def _compare_all(
    assignment: Assignment, survivors: Sequence[Mutant], rehearsal: Rehearsal
) -> list[Agreement]:
    judged = {check.criterion.of for check in rehearsal.checks}
    # what is no function of a criterion serves them all
    needed = {m.of: {m.of} if m.of in judged else judged for m in survivors}
    draws = {of: _draw(assignment, rehearsal, names) for of, names in needed.items()}
    for of, drawn in draws.items():
        itself = _apart(assignment, assignment.reference_source(), drawn)
        if itself.differs:
            raise CourseError(
                f"{assignment.slug}: the reference does not answer alike twice in "
                f"{itself.differs}, so mutants of {of} cannot be compared with it."
            )
    return [_apart(assignment, mutant.source, draws[mutant.of]) for mutant in survivors]


def _draw(assignment: Assignment, rehearsal: Rehearsal, functions: Collection[str]) -> _Draws:
    draws = _Draws()
    checks = [check for check in rehearsal.checks if check.criterion.of in functions]
    while not draws.enough:
        # a session restores what its tests replaced in a module only for its own next test
        reference = import_file(assignment.reference, assignment.slug)
        secret = f"drawn inputs {draws.secrets}".encode()
        binding = TrustedBinding(assignment.slug, secret, reference)
        binding.session.recording = True
        draws.add(probe for check in checks for probe in _probes(check, rehearsal, binding))
    return draws


def _probes(check: Check, rehearsal: Rehearsal, binding: TrustedBinding) -> Iterator[Probe]:
    for item in check.items:
        rehearsal.run(item, binding)
        session = binding.session
        yield Probe(
            check.criterion.id, check.criterion.of, tuple(session.log), dict(session.callbacks)
        )


def _is_plain(operation: Operation) -> bool:
    """Whether the whole input is in the request: no object made by an earlier one is."""
    objects: list[Reference] = []
    decode(operation.packed, list(operation.buffers), objects.append)
    return not any(reference.id and reference.kind != "callback" for reference in objects)


def _digest(operation: Operation) -> bytes:
    digest = blake2b(operation.packed, digest_size=8)
    for buffer in operation.buffers:
        digest.update(bytes(buffer))
    return digest.digest()


def _apart(assignment: Assignment, source: str, draws: _Draws) -> Agreement:
    """Compare in a fork, which shares the draws and takes the mutant's harm with it."""
    context = get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_report, args=(assignment, source, draws.probes, theirs))
    process.start()
    theirs.close()
    try:
        differs = str(ours.recv())
    except EOFError:
        differs = "a call that ended the process"
    process.join()
    ours.close()
    return Agreement(len(draws.inputs), differs)


def _report(
    assignment: Assignment, source: str, probes: Sequence[Probe], answer: Connection
) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (_CPU_SECONDS, _CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_DATA, (_DATA_BYTES, _DATA_BYTES))
    soft_limit.install()
    module = import_file(assignment.reference, assignment.slug, source)
    answer.send(_first_difference(module, assignment.limits.call_seconds, probes))


def _first_difference(module: ModuleType, call_seconds: float, probes: Sequence[Probe]) -> str:
    session = session_on(module, call_seconds=call_seconds)
    for probe in probes:
        for operation in probe.operations:
            session.callbacks.update(probe.callbacks)
            try:
                reply = plain_reply(session.replay(operation))
            except AutograderError:
                return probe.criterion
            if not same_answer(reply, plain_reply(operation.reply)):
                return probe.criterion
    return ""
