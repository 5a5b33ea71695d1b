"""formgrader, served over loopback, shows our scores."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.nbgrader.course_files import ANSWERS
from tests.nbgrader.instructions import Page
from tests.nbgrader.nbgrader_world import World
from tests.nbgrader.nbgrader_world import answer
from tests.nbgrader.nbgrader_world import environment

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
SERVER = """\
c = get_config()
c.ServerApp.ip = "127.0.0.1"
c.ServerApp.port = {port}
c.ServerApp.allow_root = True
c.IdentityProvider.token = ""
"""
_SECONDS = 300


@pytest.fixture
def served(world: World) -> Iterator[str]:
    """The address of a JupyterLab in the course directory, where two students are graded."""
    world.hand_in("ada", answer(world.released(), ANSWERS))
    world.hand_in("bob", answer(world.released(), {**ANSWERS, "relu": "return x"}))
    world.grade("run", "--nbgrader", str(world.nb))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    (world.root / ".jupyter").mkdir()
    (world.root / ".jupyter" / "jupyter_server_config.py").write_text(SERVER.format(port=port))
    (commands,) = Page.read().commands("Look at it in formgrader")
    with (world.root / "server.log").open("w") as log:
        server = subprocess.Popen(
            ["bash", "-euc", commands],
            cwd=world.root,
            env=environment(world.root),
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            _wait_for(f"{address}/formgrader/api/assignments")
            yield address
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(30)


def _wait_for(address: str) -> None:
    until = time.monotonic() + _SECONDS
    while time.monotonic() < until:
        with contextlib.suppress(urllib.error.URLError, ConnectionError):
            urllib.request.urlopen(address, timeout=_SECONDS).close()
            return
        time.sleep(0.3)
    pytest.fail(f"no answer from {address}")


def _get(address: str) -> Any:
    with urllib.request.urlopen(address, timeout=_SECONDS) as answered:
        return answered.read().decode()


def test_formgrader_counts_and_shows_our_scores(served: str) -> None:
    (assignment,) = json.loads(_get(f"{served}/formgrader/api/assignments"))
    assert (assignment["num_submissions"], assignment["average_score"]) == (2, 9.5)
    submissions = json.loads(_get(f"{served}/formgrader/api/submissions/nn"))
    found = {s["student"]: (s["score"], s["max_score"], s["autograded"]) for s in submissions}
    assert found == {"ada": (10.5, 10.0, True), "bob": (8.5, 10.0, True)}
    notebooks = json.loads(_get(f"{served}/formgrader/api/submitted_notebooks/nn/nn"))
    bob = next(n for n in notebooks if n["student"] == "bob")
    page = _get(f"{served}/formgrader/submissions/{bob['id']}/?index=0")
    assert "0 of 2: Negative numbers become zero." in page
    assert "HIDDEN_NUMBERS" not in page


@pytest.mark.soak
@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
def test_a_browser_shows_them(served: str, tmp_path: Path) -> None:
    for name, page in (("list", "manage_submissions/nn"), ("gradebook", "gradebook/nn/nn")):
        shown = _browser(f"{served}/formgrader/{page}", tmp_path / f"{name}.png")
        assert "8.5" in shown
        assert "10.5" in shown


def _browser(address: str, picture: Path) -> str:
    """The page after its scripts ran, as text; `picture` shows it."""
    assert CHROMIUM is not None
    common = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1200,700"]
    common += ["--virtual-time-budget=20000", f"--user-data-dir={picture.parent}/profile"]
    subprocess.run(
        [*common, f"--screenshot={picture}", address], check=True, capture_output=True, timeout=300
    )
    done = subprocess.run(
        [*common, "--dump-dom", address], check=True, capture_output=True, text=True, timeout=300
    )
    return done.stdout
