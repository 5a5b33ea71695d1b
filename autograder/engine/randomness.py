"""A fixed start for every source of random numbers that a process has loaded."""

from __future__ import annotations

import random
import sys


def seed_everything(seed: int) -> None:
    """Start the standard library's, numpy's and torch's global generators at `seed`."""
    random.seed(seed)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(seed % 2**32)
    if "torch" in sys.modules:
        # torch.manual_seed also queues a formatted traceback for each kind of accelerator
        sys.modules["torch"].default_generator.manual_seed(seed)
