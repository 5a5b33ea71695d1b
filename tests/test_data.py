"""The data files are the ones data/README.md describes."""

from __future__ import annotations

import csv
import hashlib
import re
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

DATA = Path(__file__).parent.parent / "data"


class Described(NamedTuple):
    """One line of the table in data/README.md."""

    file: str
    rows: int
    columns: int
    size: int
    sha256: str


def described() -> list[Described]:
    line = re.compile(r"\| (\S+\.csv) \| (\d+) \| (\d+) \| (\d+) \| `([0-9a-f]{64})` \|")
    found = line.findall((DATA / "README.md").read_text(encoding="utf-8"))
    return [Described(file, int(r), int(c), int(size), sha) for file, r, c, size, sha in found]


def read(file: str) -> tuple[list[str], list[list[str]]]:
    """The header and the rows of a data file."""
    with (DATA / file).open(encoding="ascii", newline="") as stream:
        header, *rows = csv.reader(stream)
    return header, rows


def test_every_file_is_described() -> None:
    assert sorted(line.file for line in described()) == sorted(p.name for p in DATA.glob("*.csv"))


@pytest.mark.parametrize("line", described(), ids=lambda line: line.file)
def test_bytes_and_shape(line: Described) -> None:
    content = (DATA / line.file).read_bytes()
    header, rows = read(line.file)
    assert len(content) == line.size
    assert hashlib.sha256(content).hexdigest() == line.sha256
    assert len(header) == len(set(header)) == line.columns
    assert len(rows) == line.rows
    assert {len(row) for row in rows} == {line.columns}


def test_optdigits_are_counts_of_ink() -> None:
    header, rows = read("optdigits.csv")
    table = np.array(rows, dtype=int)
    pixels, digits = table[:, :64], table[:, 64]
    assert header == [f"p{row}{column}" for row in range(8) for column in range(8)] + ["digit"]
    assert (pixels.min(), pixels.max()) == (0, 16)
    assert np.bincount(digits).tolist() == [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]


def test_smarket_is_a_series_in_the_order_of_time() -> None:
    header, rows = read("Smarket.csv")
    column = dict(zip(header, zip(*rows, strict=True), strict=True))
    today = np.array(column["Today"], dtype=float)
    assert header == ["Year", *(f"Lag{k}" for k in range(1, 6)), "Volume", "Today", "Direction"]
    assert list(column["Year"]) == sorted(column["Year"])
    for lag in range(1, 6):
        assert (np.array(column[f"Lag{lag}"], dtype=float)[lag:] == today[:-lag]).all()
    assert ((today >= 0) == (np.array(column["Direction"]) == "Up")).all()
