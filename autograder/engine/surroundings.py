"""What a call, or a test, can change in its process besides its own results.

Gradients switched off, another error mode, a changed folder, a thread left running: what
one function leaves behind must not reach the tests of another. A process that is not as it
was after loading is given up; the next test gets a fresh one.
"""

from __future__ import annotations

import os
import sys
import threading
from typing import Any


class Surroundings:
    """The settings of this process at one moment, to be compared with later ones."""

    def __init__(self) -> None:
        # Only settings: to look at the libraries' own names would touch, and so copy,
        # every page of memory that is shared with the server.
        self._settings = _settings()
        self._threads = threading.active_count()

    def changed(self) -> bool:
        """Whether something is different now; threads may have ended."""
        return threading.active_count() > self._threads or _settings() != self._settings


def _settings() -> tuple[Any, ...]:
    numpy, torch = sys.modules.get("numpy"), sys.modules.get("torch")
    return (
        _folder(),
        sys.getrecursionlimit(),
        numpy and numpy.geterr(),
        torch and (torch.is_grad_enabled(), torch.get_default_dtype()),
    )


def _folder() -> str:
    try:
        return os.getcwd()  # noqa: PTH109 - asked before every test, and a Path is slower
    except OSError:
        return ""  # it was removed
