"""What the worker said about loading the student's file, checked and put into sentences."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from dataclasses import field
from typing import Any

from autograder.engine.failures import place_of
from autograder.engine.failures import raised
from autograder.engine.loading import MAX_PROBLEMS
from autograder.engine.loading import Unit
from autograder.engine.protocol import bounded
from autograder.engine.protocol import facts_of
from autograder.grading.sources import Sources
from autograder.grading.syntax_help import explain_syntax

_MAX_NAMES = 10_000
_ALIKE = 0.85
_SHADOWED = 5


@dataclass(frozen=True)
class LoadReport:
    """Names a submission defines, and what went wrong while it was run.

    `names`: name -> "function", "class" or "value". `leftovers`: function -> line of a starter
    line above its answer. `nested`: name -> where it is defined below the top level.
    `relative`: the line of a relative import, 0 without one. `shadowed`: libraries it imports whose
    name a file handed in beside it has, too.
    """

    names: dict[str, str] = field(default_factory=dict)
    problems: tuple[dict[str, Any], ...] = ()
    leftovers: dict[str, int] = field(default_factory=dict)
    nested: dict[str, str] = field(default_factory=dict)
    relative: int = 0
    shadowed: tuple[str, ...] = ()
    shortcuts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)

    @classmethod
    def from_facts(cls, facts: dict[str, Any], sources: Sources) -> LoadReport:
        """Plain facts from the worker; what has the wrong form is left out."""
        return cls(
            _typed(facts.get("names"), str),
            tuple(map(facts_of, _list(facts.get("problems"))[:MAX_PROBLEMS])),
            _typed(facts.get("leftovers"), int),
            _typed(facts.get("nested"), str),
            bounded(facts["relative"]) or 0 if type(facts.get("relative")) is int else 0,
            tuple(name[:80] for name in bounded(_list(facts.get("shadowed")))[:_SHADOWED]),
            {
                owner: tuple(name[:80] for name in names)
                for owner, names in _typed(facts.get("shortcuts"), list).items()
            },
            {Unit(u.source, u.file, u.cell).filename: u.source for u in sources.units},
        )

    def notes(self) -> list[str]:
        """Sentences for the top of the report, one for each statement or cell that failed."""
        said = [self._sentence(p) for p in self.problems if not _is_told_by_a_test(p)]
        if self.relative:
            said.append(
                f"The relative import in line {self.relative} was looked up beside the file. When "
                "the file is run by itself only a plain `import` works."
            )
        said += [
            f"`import {name}` gives the library {name}, never the {name}.py that was handed in: "
            f"rename that file, such as my_{name}.py, and what imports it."
            for name in self.shadowed
        ]
        return said

    def attempted(self, wanted: set[str]) -> bool:
        """Whether the file shows work although every function of `wanted` is missing."""
        undefined = wanted - self.names.keys()
        others = any(kind != "value" for name, kind in self.names.items() if name not in wanted)
        return bool(
            self.leftovers.keys() & wanted
            or (undefined and (self.problems or self.nested or others))
        )

    def explain(self, of: str, status: str, message: str) -> str:
        """`message`, with what the loading has to do with it."""
        if status == "missing" and of in self.leftovers:
            return (
                f"{of} still begins with raise NotImplementedError (line {self.leftovers[of]}): "
                "delete that line, the code below it never runs."
            )
        if status == "missing" and self.problems and not self.names:
            return self._sentence(self.problems[0])  # what is wrong with the whole file
        if status == "missing" and of not in self.names:
            return f"{message} {self._absence(of)}".rstrip()
        if status in ("failed", "error") and self.names.get(of) == "value":
            return f"{of} is a plain value in this file, where a function is expected."
        return message

    def _absence(self, of: str) -> str:
        """What may have become of a name that is not there."""
        if of in self.nested:
            where = self.nested[of][:160]
            return f"It is defined {where}: move it to the top level of the file."
        for name, kind in self.names.items():
            if kind != "value" and _alike(name, of):
                return f"The file defines {name[:80]}: rename it to {of}."
        if "__getattr__" in self.names:
            return f"The file's own __getattr__ is not asked: write `def {of}`, or assign {of}."
        return self._sentence(self.problems[0]) if self.problems else ""

    def _sentence(self, problem: dict[str, Any]) -> str:
        if problem.get("parse") is True:
            return self._unreadable(problem)
        line = problem.get("statement")
        source = str(problem.get("statement_source") or "")[:160]
        if problem.get("kind") == "CallTimeout":
            return (
                f"The statement at line {line} of {problem.get('file')} ({source}) did not finish "
                "within the time limit for importing the file. Code at module level runs on "
                'import: put training and experiments under `if __name__ == "__main__":`.'
            )
        if problem.get("line") == line:  # the statement itself raised: its place is told once
            problem = {key: value for key, value in problem.items() if key != "line"}
        error = raised(problem, f"line {line} ({source})")
        return (
            f"While importing {problem.get('file')}: {error.summary} "
            "The statements after it still ran."
        )

    def _unreadable(self, problem: dict[str, Any]) -> str:
        place = place_of(problem)
        file, line = (place.file, place.line) if place else ("the file", None)
        offset = problem.get("offset")
        reason = explain_syntax(
            self.texts.get(file, ""),
            line,
            offset if type(offset) is int else None,
            str(problem.get("text") or "")[:300],
        )
        if ", cell " in file:
            return f"{file}: {reason} What the cell defines is missing."
        return f"{file}: {reason} Until that is mended the file defines nothing."


def _is_told_by_a_test(problem: dict[str, Any]) -> bool:
    """Whether the statement met a function that is not written, or ran a notebook's visible test.

    Both are what tests are for.
    """
    kind, source = problem.get("kind"), str(problem.get("statement_source") or "")
    return kind in ("NotImplementedError", "CheckFailed") or source.startswith("test_")


def _alike(name: str, other: str) -> bool:
    one, two = (text.casefold().replace("_", "") for text in (name, other))
    found = difflib.SequenceMatcher(None, one, two)
    # the quick bounds come first: a file may define thousands of long names
    ratios = (found.real_quick_ratio, found.quick_ratio, found.ratio)
    return all(ratio() >= _ALIKE for ratio in ratios)


def _typed(value: Any, kind: type) -> dict[str, Any]:
    if not isinstance(value, dict):
        return {}
    pairs = ((key, bounded(item)) for key, item in list(value.items())[:_MAX_NAMES])
    return {k: v for k, v in pairs if isinstance(k, str) and type(v) is kind}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
