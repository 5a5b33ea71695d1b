"""docs/margins.md: how far right answers stay from the tolerances of every suite."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from autograder.proof.margins import Margins
from autograder.proof.rows import in_order
from autograder.proof.rows import quoted
from autograder.proof.rows import rows_of

_HEAD = """\
# Margins

`grade margins --write docs/margins.md` writes this page. The reference and every alternative run
under many secrets, each of which draws other inputs. All get full marks, and the largest error of a
comparison up to rounding is at most a tenth of its tolerance. The last column says where it is: in
which criterion, of which file, under which secret.

| assignment | criteria | secrets | largest error / tolerance | where |
|---|---|---|---|---|
"""


def write_margins(page: Path, found: Margins, slugs: Sequence[str]) -> None:
    """Write the row of one assignment into the page; rows of other `slugs` stay as they are."""
    rows = rows_of(page.read_text("utf-8")) if page.is_file() else {}
    where = quoted(found.where) if found.where else "no error"
    cells = (found.slug, str(found.criteria), str(found.secrets), f"{found.largest:.1e}", where)
    rows[found.slug] = [f"| {' | '.join(cells)} |"]
    page.write_text(_HEAD + in_order(rows, slugs), "utf-8")
