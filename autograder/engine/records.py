"""Records and dicts of the standard library are tuples and dicts: so they cross, as copies.

A record with methods of its own, such as a number with a derivative, is an object.
"""

from __future__ import annotations

from collections import Counter
from collections import OrderedDict
from collections import defaultdict
from functools import cache
from types import FunctionType
from typing import Any
from typing import NamedTuple

_DICTS = (OrderedDict, defaultdict, Counter)
# What every class of records has, and how one of torch's shows itself.
_MADE = frozenset((*vars(NamedTuple("_Empty", [])), "__str__"))
_METHODS = (FunctionType, property, classmethod, staticmethod)


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
    if kind is not tuple and issubclass(kind, tuple) and _only_holds(kind):
        return tuple(tuple.__iter__(value))
    return value


@cache
def _only_holds(kind: type) -> bool:
    """Whether a class of tuples gives its items names, and nothing more."""
    members = [
        member for each in kind.__mro__ if each is not tuple for member in vars(each).items()
    ]
    added = (value for name, value in members if name not in _MADE)
    own = any(isinstance(value, _METHODS) for value in added)
    return hasattr(kind, "_fields") and not own
