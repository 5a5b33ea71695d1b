from __future__ import annotations

import numpy as np
import torch


def as_images(rows: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
    """Images and labels from rows of the file."""
    pixels, digit = rows[:, :64], rows[:, 64]
    X = torch.tensor(pixels, dtype=torch.float32).reshape(-1, 1, 8, 8)
    y = torch.tensor(digit, dtype=torch.int64)
    return X, y
