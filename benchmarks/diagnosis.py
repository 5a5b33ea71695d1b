"""`python -m benchmarks.diagnosis`: does a name fit? With --write, docs/diagnosis.md keeps it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from collections.abc import Sequence

from autograder.course.course import Course
from autograder.course.misconceptions import catalogue
from autograder.engine.pool import Pool
from autograder.isolation import Level
from autograder.isolation import probe
from autograder.proof.mutants import mutants
from autograder.proof.rehearsal import fresh_processes
from benchmarks.changed import SEED
from benchmarks.changed import Changed
from benchmarks.changed import Lot
from benchmarks.changed import grade_lot
from benchmarks.false_names import SECRETS
from benchmarks.false_names import Check
from benchmarks.peers import REPOSITORY
from benchmarks.report import table
from benchmarks.twins import Outcome
from benchmarks.twins import Twin
from benchmarks.twins import grade_twins
from benchmarks.twins import twins
from benchmarks.unfinished import unfinished

_DOCUMENT = REPOSITORY / "docs" / "diagnosis.md"
_MARK = "<!-- measured: `python -m benchmarks.diagnosis --write` writes everything below -->\n"
_SECRET = b"diagnosis"
_OUTCOMES = {"right": "right", "another": "**another mistake**", "none": "no name"}
_UNFINISHED = "half finished"
_MUTANTS = "one operator changed"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.diagnosis", description=__doc__)
    parser.add_argument("slugs", nargs="*", help="draw from these assignments alone")
    parser.add_argument("--draw", type=int, default=400, help="changed references of each kind")
    parser.add_argument("--level", type=Level.parse, default=probe().level)
    parser.add_argument("--write", action="store_true", help=f"keep in {_DOCUMENT.name}")
    return parser.parse_args()


def main() -> None:
    """Grade twins and changed references on one processor; print, and keep if asked to."""
    asked = _arguments()
    course = Course.load(REPOSITORY)
    chosen = [course.assignment(slug) for slug in asked.slugs] or list(course.assignments)
    with Pool(asked.level, 1, _SECRET) as pool, fresh_processes(1) as elsewhere:
        known = twins(course)
        outcomes = grade_twins(known, pool)
        lots = {
            name: grade_lot(chosen, generator, asked.draw, pool, elsewhere)
            for name, generator in ((_UNFINISHED, unfinished), (_MUTANTS, mutants))
        }
    catalogued = sum(len(catalogue(assignment)) for assignment in chosen)
    texts = [
        f"{len(chosen)} assignments with {catalogued:,} catalogued mistakes.",
        _twin_figures(outcomes),
        _lot_figures(lots),
        *_false_names(lots),
        _twin_table(known, outcomes),
        _remarks(known),
    ]
    text = "\n\n".join(texts) + "\n"
    print(text)
    if asked.write:
        kept = _DOCUMENT.read_text("utf-8").partition(_MARK)[0]
        _DOCUMENT.write_text(f"{kept}{_MARK}\n{text}", "utf-8")


def _twin_figures(outcomes: Sequence[Outcome]) -> str:
    rows = [
        ("right name", outcomes.count("right"), "at least 90 %"),
        ("another name", outcomes.count("another"), "at most 2 %"),
        ("no name", outcomes.count("none"), ""),
    ]
    return "\n\n".join(
        [
            f"## The figures\n\n### {len(outcomes)} blind twins",
            table(
                ("", "twins", "share", "bar"),
                [
                    (name, str(count), _share(count, len(outcomes)), bar)
                    for name, count, bar in rows
                ],
            ),
        ]
    )


def _lot_figures(lots: dict[str, Lot]) -> str:
    drawn = "; ".join(f"{name}: {len(lot.drawn)} of {lot.among:,}" for name, lot in lots.items())
    header = ("", "drawn", "killed", "named", "falsely", "of the killed", "of the named")
    rows = [_lot_row(f"**{name}**", lot.drawn) for name, lot in lots.items()]
    half = lots[_UNFINISHED].drawn
    rows += [
        _lot_row(kind, [one for one in half if _kind(one) == kind])
        for kind in sorted({_kind(one) for one in half})
    ]
    return f"""\
### Changed references

Drawn by lot with seed {SEED}: {drawn}. Names were checked under {SECRETS} other secrets.
The bar: at most 5 % of the killed ones get a false name. Below the second row, the kinds of
half-finished work.

{table(header, rows)}

{_besides(lots)}"""


def _besides(lots: dict[str, Lot]) -> str:
    false = [one for lot in lots.values() for one in lot.drawn if one.false]
    more = sum(all(given.check.and_more for given in one.false) for one in false)
    return (
        f"Of the {len(false)} with a false name, {more} make the named mistake wherever it shows, "
        "and are wrong in other calls besides."
    )


def _lot_row(name: str, drawn: Sequence[Changed]) -> tuple[str, ...]:
    killed = sum(one.killed for one in drawn)
    named = sum(bool(one.names) for one in drawn)
    false = sum(bool(one.false) for one in drawn)
    shares = _share(false, killed), _share(false, named)
    return name, str(len(drawn)), str(killed), str(named), str(false), *shares


def _kind(one: Changed) -> str:
    return one.mutant.change.partition(":")[0]


def _false_names(lots: dict[str, Lot]) -> Iterator[str]:
    """Each false name once, though several criteria may have given it."""
    rows = []
    for lot in lots.values():
        for one in lot.drawn:
            for named, check in {given.misconception: given.check for given in one.false}.items():
                reason = _reason(check)
                change = f"`{one.mutant.change.replace('`', '')}`"
                rows.append((one.assignment.slug, one.mutant.of, change, named.name, reason))
    yield "### False names\n\nCalls are those that the change or the named mistake answers wrong."
    yield _escaped_table(("assignment", "function", "change", "named", "why it is false"), rows)


def _reason(check: Check) -> str:
    parts = {
        "wrong in {} calls that the mistake answers rightly": check.more,
        "right in {} that the mistake answers wrong": check.less,
        "wrong in another way in {}": check.otherwise,
    }
    said = "; ".join(text.format(count) for text, count in parts.items() if count)
    return f"{said}; of {check.wrong}, first in {check.first}" if said else "wrong in no call"


def _twin_table(known: Sequence[Twin], outcomes: Sequence[Outcome]) -> str:
    rows = [
        (twin.assignment.slug, twin.mistake.of, twin.mistake.says, _OUTCOMES[outcome])
        for twin, outcome in zip(known, outcomes, strict=True)
    ]
    header = ("assignment", "function", "the sentence", "named")
    return f"## The twins\n\n{_escaped_table(header, rows)}"


def _remarks(known: Sequence[Twin]) -> str:
    lines = [
        f"- `{twin.mistake.of}` of {twin.assignment.slug} ({twin.mistake.name}): {twin.remark}"
        for twin in known
        if twin.remark
    ]
    return "\n".join(["## What the writer of the twins remarked", "", *lines])


def _escaped_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose columns are not aligned: one long sentence would widen every row."""
    cells = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(_escaped(cell) for cell in row) + " |" for row in cells)


def _escaped(cell: str) -> str:
    return cell.replace("|", r"\|").replace("\n", " ")


def _share(count: int, of: int) -> str:
    return f"{100 * count / of:.1f} %" if of else ""


if __name__ == "__main__":
    main()
