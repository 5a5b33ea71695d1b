"""What a syntax error means, in a student's words: the character, the line and the way out.

Works on the plain facts of a SyntaxError (the compiler ran elsewhere) and on the text.
"""

from __future__ import annotations

import io
import re
import sys
import tokenize
import unicodedata
from contextlib import suppress

from autograder.grading.syntax_advice import advice_on

_LOOKALIKES = {
    "\u2018": "'", "\u2019": "'", "\u201a": "'", "\u201b": "'", "\u2032": "'",
    "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2033": '"', "\u00ab": '"', "\u00bb": '"',
    "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-",
    "\u00d7": "*", "\u22c5": "*", "\u00b7": "*", "\u2217": "*", "\u00f7": "/", "\u00b4": "'",
    "\u00b2": "**2", "\u00b3": "**3", "\u2264": "<=", "\u2265": ">=", "\u2260": "!=",
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
_CONFLICT_SIDE = re.compile(r"^[<>]{7} \S")
_SHELL = re.compile(r"(?:python3? -m )?(?:pip3?|conda) install\b")
_SHOWN = 70
_LINE, _SOURCE = 1000, 200_000
"""Characters of a line that are looked at, and of a file that is read once more."""


def explain_syntax(source: str, line: int | None, offset: int | None, message: str) -> str:
    """A few sentences about a SyntaxError at `line` and `offset`, both counted from 1.

    The compiler's own message is left out where it would only distract from the reason.
    """
    lines = source.split("\n")
    text = lines[line - 1][:_LINE] if line and line <= len(lines) else ""
    where = f"line {line}{_quoted(text)}" if line else "the file"
    reason = (
        _conflict(text, lines)
        or _mixed_indentation(message, tabs=any(one[:1] == "\t" for one in lines))
        or _odd_character(text, offset, message)
        or _python2(text)
        or _newer(text)
        or _pasted(text)
    )
    if reason:
        return f"Python cannot read {where}. {_ended(reason)}"
    said = _ended(f"Python cannot read {where}: {message}")
    advice = advice_on(message, text) or _unbalanced(text, message)
    advice = advice or _still_open(source, line, message)
    return f"{said} {_ended(advice)}" if advice else said


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith(("?", ".")) else f"{sentence}."


def _quoted(text: str) -> str:
    """The line itself, so that nobody has to count."""
    shown = "".join(c if c.isprintable() else " " for c in text.strip()).replace("`", "'")
    return f" (`{shown if len(shown) <= _SHOWN else shown[:_SHOWN] + '...'}`)" if shown else ""


def _conflict(text: str, lines: list[str]) -> str:
    advice = "a git merge conflict marker: resolve the conflict and remove the markers"
    if _CONFLICT.match(text):
        return f"This is {advice}"
    marked = next((at for at, one in enumerate(lines, 1) if _CONFLICT_SIDE.match(one)), 0)
    return f"Line {marked} is {advice}" if marked else ""


def _mixed_indentation(message: str, *, tabs: bool) -> str:
    lowered = message.lower()
    unmatched = "unindent does not match" in lowered
    if "inconsistent use of tabs" in lowered or (unmatched and tabs):
        return "The indentation is a mix of tabs and spaces: use four spaces everywhere"
    if unmatched:
        return "This line begins in a column where no line above it does"
    return ""


def _unbalanced(text: str, message: str) -> str:
    opened, closed = (sum(map(text.count, brackets)) for brackets in ("([{", ")]}"))
    if opened <= closed or "forgot a comma" not in message:
        return ""
    return "The line opens more brackets than it closes: is a closing one missing?"


def _still_open(source: str, line: int | None, message: str) -> str:
    """Names a bracket above the line that is not closed when the line begins."""
    if line is None or "invalid syntax" not in message or len(source) > _SOURCE:
        return ""
    open_in: list[tuple[str, int]] = []
    # what Python cannot read may be no tokens either: those before it count
    with suppress(tokenize.TokenError, SyntaxError):
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.start[0] >= line:
                break
            if token.type == tokenize.OP and token.string in "([{":
                open_in.append((token.string, token.start[0]))
            elif token.type == tokenize.OP and token.string in ")]}" and open_in:
                open_in.pop()
    if not open_in:
        return ""
    bracket, opened = open_in[-1]
    return f"The {bracket!r} in line {opened} is still open here: is its closing one missing?"


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
    if character.isascii() or f"a{character}".isidentifier():
        return character == "\u00b7"  # a name may hold it, and nobody means one
    return True


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
    if body.startswith("```"):
        return "This is a mark of Markdown around the code: remove the line"
    if body.startswith(("%", "!")):
        return "Magics and shell commands work in a notebook only: remove the line from the file"
    if _SHELL.match(body):
        return "This is a command for the terminal, no Python: remove the line from the file"
    return ""
