"""Tables as spreadsheets and learning platforms save them: CSV in whatever dialect."""

from __future__ import annotations

import codecs
import csv
import io
from pathlib import Path

from autograder.errors import UserError


def read_sheet(path: Path, what: str) -> list[tuple[int, list[str]]]:
    """(line, cells) of every row; `what` names the file in a UserError.

    Cells are separated by commas, semicolons or tabs. The text is UTF-8, UTF-16 with its mark,
    or else Windows-1252, as Excel saves CSV.
    """
    text = _text(path, what)
    if text[:4].casefold() == "sep=":  # a line for Excel alone
        text = text.partition("\n")[2]
    header = text.partition("\n")[0]
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=header.count))
    return [(rows.line_num, [cell.strip() for cell in row]) for row in rows]


def _text(path: Path, what: str) -> str:
    try:
        raw = path.read_bytes()
    except FileNotFoundError as error:
        raise UserError(f"{what} {path} does not exist") from error
    except OSError as error:
        raise UserError(f"{what} {path} cannot be read: {error.strerror}") from error
    if raw.startswith((b"PK\3\4", b"\xd0\xcf\x11\xe0")):
        raise UserError(f"{what} {path} is a workbook, expected CSV: save it as CSV UTF-8")
    wide = raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if wide else ("utf-8-sig", "cp1252"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise UserError(
        f"{what} {path} is no text in UTF-8, UTF-16 or Windows-1252: save it as CSV UTF-8"
    )
