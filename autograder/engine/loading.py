"""Running a student's file or notebook, statement by statement.

A statement that fails costs what it would have defined, not the rest: the next ones
still run, and the report names each line that failed. A cell that does not parse is
skipped in the same way; a file that does not parse defines nothing.
"""

from __future__ import annotations

import ast
import sys
import time
import types
import warnings
from dataclasses import dataclass
from dataclasses import field
from typing import Any

from autograder.engine.imports import ImportGuard
from autograder.engine.shortcuts import ShortcutWatch
from autograder.engine.shortcuts import static_uses
from autograder.engine.soft_limit import CallTimeout
from autograder.engine.soft_limit import cpu_limit
from autograder.engine.traceback import exception_facts

_MAX_PROBLEMS = 20
_DEFINITION_SECONDS = 0.5
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)


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

    def report(self, shortcuts: ShortcutWatch) -> dict[str, Any]:
        """Plain facts for the grader: names and kinds, problems, leftovers, shortcuts."""
        definitions = [node for tree in self.trees for node in tree.body]
        return {
            "names": {
                name: _kind(value)
                for name, value in list(self.module.__dict__.items())
                if not name.startswith("__")
            },
            "problems": self.problems,
            "leftovers": dict(_leftovers(definitions)),
            "shortcuts": static_uses(self.trees, shortcuts.forbidden),
        }


@dataclass(frozen=True)
class LoadRequest:
    """What to load and how, as it crosses the wire.

    units: (source, file, cell) each. name: of the module. folder: importable. libraries:
    all that may be imported besides ([] where the process is not the student's own).
    forbid: dotted names. Seconds are CPU seconds, 0 for no limit.
    """

    units: list[tuple[str, str, int | None]]
    name: str
    folder: str
    libraries: list[str]
    forbid: list[str]
    call_seconds: float
    import_seconds: float


def load(request: LoadRequest) -> Loaded:
    """Run the units into a fresh module."""
    return _Loader(request).load()


class _Loader:
    """One loading in progress."""

    def __init__(self, request: LoadRequest) -> None:
        self._request = request
        self._folder = request.folder
        self._deadline = time.process_time() + request.import_seconds

    def load(self) -> Loaded:
        request = self._request
        module = types.ModuleType(request.name)
        loaded = Loaded(module, self._folder)
        sys.modules[request.name] = module
        if self._folder:
            # Python's own rule: a script's folder comes first.
            sys.path.insert(0, self._folder)
        if request.libraries:
            sys.meta_path.insert(0, ImportGuard(tuple(request.libraries), self._folder))
        only_definitions = False
        for unit in (Unit(*parts) for parts in request.units):
            loaded.files[unit.filename] = unit.source.splitlines()
            tree = self._parse(unit, loaded)
            if tree is None:
                continue
            loaded.trees.append(tree)
            module.__dict__.setdefault("__file__", f"{self._folder}/{unit.file}")
            only_definitions = self._run(tree, unit, loaded, only_definitions=only_definitions)
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

    def _run(self, tree: ast.Module, unit: Unit, loaded: Loaded, only_definitions: bool) -> bool:
        """Run the statements; after a time-out only definitions and imports still run."""
        future = _future_flags(tree)
        for statement in tree.body:
            if only_definitions and not isinstance(statement, _DEFINITIONS):
                continue
            body = ast.Module([statement], [])
            try:
                code = compile(body, unit.filename, "exec", future, dont_inherit=True)
                with cpu_limit(self._seconds_left()):
                    exec(code, loaded.module.__dict__)
            except CallTimeout as error:
                only_definitions = True
                self._note(error, statement, unit, loaded)
            except BaseException as error:  # SystemExit at module level is an answer, too
                self._note(error, statement, unit, loaded)
        return only_definitions

    def _seconds_left(self) -> float:
        """What is left of the time for importing; a moment for definitions after it is over."""
        if not self._request.import_seconds:
            return 0.0
        return max(self._deadline - time.process_time(), _DEFINITION_SECONDS)

    def _note(self, error: BaseException, statement: ast.stmt, unit: Unit, loaded: Loaded) -> None:
        facts = exception_facts(error, loaded.files, self._folder)
        facts.setdefault("file", unit.filename)
        facts.setdefault("line", statement.lineno)
        lines = loaded.files[unit.filename]
        facts["statement"] = statement.lineno
        facts["statement_source"] = lines[statement.lineno - 1].strip()[:160]
        if len(loaded.problems) < _MAX_PROBLEMS:
            loaded.problems.append(facts)


def _parse_problem(error: BaseException, unit: Unit) -> dict[str, Any]:
    line = getattr(error, "lineno", None) or 1
    return {
        "kind": type(error).__name__,
        "bases": ["SyntaxError"],
        "text": str(getattr(error, "msg", error))[:300],
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


def _leftovers(definitions: list[ast.stmt]) -> list[tuple[str, int]]:
    """Functions whose first statement still raises NotImplementedError above an answer."""
    found: list[tuple[str, int]] = []
    for node in definitions:
        if isinstance(node, ast.ClassDef):
            found += [(f"{node.name}.{name}", line) for name, line in _leftovers(node.body)]
        if isinstance(node, ast.FunctionDef):
            body = node.body[1:] if ast.get_docstring(node, clean=False) else node.body
            if len(body) > 1 and _raises_not_implemented(body[0]):
                found.append((node.name, body[0].lineno))
    return found


def _raises_not_implemented(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.Raise) or statement.exc is None:
        return False
    raised = statement.exc
    name = raised.func if isinstance(raised, ast.Call) else raised
    return isinstance(name, ast.Name) and name.id == "NotImplementedError"
