r"""Bytes of a Python file to text: by Python's own rules, else as whoever wrote it meant them.

UTF-8, a byte order mark and a coding cookie are what Python accepts. Text in another
encoding that can be told from its bytes is read in that encoding, with a note naming line,
column and byte: what lies outside ASCII is then a comment or a string, or, when it is code,
a syntax error that can name the character. Only NUL bytes inside the text are refused.
"""

from __future__ import annotations

import codecs
import io
import re
import tokenize
from dataclasses import dataclass

SAVE_AS_UTF8 = "Save the file as UTF-8"
_WIDE = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Each with the bytes of its usual characters: text in it consists of little else, and a wrong
# guess gives rare ones. Codecs as Windows has them, which know what the standards do, and more.
_EAST_ASIAN = (
    ("cp932", "Shift-JIS", rb"[\x81-\x83\x88-\x97][\x40-\xfc]"),
    ("cp949", "EUC-KR", rb"[\xa1-\xa3\xb0-\xc8][\xa1-\xfe]"),
    ("gb18030", "GB 18030", rb"[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]"),
    ("euc_jp", "EUC-JP", rb"[\xa1-\xa5\xb0-\xcf][\xa1-\xfe]"),
    ("cp950", "Big5", rb"[\xa1-\xc6][\x40-\xfe]"),
)
# Codecs that are slow without bound or no text encoding; nobody's editor writes them.
_NO_TEXT = frozenset({"idna", "punycode", "undefined"})


@dataclass(frozen=True)
class Decoded:
    r"""Text whose lines end in "\n", with notes; no text when there is a problem."""

    text: str = ""
    notes: tuple[str, ...] = ()
    problem: str = ""


def decode(raw: bytes, file: str) -> Decoded:
    """The text of a file; `file` is its name in notes and in the problem."""
    stripped = raw.rstrip(b"\0")
    notes: list[str] = []
    wide = next((name for mark, name in _WIDE if raw.startswith(mark)), None) or _unmarked_wide(raw)
    if wide:
        text, note = _decode_wide(raw, wide, file)
        notes.append(note)
    else:
        if len(stripped) < len(raw):
            count = len(raw) - len(stripped)
            notes.append(f"{count} NUL bytes at the end of {file} were left out")
        text, note = _decode_narrow(stripped, file)
        if note:
            notes.append(note)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        where = _place(text, text.index("\0"))
        problem = f"{file}, {where}: a NUL byte, which no Python file may hold. {SAVE_AS_UTF8}"
        return Decoded(problem=f"{problem} and hand it in again")
    if not text.strip():
        found = "is empty" if not raw else "holds nothing but blanks"
        return Decoded(problem=f"{file} {found}: hand in the file with your code")
    return Decoded(text, tuple(notes))


def _unmarked_wide(raw: bytes) -> str | None:
    """UTF-16 without a byte order mark shows as a zero in every other byte of ASCII text."""
    half = len(raw) // 2
    if half < 2:
        return None
    if raw[1::2].count(0) > 0.8 * half and raw[0::2].count(0) == 0:
        return "utf-16-le"
    if raw[0::2].count(0) > 0.8 * half and raw[1::2].count(0) == 0:
        return "utf-16-be"
    return None


def _decode_wide(raw: bytes, encoding: str, file: str) -> tuple[str, str]:
    text = raw.decode(encoding, "replace")
    name = encoding.upper()[:6]
    note = f"{file} is {name}, which Python does not read: its first byte is 0x{raw[0]:02X}"
    return text, f"{note}. It was graded after decoding it. {SAVE_AS_UTF8}"


def _decode_narrow(raw: bytes, file: str) -> tuple[str, str]:
    """By the cookie or as UTF-8; otherwise by the likeliest encoding, with a note."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
        if codecs.lookup(encoding).name in _NO_TEXT:
            raise SyntaxError("unknown encoding")
        return raw.decode(encoding), ""
    except (SyntaxError, LookupError):
        # The cookie names no encoding, or the first lines do not fit it.
        pass
    except UnicodeError:
        pass
    try:
        return raw.decode("utf-8-sig"), f"the coding line of {file} is wrong: it was read as UTF-8"
    except UnicodeDecodeError as error:
        text, name = _likeliest(raw)
        above = raw[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        line, column = above.count(b"\n") + 1, len(above) - above.rfind(b"\n")
        note = (
            f"{file} is not UTF-8: line {line}, column {column} holds the byte "
            f"0x{raw[error.start]:02X}. It was read in the encoding {name}. {SAVE_AS_UTF8}"
        )
        return text, note


def _likeliest(raw: bytes) -> tuple[str, str]:
    best, likeliest = 0.5, None
    for encoding, name, usual in _EAST_ASIAN:
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        share = _share_of_usual(text, encoding, usual)
        if share > best:
            best, likeliest = share, (text, name)
    if likeliest is not None:
        return likeliest
    try:
        return raw.decode("cp1252"), "Windows-1252 (cp1252)"
    except UnicodeDecodeError:
        return raw.decode("latin-1"), "Latin-1"


def _share_of_usual(text: str, encoding: str, usual: bytes) -> float:
    """How many characters outside ASCII are usual ones that stand beside another.

    Read in an East Asian encoding, the accents of a European text are rare characters, or
    stand alone between ASCII letters, because each has taken the next letter or bracket along.
    """
    runs = re.findall(r"[^\x00-\x7f]+", text)
    together = {character for run in runs if len(run) > 1 for character in run}
    well = [c for c in together if re.fullmatch(usual, c.encode(encoding))]
    return len(well) / len(set("".join(runs)))


def _place(text: str, at: int) -> str:
    line = text.count("\n", 0, at) + 1
    return f"line {line}, column {at - text.rfind(chr(10), 0, at)}"
