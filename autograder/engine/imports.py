"""Which packages a student's file may import, whatever is installed on the machine."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from importlib.machinery import PathFinder
from types import ModuleType

_STANDARD = frozenset(sys.stdlib_module_names)


class ImportGuard:
    """A finder that comes first and refuses packages outside `libraries`.

    Allowed: the standard library, the libraries and what they need themselves (found
    loaded already), and modules beside the submission.
    """

    def __init__(self, libraries: tuple[str, ...], folder: str) -> None:
        self._libraries = libraries
        self._folder = folder

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        top = fullname.partition(".")[0]
        if top in _STANDARD or top in self._libraries or top in sys.modules:
            return None
        if PathFinder.find_spec(top, [self._folder]) is not None:
            return None
        raise ModuleNotFoundError(
            f"{top!r} is not available in this exercise, which uses {', '.join(self._libraries)}",
            name=fullname,
        )
