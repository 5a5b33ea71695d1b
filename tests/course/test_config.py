from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field
from pathlib import Path
from typing import Any

import pytest

from autograder.course.config import build
from autograder.course.config import read_toml
from autograder.errors import CourseError


@dataclass(frozen=True)
class Inner:
    seconds: float = 1.0


@dataclass(frozen=True)
class Outer:
    title: str
    minutes: int = 5
    core: bool = True
    hints: tuple[str, ...] = ()
    inner: Inner = field(default_factory=Inner)
    roster: Path | None = None
    lists: dict[str, tuple[str, ...]] = field(default_factory=dict)
    raw: dict[str, Any] = field(default_factory=dict)


def read(folder: Path, text: str) -> Outer:
    file = folder / "outer.toml"
    file.write_text(text)
    return build(Outer, read_toml(file), file)


def test_every_type_is_converted(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        'title = "T"\nhints = ["a"]\nroster = "r.csv"\n[inner]\nseconds = 3\n'
        '[lists]\nx = ["y"]\n[raw]\nanything = [1, "two"]\n',
    )
    assert found == Outer(
        "T",
        hints=("a",),
        roster=tmp_path / "r.csv",
        inner=Inner(3.0),
        lists={"x": ("y",)},
        raw={"anything": [1, "two"]},
    )
    assert isinstance(found.inner.seconds, float)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('titel = "T"', "unknown key 'titel'. Did you mean 'title'?"),
        ("minutes = 3", "the key 'title' is missing: it is text in quotes"),
        ('title = "T"\nminutes = true', "'minutes' must be a whole number, found True"),
        ('title = "T"\nminutes = 1.5', "'minutes' must be a whole number, found 1.5"),
        ('title = "T"\ncore = 1', "'core' must be true or false, found 1"),
        ('title = "T"\nhints = "a"', "'hints' must be a list of texts, found 'a'"),
        ('title = "T"\nhints = ["a", 2]', "'hints[1]' must be text in quotes, found 2"),
        ('title = "T"\n[inner]\nsecond = 2', "unknown key 'inner.second'. Did you mean 'seconds'?"),
        ('title = "T"\ninner = 2', "'inner' must be a table, found 2"),
        ('title = "T"\n[lists]\nx = "y"', "'lists.x' must be a list of texts, found 'y'"),
        ("title = ", "not readable as TOML"),
    ],
)
def test_mistakes_name_file_key_and_expectation(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(CourseError) as caught:
        read(tmp_path, text)
    assert says in str(caught.value)
    assert str(tmp_path / "outer.toml") in str(caught.value)


def test_an_absent_file_is_a_course_error(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match="no such file"):
        read_toml(tmp_path / "none.toml")
