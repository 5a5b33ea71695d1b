"""What usually lies behind a compiler's message, where the message alone does not say."""

from __future__ import annotations

import keyword
import re

_KEYWORDS = "|".join(sorted({*keyword.kwlist} - {"None", "True", "False", "else"}))
_KEYWORD_AS_NAME = re.compile(
    rf"^\s*(?P<set>{_KEYWORDS})\s*=(?!=)|[(,]\s*(?P<given>{_KEYWORDS})\s*[,)=]"
)
_BLOCK = "A line that begins with def, class, if, elif, else, for, while, try or with"
_BRACKETS = "Count the brackets of this line"
# (what the message says, what the line holds, advice): the first that fits is taken
_ADVICE = tuple(
    (message, re.compile(line), advice)
    for message, line, advice in (
        ("", r"\belse if\b", "Python writes `elif`"),
        ("expected ':'", r"\{\s*$", "Python has no braces around blocks: a colon, then indent"),
        ("expected ':'", "", f"{_BLOCK} ends in a colon"),
        ("unexpected indent", "", "It is indented below a line that opens no block"),
        ("was never closed", "", f"{_BRACKETS}: a closing one is missing"),
        ("unmatched", "", f"{_BRACKETS}: there is a closing one too many"),
        ("does not match opening", "", f"{_BRACKETS}: they close in another order than they open"),
        ("unterminated triple", "", "The three quotes that begin here never end"),
        ("unterminated", "", "A quote that begins in this line does not end in it"),
        ("outside function", "", "It is not indented under its `def`"),
        ("Maybe you meant '=='", "", "`=` sets a name and `==` compares"),
        ('perhaps you meant "=="', "", "`=` sets a name and `==` compares"),
        ("invalid decimal literal", "", "Is a * missing, as in 2 * x? No name begins with a digit"),
        ("after line continuation", "", "Nothing may follow a backslash, not even a space"),
        ("invalid syntax", r"&&|\|\|", "Python writes `and` and `or`"),
        ("invalid syntax", r"\+\+|--$", "Python has no ++ and --: write x += 1"),
        ("invalid syntax", r"(?:\bif|\bwhile|\band|\bor|=|\()\s*!(?!=)", "Python writes `not`"),
        ("invalid syntax", r"^\s*for\b(?!.*\bin\b)", "A `for` reads: for name in values"),
        ("invalid syntax", r"^\s*(?:from|import)\b.*\w-\w", "No module has a hyphen in its name"),
    )
)


def advice_on(message: str, line: str) -> str:
    """What to do about a SyntaxError with this message at this line, or ""."""
    if "indented block" in message:
        return _empty_block(message)
    for said, pattern, advice in _ADVICE:
        if said in message and pattern.search(line):
            return advice
    named = _KEYWORD_AS_NAME.search(line) if "invalid syntax" in message else None
    if named is None:
        return ""
    word = named["set"] or named["given"]
    return f"`{word}` is a word of Python's own: choose another name, such as {word}_"


def _empty_block(message: str) -> str:
    opened = re.search(r"on line (\d+)", message)
    where = f"line {opened[1]}" if opened else "it"
    return (
        f"Indent what belongs to {where} by four spaces; where there is nothing yet, or only a "
        "comment, write `pass`"
    )
