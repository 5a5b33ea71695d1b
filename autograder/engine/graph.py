"""Which tensors of a value take part in a gradient, in one fixed order.

Both sides walk arguments and results the same way, so a cotangent finds its tensor by
position and no graph ever crosses.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING
from typing import Any

if TYPE_CHECKING:
    import torch

_MAX_ITEMS = 100_000


def tracked_tensors(value: Any) -> Iterator[torch.Tensor]:
    """Tensors that require a gradient, through lists, tuples and dicts, in order."""
    if "torch" not in sys.modules:
        return
    torch = sys.modules["torch"]
    stack = [value]
    for _ in range(_MAX_ITEMS):  # a list may hold itself
        if not stack:
            return
        item = stack.pop()
        if type(item) in (list, tuple):
            stack.extend(reversed(item))
        elif type(item) is dict:
            stack.extend(reversed(item.values()))
        elif type(item) is torch.Tensor and item.requires_grad:
            yield item


def substitute(value: Any, replacements: Iterator[Any]) -> Any:
    """`value` with each tracked tensor replaced by the next of `replacements`."""
    torch = sys.modules["torch"]
    if type(value) is list:
        return [substitute(item, replacements) for item in value]
    if type(value) is tuple:
        return tuple(substitute(item, replacements) for item in value)
    if type(value) is dict:
        return {key: substitute(item, replacements) for key, item in value.items()}
    if type(value) is torch.Tensor and value.requires_grad:
        return next(replacements)
    return value
