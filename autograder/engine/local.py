"""A suite's student in this process: a student's own machine, or an author's debugger."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from types import ModuleType

import numpy as np

from autograder.course.secret import seed_for
from autograder.engine.binding import generator
from autograder.engine.binding import import_file
from autograder.engine.inline import inline_session
from autograder.engine.loading_report import LoadReport
from autograder.engine.proxy import StudentModule
from autograder.engine.session import Session
from autograder.errors import UserError
from autograder.grading.sources import read_sources

OPEN_SECRET = b"visible tests use no secret"


class LocalBinding:
    """The file beside a suite, loaded once for all its tests."""

    def __init__(self, folder: Path, submission: Path | None, *, call_seconds: float = 0.0) -> None:
        self._call_seconds = call_seconds
        self._folder = folder
        self._slug = folder.name
        self._file = submission or folder / f"{self._slug}.py"

    def student(self, test_id: str) -> StudentModule:
        session, report, _ = self._loaded
        session.begin_test(seed_for(OPEN_SECRET, self._slug, test_id) % 2**32)
        return StudentModule(session, report.names)

    def reference(self) -> ModuleType:
        return self._reference

    def rng(self, test_id: str) -> np.random.Generator:
        return generator(seed_for(OPEN_SECRET, self._slug, test_id))

    @property
    def notes(self) -> list[str]:
        """What went wrong while the student's file was loaded, one sentence each."""
        _, report, notes = self._loaded
        return [*notes, *report.notes()]

    def absence(self, name: str, message: str) -> str:
        """`message` on a name that is missing, with its reason; "" where a note tells it all."""
        said = self._loaded[1].explain(name, "missing", message)
        for note in self.notes:
            said = said.replace(note, "")
        return said.strip()

    @cached_property
    def _reference(self) -> ModuleType:
        return import_file(self._folder / f"{self._slug}.py", self._slug)

    @cached_property
    def _loaded(self) -> tuple[Session, LoadReport, list[str]]:
        if not self._file.is_file():
            raise UserError(f"There is no file {self._file} to test; name one by --submission.")
        sources = read_sources(self._file.parent, self._file.name)
        if sources.problem:
            raise UserError(sources.problem)
        session = inline_session()
        report = session.load(
            units=[(unit.source, unit.file, unit.cell) for unit in sources.units],
            name=self._slug,
            folder=str(self._file.parent),
            libraries=[],
            forbid=[],
            call_seconds=self._call_seconds,
            import_seconds=self._call_seconds,
        )
        return session, LoadReport.from_facts(report, sources), list(sources.notes)
