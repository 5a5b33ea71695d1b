from __future__ import annotations

import stat
from pathlib import Path

import pytest

from autograder.course.secret import FILE
from autograder.course.secret import VARIABLE
from autograder.course.secret import course_secret
from autograder.course.secret import existing_secret
from autograder.course.secret import fingerprint
from autograder.course.secret import seed_for
from autograder.errors import CourseError


@pytest.fixture(autouse=True)
def _no_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)


def test_created_once_and_private(tmp_path: Path) -> None:
    assert existing_secret(tmp_path) is None
    secret = course_secret(tmp_path)
    assert course_secret(tmp_path) == existing_secret(tmp_path) == secret
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == [FILE]


def test_two_courses_have_two_secrets(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).mkdir()
    assert course_secret(tmp_path / "a") != course_secret(tmp_path / "b")


def test_the_variable_wins_and_writes_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, " open sesame ")
    assert course_secret(tmp_path) == b"open sesame"
    assert not list(tmp_path.iterdir())


def test_refused_when_others_may_read_it(tmp_path: Path) -> None:
    course_secret(tmp_path)
    (tmp_path / FILE).chmod(0o640)
    with pytest.raises(CourseError, match=r"mode 640, expected 600.*chmod 600"):
        course_secret(tmp_path)


def test_refused_when_empty(tmp_path: Path) -> None:
    (tmp_path / FILE).touch(mode=0o600)
    with pytest.raises(CourseError, match="is empty"):
        course_secret(tmp_path)


def test_seeds_are_fixed_by_secret_slug_and_test() -> None:
    # Pinned: another value would change every score of every graded class.
    assert seed_for(b"s", "softmax", "test_rows") == SEED
    keys = [(b"s", "ab", "c"), (b"s", "a", "bc"), (b"t", "ab", "c"), (b"s" * 99, "ab", "c")]
    assert len({seed_for(*key) for key in keys}) == len(keys)


def test_fingerprint_is_eight_hex_digits_without_the_secret() -> None:
    assert len(fingerprint(b"deadbeef")) == 8
    assert int(fingerprint(b"deadbeef"), 16) != 0xDEADBEEF
    assert fingerprint(b"a") != fingerprint(b"b")


SEED = 189669363913506942473000678663153433971
