"""The student's file as text, cut into the units that are run one after the other.

Nothing here compiles or parses Python: a hostile file can exhaust a parser, so that is
left to the worker, which is expendable.
"""

from __future__ import annotations

import re
from pathlib import Path

from autograder.grading.encodings import decode
from autograder.grading.magics import Neutraliser
from autograder.grading.notebooks import read_notebook
from autograder.grading.syntax_help import explain_syntax
from autograder.grading.units import Sources
from autograder.grading.units import Unit

__all__ = ["Sources", "Unit", "explain_syntax", "read_sources"]

_EXPORTED = re.compile(
    r"^[ \t]*(?:[%!?]|get_ipython\(|(?:from|import)\s+google\.colab)", re.MULTILINE
)
_SAVE_TEXT = "Python text: save your code as plain text"
_NEITHER = (
    (b"pk\x03\x04", "a zip archive or an office document"),
    (b"%pdf", "a PDF document"),
    (b"{\\rtf", "an RTF document of a word processor"),
    (b"\x7felf", "a compiled program"),
    (b"\x89png", "an image"),
    (b"\xff\xd8\xff", "an image"),
)
_NO_SCRIPT = (*_NEITHER, (b"<!doctype html", "an HTML page"), (b"<html", "an HTML page"))


def read_sources(folder: Path, main: str) -> Sources:
    """The units of `main` in the staged `folder`: one for a script, one a code cell for a notebook.

    A notebook that was saved under the name of a script is read as a notebook, and the other
    way round.
    """
    raw = (folder / main).read_bytes()
    head = raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:4096].lower()
    is_notebook = main.endswith(".ipynb")
    for magic, what in _NEITHER if is_notebook else _NO_SCRIPT:
        if head.startswith(magic):
            mend = "a notebook: save the notebook" if is_notebook else _SAVE_TEXT
            return Sources(problem=f"{main} is {what}, not {mend} and hand it in again")
    if is_notebook or (head.startswith(b"{") and b'"cell_type"' in raw):
        return read_notebook(raw, main)
    decoded = decode(raw, main)
    if decoded.problem:
        return Sources(problem=decoded.problem)
    # A notebook exported as a script keeps lines that only a notebook runs.
    plain = Neutraliser()
    text = plain.cell(decoded.text, main) if _EXPORTED.search(decoded.text) else decoded.text
    return Sources((Unit(text, main),), decoded.notes + plain.notes)
