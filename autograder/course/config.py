"""TOML into dataclasses: the fields of the class are the keys, its annotations their types."""

from __future__ import annotations

import tomllib
import types
from collections.abc import Iterable
from collections.abc import Mapping
from dataclasses import MISSING
from dataclasses import fields
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any
from typing import TypeVar
from typing import Union
from typing import cast
from typing import get_args
from typing import get_origin
from typing import get_type_hints

from autograder.errors import CourseError

_T = TypeVar("_T")
_WORDS = {
    str: "text in quotes",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    tuple: "a list of texts",
    dict: "a table",
    Path: "the path of a file, in quotes",
}


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file. Raises CourseError when it is absent or malformed."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CourseError(f"{path}: there is no such file.") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise CourseError(f"{path}: this is not readable as TOML: {problem}.") from None


def build(kind: type[_T], table: Mapping[str, Any], file: Path, **given: Any) -> _T:
    """An instance of the dataclass `kind` from a table of `file`.

    `given` are fields the program itself sets; they are no keys of the file. Raises
    CourseError for an unknown key, a missing one and a value of the wrong type.
    """
    return _build(kind, table, file, "", given)


def closest(word: str, known: Iterable[str]) -> str:
    """Return " Did you mean 'x'?" when a known word is close, else the list of known words."""
    import difflib  # only a mistake needs it

    words = sorted(known)
    near = difflib.get_close_matches(word, words, n=1)
    if near:
        return f" Did you mean {near[0]!r}?"
    return f" Known: {', '.join(words)}." if words else ""


def _build(
    kind: type[_T], table: Mapping[str, Any], file: Path, prefix: str, given: Mapping[str, Any]
) -> _T:
    hints = get_type_hints(kind)
    known = {f.name: f for f in fields(cast("Any", kind)) if f.init and f.name not in given}
    values = dict(given)
    for key, value in table.items():
        if key not in known:
            raise CourseError(f"{file}: unknown key {prefix + key!r}.{closest(key, known)}")
        values[key] = _convert(value, hints[key], file, prefix + key)
    for name, field in known.items():
        optional = field.default is not MISSING or field.default_factory is not MISSING
        if name not in values and not optional:
            expected = _expected(hints[name])
            raise CourseError(f"{file}: the key {prefix + name!r} is missing: it is {expected}.")
    return kind(**values)


def _convert(value: Any, hint: Any, file: Path, key: str) -> Any:
    hint = _without_none(hint)
    origin = get_origin(hint) or hint
    if hint is Any:
        return value
    if is_dataclass(origin) and isinstance(value, dict):
        return _build(cast("type[Any]", origin), value, file, f"{key}.", {})
    if origin is dict and isinstance(value, dict):
        inner = get_args(hint)[1]
        return {name: _convert(item, inner, file, f"{key}.{name}") for name, item in value.items()}
    if origin is tuple and isinstance(value, list):
        inner = get_args(hint)[0]
        return tuple(_convert(item, inner, file, f"{key}[{i}]") for i, item in enumerate(value))
    if origin is Path and isinstance(value, str):
        return file.parent / value
    if origin is float and type(value) is int:
        return float(value)
    # A bool is an int to Python, but "minutes = true" is a slip.
    if type(value) is origin:
        return value
    raise CourseError(f"{file}: {key!r} must be {_expected(hint)}, found {value!r}.")


def _without_none(hint: Any) -> Any:
    if get_origin(hint) in (Union, types.UnionType):
        return next(part for part in get_args(hint) if part is not type(None))
    return hint


def _expected(hint: Any) -> str:
    hint = _without_none(hint)
    origin = get_origin(hint) or hint
    return _WORDS[dict] if is_dataclass(origin) else _WORDS.get(origin, str(hint))
