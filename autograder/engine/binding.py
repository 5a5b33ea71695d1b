"""What stands behind the fixtures `student`, `reference` and `rng` of a suite."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING
from typing import Protocol

if TYPE_CHECKING:
    import numpy as np

    from autograder.engine.proxy import StudentModule


class Binding(Protocol):
    """Where a suite's student lives: in a worker, or in this process."""

    def student(self, test_id: str) -> StudentModule:
        """The student's module, with nothing left of earlier tests."""

    def reference(self) -> ModuleType:
        """The author's module."""

    def rng(self, test_id: str) -> np.random.Generator:
        """The only randomness of a test: the same for every submission."""


def generator(seed: int) -> np.random.Generator:
    """The random numbers of one test."""
    import numpy as np

    return np.random.Generator(np.random.PCG64(seed))


def import_file(path: Path, name: str, source: str | None = None) -> ModuleType:
    """A module made from a trusted file (or from `source` in its place), not registered.

    `sys.modules` must know the module while it runs (dataclasses look it up there).
    """
    spec = importlib.util.spec_from_loader(name, loader=None, origin=str(path))
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    module.__file__ = str(path)
    code = compile(path.read_text("utf-8") if source is None else source, str(path), "exec")
    earlier = sys.modules.get(name)
    sys.modules[name] = module
    try:
        exec(code, module.__dict__)
    finally:
        if earlier is not None:
            sys.modules[name] = earlier
    return module
