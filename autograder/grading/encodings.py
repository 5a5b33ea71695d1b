"""Bytes of a Python file to text, by Python's own rules, and with a helpful word where those fail."""

from __future__ import annotations

import io
import tokenize


def decode(raw: bytes, file: str) -> tuple[str, tuple[str, ...], str]:
    """(text with newlines as "\\n", notes, problem): the problem is "" when there is a text."""
    if not raw.strip():
        return "", (), f"{file} is empty"
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
        text = raw.decode(encoding)
    except (SyntaxError, UnicodeDecodeError) as error:
        return "", (), f"{file} is not UTF-8 text: {error}"
    return text.replace("\r\n", "\n").replace("\r", "\n"), (), ""
