"""docs/mutation.md: how the mutants of every assignment fared."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence
from pathlib import Path

from autograder.proof.agreement import WANTED
from autograder.proof.mutate import Mutation
from autograder.proof.rows import in_order
from autograder.proof.rows import quoted
from autograder.proof.rows import rows_of

_HEAD = f"""\
# Mutants

`grade mutate --write docs/mutation.md` writes this page. Each solution of a reference is changed in
one place at a time, and every such mutant is graded as a submission; `autograder/proof/mutants.py`
lists the changes. A mutant is killed when it loses points. One that survives must answer like the
reference on at least {WANTED:,} different inputs, drawn as the suite draws them under other
secrets: then it is claimed to be equivalent. At most 12 % of an assignment's mutants may be, or
one.

| assignment | mutants | killed | equivalent | share |
|---|---|---|---|---|
"""
_LIST = """
## Equivalent mutants

| assignment | line | in | change | agrees on |
|---|---|---|---|---|
"""


def write_mutation(page: Path, mutation: Mutation, slugs: Sequence[str]) -> None:
    """Write the rows of one assignment into the page; rows of other `slugs` stay as they are."""
    head, _, tail = page.read_text("utf-8").partition(_LIST) if page.is_file() else ("", "", "")
    rows, listed = rows_of(head), rows_of(tail)
    rows[mutation.slug] = [_row(mutation)]
    listed[mutation.slug] = list(_equivalents(mutation))
    table = in_order(rows, slugs)
    text = _HEAD + table + _together(table) + _LIST + in_order(listed, slugs)
    page.write_text(text, "utf-8")


def _together(table: str) -> str:
    counts = [[int(cell) for cell in row.split("|")[2:5]] for row in table.splitlines()]
    total, killed, equivalent = map(sum, zip(*counts, strict=True))
    return f"\nTogether {total:,} mutants: {killed:,} killed, {equivalent:,} equivalent.\n"


def _row(mutation: Mutation) -> str:
    share = len(mutation.equivalent) / max(mutation.mutants, 1)
    return (
        f"| {mutation.slug} | {mutation.mutants} | {mutation.killed} "
        f"| {len(mutation.equivalent)} | {share:.1%} |"
    )


def _equivalents(mutation: Mutation) -> Iterator[str]:
    for one in mutation.equivalent:
        mutant = one.mutant
        yield (
            f"| {mutation.slug} | {mutant.line} | {mutant.of} | {quoted(mutant.change)} "
            f"| {one.agreement.drawn:,} |"
        )
