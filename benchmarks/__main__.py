"""`python -m benchmarks`: measure, print, and with --write keep the tables."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from autograder.course.assignment import Assignment
from autograder.isolation import Level
from autograder.isolation import probe
from benchmarks import measure
from benchmarks.engine import worker_memory
from benchmarks.measure import BARE
from benchmarks.measure import FRESH
from benchmarks.measure import OURS
from benchmarks.measure import UNNAMED
from benchmarks.peers import REPOSITORY
from benchmarks.report import machine
from benchmarks.report import table

_DOCUMENT = REPOSITORY / "docs" / "benchmarks.md"
_MARK = "<!-- measured: everything below is written by `make bench` with --write -->\n"
_MIB = 1 << 20


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("slugs", nargs="*", default=["modules", "attention_shapes"])
    parser.add_argument("--submissions", type=int, default=40, help="of each assignment")
    parser.add_argument("--repeats", type=int, default=4, help="of what is measured in batches")
    parser.add_argument("--level", type=Level.parse, default=probe().level)
    parser.add_argument("--only", choices=_PARTS, action="append", help="may be repeated")
    parser.add_argument("--write", action="store_true", help=f"keep in {_DOCUMENT.name}")
    return parser.parse_args()


def main() -> None:
    """Measure part by part; each table is printed as soon as it is there."""
    asked = _arguments()
    texts = [f"Isolation level {asked.level.value}. {machine()}."]
    print(texts[0], flush=True)
    with measure.workshop(asked.slugs, REPOSITORY / "solutions") as (folder, assignments):
        for name, part in _PARTS.items():
            if asked.only and name not in asked.only:
                continue
            for text in part(folder, assignments, asked):
                print(f"\n{text}", flush=True)
                texts.append(text)
    if asked.write:
        kept = _DOCUMENT.read_text("utf-8").partition(_MARK)[0]
        _DOCUMENT.write_text(kept + _MARK + "\n" + "\n\n".join(texts) + "\n", "utf-8")


def _ratios(
    folder: Path, assignments: list[Assignment], asked: argparse.Namespace
) -> Iterator[str]:
    """Ours, fresh pytest and bare calls on the same submissions."""
    for assignment in assignments:
        costs = measure.interleaved(folder, assignment, asked.submissions, asked.level)
        ours, unnamed, fresh, bare = (costs.mean(name) for name in (OURS, UNNAMED, FRESH, BARE))
        rows = [
            (
                name,
                costs.mean(name, "right"),
                costs.mean(name, "misconception"),
                costs.mean(name),
                costs.mean(name, wall=True),
            )
            for name in (OURS, UNNAMED, FRESH, BARE)
        ]
        unlike = measure.disagreements(costs)
        naming = costs.mean(OURS, "misconception") - costs.mean(UNNAMED, "misconception")
        yield f"""\
### {assignment.slug}: milliseconds a submission, means of {asked.submissions}

{table(("", "CPU, right", "CPU, wrong", "CPU, all", "wall, all"), rows)}

- fresh pytest / grade: {fresh / ours:.1f}; without diagnosis {fresh / unnamed:.1f}
- grade / bare calls: {ours / bare:.2f}; without diagnosis {unnamed / bare:.2f}
- diagnosis of a wrong submission: {naming:.1f} ms CPU
- verdicts: {f"differ on {', '.join(unlike)}" if unlike else "identical"}"""


def _breakdowns(
    folder: Path, assignments: list[Assignment], asked: argparse.Namespace
) -> Iterator[str]:
    """Where the time of ours goes."""
    for assignment in assignments:
        kinds = measure.breakdown(folder, assignment, asked.submissions, asked.level)
        keeping = measure.keeping(folder, assignment, asked.submissions, asked.level)
        right, wrong = kinds["right"], kinds["wrong"]
        pool = right.pop("grade"), wrong.pop("grade")
        rows: list[tuple[str, float, float]] = [(name, right[name], wrong[name]) for name in right]
        rows.append(("grade run: intake, staging, result, store", keeping, keeping))
        sums = sum(right.values()) + keeping, sum(wrong.values()) + keeping
        yield "\n".join(
            [
                f"### {assignment.slug}: where the CPU milliseconds go (with a stopwatch)",
                "",
                table(("part", "right", "wrong"), [*rows, ("sum", *sums)]),
                "",
                f"The pool's share of the last part is {pool[0]:.2f} ms (right).",
            ]
        )


def _faults(
    folder: Path, assignments: list[Assignment], asked: argparse.Namespace
) -> Iterator[str]:
    """Wrong against right, kind by kind."""
    for assignment in assignments:
        costs = measure.by_fault(folder, assignment, asked.level, asked.repeats)
        right = costs.mean(UNNAMED, "right")
        rows = [
            (kind, costs.mean(UNNAMED, kind), costs.mean(UNNAMED, kind) / right)
            for kind in costs.kinds(UNNAMED)
        ]
        yield "\n".join(
            [
                f"### {assignment.slug}: kinds of fault, diagnosis off",
                "",
                table(("kind", "CPU ms", "of a right one"), sorted(rows, key=lambda row: row[1])),
            ]
        )


def _empty(folder: Path, assignments: list[Assignment], asked: argparse.Namespace) -> Iterator[str]:
    """What a submission costs before any test."""
    rows = []
    for assignment in assignments:
        place = folder / f"for-{assignment.slug}"
        ours, fresh = measure.empty_suite(place, assignment, asked.level, asked.repeats)
        rows.append((assignment.slug, ours, fresh, f"{100 * ours / fresh:.2f} %"))
    header = ("", "grade, CPU ms", "fresh pytest, CPU ms", "share")
    yield f"### An empty suite with the student imported\n\n{table(header, rows)}"


def _jobs(folder: Path, assignments: list[Assignment], asked: argparse.Namespace) -> Iterator[str]:
    """One job and two."""
    rows = []
    for assignment in assignments:
        found = measure.one_and_two_jobs(
            folder, assignment, asked.submissions, asked.level, asked.repeats
        )
        (cpu_one, cpu_two), (wall_one, wall_two) = found.cpu, found.wall
        speed_up, growth = wall_one / wall_two, cpu_two / cpu_one
        rows.append((assignment.slug, wall_one, wall_two, speed_up, cpu_one, cpu_two, growth))
    header = ("", "wall, 1 job", "wall, 2 jobs", "speed-up", "CPU, 1", "CPU, 2", "CPU ratio")
    yield f"### One job and two, milliseconds a submission\n\n{table(header, rows)}"


def _memory(
    _folder: Path, _assignments: list[Assignment], asked: argparse.Namespace
) -> Iterator[str]:
    """What a worker holds for itself."""
    size = worker_memory(asked.level) / _MIB
    yield f"### Worker memory\n\nUSS after a backward pass in torch: {size:.1f} MB."


_PARTS = {
    "ratios": _ratios,
    "breakdown": _breakdowns,
    "faults": _faults,
    "empty": _empty,
    "jobs": _jobs,
    "memory": _memory,
}

if __name__ == "__main__":
    main()
