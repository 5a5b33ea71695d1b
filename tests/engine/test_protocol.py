"""What a student's process says about itself is believed in small portions only."""

from __future__ import annotations

import time
from typing import Any

import pytest

from autograder.engine.loading_report import LoadReport
from autograder.engine.protocol import Outcome
from autograder.engine.protocol import Reply
from autograder.engine.proxy import proxy_for
from autograder.engine.proxy import reference_of
from autograder.engine.session import Raw
from autograder.engine.session import Session
from autograder.engine.session import Upcall
from autograder.errors import ProtocolViolation
from autograder.grading.sources import Sources
from autograder.wire.codec import Encoded
from autograder.wire.codec import Reference
from autograder.wire.codec import encode

HUGE = 10**5000  # more digits than Python prints


def test_facts_of_an_exception_are_short() -> None:
    names = [f"a{number}" for number in range(300_000)]
    facts = {"kind": "k" * 10**6, "text": "t" * 10**6, "bases": [5, *names], "line": HUGE}
    value = Reply.received([int(Outcome.RAISED), facts, None, None]).value
    assert sum(map(len, (value["kind"], value["text"], *value["bases"]))) < 2000
    assert "line" not in value


def test_names_of_shortcuts_are_few() -> None:
    used = [HUGE, *(f"numpy.name{number}" for number in range(300_000))]
    reply = Reply.received([0, 1, None, {"shortcuts": used, "graph": -1}])
    assert reply.extra is not None
    assert len(reply.extra["shortcuts"]) < 100
    assert "graph" not in reply.extra


PROBLEM = {"kind": "ValueError", "bases": [], "text": "x", "file": "hw.py", "line": 1}


@pytest.mark.parametrize(
    "facts",
    [
        {"problems": [PROBLEM | {"line": HUGE}]},
        {"problems": [PROBLEM | {"statement": HUGE, "kind": "CallTimeout"}]},
        {"problems": [PROBLEM | {"bases": 5}]},
        {"problems": [PROBLEM | {"file": "h" * 10**6, "statement_source": "s" * 10**6}]},
        {"problems": [PROBLEM | {"parse": True, "line": -7, "offset": -7}]},
        {"problems": [PROBLEM | {"parse": True, "line": HUGE, "offset": HUGE}]},
        {"problems": [PROBLEM] * 100_000},
        {"relative": HUGE},
        {"shadowed": [HUGE, ["numpy"]]},
        {"shortcuts": {"f": [HUGE]}},
        {"leftovers": {"f": HUGE}},
    ],
)
def test_a_forged_loading_report_is_no_fault_of_the_grader(facts: dict[str, Any]) -> None:
    report = LoadReport.from_facts(facts, Sources((), ()))
    said = [*report.notes(), report.explain("f", "missing", "f is not defined.")]
    assert sum(map(len, said)) < 100_000


OBJECT = Reference("object", 1, "thing")


class Caller:
    """A student who answers every question by a call of a function of the test."""

    def __init__(self, call: object) -> None:
        self._call = encode(call, lambda _: OBJECT)

    def exchange(self, encoded: Encoded, upcall: Upcall) -> Raw:
        return upcall(*self._call)

    def tell(self, encoded: Encoded) -> None:
        pass


@pytest.mark.parametrize(
    "call", [OBJECT, (1, OBJECT, {}), (1, (), OBJECT), (1, (), {OBJECT: 2}), [1, (), {}], (1, ())]
)
def test_an_object_of_the_students_is_no_call_and_is_not_asked_whether_it_is_one(
    call: object,
) -> None:
    session = Session(Caller(call), proxy_for, reference_of)
    with pytest.raises(ProtocolViolation, match="was not readable"):
        session.ask("call", None, "f")


def test_thousands_of_long_names_are_soon_compared_with_the_one_that_is_missing() -> None:
    names = dict.fromkeys((f"{'doudleb_' * 300}{number}" for number in range(9_999)), "function")
    report = LoadReport.from_facts({"names": {**names, "Double": "function"}}, Sources((), ()))
    started = time.process_time()
    assert report.explain("double", "missing", "").endswith("Double: rename it to double.")
    assert time.process_time() - started < 1
