"""Making a process a cheap and faithful parent: import once, warm up, freeze.

One thread only: OpenMP pools do not survive a fork.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import os
import sys
import time
import warnings
from contextlib import suppress
from pathlib import Path

from autograder.engine import huge_pages
from autograder.errors import SandboxError

_NAMES, _MOST_NAMES = 100, 500_000
_HOLES = 256 * 1024
"""Bytes in holes of one size that imports may leave; what is too much is lost."""
_GROWING_SECONDS = 0.0002
"""A hundred names take a tenth of this; a table of 10,000 that grows takes more."""

THREADS = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "CUDA_VISIBLE_DEVICES": "",
}
"""Environment of every server: one thread, and no accelerator touched before a fork."""


def import_libraries(libraries: tuple[str, ...]) -> None:
    """Import `libraries` with the parts that they would load lazily in every child."""
    for name in libraries:
        importlib.import_module(name)
    if "numpy" in libraries:
        _warm_numpy()
    if "torch" in libraries:
        _warm_torch()


def fill_holes() -> None:
    """Take what imports left free between their objects, so that a child's lie side by side.

    It would copy a page for almost every hole, and break up the 2 MB page around it.
    """
    gc.collect()
    python, system = ctypes.pythonapi.PyObject_Malloc, ctypes.CDLL(None).malloc
    small = range(512, 0, -16)  # one size after the other, as Python keeps them
    large = (16 << power for power in range(10, -1, -1))  # what is left of one is tried again
    for allocate, sizes in ((python, small), (system, large)):
        for size in sizes:
            for _ in range(_HOLES // size):
                allocate(ctypes.c_size_t(size))


def settle() -> None:
    """Freeze the heap as it is, so that children share it."""
    _make_room_for_names()
    gc.collect()
    gc.freeze()
    huge_pages.collapse_heap()


def yield_late() -> None:
    """Give the processor up only to wait, where the system knows how.

    A burst of replies would otherwise be interrupted by its reader at each of them.
    """
    if hasattr(os, "sched_setscheduler"):
        with suppress(PermissionError):  # who started us may have asked for something else
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def check_single_threaded() -> None:
    """A pool of threads made before the fork would hang every child."""
    try:
        threads = len(list(Path("/proc/self/task").iterdir()))
    except OSError:
        return  # no /proc: nothing to count
    if threads != 1:
        raise SandboxError(f"A server must have one thread before it forks, it has {threads}.")


def _warm_numpy() -> None:
    import numpy as np

    matrix = np.eye(3)
    matrix @ matrix
    np.einsum("ij,jk->ik", matrix, matrix)
    np.linalg.inv(matrix)
    np.fft.fft(matrix)
    np.random.default_rng(0).normal(size=2)
    repr(matrix)


def _warm_torch() -> None:
    import torch
    import torch.func
    import torch.optim

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.set_num_threads(1)
        torch.manual_seed(0)
        net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU(), torch.nn.Linear(4, 2))
        # the first step of an optimiser imports torch._dynamo: 1.5 s, once
        optimizer = torch.optim.Adam(net.parameters())
        torch.nn.functional.cross_entropy(net(torch.zeros(2, 3)), torch.tensor([0, 1])).backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        torch.nn.Conv2d(1, 1, 3)(torch.zeros(1, 1, 5, 5)).sum().backward()
        torch.einsum("ij,jk->ik", torch.eye(2), torch.eye(2))
        repr(torch.zeros(2))
        torch.func.vmap(lambda x: x * 2)(torch.zeros(2))


def _make_room_for_names() -> None:
    """Let the interpreter's table of names grow now, where it soon would in every child.

    With torch it has some 100,000 entries. Nothing tells how full it is; that it grew shows in
    the time one more name takes.
    """
    for first in range(0, _MOST_NAMES, _NAMES):
        started = time.thread_time()
        for number in range(first, first + _NAMES):
            sys.intern(f"a name of no use {number}")
        if time.thread_time() - started > _GROWING_SECONDS:
            return
