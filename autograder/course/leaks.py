"""What a student kit must not hold, looked for in every one of its files."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.course.assignment import Assignment
from autograder.course.course import Course
from autograder.course.misconceptions import catalogue
from autograder.course.reading import read_text
from autograder.course.secret import FILE
from autograder.course.secret import existing_secret
from autograder.course.stub import parse
from autograder.course.stub import regions
from autograder.course.stub import stub

# Shorter statements, such as `return x` or `n = len(x)`, are anybody's.
_SHORTEST = 30
# A shorter secret stands in any large file by chance.
_TELLING = 8
_NEVER = {"test_hidden.py", "misconceptions.py", "assignment.toml", FILE}
_BYTECODE = {".pyc", ".pyo"}
_FENCE = re.compile(r"^```(?:python|py)\n(.*?)^```", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class _Secrets:
    """What to look for: syntax trees and sentences, each with where it comes from."""

    statements: dict[str, str]
    sentences: dict[str, str]
    secret: bytes | None


def leaks(course: Course, kit: Path, slugs: Iterable[str] | None = None) -> list[str]:
    """One sentence for each thing in `kit` that students must not see; [] for a clean kit.

    `slugs` limits what is looked for to the secrets of some assignments. Solutions and hidden
    tests are compared statement by statement as syntax trees, so another layout or other
    comments hide nothing.
    """
    chosen = course.assignments if slugs is None else tuple(map(course.assignment, slugs))
    secrets = _secrets(course, chosen)
    return [
        f"{file.relative_to(kit)}: {problem}"
        for file in sorted(kit.rglob("*"))
        if file.is_file()
        for problem in _in_file(file, secrets)
    ]


def _secrets(course: Course, assignments: tuple[Assignment, ...]) -> _Secrets:
    statements: dict[str, str] = {}
    sentences: dict[str, str] = {}
    public: set[str] = set()
    given: set[str] = set()
    for assignment in assignments:
        given |= {dump for dump, _ in _statements(_stub_of(assignment))}
        public |= {dump for dump, _ in _statements(read_text(assignment.public, "visible tests"))}
        for entry in catalogue(assignment):
            sentences[_plain(entry.says)] = f"what {assignment.slug} says of {entry.name}"
    for assignment in assignments:
        for dump, line in _solution_statements(assignment):
            if dump not in given:
                statements[dump] = f"line {line} of {assignment.slug}'s solution"
        for dump, line in _statements(read_text(assignment.hidden, "the hidden tests")):
            # A visible test may begin like a hidden one: what it says is public.
            if dump not in given | public:
                statements[dump] = f"line {line} of {assignment.slug}'s hidden tests"
    return _Secrets(statements, sentences, existing_secret(course.root))


def _in_file(file: Path, secrets: _Secrets) -> Iterator[str]:
    content = file.read_bytes()
    if file.name in _NEVER:
        yield "this file stays with the course"
    if file.suffix in _BYTECODE:
        yield "bytecode"
    secret = secrets.secret or b""
    if len(secret) >= _TELLING and secret in content:
        yield "holds the course secret"
    yield from _in_text(file, content.decode(errors="replace"), secrets)


def _in_text(file: Path, text: str, secrets: _Secrets) -> Iterator[str]:
    for source in _sources(file, text):
        for dump, line in _statements(source):
            if dump in secrets.statements:
                yield f"holds {secrets.statements[dump]} (line {line} of the code)"
    if file.suffix == ".ipynb":
        yield from (f"cell {number} has outputs" for number in _cells_with_outputs(text))
        text = "\n".join(_cell_text(cell) for cell in _cells(text))
    plain = _plain(text)
    for sentence, origin in secrets.sentences.items():
        if sentence in plain:
            yield f"holds {origin}"


def _sources(file: Path, text: str) -> Iterable[str]:
    if file.suffix == ".py":
        return [text]
    if file.suffix == ".ipynb":
        return [_cell_text(cell) for cell in _cells(text) if cell.get("cell_type") == "code"]
    return _FENCE.findall(text) if file.suffix == ".md" else []


def _statements(source: str) -> Iterator[tuple[str, int]]:
    """Every statement worth comparing, as (its tree without positions, its line)."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return
    for node in ast.walk(tree):
        # Imports are the same in every file.
        if not isinstance(node, ast.stmt) or isinstance(node, ast.Import | ast.ImportFrom):
            continue
        if len(ast.unparse(node)) >= _SHORTEST:
            yield ast.dump(node), node.lineno


def _solution_statements(assignment: Assignment) -> Iterator[tuple[str, int]]:
    """The statements of solution regions, and those of the alternatives."""
    source = assignment.reference_source()
    found = regions(source, str(assignment.reference))
    for dump, line in _statements(source):
        if any(line in region for region in found):
            yield dump, line
    for file in assignment.alternatives:
        parse(text := read_text(file, "another right answer"), str(file))
        yield from _statements(text)


def _stub_of(assignment: Assignment) -> str:
    return stub(assignment.reference_source(), str(assignment.reference))


def _cells(text: str) -> list[dict[str, object]]:
    try:
        return list(json.loads(text).get("cells", []))
    except (ValueError, AttributeError):
        return []


def _cell_text(cell: dict[str, object]) -> str:
    source = cell.get("source", "")
    return "".join(source) if isinstance(source, list) else str(source)


def _cells_with_outputs(text: str) -> list[int]:
    return [
        number
        for number, cell in enumerate(_cells(text), start=1)
        if cell.get("outputs") or cell.get("execution_count")
    ]


def _plain(text: str) -> str:
    """Words only, in one case: a sentence wrapped, quoted or commented is still itself."""
    return " ".join(re.findall(r"\w+", text.lower()))
