"""What the worker said about loading the student's file, checked and put into sentences."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field
from typing import Any

from autograder.engine.failures import place_of
from autograder.engine.failures import raised
from autograder.engine.loading import Unit
from autograder.grading.sources import Sources
from autograder.grading.syntax_help import explain_syntax

_MAX_NAMES = 10_000


@dataclass(frozen=True)
class LoadReport:
    """Names a submission defines, and what went wrong while it was run."""

    names: dict[str, str] = field(default_factory=dict)
    problems: tuple[dict[str, Any], ...] = ()
    leftovers: dict[str, int] = field(default_factory=dict)
    shortcuts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)

    @classmethod
    def from_facts(cls, facts: dict[str, Any], sources: Sources) -> LoadReport:
        """Plain facts from the worker; what has the wrong form is left out."""
        return cls(
            _typed(facts.get("names"), str),
            tuple(p for p in _list(facts.get("problems")) if isinstance(p, dict)),
            _typed(facts.get("leftovers"), int),
            {
                owner: tuple(str(name)[:80] for name in names)
                for owner, names in _typed(facts.get("shortcuts"), list).items()
            },
            {Unit(u.source, u.file, u.cell).filename: u.source for u in sources.units},
        )

    def notes(self) -> list[str]:
        """One sentence for each statement or cell that failed, for the top of the report."""
        return [self._sentence(problem) for problem in self.problems]

    def explain(self, of: str, status: str, message: str) -> str:
        """`message`, with what the loading has to do with it."""
        if status == "missing" and of in self.leftovers:
            return (
                f"{of} still begins with raise NotImplementedError (line {self.leftovers[of]}): "
                "delete that line, the code below it never runs."
            )
        if status == "missing" and of not in self.names and self.problems:
            return f"{message} {self._sentence(self.problems[0])}"
        return message

    def _sentence(self, problem: dict[str, Any]) -> str:
        if problem.get("parse") is True:
            return self._unreadable(problem)
        line = problem.get("statement")
        source = str(problem.get("statement_source") or "")[:160]
        if problem.get("kind") == "CallTimeout":
            return (
                f"The statement at line {line} ({source}) did not finish within the time limit for "
                "importing the file. Code at module level runs on import: put training and "
                'experiments under `if __name__ == "__main__":`.'
            )
        error = raised(problem, f"the statement at line {line} ({source})")
        return (
            f"While importing {problem.get('file')}, at module level: {error.summary} "
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
        return f"{file} cannot be read as Python, so what it defines is missing: {reason}"


def _typed(value: Any, kind: type) -> dict[str, Any]:
    if not isinstance(value, dict):
        return {}
    pairs = list(value.items())[:_MAX_NAMES]
    return {k: v for k, v in pairs if isinstance(k, str) and type(v) is kind}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
