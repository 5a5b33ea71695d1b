"""Students' modules in real, locked-down workers."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Callable
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from autograder.engine.proxy import StudentModule
from autograder.engine.remote import RemoteWorker
from autograder.engine.servers import Server
from autograder.engine.servers import start_worker_server
from autograder.isolation import Level
from autograder.isolation import Limits
from autograder.isolation import probe
from autograder.isolation import readable_roots

LIBRARIES = ("numpy", "torch")


@dataclass
class Remote:
    """A student module and the worker behind it."""

    student: StudentModule
    worker: RemoteWorker
    report: dict[str, Any]

    def next_test(self) -> None:
        self.worker.session.begin_test(1)


Start = Callable[..., Remote]


@pytest.fixture(scope="session")
def level() -> Level:
    """The strongest level of this machine, which CI holds to $GRADE_REQUIRE_LEVEL."""
    found = probe()
    required = os.environ.get("GRADE_REQUIRE_LEVEL")
    if required and found.level < Level.parse(required):
        pytest.fail(f"{required} is required: {found.gaps}")
    return found.level


@pytest.fixture(scope="session")
def server(level: Level) -> Iterator[Server]:
    started = start_worker_server(level, LIBRARIES)
    started.wait_ready()
    yield started
    started.close()


@pytest.fixture
def remote(server: Server, tmp_path: Path) -> Iterator[Start]:
    """Start a worker on a source text: `remote(source)`."""
    workers: list[RemoteWorker] = []

    def start(
        source: str,
        *,
        limits: Limits | None = None,
        forbid: tuple[str, ...] = (),
        libraries: tuple[str, ...] = LIBRARIES,
    ) -> Remote:
        used = limits or Limits(call_seconds=1.0)
        folder = tmp_path / str(len(workers))
        folder.mkdir()
        tmp_path.chmod(0o755)
        text = textwrap.dedent(source)
        (folder / "hw.py").write_text(text, "utf-8")
        worker = RemoteWorker(server.control, folder, readable_roots(libraries), used)
        workers.append(worker)
        report = worker.session.load(
            units=[(text, "hw.py", None)],
            name="hw",
            folder=str(worker.folder),
            libraries=list(libraries),
            forbid=list(forbid),
            call_seconds=used.call_seconds,
            import_seconds=used.import_seconds,
        )
        worker.session.begin_test(1)
        return Remote(StudentModule(worker.session, report["names"]), worker, report)

    yield start
    for worker in workers:
        worker.close()
