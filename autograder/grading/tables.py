"""Tables that instructors write: CSV files as spreadsheets leave them."""

from __future__ import annotations

from pathlib import Path

from autograder.errors import UserError


def table_text(path: Path, what: str) -> str:
    """The text of a CSV file without a byte order mark; UserError for one that is not UTF-8.

    `what` says what the table is, for people.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserError(f"{what} {path} cannot be read: {error.strerror}.") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UserError(
            f"{what} {path} is not UTF-8 text (line {line}, byte 0x{data[error.start]:02X}). "
            'Save it again as UTF-8; in Excel that is the file type "CSV UTF-8".'
        ) from error
