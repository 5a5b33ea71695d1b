"""Every attack on the host succeeds unconfined, and none does where the engine promises so."""

from __future__ import annotations

import pytest

from autograder.isolation import Level
from tests.attacks import host
from tests.attacks.conftest import Grader

# Landlock hides neither names nor sizes.
OPEN = {Level.LOCKED: {"stat_tests"}, Level.SEALED: set[str]()}


def test_attacks_succeed_unconfined(grader: Grader) -> None:
    outcomes = grader.play("play_host.py", "none")
    failed = {name: said for name, said in outcomes.items() if said != "done"}
    assert set(outcomes) == set(host.ATTACKS)
    assert {name: said for name, said in failed.items() if name not in host.NOT_UNCONFINED} == {}


@pytest.mark.parametrize("level", [Level.LOCKED, Level.SEALED], ids=lambda level: level.value)
def test_attacks_fail(grader: Grader, level: Level) -> None:
    grader.need(level)
    outcomes = grader.play("play_host.py", level.value)
    assert outcomes.pop("the classmate") == "well"
    assert outcomes.pop("survivors") == ""
    assert {name for name, said in outcomes.items() if said == "done"} == OPEN[level]
