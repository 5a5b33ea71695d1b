"""Tables as spreadsheets and learning platforms save them: CSV in whatever dialect."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Mapping
from collections.abc import Sequence
from pathlib import Path

from autograder.errors import UserError

_REMEDY = 'save it again as CSV in UTF-8; in Excel that is the file type "CSV UTF-8"'


def read_sheet(path: Path, what: str) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """The headings, and (line, cells) of every row below; `what` names the file in a UserError.

    Cells are separated by commas, semicolons or tabs. The text is UTF-8, UTF-16 with its mark,
    or else Windows-1252, as Excel saves CSV. A quotation mark that is not closed is a UserError:
    it would take the rows below it along.
    """
    text = _text(path, what)
    above = text[:4].casefold() == "sep="  # a line for Excel alone
    if above:
        text = text.partition("\n")[2]
    header = text.partition("\n")[0]
    rows = csv.reader(
        io.StringIO(text, newline=""), delimiter=max(",;\t", key=header.count), strict=True
    )
    first = 1 + above
    found: list[tuple[int, list[str]]] = []
    try:
        for row in rows:
            found.append((rows.line_num + above, _stripped(row)))
            first = rows.line_num + above + 1
    except csv.Error as error:
        raise UserError(
            f"{what} {path}: the row that begins in line {first} has no end: {error}. Close its "
            "quotation mark, or write two for one that is part of the text"
        ) from error
    return (found[0][1], found[1:]) if found else ([], [])


def columns(headings: Sequence[str], known: Mapping[str, Sequence[str]]) -> dict[str, list[int]]:
    """Where the columns of each kind stand, the better heading first.

    In `known` headings are in small letters, with a space for each `_`.
    """
    spelled = [plain_heading(heading) for heading in headings]
    return {
        kind: [spelled.index(name) for name in names if name in spelled]
        for kind, names in known.items()
    }


def plain_heading(heading: str) -> str:
    """The heading in small letters, with a space for each `_`."""
    return re.sub(r"[\s_]+", " ", heading).casefold()


def cell(row: Sequence[str], places: Sequence[int]) -> str:
    """The first text at one of the places."""
    return next((row[at] for at in places if at < len(row) and row[at]), "")


def _stripped(row: Sequence[str]) -> list[str]:
    return [text.strip() for text in row]


def _text(path: Path, what: str) -> str:
    try:
        raw = path.read_bytes()
    except FileNotFoundError as error:
        raise UserError(f"{what} {path} does not exist") from error
    except OSError as error:
        raise UserError(f"{what} {path} cannot be read: {error.strerror}") from error
    if raw.startswith((b"PK\3\4", b"\xd0\xcf\x11\xe0")):
        raise UserError(f"{what} {path} is a workbook, expected CSV: {_REMEDY}")
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _decoded(raw, "utf-16", f"{what} {path}")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _decoded(raw, "cp1252", f"{what} {path}")


def _decoded(raw: bytes, encoding: str, what: str) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise UserError(
            f"{what} is no text in UTF-8, UTF-16 or Windows-1252 (line {line}, byte "
            f"0x{raw[error.start]:02X}): {_REMEDY}"
        ) from error
