"""The statistics against worked examples, against other people's code, and at their edges."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd
import pingouin
import pytest
from scipy import stats

from autograder.reports.statistics import cronbach_alpha
from autograder.reports.statistics import facility
from autograder.reports.statistics import fisher_interval
from autograder.reports.statistics import item_rest
from autograder.reports.statistics import item_statistics
from autograder.reports.statistics import summary
from autograder.reports.statistics import wilson_interval

Array = npt.NDArray[np.float64]

# Five students, three criteria of 2, 1 and 1 points; totals 4, 3, 2, 1, 0.
WORKED = np.array([[2, 1, 1], [2, 1, 0], [2, 0, 0], [0, 0, 1], [0, 0, 0]], dtype=np.float64)
POINTS = np.array([2.0, 1.0, 1.0])
close = pytest.approx


def _class(students: int, criteria: int, seed: int) -> tuple[Array, Array]:
    """A class whose criteria measure one ability, more or less well."""
    rng = np.random.default_rng(seed)
    points = rng.choice([0.25, 0.5, 1.0, 3.0], criteria)
    ability = rng.normal(size=(students, 1))
    passed = ability + rng.normal(scale=1.5, size=(students, criteria)) > rng.normal(size=criteria)
    return passed * points, points


def test_facility_is_the_mean_share_of_the_points() -> None:
    assert facility(WORKED, POINTS) == close([3 / 5, 2 / 5, 2 / 5], abs=1e-15)


def test_discrimination_of_the_worked_example() -> None:
    # the first: deviations .8 .8 .8 -1.2 -1.2 against the rest 2 1 0 1 0, deviations
    # 1.2 .2 -.8 .2 -.8: products sum to 1.2; squares to 4.8 and 2.8
    found, best = item_rest(WORKED)
    assert found[0] == close(1.2 / np.sqrt(4.8 * 2.8), abs=1e-15)
    # in order, the rest is 2 1 1 0 0: the products sum to 0.8 (1.2 + .2 + .2) + 1.2 (.8 + .8)
    assert best[0] == close(3.2 / np.sqrt(4.8 * 2.8), abs=1e-15)


def test_alpha_of_the_worked_example() -> None:
    # variances 1.2, .3, .3; that of the totals 2.5: 3/2 (1 - 1.8/2.5)
    assert cronbach_alpha(WORKED).value == close(0.42, abs=1e-15)
    assert summary(WORKED).standard_error == close(np.sqrt(2.5 * 0.58), abs=1e-15)


def test_mean_median_and_deviation() -> None:
    found = summary(WORKED)
    assert (found.students, found.mean, found.median) == (5, 2.0, 2.0)
    assert found.deviation == close(np.sqrt(2.5), abs=1e-15)


@pytest.mark.parametrize(
    ("successes", "students", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)],
)
def test_wilson_as_newcombe_tabulates_it(
    successes: int, students: int, low: float, high: float
) -> None:
    found = wilson_interval(np.array([successes / students]), students)
    assert [found[0][0], found[1][0]] == close([low, high], abs=5e-5)


@pytest.mark.parametrize("students", [4, 17, 300])
@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 1.0])
def test_wilson_as_scipy_has_it(students: int, share: float) -> None:
    successes = round(share * students)
    theirs = stats.binomtest(successes, students).proportion_ci(method="wilson")
    found = wilson_interval(np.array([successes / students]), students)
    assert [found[0][0], found[1][0]] == close([theirs.low, theirs.high], abs=1e-9)


@pytest.mark.parametrize(("students", "criteria", "seed"), [(8, 3, 1), (40, 12, 2), (500, 30, 3)])
def test_discrimination_and_its_interval_as_scipy_has_them(
    students: int, criteria: int, seed: int
) -> None:
    earned, _ = _class(students, criteria, seed)
    found, best = item_rest(earned)
    low, high = fisher_interval(found, students)
    for j in range(criteria):
        rest = np.delete(earned, j, axis=1).sum(axis=1)
        theirs = stats.pearsonr(earned[:, j], rest)
        assert found[j] == close(theirs.statistic, abs=1e-9)
        assert [low[j], high[j]] == close(list(theirs.confidence_interval()), abs=1e-9)
        sorted_both = stats.pearsonr(np.sort(earned[:, j]), np.sort(rest))
        assert best[j] == close(sorted_both.statistic, abs=1e-9)


@pytest.mark.parametrize(("students", "criteria", "seed"), [(8, 3, 1), (40, 12, 2), (500, 30, 3)])
def test_alpha_as_pingouin_has_it(students: int, criteria: int, seed: int) -> None:
    earned, _ = _class(students, criteria, seed)
    theirs, _ = pingouin.cronbach_alpha(data=pd.DataFrame(earned))
    assert cronbach_alpha(earned).value == close(theirs, abs=1e-9)


def test_efficiency_is_one_when_no_order_could_be_better() -> None:
    earned = np.array([[1, 1, 1], [1, 1, 0], [1, 0, 0], [0, 0, 0]], dtype=np.float64)
    table = item_statistics(earned, np.ones(3), ["a", "b", "c"])
    assert table["efficiency"].to_list() == close([1.0, 1.0, 1.0], abs=1e-12)


def test_a_criterion_is_no_part_of_what_it_is_compared_with() -> None:
    rng = np.random.default_rng(7)
    noise = (rng.random((4000, 2)) < 0.5).astype(np.float64)
    found, _ = item_rest(noise)
    # against the whole total it would be 0.71
    assert np.abs(found).max() < 4 / np.sqrt(4000)


def test_shuffling_students_or_rescaling_all_points_changes_nothing() -> None:
    earned, points = _class(30, 6, 5)
    names = list("abcdef")
    first = item_statistics(earned, points, names)
    order = np.random.default_rng(0).permutation(30)
    second = item_statistics(3 * earned[order], 3 * points, names)
    numbers = first.columns.drop("verdict")
    assert np.allclose(first[numbers], second[numbers], atol=1e-12, equal_nan=True)
    assert list(first["verdict"]) == list(second["verdict"])


def test_verdicts() -> None:
    rng = np.random.default_rng(11)
    ability = rng.normal(size=(200, 1))
    earned = (ability + rng.normal(size=(200, 9)) > 0).astype(np.float64)
    earned[:, 0] = ability[:, 0] < 0
    earned[:, 1] = 1
    earned[:, 2] = 0
    table = item_statistics(earned, np.ones(9), list("abcdefghi"))
    assert list(table["verdict"]) == [
        "negative: who meets it does worse elsewhere",
        "everybody met it",
        "nobody met it",
        *["good"] * 6,
    ]


def test_a_small_class_says_so() -> None:
    earned, points = _class(6, 5, 9)
    words = set(item_statistics(earned, points, list("abcde"))["verdict"])
    assert words <= {
        "too few students to say",
        "negative, but too few students to say",
        "everybody met it",
        "nobody met it",
    }


@pytest.mark.parametrize("students", [0, 1, 2, 3])
@pytest.mark.parametrize("criteria", [0, 1, 2])
def test_next_to_nothing_is_no_error(students: int, criteria: int) -> None:
    earned = np.ones((students, criteria))
    table = item_statistics(earned, np.ones(criteria), [str(j) for j in range(criteria)])
    assert table["discrimination"].isna().all()
    assert np.isnan(summary(earned).alpha.value)


@pytest.mark.soak
def test_the_intervals_hold_what_they_promise() -> None:
    """Coverage of 95 % intervals over 2,000 classes: within 4 sigma of what the methods reach."""
    rng = np.random.default_rng(3)
    students, criteria, classes = 60, 8, 2000
    truth, _ = _draw(rng, 400_000, criteria)
    true_alpha = cronbach_alpha(truth).value
    true_correlation, _ = item_rest(truth)
    hits_alpha, hits_correlation = 0, np.zeros(criteria)
    for _ in range(classes):
        earned, _ = _draw(rng, students, criteria)
        alpha = cronbach_alpha(earned)
        hits_alpha += alpha.low <= true_alpha <= alpha.high
        low, high = fisher_interval(item_rest(earned)[0], students)
        hits_correlation += (low <= true_correlation) & (true_correlation <= high)
    assert 0.92 < hits_alpha / classes < 0.98
    assert (np.abs(hits_correlation / classes - 0.95) < 0.03).all()


def _draw(rng: np.random.Generator, students: int, criteria: int) -> tuple[Array, Array]:
    ability = rng.normal(size=(students, 1))
    noise = rng.normal(scale=1.5, size=(students, criteria))
    passed = (ability + noise > np.linspace(-1, 1, criteria)).astype(np.float64)
    return passed, np.ones(criteria)
