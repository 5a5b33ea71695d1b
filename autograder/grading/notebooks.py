"""Notebooks of format 3 and 4 read as data: code cells in order, nothing of them executed.

Reading is by hand because the files are damaged in ways that a library reports as its own
errors, and because the kernel's name, ids and outputs are of no interest here.
"""

from __future__ import annotations

import json
import re
from typing import Any

from autograder.grading.encodings import decode
from autograder.grading.magics import Neutraliser
from autograder.grading.units import Sources
from autograder.grading.units import Unit

MAX_BYTES = 32 * 1024 * 1024
_LANGUAGE = 40
_CONFLICT = re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE)
_DEFINES = re.compile(r"^[ \t]*(?:def \w+\(|class \w+[(:])", re.MULTILINE)
_NO_PYTHON_KERNEL = re.compile(
    r"(?:julia|ir|xr|r|javascript|deno|bash|matlab|octave|scala|rust)\b[-.\d]*", re.IGNORECASE
)


def read_notebook(raw: bytes, file: str) -> Sources:
    """The code cells of a notebook; `problem` says in one sentence what is wrong with the file."""
    if len(raw) > MAX_BYTES:
        limit = MAX_BYTES // 2**20
        return Sources(problem=f"{file} is larger than {limit} MiB: clear the outputs and save it")
    decoded = decode(raw, file)
    if decoded.problem:
        return Sources(problem=decoded.problem)
    text = decoded.text.lstrip("\ufeff")
    try:
        notebook = json.loads(text)
    except RecursionError:
        return Sources(problem=f"{file} is no notebook: its JSON is nested too deeply")
    except ValueError as error:
        return _not_json(text, file, error)
    cells = cells_of(notebook)
    if cells is None:
        return Sources(problem=f"{file} is JSON but no notebook: it has no list of cells")
    return _code(cells, notebook, file, decoded.notes)


def _not_json(text: str, file: str, error: ValueError) -> Sources:
    """A script under the wrong name is read as one; everything else gets its sentence."""
    start = text.lstrip()[:200].lower()
    conflict = _CONFLICT.search(text)
    if start.startswith("<") and ("html" in start or "<head" in start):
        problem = "is an HTML page, not a notebook: download the raw notebook file"
    elif conflict:
        line = text.count("\n", 0, conflict.start()) + 1
        problem = f"holds git merge conflict markers (line {line}): resolve the conflict"
    elif not start.startswith(("{", "[")) and _DEFINES.search(text):
        note = f"{file} is a Python script, not a notebook: it was graded as a script"
        return Sources((Unit(text, file),), (note,))
    elif not start.startswith("{"):
        problem = "is not a notebook, which is JSON that starts with {: save the notebook"
    else:
        problem = _where_json_ends(text, error)
    return Sources(problem=f"{file} {problem} and hand it in again")


def _where_json_ends(text: str, error: ValueError) -> str:
    if not isinstance(error, json.JSONDecodeError):
        return f"is not valid JSON ({error}): save the notebook again"
    cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string")
    if cut:
        return f"is truncated: its JSON stops in line {text.count(chr(10)) + 1}. Save the notebook"
    return f"is not valid JSON (line {error.lineno}, column {error.colno}): save the notebook"


def cells_of(notebook: object) -> list[Any] | None:
    """The cells of a parsed notebook of format 3 or 4; None when it has no list of them."""
    if not isinstance(notebook, dict):
        return None
    cells = notebook.get("cells")
    if isinstance(cells, list):
        return cells
    sheets = notebook.get("worksheets")
    if not isinstance(sheets, list):
        return None
    inner = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
    return [cell for sheet in inner if isinstance(sheet, list) for cell in sheet]


def _code(cells: list[Any], notebook: dict[str, Any], file: str, notes: tuple[str, ...]) -> Sources:
    sources = [(number, cell_text(cell)) for number, cell in enumerate(cells, 1) if _is_code(cell)]
    if not any(source.strip() for _, source in sources):
        return Sources(problem=f"{file} has no code: all its cells are text or empty")
    language = _foreign_language(notebook)
    if language and not any(_DEFINES.search(source) for _, source in sources):
        return Sources(
            problem=f"{file} is a {language} notebook: expected a Python kernel and Python code"
        )
    plain = Neutraliser()
    units = tuple(
        Unit(plain.cell(_dedented(source), f"cell {number}"), file, number)
        for number, source in sources
    )
    return Sources(units, notes + plain.notes)


def _dedented(source: str) -> str:
    """The cell without the indentation of its first line, which Jupyter takes from all lines."""
    first = next((line for line in source.split("\n") if line.strip()), "")
    indent = first[: len(first) - len(first.lstrip(" \t"))]
    return "\n".join(line.removeprefix(indent) for line in source.split("\n"))


def _is_code(cell: object) -> bool:
    return isinstance(cell, dict) and cell.get("cell_type") == "code"


def cell_text(cell: dict[str, Any]) -> str:
    """The text of a code cell: `source` in format 4, `input` in format 3, lines or one string."""
    source = cell.get("source", cell.get("input", ""))
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    if not isinstance(source, str):
        return ""
    # Lone surrogates and NULs are legal JSON and no text that a compiler takes.
    clean = source.encode("utf-8", "replace").decode("utf-8").replace("\0", "")
    return clean.replace("\r\n", "\n").replace("\r", "\n")


def _foreign_language(notebook: dict[str, Any]) -> str:
    """The language when it is not Python; kernel names such as conda's say nothing."""
    metadata = notebook.get("metadata")
    if not isinstance(metadata, dict):
        return ""
    info, kernel = metadata.get("language_info"), metadata.get("kernelspec")
    name = info.get("name") if isinstance(info, dict) else None
    if isinstance(name, str):
        return "" if "python" in name.lower() else name[:_LANGUAGE].capitalize()
    name = kernel.get("name") if isinstance(kernel, dict) else None
    if isinstance(name, str) and _NO_PYTHON_KERNEL.fullmatch(name):
        return name.capitalize()
    return ""
