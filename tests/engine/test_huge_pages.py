"""Code on 2 MB pages: it runs as before, here and in a fork, and lies where it lay."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

COMPUTE = """
import os, re, sys
from pathlib import Path
from autograder.engine import huge_pages, warm

def value():
    torch.manual_seed(0)
    net = torch.nn.Linear(3, 2)
    net(torch.ones(4, 3)).exp().sum().backward()
    return net.weight.grad.tolist(), np.linalg.inv(np.array([[2.0, 1.0], [1.0, 3.0]])).tolist()

def spans():
    lines = Path("/proc/self/smaps").read_text()
    found = re.findall(r"^([0-9a-f]+)-([0-9a-f]+) r-xp (.*)$", lines, re.M)
    return sum(int(end, 16) - int(start, 16) for start, end, rest in found)

warm.import_libraries(("numpy", "torch"))
import numpy as np, torch
before, executable = value(), spans()
huge_pages.move_code()
maps = Path("/proc/self/maps").read_text()
moved = len(re.findall("^[0-9a-f]+-[0-9a-f]+ r-xp 0+ 00:00 0 *$", maps, re.M))
assert value() == before
assert spans() == executable
child = os.fork()
if child == 0:
    os._exit(0 if value() == before else 1)
assert os.waitpid(child, 0)[1] == 0
print(moved)
"""


@pytest.mark.skipif(
    not Path("/sys/kernel/mm/transparent_hugepage").exists(), reason="this kernel has no 2 MB pages"
)
def test_moved_code_computes_as_before() -> None:
    run = subprocess.run(
        [sys.executable, "-c", COMPUTE], check=False, capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 0
