"""Our engine, with what each of its processes used for a submission."""

# ruff: noqa: SLF001 - other entry modules are slipped under the servers start

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any
from typing import Self

from autograder.course.assignment import Assignment
from autograder.engine import servers
from autograder.engine.pool import Job
from autograder.engine.pool import Pool
from autograder.isolation import Level
from benchmarks import cpu
from benchmarks.direct import SECRET
from benchmarks.peers import Cost
from benchmarks.stopwatch import VARIABLE
from benchmarks.stopwatch import Stopwatch

WORKER, SUITE = "autograder.engine.worker_server", "autograder.engine.suite_server"
_KINDS = ("suite server", "worker server", "runner")
AS_IT_IS: dict[str, str] = {}
UNDIAGNOSED = {SUITE: "benchmarks.undiagnosed_suite"}
ONE_BY_ONE = {SUITE: "benchmarks.one_by_one_suite"}
TIMED = {SUITE: "benchmarks.timed_suite", WORKER: "benchmarks.timed_worker"}


@dataclass(frozen=True)
class Split(Cost):
    """A cost by process, in seconds; `phases` is filled by timed servers only."""

    processes: dict[str, float]
    phases: dict[str, float]
    answer: dict[str, Any]


class Engine:
    """A pool with every suite opened; `instead` names other entry modules of its servers."""

    def __init__(
        self,
        assignments: list[Assignment],
        level: Level,
        jobs: int = 1,
        instead: dict[str, str] = AS_IT_IS,
    ) -> None:
        before = {process.pid for process in cpu.descendants(os.getpid())}
        with tempfile.NamedTemporaryFile() as file:
            self._watch = Stopwatch(Path(file.name))
            with _servers(instead, file.name):
                self.pool = Pool(level, jobs, SECRET)
                for assignment in assignments:
                    self.pool.suite(assignment)
        opened = {process.pid for process in cpu.descendants(os.getpid())}
        self._roots = opened - before

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.pool.__exit__(kind, error, traceback)

    def grade(self, assignment: Assignment, file: Path) -> Split:
        """Grade one file, and wait until its processes are gone."""
        phases, used = self._watch.read(), self._used()
        own, started = time.process_time(), time.perf_counter()
        ((_, answer),) = self.pool.grade([Job(assignment, file.parent, file.name)])
        wall, own = time.perf_counter() - started, time.process_time() - own
        if "fault" in answer:
            raise RuntimeError(answer["fault"])
        time.sleep(0.002)  # the runner has answered and is about to wait
        after = self._used()
        processes = dict.fromkeys(_KINDS, 0.0)
        for process, seconds in after.items():
            processes[process[0]] += seconds - used.get(process, 0.0)
        processes |= {"worker": answer["timings"].get("worker_cpu", 0.0), "grade": own}
        return Split(
            sum(processes.values()),
            wall,
            frozenset(test["id"] for test in answer["tests"] if test["status"] == "passed"),
            processes,
            {name: now - phases[name] for name, now in self._watch.read().items()},
            answer,
        )

    def batch(self, assignment: Assignment, files: list[Path]) -> tuple[float, float]:
        """(CPU, wall) seconds of grading `files`, as many at a time as the pool has jobs."""
        used, started = self._total(), time.perf_counter()
        jobs = [Job(assignment, file.parent, file.name) for file in files]
        for _, answer in self.pool.grade(jobs):
            if "fault" in answer:
                raise RuntimeError(answer["fault"])
        wall = time.perf_counter() - started
        time.sleep(0.1)  # the last workers are about to be counted
        return self._total() - used, wall

    def _servers(self) -> list[cpu.Process]:
        return cpu.descendants(os.getpid(), beneath=self._roots)

    def _used(self) -> dict[tuple[str, int], float]:
        """Seconds by kind and pid of every process that may outlive a submission."""
        found: dict[tuple[str, int], float] = {}
        for process in self._servers():
            kind = "worker server" if "worker" in process.command else "suite server"
            kind = kind if process.pid in self._roots else "runner"
            found[kind, process.pid] = process.exact
        return found

    def _total(self) -> float:
        return sum(process.total for process in self._servers()) + time.process_time()


@contextmanager
def _servers(instead: dict[str, str], stopwatch: str) -> Iterator[None]:
    """Start servers from other entry modules, and tell them where the stopwatch is."""
    spawn = servers._spawn

    def spawn_another(module: str, fds: Any, arguments: Any, extra: dict[str, str]) -> Any:
        extra = {**extra, VARIABLE: stopwatch} if instead else extra
        return spawn(instead.get(module, module), fds, arguments, extra)

    servers._spawn = spawn_another
    try:
        yield
    finally:
        servers._spawn = spawn


def worker_memory(level: Level) -> int:
    """Bytes of its own of a worker after a backward pass in torch."""
    from autograder.engine.remote import RemoteWorker
    from autograder.isolation import Limits
    from autograder.isolation import readable_roots

    source = (
        "import torch\n"
        "def learn():\n"
        "    net = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), "
        "torch.nn.Linear(16, 4))\n"
        "    net(torch.ones(5, 8)).pow(2).sum().backward()\n"
        "    return float(net[0].weight.grad.sum())\n"
    )
    libraries = ("numpy", "torch")
    server = servers.start_worker_server(level, libraries)
    with tempfile.TemporaryDirectory() as folder, suppress(ProcessLookupError):
        Path(folder).chmod(0o755)
        server.wait_ready()
        worker = RemoteWorker(
            server.control, Path(folder), readable_roots(libraries), Limits(memory_mb=2048)
        )
        worker.session.load(
            units=[(source, "hw.py", None)],
            name="hw",
            folder=str(worker.folder),
            libraries=list(libraries),
            forbid=[],
            call_seconds=10.0,
            import_seconds=10.0,
        )
        worker.session.ask("call", None, "learn")
        pid = max(process.pid for process in cpu.descendants(server.process.pid))
        found = cpu.unshared_bytes(pid)
        worker.close()
        server.close()
        return found
    raise RuntimeError("The worker ended early.")
