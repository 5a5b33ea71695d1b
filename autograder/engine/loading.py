"""Running a student's file or notebook, statement by statement.

A statement that fails costs what it would have defined, not the rest: the next ones
still run, and the report names each line that failed. A cell that does not parse is
skipped in the same way; a file that does not parse defines nothing. A statement that
ended the process is left out when the file is loaded once more.
"""

from __future__ import annotations

import ast
import linecache
import os
import sys
import time
import types
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from dataclasses import field
from typing import Any

from autograder.engine.definitions import bound_names
from autograder.engine.definitions import is_definition
from autograder.engine.definitions import leftovers
from autograder.engine.definitions import nested
from autograder.engine.definitions import relative_import
from autograder.engine.imports import ImportGuard
from autograder.engine.shortcuts import ShortcutWatch
from autograder.engine.shortcuts import imported_modules
from autograder.engine.shortcuts import static_uses
from autograder.engine.soft_limit import CallTimeout
from autograder.engine.soft_limit import CpuLimit
from autograder.engine.traceback import exception_facts

MAX_PROBLEMS = 20
_DEFINITION_SECONDS = 0.5
_TOO_MUCH = "it is too long, or nested too deeply"


@dataclass(frozen=True)
class Unit:
    """Source that is parsed as one: a file, or one cell of a notebook."""

    source: str
    file: str
    cell: int | None = None

    @property
    def filename(self) -> str:
        """The name that tracebacks carry; places in a report are read back from it."""
        return self.file if self.cell is None else f"{self.file}, cell {self.cell}"


@dataclass
class Loaded:
    """A module after its statements ran, and what went wrong on the way."""

    module: types.ModuleType
    folder: str
    files: dict[str, list[str]] = field(default_factory=dict)
    trees: list[ast.Module] = field(default_factory=list)
    problems: list[dict[str, Any]] = field(default_factory=list)
    lost: dict[str, str] = field(default_factory=dict)
    """Name -> the statement that would have set it, had it not failed or been left out."""

    def report(self, shortcuts: ShortcutWatch) -> dict[str, Any]:
        """Plain facts for the grader; see `LoadReport`."""
        statements = [node for tree in self.trees for node in tree.body]
        return {
            "names": {
                name: _kind(value)
                for name, value in list(self.module.__dict__.items())
                if isinstance(name, str) and (not name.startswith("__") or name == "__getattr__")
            },
            "problems": self.problems,
            "leftovers": dict(leftovers(statements)),
            "nested": dict(nested(statements)),
            "relative": relative_import(statements),
            "shadowed": sorted(self._shadowed()),
            "shortcuts": static_uses(self.trees, shortcuts.forbidden),
        }

    def _shadowed(self) -> set[str]:
        """Libraries that the file imports and that a file handed in beside it is named after."""
        beside = {name.removesuffix(".py") for name in _names_in(self.folder)}
        taken = {
            name
            for name in beside & sys.modules.keys()
            if not str(getattr(sys.modules[name], "__file__", "")).startswith(self.folder)
        }
        if not taken:  # looking for imports takes longer than most files take to load
            return taken
        return taken & {dotted.partition(".")[0] for dotted in imported_modules(self.trees)}


@dataclass(frozen=True)
class LoadRequest:
    """What to load and how, as it crosses the wire.

    units: (source, file, cell) each. name: of the module. folder: importable. libraries:
    all that may be imported besides ([] where the process is not the student's own).
    forbid: dotted names. Seconds are CPU seconds, 0 for no limit. announce: told where
    (file, line) before each statement that may do anything. skip: such places that are
    left out. only_definitions: leave all of them out.
    """

    units: list[tuple[str, str, int | None]]
    name: str
    folder: str
    libraries: list[str]
    forbid: list[str]
    call_seconds: float
    import_seconds: float
    announce: Callable[[str, int], object] | None = None
    skip: tuple[tuple[str, int], ...] = ()
    only_definitions: bool = False


def load(request: LoadRequest) -> Loaded:
    """Run the units into a fresh module."""
    return _Loader(request).load()


class _Loader:
    """One loading in progress."""

    def __init__(self, request: LoadRequest) -> None:
        self._request = request
        self._folder = request.folder
        self._deadline = time.process_time() + request.import_seconds
        self._only_definitions = request.only_definitions

    def load(self) -> Loaded:
        request = self._request
        module = types.ModuleType(request.name)
        loaded = Loaded(module, self._folder)
        sys.modules[request.name] = module
        if self._folder:
            # Python's own rule: a script's folder comes first.
            sys.path.insert(0, self._folder)
            _make_package_of(module, self._folder)
        if request.libraries:
            sys.meta_path.insert(0, ImportGuard(tuple(request.libraries), self._folder))
        for unit in (Unit(*parts) for parts in request.units):
            loaded.files[unit.filename] = unit.source.splitlines()
            # inspect.getsource asks there, and torch.jit.script asks inspect
            lines = unit.source.splitlines(keepends=True)
            linecache.cache[unit.filename] = (len(unit.source), None, lines, unit.filename)
            tree = self._parse(unit, loaded)
            if tree is None:
                continue
            loaded.trees.append(tree)
            module.__dict__.setdefault("__file__", f"{self._folder}/{unit.file}")
            self._run(tree, unit, loaded)
        return loaded

    def _parse(self, unit: Unit, loaded: Loaded) -> ast.Module | None:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = compile(
                    unit.source, unit.filename, "exec", ast.PyCF_ONLY_AST, dont_inherit=True
                )
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            loaded.problems.append(_parse_problem(error, unit))
            return None
        assert isinstance(tree, ast.Module)
        return tree

    def _run(self, tree: ast.Module, unit: Unit, loaded: Loaded) -> None:
        """Run the statements; after a time-out only definitions and imports still run."""
        future = _future_flags(tree)
        for statement in tree.body:
            if not self._wanted(statement, unit):
                self._lose(statement, unit, loaded)
                continue
            body = ast.Module([statement], [])
            try:
                code = compile(body, unit.filename, "exec", future, dont_inherit=True)
                with CpuLimit(self._seconds_left()):
                    exec(code, loaded.module.__dict__)
            except CallTimeout as error:
                self._only_definitions = True
                self._note(error, statement, unit, loaded)
            except BaseException as error:  # SystemExit at module level is an answer, too
                self._note(error, statement, unit, loaded)

    def _wanted(self, statement: ast.stmt, unit: Unit) -> bool:
        """Whether the statement is run; one that may do anything is announced before."""
        if is_definition(statement):
            return True
        place = (unit.filename, statement.lineno)
        if self._only_definitions or place in self._request.skip:
            return False
        if self._request.announce is not None:
            self._request.announce(*place)
        return True

    def _seconds_left(self) -> float:
        """What is left of the time for importing; a moment for definitions after it is over."""
        if not self._request.import_seconds:
            return 0.0
        return max(self._deadline - time.process_time(), _DEFINITION_SECONDS)

    def _lose(self, statement: ast.stmt, unit: Unit, loaded: Loaded) -> None:
        text = loaded.files[unit.filename][statement.lineno - 1].strip()[:100]
        cell = "" if unit.cell is None else f"cell {unit.cell}, "
        for name in bound_names(statement):
            loaded.lost[name] = f"{cell}line {statement.lineno} ({text})"

    def _note(self, error: BaseException, statement: ast.stmt, unit: Unit, loaded: Loaded) -> None:
        self._lose(statement, unit, loaded)
        facts = exception_facts(error, loaded.files, self._folder)
        facts.setdefault("file", unit.filename)
        facts.setdefault("line", statement.lineno)
        lines = loaded.files[unit.filename]
        facts["statement"] = statement.lineno
        facts["statement_source"] = lines[statement.lineno - 1].strip()[:160]
        if len(loaded.problems) < MAX_PROBLEMS:
            loaded.problems.append(facts)


def _names_in(folder: str) -> list[str]:
    """The Python files in a folder, if there is one; a Path takes longer than a file to load."""
    with suppress(OSError), os.scandir(folder) as entries:
        return [entry.name for entry in entries if entry.name.endswith(".py")]
    return []


def _make_package_of(module: types.ModuleType, folder: str) -> None:
    """Let `from .helpers import f` find what lies beside the file, as `from helpers` does."""
    package = types.ModuleType(f"{module.__name__}_files")
    package.__path__ = [folder]
    sys.modules[package.__name__] = package
    module.__package__ = package.__name__


def _parse_problem(error: BaseException, unit: Unit) -> dict[str, Any]:
    line = getattr(error, "lineno", None) or 1
    return {
        "kind": type(error).__name__,
        "bases": ["SyntaxError"],
        "text": str(getattr(error, "msg", error))[:300] or _TOO_MUCH,
        "file": unit.filename,
        "line": line,
        "offset": getattr(error, "offset", None) or 0,
        "source": "".join(unit.source.splitlines()[line - 1 : line]).strip()[:160],
        "parse": True,
    }


def _future_flags(tree: ast.Module) -> int:
    """Compiler flags of the file's `from __future__` imports, for its other statements."""
    import __future__

    flags = 0
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            for alias in node.names:
                feature = getattr(__future__, alias.name, None)
                flags |= feature.compiler_flag if feature else 0
    return flags


def _kind(value: Any) -> str:
    if isinstance(value, type):
        return "class"
    return "function" if callable(value) else "value"
