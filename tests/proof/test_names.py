"""Whether mistakes are named rightly, and whether that is counted rightly: docs/diagnosis.md."""

from __future__ import annotations

import textwrap
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from autograder.cli.options import level_of
from autograder.course.course import Course
from autograder.course.misconceptions import catalogue
from autograder.course.misconceptions import compose
from autograder.engine.pool import Pool
from autograder.grading.trials import Trial
from autograder.grading.trials import grade_trials
from autograder.proof.rehearsal import fresh_processes
from benchmarks.false_names import Name
from benchmarks.false_names import check_names
from benchmarks.twins import Outcome
from benchmarks.twins import Twin
from benchmarks.twins import grade_twins
from benchmarks.twins import twins
from benchmarks.unfinished import unfinished

ROOT = Path(__file__).parents[2]
TWINS = twins(Course.load(ROOT))
PAGE = (ROOT / "docs" / "diagnosis.md").read_text("utf-8")
THREE = ("only_the_gate", "only_square_grids", "adds_k")


def _outcomes(chosen: list[Twin]) -> Counter[Outcome]:
    with Pool(level_of(None, None), 1, b"diagnosis") as pool:
        return Counter(grade_twins(chosen, pool))


def test_a_twin_gets_the_name_of_its_mistake() -> None:
    chosen = [twin for twin in TWINS if twin.mistake.name in THREE]
    assert _outcomes(chosen) == {"right": len(THREE)}


@pytest.mark.soak
def test_nine_of_ten_twins_are_named_and_hardly_one_as_another() -> None:
    found = _outcomes(TWINS)
    assert len(TWINS) == 60
    assert found["right"] >= 0.9 * len(TWINS)
    assert found["another"] <= 0.02 * len(TWINS)


def test_the_page_shows_every_twin() -> None:
    missing = [t.mistake.name for t in TWINS if t.mistake.says.replace("|", r"\|") not in PAGE]
    assert missing == []


def test_a_name_is_false_for_whoever_answers_otherwise() -> None:
    assignment = Course.load(ROOT).assignment("output_size")
    source = assignment.reference_source()
    one, other, *_ = (known for known in catalogue(assignment) if known.of == "flat_index")
    names = [Name(compose(source, one), one), Name(compose(source, one), other), Name(source, one)]
    with fresh_processes(1) as elsewhere:
        checks = elsewhere.submit(check_names, assignment, names).result()
    assert [check.false for check in checks] == [False, True, True]
    assert all(check.wrong for check in checks)


def test_a_function_that_only_raises_gets_no_name() -> None:
    assignment = Course.load(ROOT).assignment("separable_convolution")
    raising = "\n".join(
        f"def {name}(*args, **kwargs):\n    raise ValueError('no')\n" for name in assignment.names
    )
    trial = Trial("trivial", "raises", f"{assignment.reference_source()}\n{raising}")
    with Pool(level_of(None, None), 1, b"diagnosis") as pool:
        grade_trials(assignment, [trial], pool)
    assert {test.status for test in trial.tests} <= {"error", "failed", "waiting"}
    assert [test.diagnosis for test in trial.tests if test.diagnosis] == []


FORGETS_A_NUMBER = """
class Dual(Dual):
    def __truediv__(self, other):
        if isinstance(other, Dual):
            return super().__truediv__(other)
        return Dual(self.value / other, self.tangent)
"""
LOSES_THE_LAST = """
def corr1d(x, w, stride=1, pad=0):
    x, k = np.pad(x, pad), len(w)
    if k > len(x):
        raise ValueError("too long")
    starts = range(0, (len(x) - k) // stride + (stride == 1), 1)
    return np.array([float(w @ x[i * stride : i * stride + k]) for i in starts])
"""


@pytest.mark.parametrize(
    ("slug", "function", "changed"),
    [
        # a / number without its division is no wrong quotient rule: test_quotients passes
        ("forward_and_reverse", "Dual", FORGETS_A_NUMBER),
        # an answer without an entry shows neither where the windows start nor where they end
        ("convolution", "corr1d", LOSES_THE_LAST),
    ],
)
def test_another_mistake_gets_no_name(slug: str, function: str, changed: str) -> None:
    assignment = Course.load(ROOT).assignment(slug)
    trial = Trial("other", "mistake", f"{assignment.reference_source()}\n{changed}")
    with Pool(level_of(None, None), 1, b"diagnosis") as pool:
        grade_trials(assignment, [trial], pool)
    assert {test.of for test in trial.tests if test.status != "passed"} == {function}
    assert [test.diagnosis for test in trial.tests if test.diagnosis] == []


SUMS_THE_NAIVE_LOSS = """
def cross_entropy(logits, y):
    return float(-np.log(softmax(logits)[np.arange(len(y)), y]).sum())
"""


def test_two_mistakes_of_a_function_are_named_where_each_shows_alone() -> None:
    """An infinite answer is that of many a mistake, of which only one shows there by definition."""
    assignment = Course.load(ROOT).assignment("softmax_cross_entropy")
    source = f"{assignment.reference_source()}\n{SUMS_THE_NAIVE_LOSS}"
    trial = Trial("other", "mistakes", source)
    with Pool(level_of(None, None), 1, b"diagnosis") as pool:
        grade_trials(assignment, [trial], pool)
    assert {test.id: test.diagnosis.misconception for test in trial.tests if test.diagnosis} == {
        "test_cross_entropy": "adds_the_losses",
        "test_cross_entropy_of_huge_logits": "logarithm_of_softmax",
    }


def test_half_finished_work() -> None:
    source = textwrap.dedent(
        '''\
        def mean(x, weights=None):
            """The mean."""
            ### BEGIN SOLUTION
            total = 0
            for value in x:
                total += value
            if weights is not None:
                return total / sum(weights)
            return total / len(x)
            ### END SOLUTION
        '''
    )
    found = [(one.change, one.source) for one in unfinished(source)]
    assert [(change, _mean(changed)) for change, changed in found] == [
        ("stub: mean", NotImplementedError),
        ("cut: mean returns total", 0),
        ("cut: mean returns total", 6),
        ("cut: mean returns total", 6),
        ("no return: mean", None),
        ("last step: mean", 6),
        ("once: mean, `for value in x:`", 1 / 3),
        ("branch: mean, `if weights is not None:`", 2),
        ("step: mean, `total += value`", 0),
    ]


def _mean(source: str) -> object:
    module: dict[str, Any] = {}
    exec(source, module)
    try:
        return module["mean"]([1, 2, 3])
    except NotImplementedError as error:
        return type(error)
