"""What a suite is foreseen to ask, asked ahead of a real worker."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from autograder.engine.ahead import AskedOtherwise
from autograder.engine.dress_rehearsal import requests
from autograder.engine.foresight import Asked
from autograder.engine.foresight import Script
from autograder.engine.foresight import ShakenSession
from autograder.engine.inline import session_on
from autograder.engine.proxy import StudentModule
from autograder.engine.session import Operation
from autograder.engine.session import Session
from autograder.errors import StudentCrash

RIGHT = """
    import ctypes
    import time

    seen = []

    def double(x):
        seen.append(x)
        return 2 * x

    def half(x):
        seen.append(x)
        return x / 2

    def ask(function, x):
        return function(x) + 1

    class Counter:
        def __init__(self):
            self.count = 0

        def step(self):
            self.count += 1
            return self.count
"""

Test = Callable[[StudentModule], Any]


def of_doubles(student: StudentModule) -> list[Any]:
    return [student.double(x) for x in (1, 2.5, np.arange(3.0))]


def of_a_counter(student: StudentModule) -> list[Any]:
    counter = student.Counter()
    return [counter.step(), counter.step(), counter.count]


def of_a_callback(student: StudentModule) -> list[Any]:
    return [student.ask(lambda x: 10 * x, 4), student.ask(lambda x: x, 0)]


def names_of(module: ModuleType) -> dict[str, str]:
    return {
        name: "class" if isinstance(value, type) else "function" if callable(value) else "value"
        for name, value in vars(module).items()
    }


def log_of(test: Test, kind: type[Session]) -> list[Operation]:
    """What a test asks of the right file."""
    module = ModuleType("right")
    exec(textwrap.dedent(RIGHT), module.__dict__)
    session = session_on(module, kind=kind)
    session.recording = True
    session.begin_test(1)
    test(StudentModule(session, names_of(module)))
    return session.log


def foreseen(*tests: Test) -> Script:
    return Script(
        [
            Asked(test.__name__, log_of(test, Session), requests(log_of(test, ShakenSession)))
            for test in tests
        ]
    )


class Watched:
    """A worker that follows a script, with the bursts it is sent."""

    def __init__(self, remote: Any, source: str, *tests: Test) -> None:
        self.there = remote(source)
        self.worker = self.there.worker
        self.bursts: list[list[str]] = []
        send = self.worker.send_ahead

        def noted(operations: list[Operation]) -> list[int]:
            self.bursts.append([operation.name for operation in operations])
            numbers: list[int] = send(operations)
            return numbers

        self.worker.send_ahead = noted
        self.worker.ahead.follow(foreseen(*tests))

    def run(self, test: Test, *, foresee: bool = True) -> Any:
        if foresee:
            self.worker.ahead.begin(test.__name__)
        else:
            self.worker.ahead.expect_nothing()
        self.worker.session.begin_test(1)
        return test(self.there.student)


def changed(old: str, new: str) -> str:
    assert old in RIGHT
    return RIGHT.replace(old, new)


class TestAskingAhead:
    def test_several_tests_are_asked_in_one_burst(self, remote: Any) -> None:
        tests = (of_doubles, of_a_counter, of_a_callback)
        watched = Watched(remote, RIGHT, *tests)
        doubles, counted, called = map(watched.run, tests)
        assert doubles[:2] == [2, 5.0]
        assert doubles[2].tolist() == [0, 2, 4]
        assert counted == [1, 2, 2]
        assert called == [41, 1]
        assert len(watched.bursts) == 1

    def test_a_wrong_answer_is_an_answer(self, remote: Any) -> None:
        watched = Watched(remote, changed("2 * x", "3 * x"), of_doubles, of_a_counter)
        assert watched.run(of_doubles)[:2] == [3, 7.5]
        assert watched.run(of_a_counter) == [1, 2, 2]
        assert not watched.worker.ahead.surprised

    def test_a_test_that_stops_early_leaves_the_next_one_alone(self, remote: Any) -> None:
        watched = Watched(remote, RIGHT, of_doubles, of_a_counter)

        def stops(student: StudentModule) -> Any:
            return student.double(1)

        stops.__name__ = of_doubles.__name__
        assert watched.run(stops) == 2
        assert watched.run(of_a_counter) == [1, 2, 2]

    def test_a_test_may_be_left_out(self, remote: Any) -> None:
        watched = Watched(remote, RIGHT, of_doubles, of_a_callback, of_a_counter)
        watched.run(of_doubles)
        assert watched.run(of_a_counter) == [1, 2, 2]

    def test_a_surprise_counts_for_nothing_and_the_test_can_be_run_again(self, remote: Any) -> None:
        watched = Watched(remote, RIGHT, of_doubles, of_a_counter)

        def otherwise(student: StudentModule) -> Any:
            return [student.double(1), student.double(7)]

        otherwise.__name__ = of_doubles.__name__
        with pytest.raises(AskedOtherwise):
            watched.run(otherwise)
        assert watched.worker.ahead.surprised
        assert watched.run(otherwise, foresee=False) == [2, 14]
        assert not watched.worker.ahead.surprised
        assert watched.run(of_a_counter) == [1, 2, 2]

    def test_more_than_was_foreseen_is_a_surprise_while_the_next_test_is_asked(
        self, remote: Any
    ) -> None:
        watched = Watched(remote, RIGHT, of_doubles, of_a_counter)

        def goes_on(student: StudentModule) -> Any:
            return [*of_doubles(student), student.double(9)]

        goes_on.__name__ = of_doubles.__name__
        with pytest.raises(AskedOtherwise):
            watched.run(goes_on)

    def test_what_nobody_waits_for_may_not_take_long(self, remote: Any) -> None:
        source = changed("return x / 2", "time.sleep(60)")

        def in_vain(student: StudentModule) -> Any:
            return [student.double(1), student.half(1)]

        watched = Watched(remote, RIGHT, in_vain)
        watched = Watched(remote, source, in_vain)
        watched.worker.ahead.begin("in_vain")
        watched.worker.session.begin_test(1)
        assert watched.there.student.double(1) == 2
        started = time.monotonic()
        watched.worker.ahead.expect_nothing()
        assert time.monotonic() - started < 5
        assert not watched.worker.alive

    def test_answers_given_before_the_process_ended_count(self, remote: Any) -> None:
        source = changed("return x / 2", "ctypes.string_at(0)")

        def ends(student: StudentModule) -> Any:
            return [student.double(1), student.double(2), student.half(1)]

        watched = Watched(remote, source, ends)
        watched.worker.ahead.begin("ends")
        watched.worker.session.begin_test(1)
        assert [watched.there.student.double(x) for x in (1, 2)] == [2, 4]
        with pytest.raises(StudentCrash):
            watched.there.student.half(1)


class TestWhatIsForeseen:
    def test_nothing_that_depends_on_an_answer(self) -> None:
        def chained(student: StudentModule) -> Any:
            return student.double(student.half(0.3))

        (begin, half) = foreseen(chained).burst(0)
        assert (begin.is_reset, half.name) == (True, "half")

    def test_nothing_beyond_what_depends_on_an_answer(self) -> None:
        def chained(student: StudentModule) -> Any:
            return student.double(student.half(0.3))

        script = foreseen(chained, of_doubles)
        assert len(script.burst(0)) == 2
        assert len(script.burst(*script.span("of_doubles"))) == 4

    @pytest.mark.parametrize("x", [0.7123456, np.linspace(0.1, 0.9, 5)])
    def test_no_answer_lies_beside_its_question(self, x: Any) -> None:
        def round_trip(student: StudentModule) -> Any:
            return [student.half(x), student.double(1), student.double(x / 2)]

        script = foreseen(round_trip)
        burst = script.burst(0)
        assert [operation.name for operation in burst] == ["reset", "half", "double"]
        assert [operation.name for operation in script.burst(3)] == ["double"]

    def test_nothing_of_a_later_test_lies_beside_a_function_that_could_answer_it(self) -> None:
        def gives(student: StudentModule) -> Any:
            return student.given(half=lambda x: x / 2).double(3)

        script = foreseen(of_doubles, gives, of_a_counter)
        burst = script.burst(0)
        assert [operation.name for operation in burst][-2:] == ["given", "double"]
        assert script.burst(len(burst))[0].is_reset

    def test_bursts_fit_a_socket(self) -> None:
        def large(student: StudentModule) -> Any:
            return [student.double(np.arange(1000.0) + shift) for shift in range(20)]

        script = foreseen(large)
        position, sizes = 0, []
        while burst := script.burst(position):
            position += len(burst)
            sizes.append(sum(sum(map(len, each.buffers)) for each in burst))
        assert position == 21
        assert max(sizes) <= 32_768
