"""System calls through ctypes, with an error that names the step that failed."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable
from typing import Any

from autograder.errors import SandboxError

_LIBC = ctypes.CDLL(None, use_errno=True)
for _name in ("capset", "mount", "prctl", "setns", "syscall", "umount2", "unshare"):
    getattr(_LIBC, _name)  # looked up here, or each worker would look it up
# Of a library loaded like this Python keeps its own lock during calls: a child has it, too.
_FORK = ctypes.PyDLL(None, use_errno=True).fork

Argument = int | bytes | ctypes.Array[ctypes.c_char] | None


class StepFailed(SandboxError):
    """One step of the lock-down was refused by the kernel; `step` is its name, `code` the errno."""

    def __init__(self, step: str, code: int) -> None:
        super().__init__(f"The lock-down step '{step}' failed: {os.strerror(code)}.")
        self.step = step
        self.code = code


def fork() -> int:
    """os.fork() of a process with one thread, without what Python does for those with many.

    A child of os.fork() makes locks anew that only other threads could hold, and copies dozens
    of pages of memory for it: a tenth of what starting a worker costs.
    """
    pid: int = _FORK()
    if pid == -1:
        raise StepFailed("fork", ctypes.get_errno())
    return pid


def call(step: str, function: str, *arguments: Argument) -> int:
    """Call a function of the C library; raises StepFailed when it returns -1."""
    # An int must cross as a long: ctypes would pass the 32 bits of a C int otherwise.
    converted = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    result: int = getattr(_LIBC, function)(*converted)
    if result == -1:
        raise StepFailed(step, ctypes.get_errno())
    return result


def syscall(step: str, number: int, *arguments: Argument) -> int:
    """Make a system call that has no wrapper in the C library."""
    return call(step, "syscall", number, *arguments)


def repeat_syscall(step: str, number: int, many: Iterable[tuple[Any, ...]]) -> None:
    """Make one system call for each tuple of ready ctypes arguments, at the least cost."""
    function, converted = _LIBC.syscall, ctypes.c_long(number)
    for arguments in many:
        if function(converted, *arguments) == -1:
            raise StepFailed(step, ctypes.get_errno())


def prctl(step: str, option: int, value: int = 0, pointer: Argument = 0) -> int:
    """Set or ask for one of the properties of this process, see its manual page."""
    return call(step, "prctl", option, value, pointer, 0, 0)
