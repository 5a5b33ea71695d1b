"""Grading many submissions at once: one slot a job, servers started when first needed."""

from __future__ import annotations

import os
import re
import selectors
from collections.abc import Iterable
from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field
from pathlib import Path
from types import TracebackType
from typing import Any
from typing import Self

from autograder.course.assignment import Assignment
from autograder.engine.servers import Grading
from autograder.engine.servers import Server
from autograder.engine.servers import Suite
from autograder.engine.servers import parse_answer
from autograder.engine.servers import start_template
from autograder.engine.servers import start_worker_server
from autograder.errors import CourseError
from autograder.isolation import Level

_TORCH = re.compile(r"^\s*(?:import|from)\s+torch\b", re.MULTILINE)


@dataclass(frozen=True)
class Job:
    """One staged submission to grade; `tag` is the caller's own."""

    assignment: Assignment
    folder: Path
    main: str
    tag: Any = None


@dataclass
class _Running:
    job: Job
    suite: Suite
    grading: Grading
    slot: int
    answer: bytearray = field(default_factory=bytearray)


class Pool:
    """Servers and slots of one run; a context manager, so that nothing survives it."""

    def __init__(self, level: Level, jobs: int, secret: bytes) -> None:
        self.level = level
        self._jobs = jobs
        self._secret = secret
        self._workers: dict[tuple[str, ...], Server] = {}
        self._templates: dict[tuple[tuple[str, ...], tuple[str, ...]], Server] = {}
        self._suites: dict[str, Suite] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for suite in self._suites.values():
            suite.close()
        for server in (*self._templates.values(), *self._workers.values()):
            server.close()

    def suite(self, assignment: Assignment) -> Suite:
        """The suite server of an assignment; CourseError when its suite cannot be used."""
        known = self._suites.get(assignment.slug)
        if known is None:
            known = Suite(self._template(assignment), assignment.folder, self._secret)
            self._suites[assignment.slug] = known
        if not known.usable:
            found = "\n  ".join(known.problems)
            raise CourseError(f"The suite of {assignment.slug} cannot grade:\n  {found}")
        return known

    def drop_suite(self, assignment: Assignment) -> None:
        """Close an assignment's suite server; it is opened again when needed."""
        suite = self._suites.pop(assignment.slug, None)
        if suite is not None:
            suite.close()

    def grade(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, dict[str, Any]]]:
        """Grade `jobs`, several at a time; each answer comes as soon as it is there."""
        waiting = iter(jobs)
        free = list(range(self._jobs))
        with selectors.DefaultSelector() as selector:
            self._fill(selector, waiting, free)
            while selector.get_map():
                for key, _ in selector.select():
                    running: _Running = key.data
                    piece = os.read(running.grading.answer, 1 << 20)
                    if piece:
                        running.answer += piece
                        continue
                    selector.unregister(running.grading.answer)
                    answer = parse_answer(bytes(running.answer))
                    running.suite.end(running.grading, well="fault" not in answer)
                    free.append(running.slot)
                    self._fill(selector, waiting, free)
                    yield running.job, answer

    def _fill(
        self, selector: selectors.BaseSelector, waiting: Iterator[Job], free: list[int]
    ) -> None:
        while free:
            job = next(waiting, None)
            if job is None:
                return
            slot = free.pop()
            suite = self.suite(job.assignment)
            grading = suite.begin(job.folder, job.main, _processor(slot, self._jobs))
            running = _Running(job, suite, grading, slot)
            selector.register(grading.answer, selectors.EVENT_READ, running)

    def _template(self, assignment: Assignment) -> Server:
        libraries = assignment.libraries
        trusted = _suite_libraries(assignment)
        key = (libraries, trusted)
        if key not in self._templates:
            # both are started before either is waited for: they import at the same time
            workers = self._workers.get(libraries)
            fresh = workers is None
            if workers is None:
                workers = start_worker_server(self.level, libraries)
            self._workers[libraries] = workers
            template = start_template(workers, trusted)
            self._templates[key] = template
            if fresh:
                workers.wait_ready()
            template.wait_ready()
        return self._templates[key]


def _processor(slot: int, slots: int) -> int | None:
    """A processor for a slot of its own, where there are enough.

    Runner and worker take turns: on one processor neither waits for the other to wake up.
    """
    if not hasattr(os, "sched_getaffinity"):
        return None
    processors = sorted(os.sched_getaffinity(0))
    return processors[slot] if slots <= len(processors) else None


def _suite_libraries(assignment: Assignment) -> tuple[str, ...]:
    """What the trusted side imports ahead: torch too when the suite uses it as an oracle."""
    files = (assignment.hidden, assignment.reference, assignment.misconceptions)
    texts = (file.read_text("utf-8") for file in files if file.is_file())
    wanted = any(_TORCH.search(text) for text in texts)
    return tuple(dict.fromkeys((*assignment.libraries, *(("torch",) if wanted else ()))))
