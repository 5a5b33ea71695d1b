"""Records and dicts of the standard library are tuples and dicts: so they cross, as copies."""

from __future__ import annotations

from collections import Counter
from collections import OrderedDict
from collections import defaultdict
from typing import Any

_DICTS = (OrderedDict, defaultdict, Counter)


def plain(value: Any) -> Any:
    """`value`, and what a list or tuple holds, without such subclasses; any others stay."""
    value = _plain(value)
    if type(value) in (list, tuple) and any(_plain(item) is not item for item in value):
        return type(value)(map(_plain, value))
    return value


def _plain(value: Any) -> Any:
    kind = type(value)
    if kind in _DICTS:
        return dict(value)
    if kind is not tuple and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return tuple(tuple.__iter__(value))
    return value
