"""Feed forged answers to what reads them: the session, the sentences, the diagnosis.

    python tests/fuzz/fuzz_answers.py -max_total_time=60

needs atheris (`pip install atheris`). An input is sixteen bytes of a buffer, then an outcome and
the packed value of an answer, or, after any other byte, a whole packed answer. Anything but one
of the package's own errors is a finding.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

import numpy as np

# Untyped, and on few machines.
atheris: Any = import_module("atheris")

# A comparison of arrays that atheris 3.0 instruments is never freed, so growth could not be told:
# the module that compares arrays runs as the rest does, but guides the fuzzer nowhere.
COMPARES = "autograder.diagnosis.agreement"

with atheris.instrument_imports(include=["autograder"], exclude=[COMPARES]):
    from autograder.diagnosis.agreement import bits
    from autograder.diagnosis.agreement import same_answer
    from autograder.diagnosis.diagnose import plain_reply
    from autograder.engine.protocol import Outcome
    from autograder.engine.protocol import Reply
    from autograder.engine.proxy import proxy_for
    from autograder.engine.proxy import reference_of
    from autograder.engine.session import Raw
    from autograder.engine.session import Session
    from autograder.engine.session import Upcall
    from autograder.errors import AutograderError
    from autograder.wire.codec import Encoded
    from autograder.wire.codec import Reference
    from autograder.wire.codec import encode

PLAIN = Reply(Outcome.OK, 0).flat()
# What stands around the value 0 in an encoded answer: outcome and value are a byte each.
BEFORE, _, AFTER = encode(PLAIN, lambda value: Reference("object", 0, "")).packed.partition(b"\0\0")

RIGHT = [
    Reply(Outcome.OK, 3),
    Reply(Outcome.OK, True),
    Reply(Outcome.OK, "text"),
    Reply(Outcome.OK, [1, 2.5, (3, None)]),
    Reply(Outcome.OK, {"a": np.ones(2), "b": 1j}),
    Reply(Outcome.OK, np.arange(4.0).reshape(2, 2)),
    Reply(Outcome.OK, np.array([1, 2], np.uint8), (0, "x")),
    Reply(Outcome.RAISED, {"kind": "KeyError", "bases": ["KeyError", "LookupError"]}),
    Reply(Outcome.STOP, None),
]


class Forger:
    """A transport whose answer is always the input."""

    answer: Raw = (b"", [])

    def exchange(self, encoded: Encoded, upcall: Upcall) -> Raw:
        upcall(*self.answer)
        return self.answer

    def tell(self, encoded: Encoded) -> None:
        pass


FORGER = Forger()
SESSION = Session(FORGER, proxy_for, reference_of)


def one_input(data: bytes) -> None:
    """The fuzzer's entry."""
    buffer, chosen, body = bytearray(data[:16]), data[16:17], data[17:]
    if chosen and chosen[0] in set(Outcome):
        body = BEFORE + chosen + body + AFTER
    FORGER.answer = (body, [buffer] if buffer[:1] < b"\x80" else [])  # small arrays need none
    forged = plain_reply(FORGER.answer)
    for right in RIGHT:
        same_answer(forged, right)
        bits(forged, right)
    with suppress(AutograderError):
        SESSION.ask("call", None, "double", (3,))


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
