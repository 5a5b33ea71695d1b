"""What a syntax error means, in a student's words: the character, the line and the way out.

Works on the plain facts of a SyntaxError (the compiler ran elsewhere) and on the text.
"""

from __future__ import annotations

import re
import sys
import unicodedata

_LOOKALIKES = {
    "\u2018": "'", "\u2019": "'", "\u201a": "'", "\u201b": "'", "\u2032": "'",
    "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2033": '"', "\u00ab": '"', "\u00bb": '"',
    "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-",
    "\u00d7": "*", "\u22c5": "*", "\u00f7": "/", "\u2264": "<=", "\u2265": ">=", "\u2260": "!=",
}  # fmt: skip
_INVISIBLE = frozenset("\u200b\u200c\u200d\u2060\ufeff\u00ad")
_PRINT = re.compile(r"^\s*print\s+[^\s(=]")
_OLD = (
    (re.compile(r"^\s*exec\s+[\"'\w]"), "`exec` is a function in Python 3: exec(...)"),
    (re.compile(r"^\s*except\s+[\w.]+\s*,\s*\w+\s*:"), "write `except Error as name:` in Python 3"),
    (re.compile(r"^\s*raise\s+[\w.]+\s*,"), "write `raise Error(message)` in Python 3"),
    (re.compile(r"<>"), "`<>` is written `!=` in Python 3"),
    (re.compile(r"\b0[0-7]+\b"), "octal numbers are written 0o17 in Python 3"),
    (re.compile(r"`[^`]+`"), "backquotes are written repr(...) in Python 3"),
    (re.compile(r"\b\d+[lL]\b"), "numbers have no L at the end in Python 3"),
)
_NEWER = (
    # since 3.12: type statements, type parameters, a string's own quotes inside its braces
    re.compile(
        r"^\s*type\s+\w+\s*=|^\s*(?:def|class)\s+\w+\[|\bf(['\"])(?:(?!\1).)*\{[^}'\"]*\1\w"
    ),
    # since 3.14
    re.compile(r"\bt['\"]|^\s*except\s+\w+\s*,\s*\w+\s*,"),
)
_CONFLICT = re.compile(r"^(?:<{7}|={7}|>{7})(?: |$)")


def explain_syntax(source: str, line: int | None, offset: int | None, message: str) -> str:
    """One or two sentences about a SyntaxError at `line` and `offset`, both counted from 1."""
    lines = source.split("\n")
    text = lines[line - 1] if line and line <= len(lines) else ""
    where = f"line {line}" if line else "the file"
    reason = (
        _conflict(text)
        or _indentation(text, message, tabs=any(one[:1] == "\t" for one in lines))
        or _odd_character(text, offset, message)
        or _python2(text)
        or _newer(text)
        or _pasted(text)
    )
    said = f"Python cannot read {where}: {message}"
    return f"{said}. {reason}" if reason else said


def _conflict(text: str) -> str:
    if _CONFLICT.match(text):
        return "This is a git merge conflict marker: resolve the conflict and remove the markers"
    return ""


def _indentation(text: str, message: str, *, tabs: bool) -> str:
    lowered = message.lower()
    unmatched = "unindent does not match" in lowered
    if "inconsistent use of tabs" in lowered or (unmatched and tabs):
        return "The indentation is a mix of tabs and spaces: use four spaces everywhere"
    if unmatched:
        return "This line begins in a column where no line above it does"
    if "unexpected indent" in lowered or "expected an indented block" in lowered:
        mixed = "\t" in text[: len(text) - len(text.lstrip())]
        return "The indentation of this line is wrong" + (": it has a tab" if mixed else "")
    return ""


def _odd_character(text: str, offset: int | None, message: str) -> str:
    """Names the character the compiler stopped at, or the first odd one if it complains of one."""
    complains = "invalid" in message and "character" in message
    found = [(at, c) for at, c in enumerate(text, 1) if _is_odd(c)]
    if not found or not (complains or "syntax" in message or "unterminated" in message):
        return ""
    at, character = next((pair for pair in found if pair[0] == offset), found[0])
    name = unicodedata.name(character, "no name").lower()
    code = f"U+{ord(character):04X}"
    if character in _INVISIBLE:
        return f"Column {at} holds an invisible character ({name}, {code}): delete it"
    plain = _plain(character)
    instead = f": type {plain!r} instead" if plain else ": replace it"
    return f"Column {at} holds {character!r} ({name}, {code}), which is no Python{instead}"


def _is_odd(character: str) -> bool:
    if character.isascii() or character.isidentifier():
        return False
    return character in _INVISIBLE or not character.isalnum()


def _plain(character: str) -> str:
    """The ASCII character that was meant: typographic, full-width and odd spaces."""
    if unicodedata.category(character) == "Zs":
        return " "
    folded = unicodedata.normalize("NFKC", character)
    return _LOOKALIKES.get(character) or (folded if folded.isascii() else "")


def _python2(text: str) -> str:
    if _PRINT.match(text):
        return "This is Python 2: `print` is a function in Python 3, write print(...)"
    for pattern, advice in _OLD:
        if pattern.search(text):
            return f"This is Python 2: {advice}"
    return ""


def _newer(text: str) -> str:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    if any(pattern.search(text) for pattern in _NEWER[sys.version_info >= (3, 12) :]):
        return f"This is a newer Python than {version}, which grades it"
    return ""


def _pasted(text: str) -> str:
    body = text.lstrip()
    if body.startswith((">>> ", "In [", "Out[")):
        return "This is a prompt copied from an interactive session: remove it"
    if body.startswith(("%", "!")):
        return "Magics and shell commands work in a notebook only: remove the line from the file"
    return ""
