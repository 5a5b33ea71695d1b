"""A module of the author's own in the student's place, in this process."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np

from autograder.course.secret import seed_for
from autograder.engine.binding import generator
from autograder.engine.inline import session_on
from autograder.engine.proxy import StudentModule
from autograder.engine.session import Session


class TrustedBinding:
    """The suite's own reference, or another right answer, as the student."""

    def __init__(
        self,
        slug: str,
        secret: bytes,
        reference: ModuleType,
        student: ModuleType | None = None,
        kind: type[Session] = Session,
    ) -> None:
        self._slug = slug
        self._secret = secret
        self._reference = reference
        module = student or reference
        names = {
            name: "class" if isinstance(value, type) else "function" if callable(value) else "value"
            for name, value in vars(module).items()
        }
        folder = str(Path(module.__file__).parent) if module.__file__ else ""
        self.session = session_on(module, kind=kind, folder=folder)
        self._student = StudentModule(self.session, names)

    def student(self, test_id: str) -> StudentModule:
        self.session.begin_test(seed_for(self._secret, self._slug, test_id) % 2**32)
        return self._student

    def reference(self) -> ModuleType:
        return self._reference

    def rng(self, test_id: str) -> np.random.Generator:
        return generator(seed_for(self._secret, self._slug, test_id))
