"""Attacks succeed on an unconfined child and fail at each level; honest work goes on."""

from __future__ import annotations

import pytest

from autograder.isolation import Level
from tests.isolation import arena
from tests.isolation.conftest import Identity

LEVELS = [Level.PROCESS, Level.LOCKED, Level.SEALED]
EXPECTED_CLOSED = {
    Level.PROCESS: arena.CLOSED_BY_PROCESS,
    Level.LOCKED: set(arena.ATTACKS) - arena.OPEN_WHEN_LOCKED,
    Level.SEALED: set(arena.ATTACKS),
}


@pytest.mark.parametrize("name", arena.ATTACKS)
def test_attack_succeeds_unconfined(identity: Identity, name: str) -> None:
    outcome = identity.arena("none")[name]
    if outcome != "done" and name in arena.MAYBE_CLOSED_ANYWAY:
        pytest.skip(arena.MAYBE_CLOSED_ANYWAY[name])
    assert outcome == "done"


@pytest.mark.parametrize(
    ("level", "name"),
    [(level, name) for level in LEVELS for name in arena.ATTACKS if name in EXPECTED_CLOSED[level]],
    ids=lambda value: value.value if isinstance(value, Level) else value,
)
def test_attack_fails(identity: Identity, level: Level, name: str) -> None:
    identity.need(level)
    outcome = identity.arena(level.value)[name]
    assert outcome != "done"
    assert "LOCKDOWN" not in outcome


@pytest.mark.parametrize("name", arena.HONEST)
@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.value)
def test_honest_work_goes_on(identity: Identity, level: Level, name: str) -> None:
    identity.need(level)
    assert identity.arena(level.value)[name] == "done"


@pytest.mark.parametrize("kernel", ["locked@1", "locked@2", "locked@4", "sealed@0"])
def test_seccomp_and_mounts_close_what_an_older_landlock_leaves_open(
    identity: Identity, kernel: str
) -> None:
    level = Level.parse(kernel.partition("@")[0])
    identity.need(level)
    outcomes = identity.arena(kernel)
    assert {name for name in EXPECTED_CLOSED[level] if outcomes[name] == "done"} == set()
    broken = {name for name in arena.HONEST if outcomes[name] != "done"}
    # Without Landlock's own right to truncate, the call as such is closed.
    assert broken <= ({"write_scratch"} if kernel in {"locked@1", "locked@2"} else set())
