"""What many submissions in one runner, and questions asked ahead, must not change."""

from __future__ import annotations

import textwrap
import time
from pathlib import Path
from typing import Any

import pytest

from autograder.cli.options import level_of
from autograder.course.assignment import Assignment
from autograder.course.course import Course
from autograder.course.misconceptions import catalogue
from autograder.course.misconceptions import compose
from autograder.engine.pool import Job
from autograder.engine.pool import Pool
from autograder.errors import CourseError
from benchmarks.engine import AS_IT_IS
from benchmarks.engine import ONE_BY_ONE
from benchmarks.engine import Engine
from benchmarks.submissions import HandIn
from benchmarks.submissions import faults

ROOT = Path(__file__).parents[2]
COURSE = Course.load(ROOT)
IMPORTS = """
import numpy as np
from autograder import criterion
from autograder.checks import assert_close, assert_equal
"""


class Class:
    """A course of one assignment, hw, whose submissions are graded one after the other."""

    def __init__(self, root: Path, reference: str, suite: str, settings: str = "") -> None:
        root.chmod(0o755)
        folder = root / "solutions" / "hw"
        folder.mkdir(parents=True)
        (root / "course.toml").write_text('title = "Small"\n')
        (folder / "assignment.toml").write_text(
            f'title = "Homework"\norder = 1\nlibraries = ["numpy"]\n{settings}\n'
        )
        (folder / "hw.py").write_text(textwrap.dedent(reference))
        (folder / "test_hidden.py").write_text(IMPORTS + textwrap.dedent(suite))
        self.assignment: Assignment = Course.load(root).assignment("hw")
        self._root = root

    def grade(self, *sources: str) -> list[dict[str, tuple[str, str]]]:
        """Status and message of every test, for each submission."""
        jobs = []
        for number, source in enumerate(sources):
            folder = self._root / f"student{number}"
            folder.mkdir()
            (folder / "hw.py").write_text(textwrap.dedent(source))
            jobs.append(Job(self.assignment, folder, "hw.py", number))
        found: list[Any] = [None] * len(jobs)
        with Pool(level_of(None, None), 1, b"secret") as pool:
            for job, answer in pool.grade(jobs):
                assert "fault" not in answer, answer["fault"]
                found[job.tag] = {t["id"]: (t["status"], t["message"]) for t in answer["tests"]}
        return found


def statuses(found: dict[str, tuple[str, str]]) -> list[str]:
    return [status for status, _ in found.values()]


class TestOneRunnerForMany:
    def test_what_a_failing_test_leaves_set_does_not_meet_the_next_submission(
        self, tmp_path: Path
    ) -> None:
        reference = "def f(x):\n    return 1.0\n"
        suite = """
            @criterion(of="f", points="1", says="a")
            def test_a(student):
                before = np.seterr(all="raise")
                assert_equal(student.f(1.0), 1.0, what="f")
                np.seterr(**before)

            @criterion(of="f", points="1", says="b")
            def test_b(student):
                assert_equal(student.f(2.0), 1.0, what="f")
                np.float64(1.0) / np.float64(0.0)
        """
        wrong = "def f(x):\n    return 2.0 if x == 1 else 1.0\n"
        _, right, also = Class(tmp_path, reference, suite).grade(wrong, reference, reference)
        assert statuses(right) == statuses(also) == ["passed", "passed"]

    @pytest.mark.parametrize(
        "draw",
        [
            pytest.param("DRAWN.random()", id="a generator of the suite's own"),
            pytest.param("np.random.random()", id="numpy's global one"),
        ],
    )
    def test_everybody_is_asked_the_same(self, tmp_path: Path, draw: str) -> None:
        suite = f"""
            DRAWN = np.random.default_rng(0)

            @criterion(of="f", points="1", says="a")
            def test_a(student, reference):
                x = float({draw})
                assert_close(student.f(x), reference.f(x), what="f")
        """
        sometimes = "def f(x):\n    return 2 * x if x < 0.5 else x\n"
        found = Class(tmp_path, "def f(x):\n    return 2 * x\n", suite).grade(*[sometimes] * 8)
        assert len({status for status, _ in (each["test_a"] for each in found)}) == 1

    def test_classes_of_tests_are_torn_down_when_one_fails(self, tmp_path: Path) -> None:
        suite = """
            import pytest

            class TestFirst:
                @criterion(of="f", points="1", says="a")
                @pytest.mark.parametrize("x", [1, 2])
                def test_a(self, student, x):
                    assert_equal(student.f(x), 2 * x, what="f")

            class TestSecond:
                @criterion(of="g", points="1", says="c")
                def test_c(self, student):
                    assert_equal(student.g(1), 3, what="g")
        """
        reference = "def f(x):\n    return 2 * x\n\n\ndef g(x):\n    return 3 * x\n"
        wrong = reference.replace("2 * x", "x")
        found = Class(tmp_path, reference, suite).grade(wrong, reference)
        assert statuses(found[0]) == ["failed", "passed"]
        assert statuses(found[1]) == ["passed"] * 2

    def test_two_tests_of_one_name_are_refused(self, tmp_path: Path) -> None:
        suite = """
            class TestA:
                @criterion(of="f", points="1", says="a")
                def test_x(self, student):
                    assert_equal(student.f(1), 2, what="f")

            class TestB:
                @criterion(of="f", points="1", says="b")
                def test_x(self, student):
                    assert_equal(student.f(2), 4, what="f")
        """
        hw = Class(tmp_path, "def f(x):\n    return 2 * x\n", suite)
        with pytest.raises(CourseError, match="Two hidden tests are named test_x"):
            hw.grade("")


class TestQuestionsAskedAhead:
    def test_a_suite_that_waits_for_an_exact_value_can_be_rehearsed(self, tmp_path: Path) -> None:
        suite = """
            @criterion(of="step", points="1", says="a")
            def test_a(student, reference):
                x = 0.3
                while x != reference.step(x):
                    x = student.step(x)
                    assert_close(x, 0.5, what="step")
        """
        reference = "def step(x):\n    return 0.5\n"
        (found,) = Class(tmp_path, reference, suite).grade(reference)
        assert statuses(found) == ["passed"]

    def test_a_later_question_does_not_answer_an_earlier_one(self, tmp_path: Path) -> None:
        reference = """
            import numpy as np

            def f(x):
                return np.sort(x)

            def g(x):
                return x
        """
        suite = """
            @criterion(of="f", points="1", says="a")
            def test_a(student, reference, rng):
                x = rng.normal(size=5)
                assert_close(student.f(x), reference.f(x), what="f")
                student.g(np.stack([reference.f(x)] * 2))
        """
        peeks = """
            import gc
            import numpy as np

            def f(x):
                for found in gc.get_objects():
                    if type(found).__name__ == "FrameReader":
                        ahead = bytes(found._ahead[found._start : found._stop])
                        for at in range(len(ahead) - 39):
                            y = np.frombuffer(ahead[at : at + 40], float)
                            if np.isin(y, x).all() and (np.diff(y) > 0).all():
                                return y
                return x

            def g(x):
                return x
        """
        right, cheat = Class(tmp_path, reference, suite).grade(reference, peeks)
        assert statuses(right) == ["passed"]
        assert statuses(cheat) == ["failed"]

    def test_a_test_begun_again_is_no_second_try(self, tmp_path: Path) -> None:
        reference = """
            def f(x):
                return x / 3

            def g(y):
                return y

            class Table:
                def size(self):
                    return 3
        """
        suite = """
            @criterion(of="f", points="1", says="a")
            def test_a(student, reference, rng):
                x = rng.normal(size=4)
                found = student.f(x)
                student.g(reference.f(x))
                table = student.Table()  # whose class has a name of its own: that is a surprise
                table.size()
                assert_close(found, reference.f(x), what="f")
        """
        right = textwrap.dedent(reference).replace("Table", "Rows") + "\n\nTable = Rows\n"
        keeps = right.replace("return x / 3", "return seen[-1] if seen else x")
        keeps = "seen = []\n" + keeps.replace("    return y", "    seen.append(y)\n    return y")
        first, second = Class(tmp_path, reference, suite).grade(right, keeps)
        assert statuses(first) == ["passed"]
        assert statuses(second) == ["failed"]

    def test_an_endless_loop_of_callbacks_costs_the_next_function_nothing(
        self, tmp_path: Path
    ) -> None:
        reference = "def f(g, x):\n    return g(x)\n\n\ndef h(g, x):\n    return 2 * g(x)\n"
        suite = """
            @criterion(of="f", points="1", says="a")
            def test_a(student):
                assert_equal(student.f(lambda x: x, 1), 1, what="f")

            @criterion(of="h", points="1", says="b")
            def test_b(student):
                assert_equal(student.h(lambda x: x, 3), 6, what="h")
        """
        endless = reference.replace("return g(x)", "while True: g(x)", 1)
        hw = Class(tmp_path, reference, suite, "[limits]\ncall_seconds = 0.1")
        for found in hw.grade(*[endless] * 20):
            assert list(found.values())[1] == ("passed", "")
            assert "did not finish" in found["test_a"][1]

    def test_a_shortcut_in_a_call_nobody_asked_for_is_nobodys(self, tmp_path: Path) -> None:
        reference = "def f(x):\n    return float(abs(x[0]))\n\n\ndef g(x):\n    return 2 * x\n"
        suite = """
            @criterion(of="f", points="1", says="a")
            def test_a(student):
                assert_close(student.f(np.array([2.0])), 2.0, what="f")
                student.f(np.array([-2.0]))

            @criterion(of="g", points="1", says="b")
            def test_b(student):
                assert_equal(student.g(1), 2, what="g")
        """
        wrong = """
            import numpy as np

            def f(x):
                if x[0] > 0:
                    return 7.0
                np.linalg.norm(x)
                raise ValueError

            def g(x):
                return 2 * x
        """
        hw = Class(tmp_path, reference, suite, 'forbid = ["numpy.linalg.norm"]')
        (found,) = hw.grade(wrong)
        assert statuses(found) == ["failed", "passed"]


def hand_ins(assignment: Assignment) -> list[HandIn]:
    source = assignment.reference_source()
    wrong = [HandIn("misconception", m.name, compose(source, m)) for m in catalogue(assignment)]
    right = [
        HandIn("right", path.stem, path.read_text("utf-8")) for path in assignment.alternatives
    ]
    return [HandIn("right", "reference", source), *right, *faults(assignment), *wrong]


@pytest.mark.parametrize(
    "slug",
    [
        pytest.param(
            slug,
            marks=() if slug in ("attention_shapes", "forward_and_reverse") else pytest.mark.soak,
        )
        for slug in COURSE.slugs
    ],
)
def test_whether_questions_are_asked_ahead_makes_no_difference(slug: str, tmp_path: Path) -> None:
    """Right answers, faults and every misconception: the same verdicts, messages and names."""
    tmp_path.chmod(0o755)
    assignment = COURSE.assignment(slug)
    jobs = []
    for number, hand_in in enumerate(hand_ins(assignment)):
        file = hand_in.staged(tmp_path / str(number), slug)
        jobs.append(Job(assignment, file.parent, file.name, hand_in.name))
    found = []
    for instead in (AS_IT_IS, ONE_BY_ONE):
        with Engine([assignment], level_of(None, None), 2, instead) as engine:
            answers = {job.tag: answer for job, answer in engine.pool.grade(jobs)}
        found.append({name: (a["problem"], a["notes"], a["tests"]) for name, a in answers.items()})
    assert found[0] == found[1]


def test_no_report_holds_a_command_for_a_terminal(tmp_path: Path) -> None:
    suite = """
    @criterion(of="double", points="1", says="Doubled.", show="values")
    def test_double(student):
        assert_equal(student.double(3), 6, what="double(3)")
    """
    raising = r"""
    def double(x):
        raise ValueError("\x1b[31mred\x07")
    """
    classroom = Class(tmp_path, "def double(x):\n    return 2 * x\n", suite)
    ((status, message),) = classroom.grade(raising)[0].values()
    assert status == "error"
    assert message.endswith("(?[31mred?)")


def test_who_was_given_the_right_function_learns_nothing_for_its_own_test(tmp_path: Path) -> None:
    reference = """
    def total(n):
        return part(n) + part(n + 1)

    def part(n):
        return 3 * n
    """
    suite = """
    @criterion(of="total", points="1", says="The sum of two parts.")
    def test_total(student, reference):
        assert_equal(student.given(part=reference.part).total(2), 15, what="total(2)")

    @criterion(of="part", points="1", says="A part.")
    def test_part(student):
        assert_equal(student.part(2), 6, what="part(2)")
    """
    learning = """
    known = {}

    def total(n):
        known.update((x, part(x)) for x in range(9))
        return known[n] + known[n + 1]

    def part(n):
        return known.get(n, 0)
    """
    found = Class(tmp_path, textwrap.dedent(reference), suite).grade(reference, learning)
    assert statuses(found[0]) == ["passed", "passed"]
    assert statuses(found[1]) == ["passed", "failed"]


@pytest.mark.parametrize(
    ("call", "status"), [("outer(np.ones(200_000))", "error"), ("steps(10**12)", "timeout")]
)
def test_too_much_for_a_function_that_was_given_is_no_fault_of_the_grader(
    call: str, status: str, tmp_path: Path
) -> None:
    reference = """
    import numpy as np

    def total(n):
        return outer(np.ones(n)).sum() + steps(n)

    def outer(x):
        return x[:, None] * x

    def steps(n):
        return sum(x * x for x in range(n))
    """
    suite = """
    @criterion(of="total", points="1", says="A total.")
    def test_total(student, reference):
        right = student.given(outer=reference.outer, steps=reference.steps)
        assert_close(right.total(2), 5.0, what="total(2)")

    @criterion(of="steps", points="1", says="Steps.")
    def test_steps(student, reference):
        assert_equal(student.steps(3), 5, what="steps(3)")
    """
    reference = textwrap.dedent(reference)
    too_much = f"{reference}\n\ndef total(n):\n    return {call}\n"
    classroom = Class(tmp_path, reference, suite, "[limits]\ncall_seconds = 0.2")
    assert statuses(classroom.grade(too_much)[0]) == [status, "passed"]


class TestAnswersThatAreNobodysMistake:
    """No answer is the grader's fault, however odd, and none is looked at for ever."""

    SUITE = """
        @criterion(of="f", points="1", says="One.")
        def test_f(student):
            assert_equal([student.f(i) for i in range(12)], list(range(12)), what="f")

        @criterion(of="g", points="1", says="A list.")
        def test_g(student):
            assert_equal(list(student.g()), [1], what="g")
    """
    RIGHT = "def f(x):\n    return x\n\n\ndef g():\n    return [1]\n"
    FORGED = """
        import sys
        service = sys.modules["autograder.engine.service"]
        {}
        def f(x):
            return 0.5
    """

    @pytest.mark.parametrize(
        "source",
        [
            "import numpy as np\ndef f(x):\n    return slice(np.zeros(2), {1: np.zeros(2)})\n",
            FORGED.format("service.Snapshot.changed = lambda self: (10**5000,)"),
            FORGED.format(
                "flat = service.Reply.flat\n"
                "        service.Reply.flat = lambda self: [3, 10**5000, None, None] "
                "if type(self.value) is dict else flat(self)"
            ),
        ],
        ids=["arrays in a slice", "argument 10**5000", "reason that is a number"],
    )
    def test_a_wrong_answer_is_a_wrong_answer(self, tmp_path: Path, source: str) -> None:
        graded = Class(tmp_path, self.RIGHT, self.SUITE).grade(
            self.RIGHT + textwrap.dedent(source)
        )[0]
        assert statuses(graded) == ["failed", "passed"]

    def test_a_length_that_no_memory_holds_cannot_be_used(self, tmp_path: Path) -> None:
        source = """
            class Long:
                def __len__(self): return 2**60
                def __iter__(self): return iter([1])
            def g(): return Long()
        """
        graded = Class(tmp_path, self.RIGHT, self.SUITE).grade(
            self.RIGHT + textwrap.dedent(source)
        )[0]
        assert statuses(graded) == ["passed", "failed"]
        assert "memory" in graded["test_g"][1]

    def test_a_power_that_is_never_worked_out_is_given_up(self, tmp_path: Path) -> None:
        """Nor does a loop as long as the student says hold the runner until its alarm."""
        suite = """
            @criterion(of="f", points="1", says="A power.")
            def test_power(student):
                assert_equal(student.f(3) ** student.f(2), 9, what="f")

            @criterion(of="f", points="1", says="A loop.")
            def test_loop(student):
                assert_equal(sum(1 for _ in range(student.f(4))), 4, what="f")

            @criterion(of="g", points="1", says="A list.")
            def test_g(student):
                assert_equal(student.g(), [1], what="g")
        """
        limits = "[limits]\nsubmission_seconds = 3"
        found = Class(tmp_path, self.RIGHT, suite, limits).grade(
            self.RIGHT + "def f(x): return 10**9\n", self.RIGHT
        )
        assert statuses(found[0]) == ["timeout", "not_run", "not_run"]
        assert "takes more time" in found[0]["test_power"][1]
        assert statuses(found[1]) == ["passed"] * 3

    @pytest.mark.soak
    def test_answers_that_are_slow_to_look_at_are_not_for_long(self, tmp_path: Path) -> None:
        """Sets of numbers whose hashes collide, in every one of many criteria."""
        suite = "\n".join(
            f"""
            @criterion(of="f", points="1", says="Set {number}.")
            def test_{number}(student):
                found = [student.f(i) for i in range(4)]
                assert_equal(found, [0, 1, 2, 3], what="f")
            """
            for number in range(12)
        )
        source = "SET = {k * (2**61 - 1) for k in range(1, 2000)}\ndef f(x): return SET\n"
        started = time.monotonic()
        found = Class(tmp_path, self.RIGHT, suite).grade(source)[0]
        assert set(statuses(found)) == {"failed"}
        assert time.monotonic() - started < 60
