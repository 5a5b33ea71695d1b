"""How much of its tolerance a comparison uses up: told to whoever listens, by default nobody."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

import numpy as np

from autograder.checks.tolerance import Flags
from autograder.checks.tolerance import Numbers
from autograder.checks.tolerance import Tolerance

Listener = Callable[[str, float], None]
"""Told what was compared and its largest error, as a share of the tolerance there."""

_LISTENER: ContextVar[Listener | None] = ContextVar("listener", default=None)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Tell `listener` of every comparison up to rounding that is made meanwhile."""
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)


def tolerance_for(what: str, rtol: float, atol: float) -> Tolerance:
    """The tolerance of a comparison of `what`, which tells the listener if there is one."""
    listener = _LISTENER.get()
    return Tolerance(rtol, atol) if listener is None else _Watched(rtol, atol, what, listener)


@dataclass(frozen=True)
class _Watched(Tolerance):
    what: str
    listener: Listener

    def within(self, found: Numbers, expected: Numbers) -> Flags:
        self.listener(self.what, _largest_share(self, found, expected))
        return super().within(found, expected)


def _largest_share(tolerance: Tolerance, found: Numbers, expected: Numbers) -> float:
    wrong = found != expected
    if not wrong.any():
        return 0.0
    with np.errstate(all="ignore"):
        error = np.abs(found[wrong] - expected[wrong])
        allowed = tolerance.atol + tolerance.rtol * np.abs(expected[wrong])
        return float(np.nan_to_num(error / allowed, nan=np.inf).max())
