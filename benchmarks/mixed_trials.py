"""Grading files of many assignments as submissions."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from autograder.course.assignment import Assignment
from autograder.engine.pool import Pool
from autograder.grading.trials import Trial
from autograder.grading.trials import grade_trials


def grade_mixed(trials: Iterable[tuple[Assignment, Trial]], pool: Pool) -> None:
    """Fill in what each trial earned; RuntimeError for one that could not be graded."""
    ordered = sorted(trials, key=lambda pair: pair[0].slug)
    for slug, group in groupby(ordered, key=lambda pair: pair[0].slug):
        pairs = list(group)
        grade_trials(pairs[0][0], [trial for _, trial in pairs], pool)
        for _, trial in pairs:
            if trial.problem:
                raise RuntimeError(f"{slug}, {trial.name}: {trial.problem}")
