"""Takes from a Python process what Windows does not have; Python imports it at its start.

Gone are fork, POSIX-only modules and flags, timers and their signals. Text files are read
and written as cp1252 unless told otherwise. An open file can be neither replaced nor
removed, and of the replacements of other files the first two fail, as they do while a
virus scanner looks. What subprocess itself needs on this machine has to stay.
"""

from __future__ import annotations

import builtins
import io
import os
import select
import signal
import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty")
NAMES: dict[Any, str] = {
    os: "fork forkpty getuid geteuid getgid getegid setsid killpg mkfifo sched_getaffinity "
    "posix_spawn posix_spawnp O_NOFOLLOW O_NONBLOCK O_CLOEXEC",
    select: "poll epoll",
    signal: "SIGALRM SIGPROF SIGVTALRM SIGHUP alarm setitimer getitimer ITIMER_REAL "
    "ITIMER_VIRTUAL ITIMER_PROF",
}
_BUSY = 2


class _NotHere:
    def find_spec(self, name: str, _path: object, _target: object = None) -> ModuleSpec | None:
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r} on Windows", name=name)
        return None


def _take_away() -> None:
    for name in MODULES:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, _NotHere())
    for module, names in NAMES.items():
        for name in names.split():
            if hasattr(module, name):
                delattr(module, name)


def _open_as_cp1252() -> None:
    genuine = io.open

    def opened(file: Any, mode: str = "r", *rest: Any, **options: Any) -> Any:
        given = rest[1] if len(rest) > 1 else options.get("encoding")
        if "b" not in mode and given in (None, "locale") and len(rest) < 2:
            options["encoding"] = "cp1252"
        return genuine(file, mode, *rest, **options)

    io.open = builtins.open = opened


def _is_open(path: Any) -> bool:
    wanted = Path(os.path.realpath(path))
    for held in Path("/proc/self/fd").iterdir():
        try:
            if held.readlink() == wanted:
                return True
        except OSError:  # the descriptor that lists them
            continue
    return False


def _hold_open_files() -> None:
    busy = {"left": _BUSY}

    def guarded(change: Callable[..., None], *, scanned: bool) -> Callable[..., None]:
        def attempt(path: Any, *others: Any, **options: Any) -> None:
            if any(isinstance(p, str | os.PathLike) and _is_open(p) for p in (path, *others)):
                raise PermissionError(13, "The process cannot access the file", str(path))
            if scanned and busy["left"]:
                busy["left"] -= 1
                raise PermissionError(13, "Access is denied", str(path))
            change(path, *others, **options)

        return attempt

    for name in ("replace", "rename"):
        setattr(os, name, guarded(getattr(os, name), scanned=name == "replace"))
    for name in ("unlink", "remove"):
        setattr(os, name, guarded(getattr(os, name), scanned=False))


_take_away()
_open_as_cp1252()
_hold_open_files()
