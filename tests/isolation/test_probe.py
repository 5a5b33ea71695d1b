from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from autograder.isolation import Level
from autograder.isolation import probe
from tests.isolation.conftest import Identity

PROGRAM = """
from autograder.isolation import probe
found = probe()
print(found.level.value)
for level, reason in found.gaps.items():
    print(level.value, reason)
"""


def test_the_probe_is_quick_and_asked_once() -> None:
    probe.cache_clear()
    started = time.perf_counter()
    first = probe()
    assert time.perf_counter() - started < 3
    assert probe() is first
    assert first.level not in first.gaps


def test_the_level_found_is_the_one_demanded(identity: Identity) -> None:
    demanded = os.environ.get("GRADE_REQUIRE_LEVEL")
    if demanded is None:
        pytest.skip("GRADE_REQUIRE_LEVEL demands nothing")
    assert identity.capabilities.level >= Level.parse(demanded), identity.capabilities.gaps


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give CAP_SYS_ADMIN up")
def test_root_without_the_right_to_mount_learns_why_it_is_not_sealed() -> None:
    without = ["setpriv", "--bounding-set=-sys_admin", "--inh-caps=-sys_admin"]
    printed = subprocess.run(
        [*without, sys.executable, "-c", PROGRAM],
        env={"PYTHONPATH": str(Path(__file__).parents[2])},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    level, *gaps = printed.splitlines()
    assert level != "sealed"
    (reason,) = [gap for gap in gaps if gap.startswith("sealed")]
    assert "'mount namespace' failed: Operation not permitted" in reason
    assert "CAP_SYS_ADMIN" in reason
