from __future__ import annotations

import pytest

from autograder.errors import UserError
from autograder.isolation import Level


def test_levels_are_ordered_from_weak_to_strong() -> None:
    assert sorted(Level) == list(Level)
    assert max(Level) is Level.SEALED
    assert Level.parse("sealed") >= Level.LOCKED


def test_parse_ignores_case_and_space() -> None:
    assert Level.parse(" Sealed\n") is Level.SEALED


def test_an_unknown_level_is_answered_with_the_choices() -> None:
    with pytest.raises(UserError, match=r"inline, process, locked, sealed; found 'docker'"):
        Level.parse("docker")
