"""Whether a name was false: is the changed function the mistake that was named?

Both answer the calls that the hidden suite makes under other secrets. Where the reference's
answer is that of both, a call says nothing. At every other one they must agree, in each test of
the function whose mistake was named: one difference, and the name was false.
"""

from __future__ import annotations

import resource
from collections.abc import Iterator
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from multiprocessing import get_context
from multiprocessing.connection import Connection

from autograder.course.assignment import Assignment
from autograder.course.misconceptions import Misconception
from autograder.course.misconceptions import compose
from autograder.diagnosis.agreement import same_answer
from autograder.diagnosis.diagnose import Probe
from autograder.diagnosis.diagnose import ask_again
from autograder.engine import soft_limit
from autograder.engine.binding import import_file
from autograder.engine.inline import session_on
from autograder.engine.protocol import Reply
from autograder.engine.trusted import TrustedBinding
from autograder.proof.rehearsal import Rehearsal
from autograder.proof.rehearsal import rehearse

SECRETS = 20
_CPU_SECONDS = 300
_DATA_BYTES = 2 << 30


@dataclass(frozen=True)
class Name:
    """A misconception that was named for a changed reference."""

    source: str
    misconception: Misconception


@dataclass
class Check:
    """How a change and the mistake it is named for answer the calls that either gets wrong.

    more: the change alone is wrong. less: the mistake alone. otherwise: both, but differently.
    `first` is the first criterion with a call that they answer differently.
    """

    wrong: int = 0
    more: int = 0
    less: int = 0
    otherwise: int = 0
    first: str = ""

    @property
    def differing(self) -> int:
        return self.more + self.less + self.otherwise

    @property
    def false(self) -> bool:
        """Whether the name does not fit."""
        return self.differing > 0 or self.wrong == 0

    @property
    def and_more(self) -> bool:
        """Whether the name is false only for what the change does besides."""
        return self.differing == self.more > 0

    def count(self, mine: Reply | None, theirs: Reply | None, right: Reply) -> bool:
        """Count a call with the answers of change, mistake and reference; whether they differ."""
        if _same(mine, right) and _same(theirs, right):
            return False
        self.wrong += 1
        if _same(mine, theirs):
            return False
        if _same(theirs, right):
            self.more += 1
        elif _same(mine, right):
            self.less += 1
        else:
            self.otherwise += 1
        return True


def check_names(assignment: Assignment, names: Sequence[Name]) -> list[Check]:
    """Check each name under so many other secrets.

    To be run in a process of its own; see `rehearse`.
    """
    return rehearse(assignment, lambda rehearsal: _check_all(assignment, names, rehearsal))


def _check_all(assignment: Assignment, names: Sequence[Name], rehearsal: Rehearsal) -> list[Check]:
    functions = {name.misconception.of for name in names}
    probes = {of: list(_probes(assignment, of, rehearsal)) for of in functions}
    return [_apart(assignment, name, probes[name.misconception.of]) for name in names]


def _probes(assignment: Assignment, of: str, rehearsal: Rehearsal) -> Iterator[Probe]:
    for number in range(SECRETS):
        # a session restores what its tests replaced in a module only for its own next test
        reference = import_file(assignment.reference, assignment.slug)
        secret = f"another secret {number}".encode()
        binding = TrustedBinding(assignment.slug, secret, reference)
        session = binding.session
        session.recording = True
        for check in rehearsal.checks:
            for item in check.items if check.criterion.of == of else ():
                rehearsal.run(item, binding)
                yield Probe(check.criterion.id, of, tuple(session.log), dict(session.callbacks))


def _apart(assignment: Assignment, name: Name, probes: Sequence[Probe]) -> Check:
    """Compare in a fork: a changed function may loop, fill the memory or end its process."""
    context = get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_report, args=(assignment, name, probes, theirs))
    process.start()
    theirs.close()
    try:
        found: Check = ours.recv()
    except EOFError:
        found = Check(wrong=1, otherwise=1, first="a call that ended the process")
    process.join()
    ours.close()
    return found


def _report(
    assignment: Assignment, name: Name, probes: Sequence[Probe], answer: Connection
) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (_CPU_SECONDS, _CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_DATA, (_DATA_BYTES, _DATA_BYTES))
    soft_limit.install()
    named = compose(assignment.reference_source(), name.misconception)
    sessions = [
        session_on(
            import_file(assignment.reference, assignment.slug, source),
            call_seconds=assignment.limits.call_seconds,
        )
        for source in (name.source, named)
    ]
    check = Check()
    for probe in probes:
        one, other = (ask_again(session, probe) for session in sessions)
        for answers in zip_longest(one, other, probe.right):
            if check.count(*answers):
                check.first = check.first or probe.criterion
    answer.send(check)


def _same(one: Reply | None, other: Reply | None) -> bool:
    """Whether two answers agree; None stands for the silence after a time limit."""
    if one is None or other is None:
        return one is other
    return same_answer(one, other)
