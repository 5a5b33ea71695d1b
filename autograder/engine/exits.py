"""Ending the process at once, made an exception: what can be told need not be suffered.

A student who calls os._exit learns the line of it, and the next test finds the process alive,
which spares a new one. No protection: what ends a process by other means ends it.
"""

from __future__ import annotations

import os
from typing import Any
from typing import NoReturn

CALLS = ("os._exit", "os.abort")


class EndedItself(BaseException):
    """The code would have ended its process; no Exception, as SystemExit is none."""


def become_exceptions() -> None:
    """Replace the functions of `os` that never return; once, in a process of the student's."""
    for dotted in CALLS:
        setattr(os, dotted.removeprefix("os."), _raising(dotted))


def _raising(dotted: str) -> Any:
    original = getattr(os, dotted.removeprefix("os."))
    own = os.getpid()

    def ended(*arguments: Any, **keywords: Any) -> NoReturn:
        if os.getpid() != own:  # a process of the student's own, where there may be one
            original(*arguments, **keywords)
        raise EndedItself(dotted)

    return ended
