"""Where in the student's own files an exception came from, as plain facts."""

from __future__ import annotations

import linecache
import os
from types import TracebackType
from typing import Any

_TEXT_LIMIT = 500


def exception_facts(
    error: BaseException, files: dict[str, list[str]], folder: str
) -> dict[str, Any]:
    """`error` as plain data.

    kind: class name. bases: built-in classes among its ancestors, nearest first. text:
    its message (the instructor's only). file, line, source: the innermost line of the
    student's own code, absent when none was involved.
    """
    facts: dict[str, Any] = {
        "kind": type(error).__name__[:80],
        "bases": [c.__name__ for c in type(error).__mro__ if c.__module__ == "builtins"][:-1],
        "text": _safe_text(error),
    }
    place = _innermost(error.__traceback__, files, folder)
    if place is not None:
        facts["file"], facts["line"], facts["source"] = place
    return facts


def _innermost(
    traceback: TracebackType | None, files: dict[str, list[str]], folder: str
) -> tuple[str, int, str] | None:
    found = None
    while traceback is not None:
        filename = traceback.tb_frame.f_code.co_filename
        if filename in files or (folder and filename.startswith(folder)):
            found = (filename, traceback.tb_lineno)
        traceback = traceback.tb_next
    if found is None:
        return None
    filename, line = found
    lines = files.get(filename)
    if lines is None:
        text = linecache.getline(filename, line)
        filename = os.path.relpath(filename, folder)
    else:
        text = lines[line - 1] if line <= len(lines) else ""
    return filename, line, text.strip()[:160]


def _safe_text(error: BaseException) -> str:
    try:
        return str(error)[:_TEXT_LIMIT]
    except BaseException:  # a student's __str__ may raise anything
        return ""
