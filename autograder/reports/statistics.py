"""What the criteria of a class say about students, and about the criteria themselves.

Everything takes an array of points earned, one row a student and one column a criterion, and
works on whole arrays. Formulas and sources: docs/statistics.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt
import pandas as pd

Array = npt.NDArray[np.float64]

CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
_WEAK = 0.2


@dataclass(frozen=True)
class Estimate:
    """A value with its 95 % interval; NaN where nothing can be said."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Summary:
    """A class over one assignment, in points but for alpha."""

    students: int
    mean: float
    median: float
    deviation: float
    alpha: Estimate
    standard_error: float


def summary(earned: Array) -> Summary:
    """Mean, median, standard deviation (n - 1), alpha and error of measurement of the totals."""
    totals = earned.sum(axis=1)
    alpha = cronbach_alpha(earned)
    spread = float(totals.std(ddof=1)) if len(totals) > 1 else np.nan
    return Summary(
        students=len(totals),
        mean=float(totals.mean()) if len(totals) else np.nan,
        median=float(np.median(totals)) if len(totals) else np.nan,
        deviation=spread,
        alpha=alpha,
        # a negative alpha has no error of measurement to speak of beyond the spread itself
        standard_error=spread * float(np.sqrt(1 - max(alpha.value, 0.0))),
    )


def item_statistics(earned: Array, points: Array, names: list[str]) -> pd.DataFrame:
    """One row a criterion: facility, discrimination and efficiency, each with its interval.

    earned: (students, criteria), points: (criteria,). Columns: facility, facility_low,
    facility_high, discrimination, discrimination_low, discrimination_high, efficiency,
    efficiency_low, efficiency_high (float64) and verdict (text).
    """
    table = pd.DataFrame(index=pd.Index(names, name="criterion"))
    share = facility(earned, points)
    correlation, best = item_rest(earned)
    low, high = fisher_interval(correlation, len(earned))
    with np.errstate(divide="ignore", invalid="ignore"):
        efficient = [correlation / best, low / best, high / best]
    columns = {
        "facility": (share, *wilson_interval(share, len(earned))),
        "discrimination": (correlation, low, high),
        "efficiency": tuple(np.clip(column, -1, 1) for column in efficient),
    }
    for name, (value, lower, upper) in columns.items():
        table[name], table[f"{name}_low"], table[f"{name}_high"] = value, lower, upper
    table["verdict"] = verdicts(share, correlation, low, high)
    return table


def facility(earned: Array, points: Array) -> Array:
    """The mean share of the points earned, (criteria,), 0 to 1; NaN without students."""
    if not len(earned):
        return np.full(len(points), np.nan)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(earned.mean(axis=0) / points)


def item_rest(earned: Array) -> tuple[Array, Array]:
    """Correlation of each criterion with the sum of the others, and the largest possible.

    The criterion is not part of what it is compared with. The largest correlation that the
    same two sets of numbers allow is reached with both in order. Both (criteria,); NaN where
    one of the two is constant.
    """
    if len(earned) < 2:
        return np.full(earned.shape[1], np.nan), np.full(earned.shape[1], np.nan)
    rest = earned.sum(axis=1, keepdims=True) - earned
    item, others = earned - earned.mean(axis=0), rest - rest.mean(axis=0)
    scale = np.sqrt((item**2).sum(axis=0) * (others**2).sum(axis=0))
    # what rounding leaves of a constant column is no spread
    scale[(np.ptp(earned, axis=0) == 0) | (np.ptp(rest, axis=0) < 1e-9)] = np.nan
    found = (item * others).sum(axis=0) / scale
    best = (np.sort(item, axis=0) * np.sort(others, axis=0)).sum(axis=0) / scale
    return np.clip(found, -1, 1), np.clip(best, -1, 1)


def cronbach_alpha(earned: Array) -> Estimate:
    """Cronbach's alpha with Bonett's interval; NaN for fewer than two students or criteria."""
    students, items = earned.shape
    nothing = Estimate(np.nan, np.nan, np.nan)
    if students < 2 or items < 2:
        return nothing
    total = earned.sum(axis=1).var(ddof=1)
    if total == 0:
        return nothing
    value = items / (items - 1) * (1 - earned.var(axis=0, ddof=1).sum() / total)
    if students < 3 or value >= 1:
        return Estimate(float(value), np.nan, np.nan)
    half = _Z * np.sqrt(2 * items / ((items - 1) * (students - 2)))
    low, high = 1 - (1 - value) * np.exp([half, -half])
    return Estimate(float(value), float(low), float(high))


def wilson_interval(share: Array, students: int) -> tuple[Array, Array]:
    """Wilson's score interval of a share of all-or-nothing criteria."""
    if not students:
        return np.full_like(share, np.nan), np.full_like(share, np.nan)
    middle = share + _Z**2 / (2 * students)
    half = _Z * np.sqrt(share * (1 - share) / students + _Z**2 / (4 * students**2))
    scale = 1 + _Z**2 / students
    return np.clip((middle - half) / scale, 0, 1), np.clip((middle + half) / scale, 0, 1)


def fisher_interval(correlation: Array, students: int) -> tuple[Array, Array]:
    """Fisher's interval of a correlation; NaN below four students or at exactly plus or minus 1."""
    inside = np.where(np.abs(correlation) < 1 - 1e-12, correlation, np.nan)
    if students < 4:
        inside = np.full_like(inside, np.nan)
    half = _Z / np.sqrt(max(students - 3, 1))
    middle = np.arctanh(inside)
    return np.tanh(middle - half), np.tanh(middle + half)


def verdicts(share: Array, correlation: Array, low: Array, high: Array) -> list[str]:
    """What to make of each criterion, in words; the interval decides how much can be said."""
    rules = [
        (share == 1, "everybody met it"),
        (share == 0, "nobody met it"),
        (np.isnan(correlation), "the others do not differ"),
        (high < 0, "negative: who meets it does worse elsewhere"),
        (np.isnan(low), "too few students to say"),
        ((correlation < 0) & (high >= 0), "negative, but too few students to say"),
        (low <= 0, "too few students to say"),
        (correlation < _WEAK, "weak"),
    ]
    conditions, words = zip(*rules, strict=True)
    return [str(word) for word in np.select(conditions, words, default="good")]
