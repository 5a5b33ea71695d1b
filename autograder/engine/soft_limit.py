"""A limit on CPU time that lets the process live on.

An interval timer on the CPU time of the whole process (all its threads) raises
`CallTimeout` in the code that runs too long, so that the report can name the line. It
repeats, because a bare `except:` would swallow the first one; the grader's wall-clock
deadline is what cannot be swallowed.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

AVAILABLE = hasattr(signal, "setitimer") and hasattr(signal, "ITIMER_PROF")
_REPEAT_SECONDS = 0.25


class CallTimeout(BaseException):
    """The call in progress used up its CPU time.

    Not an Exception: `except Exception` in a student's loop must not catch it.
    """


class _Deferral:
    """Whether the timer has to wait, and whether it rang meanwhile."""

    active = False
    rang = False


def _expire(_number: int, _frame: FrameType | None) -> None:
    if _Deferral.active:
        _Deferral.rang = True
        return
    raise CallTimeout


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let the body finish; a limit reached in it is raised right after.

    Half a frame, read or written, would put all later ones out of step.
    """
    _Deferral.active = True
    try:
        yield
    finally:
        _Deferral.active = False
    if _Deferral.rang:
        _Deferral.rang = False
        raise CallTimeout


def install() -> None:
    """Route the timers' signals; once in a process, in its main thread."""
    if AVAILABLE:
        signal.signal(signal.SIGPROF, _expire)
        signal.signal(signal.SIGVTALRM, _expire)


class CpuLimit:
    """Raises CallTimeout in the body after `seconds` of CPU time (0: no limit)."""

    __slots__ = ("_seconds",)
    _timer = signal.ITIMER_PROF if AVAILABLE else 0

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds if AVAILABLE else 0.0

    def __enter__(self) -> None:
        if self._seconds:
            _Deferral.rang = False
            signal.setitimer(self._timer, self._seconds, _REPEAT_SECONDS)

    def __exit__(self, *_: object) -> None:
        if self._seconds:
            signal.setitimer(self._timer, 0.0)


class OuterLimit(CpuLimit):
    """The same by a timer of its own, so that the body may set limits.

    What the kernel does for the process is not counted.
    """

    __slots__ = ()
    _timer = signal.ITIMER_VIRTUAL if AVAILABLE else 0
