"""The kernel's resource limits that hold a worker to its budgets."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from typing import TypeAlias

from autograder.errors import SandboxError
from autograder.limits import Limits

if sys.platform != "win32":
    # Not in the functions: a worker would pay for the import after every fork.
    import resource

Bounds: TypeAlias = "tuple[tuple[int, tuple[int, int]], ...]"
"""Number, soft and hard value of each resource limit."""
MEBIBYTE = 1 << 20
# The grader ends a submission by its own clock; the kernel's limit catches what that misses.
CPU_MARGIN_SECONDS = 5


def set_limits(bounds: Bounds) -> None:
    """Set the resource limits of this process, all but the number of threads."""
    for number, soft_hard in bounds:
        _set(number, soft_hard)


def set_thread_limit(limits: Limits) -> None:
    """Bound the processes of this user; only once the worker has a user or namespace of its own.

    Set earlier, the bound would count whatever else the user runs.
    """
    _set(resource.RLIMIT_NPROC, _within_ceiling(resource.RLIMIT_NPROC, limits.threads))


def worked_out(limits: Limits) -> Bounds:
    """The resource limits of this process, or of one forked from it.

    Memory is counted from what this process holds now: RLIMIT_DATA bounds what it can
    write to, RLIMIT_AS, twice as roomy, the shared maps that RLIMIT_DATA leaves out.
    """
    return tuple((number, _within_ceiling(number, bound)) for number, bound in _bounds(limits))


def _bounds(limits: Limits) -> Iterator[tuple[int, int]]:
    yield resource.RLIMIT_CORE, 0
    yield resource.RLIMIT_CPU, math.ceil(limits.submission_seconds) + CPU_MARGIN_SECONDS
    yield resource.RLIMIT_NOFILE, limits.open_files
    yield resource.RLIMIT_FSIZE, limits.file_mb * MEBIBYTE
    if sys.platform == "linux":
        with open("/proc/self/statm", "rb", buffering=0) as file:
            pages = file.read().split()
        size, data = (int(pages[field]) * resource.getpagesize() for field in (0, 5))
        yield resource.RLIMIT_DATA, data + limits.memory_mb * MEBIBYTE
        yield resource.RLIMIT_AS, size + 2 * limits.memory_mb * MEBIBYTE


def _within_ceiling(number: int, bound: int) -> tuple[int, int]:
    ceiling = resource.getrlimit(number)[1]
    hard = bound + (number == resource.RLIMIT_CPU)  # a second later than the signal
    if ceiling != resource.RLIM_INFINITY:
        return min(bound, ceiling), min(hard, ceiling)
    return bound, hard


def _set(number: int, soft_hard: tuple[int, int]) -> None:
    try:
        resource.setrlimit(number, soft_hard)
    except (OSError, ValueError) as error:
        message = f"Resource limit {number} cannot be set to {soft_hard}: {error}."
        raise SandboxError(message) from error
