"""Torch, imported by the zygote, works in a worker at the strongest level of this machine."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from autograder.isolation import probe

PROGRAM = """
import os, sys
from pathlib import Path
from autograder.isolation import Confinement, Isolator, Level, Limits, readable_roots

level, folder = Level(sys.argv[1]), Path(sys.argv[2])
uid = 4711 if os.geteuid() == 0 else None
for part in ("submission", "scratch"):
    (folder / part).mkdir()
if uid:
    os.chown(folder / "scratch", uid, uid)
isolator = Isolator(level)
isolator.enter()
import torch
import torch._dynamo
torch.nn.Conv2d(1, 1, 1)(torch.zeros(1, 1, 1, 1))  # reads /proc/cpuinfo, once
roots = readable_roots(("torch", "numpy"))
scratch = None if level is Level.SEALED else folder / "scratch"
provision = isolator.prepare(roots, Limits())
output = os.memfd_create("output")
pid = isolator.fork()
if pid == 0:
    status = 1
    try:
        isolator.confine(
            Confinement(provision, str(folder / "submission"), scratch, uid),
            (), output,
        )
        torch.manual_seed(0)
        layers = torch.nn.Conv2d(1, 4, 3), torch.nn.Flatten(), torch.nn.Linear(144, 2)
        net = torch.nn.Sequential(*layers)
        optimiser = torch.optim.Adam(net.parameters())
        x, y = torch.randn(16, 1, 8, 8), torch.randint(2, (16,))
        losses = []
        for _ in range(5):
            loss = torch.nn.functional.cross_entropy(net(x), y)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            losses.append(loss.item())
        assert losses[-1] < losses[0]
        torch.save(net.state_dict(), "net.pt")
        net.load_state_dict(torch.load("net.pt"))
        torch.linalg.svd(torch.randn(50, 40))
        status = 0
    except BaseException:
        import traceback
        os.write(1, traceback.format_exc().encode())
    finally:
        os._exit(status)
os.waitpid(pid, 0)
print(os.pread(output, 10000, 0).decode(), end="")
"""


def test_training_works_in_a_worker() -> None:
    pytest.importorskip("torch")
    environment = {"PYTHONPATH": str(Path(__file__).parents[2]), "OMP_NUM_THREADS": "1"}
    with tempfile.TemporaryDirectory(prefix="grade-test-") as folder:
        Path(folder).chmod(0o755)
        run = subprocess.run(
            [sys.executable, "-c", PROGRAM, probe().level.value, folder],
            env=environment,
            check=True,
            capture_output=True,
            text=True,
            timeout=100,
        )
    assert run.stdout == ""
