"""No cheat is graded better than it is, harms a classmate, or costs the grader."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from autograder.isolation import Level
from tests.attacks.cheats import ATTACKS
from tests.attacks.conftest import Grader
from tests.attacks.conftest import play


def test_attacks_succeed_in_one_process_with_the_suite(tmp_path: Path) -> None:
    outcomes = play([sys.executable], "play_class.py", "none", tmp_path)
    assert set(outcomes) == set(ATTACKS)
    must = {name for name, attack in ATTACKS.items() if not attack.alone}
    assert {name for name in must if outcomes[name] == "failed"} == set()


@pytest.mark.parametrize(
    "level",
    [pytest.param(Level.LOCKED, marks=pytest.mark.soak), Level.SEALED],
    ids=lambda level: level.value,
)
def test_attacks_fail_in_a_class(grader: Grader, level: Level) -> None:
    grader.need(level)
    results = grader.play("play_class.py", level.value)
    run = results.pop("the run")
    assert run["survivors"] == []
    assert run["files as they were"]
    assert run["grown_kb"] < 50 * 1024
    assert (results["classmate"]["score"], results["wrong"]["score"]) == (5, 4)
    passed = {
        name: {test for test, (status, *_) in results[name]["tests"].items() if status == "passed"}
        for name in ATTACKS
    }
    assert {name for name, attack in ATTACKS.items() if attack.aims in passed[name]} == set()
    assert {name for name in ATTACKS if results[name]["status"] != "graded"} == set()
    assert {name for name in ATTACKS if "test_memory" not in passed[name]} == set()
    every = set(results["classmate"]["tests"])
    harmless = {name for name, attack in ATTACKS.items() if not attack.spoils}
    assert {name for name in harmless if passed[name] != every - {ATTACKS[name].aims}} == set()
