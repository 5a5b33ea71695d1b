"""The call that an exception came out of, as one would type it, with large arguments described."""

from __future__ import annotations

import traceback
from typing import Any

from autograder.checks.describe import is_array
from autograder.checks.describe import is_tensor
from autograder.checks.describe import shape_text
from autograder.checks.describe import shown
from autograder.engine import proxy
from autograder.errors import StudentError

_SMALL = 6
_ARGUMENT = 40
_CALL = 160


def call_of(error: StudentError) -> str:
    """Such as "max_pool(array of shape (2, 4), (2, 2))"; "" when it was no call of a name."""
    for frame, _ in reversed(list(traceback.walk_tb(error.__traceback__))):
        held = frame.f_locals
        if frame.f_globals.get("__name__") == proxy.__name__ and {"args", "kwargs"} <= held.keys():
            name = getattr(held["self"], "__name__", "")
            return _typed(name, held["args"], held["kwargs"]) if name else ""
    return ""


def _typed(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    parts = [*map(_short, args), *(f"{key}={_short(value)}" for key, value in kwargs.items())]
    text = f"{name}({', '.join(parts)})"
    return text if len(text) <= _CALL else f"{name}(...)"


def _short(value: Any) -> str:
    if is_array(value) and value.size > _SMALL:
        return f"array of shape {shape_text(value)}"
    if is_tensor(value) and value.numel() > _SMALL:
        return f"tensor of shape {shape_text(value)}"
    if is_array(value) or is_tensor(value):
        return str(value.tolist())
    if isinstance(value, list | tuple):
        inner = ", ".join(map(_short, value))
        text = f"[{inner}]" if isinstance(value, list) else f"({inner}{',' * (len(value) == 1)})"
        return text if len(text) <= 2 * _ARGUMENT else f"a {type(value).__name__} of {len(value)}"
    return getattr(value, "__name__", "") or shown(value, _ARGUMENT)
