"""Every way a student's code can look, through a real worker."""

from __future__ import annotations

import itertools
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from autograder.checks import CheckFailed
from autograder.checks import ask_each
from autograder.checks import assert_raises
from autograder.checks import observe
from autograder.engine.remote import RemoteWorker
from autograder.engine.servers import Server
from autograder.errors import GraderFault
from autograder.errors import SandboxError
from autograder.errors import StudentCrash
from autograder.errors import StudentMissing
from autograder.errors import StudentRaised
from autograder.errors import StudentTimeout
from autograder.errors import UnsupportedReturn
from autograder.isolation import Limits
from autograder.wire.codec import Reference


@contextmanager
def crowded(rivals: int) -> Iterator[None]:
    """One processor for this process and what it starts, shared with others that compute."""
    before = os.sched_getaffinity(0)
    one = {min(before)}
    busy = ["sh", "-c", "while :; do :; done"]
    crowd = [subprocess.Popen(busy, start_new_session=True) for _ in range(rivals)]
    try:
        for rival in crowd:
            os.sched_setaffinity(rival.pid, one)
        os.sched_setaffinity(0, one)
        yield
    finally:
        os.sched_setaffinity(0, before)
        for rival in crowd:
            rival.kill()
            rival.wait()


VALUE = """
class Value:
    def __init__(self, data):
        self.data = data
        self.children = []
    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        result = Value(self.data + other.data)
        result.children = [self, other]
        return result
    __radd__ = __add__
    def __rsub__(self, other): return Value(other - self.data)
    def __rtruediv__(self, other): return Value(other / self.data)
    def __pow__(self, power): return Value(self.data ** power)
    def __neg__(self): return Value(-self.data)
    def __lt__(self, other): return self.data < other.data
    def __eq__(self, other): return True
    def __bool__(self): return True
    def __len__(self): return 3
    def __getitem__(self, index): return (self.data, index)
    def __setitem__(self, index, item): self.data = item
    def __contains__(self, item): return item == self.data
    def __float__(self): return float(self.data)
"""


class TestArguments:
    def test_changes_in_place_are_told_and_stay_over_there(self, remote: Any) -> None:
        student = remote(
            """
            def scale(x, by, keep=None):
                x *= by
                keep.append(1)
                return x
            """
        ).student
        x, keep = np.ones(3), [0]
        seen = observe(student.scale, x, 2.0, keep=keep)
        np.testing.assert_array_equal(seen.value, 2 * np.ones(3))
        assert seen.changed == ("argument 1", "keep")
        np.testing.assert_array_equal(seen.arguments[0], 2 * np.ones(3))
        assert seen.keywords["keep"] == [0, 1]
        np.testing.assert_array_equal(x, np.ones(3))
        assert keep == [0]

    def test_in_place_torch_operations_are_told(self, remote: Any) -> None:
        student = remote("def f(x): x.add_(1); return x.sum()").student
        x = torch.zeros(2)
        seen = observe(student.f, x)
        assert seen.changed == ("argument 1",)
        assert float(seen.value) == 2.0
        assert x.tolist() == [0.0, 0.0]

    @pytest.mark.parametrize(
        "statement",
        [
            "x.data[0, 1] = 5",
            "x.numpy()[0, 1] = 5",
            "x.t_()",
            "x.requires_grad_()",
            "x.data = 2 * x",
            "x.resize_(1)",
            "import torch; x.data = torch._neg_view(x)",
        ],
    )
    def test_every_way_to_change_a_tensor_is_told(self, remote: Any, statement: str) -> None:
        student = remote(f"def f(x): {statement}").student
        x = torch.arange(4.0).reshape(2, 2)
        assert observe(student.f, x).changed == ("argument 1",)

    @pytest.mark.parametrize(
        "statement",
        [
            "w['a'] += 1",
            "w['a'] = w['a'] + 1",
            "w['a'] = None",
            "w['b'] = w['a'].numpy()",
            "w['n'] = w['n'] + 1",
            "w['n'].shape = (4,)",
            "w['n'] = w['n'].astype(object)",
            "w['a'] = w['a'].to_sparse()",
            "w['c'] = w['a']",
            "w['a'] = w.pop('a')",
        ],
    )
    def test_every_way_to_change_a_state_dict_is_told(self, remote: Any, statement: str) -> None:
        student = remote(f"def f(w): {statement}").student
        w = {"a": torch.zeros(2, 2), "b": torch.zeros(2, 2), "n": np.zeros((2, 2))}
        assert observe(student.f, w).changed == ("argument 1",)

    def test_what_holds_the_same_is_not_called_changed(self, remote: Any) -> None:
        student = remote(
            """
            def f(w, x):
                w['a'] = w['a'].clone()
                w['n'] = w['n'].copy()
                x.data = x.data.clone()
            """
        ).student
        w = {"a": torch.zeros(2), "n": np.zeros(2)}
        assert observe(student.f, w, torch.ones(2)).changed == ()

    def test_a_sparse_tensor_is_an_argument_like_any_other(self, remote: Any) -> None:
        student = remote(
            """
            import torch
            def make(): return torch.eye(2).to_sparse()
            def total(x): return float(x.to_dense().sum())
            """
        ).student
        assert student.total(student.make()) == 2.0

    def test_what_is_read_only_is_not_called_changed(self, remote: Any) -> None:
        student = remote("def f(x, table): return x.sum() + len(table)").student
        assert observe(student.f, np.arange(3.0), {"a": [1, 2]}).changed == ()

    def test_a_value_without_wire_form_is_the_suites_fault(self, remote: Any) -> None:
        student = remote("def f(x): return x").student
        with pytest.raises(GraderFault):
            student.f(object())


class TestValues:
    def test_deeply_nested_values_come_back_as_they_were(self, remote: Any) -> None:
        student = remote("def echo(x): return x").student
        value: Any = {"a": [(1, 2.5, None), {3, 4}], "b": (b"x", 1j, slice(1, None))}
        for _ in range(15):
            value = [value, (value,)][:1]
        assert student.echo(value) == value

    def test_integers_of_any_size(self, remote: Any) -> None:
        student = remote("def power(n): return 3 ** n").student
        assert student.power(2000) == 3**2000

    def test_large_arrays(self, remote: Any) -> None:
        student = remote("def twice(x): return 2 * x").student
        x = np.arange(2_000_000, dtype=np.float64)
        np.testing.assert_array_equal(student.twice(x), 2 * x)

    @pytest.mark.parametrize(
        "body",
        ["x = []; x.append(x); return x", "return [[]] * 10_000_000", "return 'x' * 100_000_000"],
        ids=["circular", "countless", "huge"],
    )
    def test_what_cannot_cross_is_one_clear_error(self, remote: Any, body: str) -> None:
        student = remote(f"def f(): {body}").student
        with pytest.raises(UnsupportedReturn):
            student.f()

    def test_a_subclass_of_an_array_is_no_array(self, remote: Any) -> None:
        student = remote(
            """
            import numpy as np
            class Always(np.ndarray):
                def __eq__(self, other): return True
            def f(): return np.zeros(2).view(Always)
            """
        ).student
        found = student.f()
        assert not isinstance(found, np.ndarray)
        assert found.__student_class__ == "Always"


class TestObjects:
    def test_reflected_operators_reach_the_object(self, remote: Any) -> None:
        student = remote(VALUE).student
        a = student.Value(4.0)
        assert (3 + a).data == 7.0
        assert (10 - a).data == 6.0
        assert (2 / a).data == 0.5
        assert (-(a**2)).data == -16.0

    def test_objects_go_back_and_forth_as_themselves(self, remote: Any) -> None:
        student = remote(VALUE).student
        a, b = student.Value(1), student.Value(2)
        left, right = (a + b).children
        assert left == a
        assert right == b
        assert left != right
        assert isinstance(a, student.Value)
        assert not isinstance(3, student.Value)

    def test_an_object_equal_to_everything_equals_only_itself(self, remote: Any) -> None:
        a = remote(VALUE).student.Value(1)
        assert a != 1
        with pytest.raises(UnsupportedReturn):
            bool(a)

    def test_items_length_order_and_conversions(self, remote: Any) -> None:
        student = remote(VALUE).student
        a, b = student.Value(1), student.Value(2)
        assert a[5] == (1, 5)
        a[0] = 9
        assert a.data == 9
        assert 9 in a
        assert len(a) == 3
        assert (b < a) is True
        assert float(a) == 9.0
        a.data = 4
        assert a.data == 4

    def test_infinite_generators_are_read_as_far_as_wanted(self, remote: Any) -> None:
        student = remote(
            """
            def naturals():
                n = 0
                while True:
                    yield n
                    n += 1
            """
        ).student
        assert list(itertools.islice(student.naturals(), 4)) == [0, 1, 2, 3]
        assert student.naturals().take(2) == [0, 1]

    def test_objects_live_for_one_test(self, remote: Any) -> None:
        running = remote(VALUE)
        a = running.student.Value(1)
        running.next_test()
        with pytest.raises(UnsupportedReturn, match="no longer lives"):
            _ = a.data


class TestCallbacks:
    def test_a_callback_receives_and_returns_student_objects(self, remote: Any) -> None:
        student = remote(VALUE + "\ndef apply(f, x): return f(x, Value(10)).data").student
        assert student.apply(lambda x, y: x + y, student.Value(1)) == 11

    def test_calls_nest_both_ways(self, remote: Any) -> None:
        student = remote("def down(f, n): return 0 if n == 0 else 1 + f(n - 1)").student

        def up(n: int) -> Any:
            return student.down(up, n)

        assert student.down(up, 5) == 5

    def test_an_error_of_a_passed_function_is_the_fault_of_the_call_and_keeps_its_class(
        self, remote: Any
    ) -> None:
        student = remote(
            """
            def f(g):
                try:
                    return g()
                except Exception:
                    return "hidden"
            """
        ).student

        def failing() -> None:
            raise ZeroDivisionError("of the test")

        with pytest.raises(ZeroDivisionError, match="f calls the function it is given with no arg"):
            student.f(failing)

    def test_a_failed_check_in_a_passed_function_stays_one(self, remote: Any) -> None:
        def checking() -> None:
            raise CheckFailed("not this way")

        with pytest.raises(CheckFailed, match="not this way"):
            remote("def f(g): return g()").student.f(checking)

    def test_what_a_given_function_refuses_is_the_fault_of_the_call(self, remote: Any) -> None:
        student = remote("def f(x): ...\ndef g(x): return f(x, x)").student
        with pytest.raises(StudentRaised, match="f was called with 2 arguments, an int and an int"):
            student.given(f=lambda x: x).g(3)

    def test_what_a_given_function_does_not_take_the_students_own_may(self, remote: Any) -> None:
        student = remote(
            """
            def f(x, twice=False):
                return 2 * f(x) if twice else -1

            def g(x):
                return f(x, twice=True)
            """
        ).student
        assert student.given(f=lambda x: 10 * x).g(3) == 60

    def test_a_function_without_a_signature_may_be_given(self, remote: Any) -> None:
        student = remote("def f(x): ...\ndef g(x): return f(x)").student
        assert student.given(f=max).g([1, 3, 2]) == 3

    def test_a_refusal_may_be_left_to_a_given_function(self, remote: Any) -> None:
        student = remote("def f(x): ...\ndef g(x): return f(x)").student
        with pytest.raises(ValueError, match="f was called"):
            student.given(f=lambda x: int("none")).g(3)

    def test_given_functions_replace_the_students_for_one_test(self, remote: Any) -> None:
        running = remote("def f(x): return -1\ndef g(x): return f(x) + 1")
        student = running.student
        assert student.given(f=lambda x: 10 * x).g(3) == 31
        running.next_test()
        assert student.g(3) == 0

    def test_a_test_cannot_judge_what_it_gave_itself(self, remote: Any) -> None:
        student = remote("def f(x): return -1").student
        with pytest.raises(GraderFault, match="gave itself"):
            student.given(f=lambda x: 10 * x).f(3)

    def test_an_object_is_itself_each_time_it_crosses(self, remote: Any) -> None:
        student = remote(
            """
            class Chain:
                def add(self): return self
            """
        ).student
        chain = student.Chain()
        assert chain.add() == chain
        assert chain.add() != student.Chain()


class TestErrors:
    def test_an_exception_is_also_the_builtin_it_was(self, remote: Any) -> None:
        student = remote("def f(n):\n    raise ValueError('n is %d' % n)").student
        with pytest.raises(ValueError, match="f raised ValueError") as caught:
            student.f(7)
        assert isinstance(caught.value, StudentRaised)
        assert caught.value.detail == "n is 7"
        assert "7" not in caught.value.summary.replace("hw.py, line 2", "").split("raise")[0]
        assert str(caught.value.place) == "hw.py, line 2: raise ValueError('n is %d' % n)"

    def test_exceptions_of_own_classes(self, remote: Any) -> None:
        student = remote(
            """
            class ShapeError(KeyError):
                def __str__(self): raise RuntimeError
            def f(): raise ShapeError
            """
        ).student
        assert_raises(KeyError, student.f, what="f()")
        with pytest.raises(StudentRaised) as caught:
            student.f()
        assert caught.value.kind == "ShapeError"

    @pytest.mark.parametrize(
        "error", ["SystemExit(0)", "KeyboardInterrupt", "StopIteration", "AssertionError('x')"]
    )
    def test_no_exception_steers_the_test(self, remote: Any, error: str) -> None:
        student = remote(f"def f(): raise {error}\ndef g(): return 1").student
        with pytest.raises(StudentRaised):
            student.f()
        assert student.g() == 1

    def test_missing_and_untouched_functions(self, remote: Any) -> None:
        student = remote("def f(): raise NotImplementedError").student
        with pytest.raises(StudentMissing, match="not attempted"):
            student.f()
        with pytest.raises(StudentMissing, match="not defined"):
            student.g()

    def test_an_endless_loop_is_stopped_and_the_worker_lives_on(self, remote: Any) -> None:
        student = remote(
            "def f():\n    while True: pass\ndef g(): return 1",
            limits=Limits(call_seconds=0.2),
        ).student
        with pytest.raises(StudentTimeout, match="line 2"):
            student.f()
        assert student.g() == 1

    def test_who_switches_the_limit_off_meets_the_backstop(self, remote: Any) -> None:
        running = remote(
            """
            import signal
            def stubborn():
                signal.signal(signal.SIGPROF, signal.SIG_IGN)
                while True: pass
            """,
            limits=Limits(call_seconds=0.2),
        )
        running.worker.wall_seconds = 1.0
        with pytest.raises(StudentTimeout, match="no answer"):
            running.student.stubborn()
        assert not running.worker.alive

    def test_a_process_that_gets_no_processor_has_not_hung(self, remote: Any) -> None:
        source = """
            import time
            def f():
                until = time.process_time() + 0.15
                while time.process_time() < until: pass
                return "in time"
            def g():
                time.sleep(60)
        """
        with crowded(rivals=24):  # the call takes longer than the 2 s it may take
            student = remote(source, limits=Limits(call_seconds=0.2)).student
            started = time.monotonic()
            assert student.f() == "in time"
            assert time.monotonic() - started > 2
            with pytest.raises(StudentTimeout, match="no answer"):
                student.g()
            assert time.monotonic() - started < 30

    def test_who_lets_his_own_threads_wait_is_not_starved(self, remote: Any) -> None:
        source = """
            import hashlib, signal, threading
            data = bytes(10**8)  # long enough without the interpreter's lock
            def burn():
                while True: hashlib.sha256(data)
            def stubborn():
                signal.signal(signal.SIGPROF, signal.SIG_IGN)
                for _ in range(30): threading.Thread(target=burn, daemon=True).start()
                burn()
        """
        with crowded(rivals=0):
            running = remote(source, limits=Limits(call_seconds=0.2))
            running.worker.wall_seconds = 1.0
            started = time.monotonic()
            with pytest.raises(StudentTimeout, match="no answer"):
                running.student.stubborn()
            assert time.monotonic() - started < 6

    @pytest.mark.parametrize("body", ["os._exit(0)", "os.abort()", "ctypes.string_at(0)"])
    def test_a_process_that_ends_is_a_crash(self, remote: Any, body: str) -> None:
        student = remote(f"import os, ctypes\ndef f(): {body}").student
        with pytest.raises(StudentCrash, match="process"):
            student.f()

    def test_memory_is_bounded(self, remote: Any) -> None:
        student = remote("def f(): return len(bytearray(4_000_000_000))\ndef g(): return 1").student
        with pytest.raises(MemoryError):
            student.f()
        assert student.g() == 1


class TestTorch:
    def test_backward_runs_on_in_the_students_graph(self, remote: Any) -> None:
        student = remote(
            """
            import torch
            class Scale(torch.nn.Module):
                def __init__(self, size):
                    super().__init__()
                    self.weight = torch.nn.Parameter(torch.arange(1.0, size + 1))
                def forward(self, x): return self.weight * x
            """
        ).student
        net = student.Scale(3)
        x = torch.tensor([2.0, 3.0, 4.0], requires_grad=True)
        (net(x) * torch.tensor([1.0, 10.0, 100.0])).sum().backward()
        assert x.grad is not None
        assert x.grad.tolist() == [1.0, 20.0, 300.0]
        assert net.grads()["weight"].tolist() == [2.0, 30.0, 400.0]
        net.zero_grad()
        assert net.grads()["weight"] is None
        assert [name for name, _ in net.named_parameters()] == ["weight"]
        net.load_state_dict({"weight": torch.zeros(3)})
        assert net(torch.ones(3)).tolist() == [0.0, 0.0, 0.0]

    def test_a_chain_of_two_calls_is_one_graph(self, remote: Any) -> None:
        student = remote("def f(x): return x ** 2\ndef g(x): return 3 * x, x + 1").student
        x = torch.tensor([2.0], requires_grad=True)
        one, two = student.g(student.f(x))
        (one + two).sum().backward()
        assert x.grad is not None
        assert x.grad.item() == 16.0

    def test_gradcheck(self, remote: Any) -> None:
        student = remote("import torch\ndef f(q, k): return torch.softmax(q @ k.T, dim=-1)").student
        q, k = (torch.randn(3, 2, dtype=torch.float64, requires_grad=True) for _ in range(2))
        assert torch.autograd.gradcheck(student.f, (q, k))

    def test_no_grad_holds_over_there(self, remote: Any) -> None:
        student = remote("def f(x): return (2 * x).requires_grad").student
        x = torch.ones(1, requires_grad=True)
        assert student.f(x) is True
        with torch.no_grad():
            assert student.f(x) is False


class TestImports:
    def test_only_the_libraries_of_the_assignment(self, remote: Any) -> None:
        running = remote("import numpy\nimport pandas\nx = 1", libraries=("numpy",))
        (problem,) = running.report["problems"]
        assert problem["kind"] == "ModuleNotFoundError"
        assert running.student.x == 1

    def test_forbidden_shortcuts_are_told_and_still_work(self, remote: Any) -> None:
        running = remote(
            "import numpy as np\ndef f(a, b): return np.convolve(a, b)",
            forbid=("numpy.convolve",),
        )
        assert running.report["shortcuts"] == {"f": ["numpy.convolve"]}
        assert running.student.f([1.0], [2.0]).tolist() == [2.0]
        assert running.worker.session.shortcuts_used == ["numpy.convolve"]

    def test_a_hidden_shortcut_is_found_when_it_is_called(self, remote: Any) -> None:
        running = remote(
            "import numpy as np\ndef f(a, b): return getattr(np, 'con' + 'volve')(a, b)",
            forbid=("numpy.convolve",),
        )
        assert running.report["shortcuts"] == {}
        running.student.f([1.0], [2.0])
        assert running.worker.session.shortcuts_used == ["numpy.convolve"]


def test_output_is_kept_and_a_flood_fails_nothing(remote: Any) -> None:
    running = remote("def f():\n    for _ in range(100_000): print('x' * 100)\n    return 1")
    assert running.student.f() == 1
    assert running.worker.output().startswith("xxx")


def test_numpy_numbers_ask_the_objects_reflected_operator(remote: Any) -> None:
    student = remote(
        """
        class Value:
            def __init__(self, data): self.data = data
            def __rmul__(self, other): return Value(other * self.data)
        """
    ).student
    assert (np.float64(2.0) * student.Value(4.0)).data == 8.0


def test_a_flood_of_callbacks_costs_its_own_call_only(remote: Any) -> None:
    there = remote(
        "def flood(f):\n    while True: f(1)\ndef g(): return 1",
        limits=Limits(call_seconds=0.1),
    )
    there.worker.wall_seconds = 60.0  # on a busy machine each message waits its turn
    student = there.student
    for _ in range(8):  # the limit falls into another moment each time
        with pytest.raises(StudentTimeout):
            student.flood(lambda x: x)
        assert student.g() == 1


class TestSeveralCallsAtOnce:
    SOURCE = """
        import os
        seen = []
        def f(x):
            seen.append(x)
            if x == 2: raise ValueError("two")
            if x == 3: os._exit(3)
            while x == 4: pass
            return 10 * x
        def big(x): return x
        """

    def test_answers_come_in_order_and_are_logged_one_by_one(self, remote: Any) -> None:
        there = remote(self.SOURCE)
        there.worker.session.recording = True
        assert ask_each(there.student.f, [(0,), (1,), (5,)]) == [0, 10, 50]
        assert [operation.name for operation in there.worker.session.log] == ["f", "f", "f"]
        assert there.student.seen == [0, 1, 5]

    def test_the_first_failure_counts_and_the_rest_is_served(self, remote: Any) -> None:
        there = remote(self.SOURCE)
        with pytest.raises(ValueError, match="ValueError"):
            ask_each(there.student.f, [(0,), (2,), (1,)])
        assert there.student.f(5) == 50

    def test_a_failure_before_the_end_of_the_process_is_told_first(self, remote: Any) -> None:
        with pytest.raises(ValueError, match="ValueError"):
            ask_each(remote(self.SOURCE).student.f, [(2,), (3,), (1,)])
        with pytest.raises(StudentCrash):
            ask_each(remote(self.SOURCE).student.f, [(1,), (3,), (2,)])

    def test_after_a_time_out_the_others_are_not_asked(self, remote: Any) -> None:
        there = remote(self.SOURCE, limits=Limits(call_seconds=0.3))
        started = time.monotonic()
        with pytest.raises(StudentTimeout):
            ask_each(there.student.f, [(4,)] * 50)
        assert time.monotonic() - started < 5

    def test_more_than_the_socket_holds(self, remote: Any) -> None:
        x = np.arange(300_000.0)
        answers = ask_each(remote(self.SOURCE).student.big, [(x + n,) for n in range(5)])
        np.testing.assert_array_equal(answers, [x + n for n in range(5)])

    def test_functions_of_the_test_are_called_back(self, remote: Any) -> None:
        there = remote("def f(g, x): return g(x)")
        assert ask_each(there.student.f, [(lambda x: x + 1, n) for n in range(3)]) == [1, 2, 3]


def test_an_iterator_without_end_costs_its_own_call_only(remote: Any) -> None:
    student = remote("def f():\n    while True: yield 1\ndef g(): return 2").student
    with pytest.raises(UnsupportedReturn, match="did not stop"):
        list(student.f())
    assert student.g() == 2


def test_what_torch_says_of_a_loaded_state_is_a_tuple(remote: Any) -> None:
    student = remote("import torch\nclass Net(torch.nn.Module): pass").student
    assert student.Net().load_state_dict({}) == ([], [])


def test_a_record_with_methods_of_its_own_is_an_object(remote: Any) -> None:
    student = remote(
        """
        from typing import NamedTuple
        class Dual(NamedTuple):
            value: float
            tangent: float = 0.0
            def __add__(self, other): return Dual(self.value + other.value, self.tangent)
        """
    ).student
    assert (student.Dual(1.0, 2.0) + student.Dual(3.0)).value == 4.0


def test_records_and_dicts_of_the_standard_library_are_tuples_and_dicts(remote: Any) -> None:
    student = remote(
        """
        from collections import Counter, OrderedDict, namedtuple
        Cell = namedtuple("Cell", "row column")
        def f(): return Cell(1, 2)
        def g(): return [Cell(1, 2), OrderedDict(a=1), Counter("aa")]
        """
    ).student
    assert student.f() == (1, 2)
    assert student.g() == [(1, 2), {"a": 1}, {"a": 2}]


def test_a_self_check_at_module_level_is_no_shortcut(remote: Any) -> None:
    there = remote(
        "import numpy as np\nnp.outer([1], [2])\ndef f(): return 1", forbid=["numpy.outer"]
    )
    there.next_test()
    assert there.student.f() == 1
    assert there.worker.session.shortcuts_used == []


def test_an_exception_of_two_kinds_is_both(remote: Any) -> None:
    student = remote(
        """
        class Bad(IndexError, ValueError): ...
        def f(): raise Bad("no")
        def g(): raise ExceptionGroup("m", [ValueError()])
        """
    ).student
    for kind in (ValueError, IndexError):
        with pytest.raises(kind, match="f raised Bad"):
            student.f()
    with pytest.raises(StudentRaised, match="g raised ExceptionGroup"):
        student.g()


def test_the_source_of_a_function_can_be_read(remote: Any) -> None:
    student = remote(
        """
        import inspect
        import torch
        def f(): return 1
        @torch.jit.script
        def g(x): return x + 1
        def source(): return inspect.getsource(f)
        """
    ).student
    assert student.source() == "def f(): return 1\n"
    assert student.g(torch.ones(1)).tolist() == [2.0]


class TestAFunctionOfTheTest:
    """What it asks of the student is asked while the student waits for it."""

    SOURCE = """
        import ctypes, time
        class Odd:
            def __add__(self, other): {body}
        def ask(f): return f(Odd())
        def g(): return 1
        """

    @pytest.mark.parametrize(
        ("body", "error"),
        [
            ("ctypes.string_at(8)", StudentCrash),
            ("time.sleep(60)", StudentTimeout),
            ("sum(iter(int, 1))", StudentTimeout),
            ("raise ValueError", ValueError),
        ],
    )
    def test_a_process_that_ends_meanwhile_is_the_students(
        self, remote: Any, body: str, error: type[Exception]
    ) -> None:
        there = remote(self.SOURCE.format(body=body), limits=Limits(call_seconds=0.3))
        with pytest.raises(error):
            there.student.ask(lambda x: x + 1)

    def test_it_stretches_no_call_beyond_the_time_of_the_submission(self, remote: Any) -> None:
        there = remote(
            self.SOURCE.format(body="time.sleep(0.5); return self"),
            limits=Limits(call_seconds=0.1),
        )
        started = time.monotonic()
        there.worker.until = started + 3

        def patient(x: Any) -> Any:
            for _ in range(100):
                x += 1
            return x

        with pytest.raises(StudentTimeout):
            there.student.ask(patient)
        assert time.monotonic() - started < 5


def test_answers_that_are_large_together_are_too_much_for_a_test(remote: Any) -> None:
    there = remote("import numpy as np\ndef f(): return np.ones(1 << 20)")
    with pytest.raises(UnsupportedReturn, match="memory"):
        ask_each(there.student.f, [()] * 40)
    there.worker.session.begin_test(1)
    assert there.student.f().size == 1 << 20


def test_objects_without_identity_collide_with_none(remote: Any) -> None:
    """A forged reference may leave out what tells two objects apart."""
    session = remote("").worker.session
    objects = [session.resolve(Reference("object", 0, f"a{number}")) for number in range(5000)]
    started = time.monotonic()
    assert len(set(objects)) == 5000
    assert time.monotonic() - started < 1


def test_what_cannot_be_prepared_for_workers_ends_no_server(
    server: Server, remote: Any, tmp_path: Path
) -> None:
    with pytest.raises(SandboxError, match=r"^No worker could be started: .*gone"):
        RemoteWorker(server.control, tmp_path, (tmp_path / "gone",), Limits())
    assert remote("def f(): return 1").student.f() == 1
