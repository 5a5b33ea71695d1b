"""The hand-ins that are graded: right ones, catalogued mistakes, one for each kind of fault."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass
from pathlib import Path

from autograder.course.assignment import Assignment
from autograder.course.misconceptions import catalogue
from autograder.course.misconceptions import compose
from autograder.course.stub import stub

# What takes the place of every second function and class of the reference.
_FAULTS = {
    "raises": "raise ValueError('no idea')",
    "returns None": "return None",
    "returns text": "return 'forty-two'",
    "raises SystemExit": "raise SystemExit(0)",
}
_CRASH = "import os; os._exit(0)"


@dataclass(frozen=True)
class HandIn:
    """One submission; `kind` is "right", "misconception" or a kind of fault."""

    kind: str
    name: str
    source: str

    @property
    def right(self) -> bool:
        return self.kind == "right"

    def staged(self, folder: Path, slug: str) -> Path:
        """The file <slug>.py in a new `folder`, readable for a worker's user."""
        folder.mkdir(mode=0o755, parents=True)
        file = folder / f"{slug}.py"
        file.write_text(self.source, "utf-8")
        return file


def half_right(assignment: Assignment, count: int) -> list[HandIn]:
    """`count` hand-ins in random order: half of them right, half misconceptions."""
    reference = assignment.reference_source()
    right = [
        HandIn("right", "reference", reference),
        *(HandIn("right", path.stem, path.read_text("utf-8")) for path in assignment.alternatives),
    ]
    wrong = [HandIn("misconception", m.name, compose(reference, m)) for m in catalogue(assignment)]
    order = random.Random(assignment.slug)
    order.shuffle(wrong)
    pairs = zip(itertools.cycle(right), itertools.cycle(wrong), strict=False)
    chosen = [one for pair in itertools.islice(pairs, (count + 1) // 2) for one in pair][:count]
    order.shuffle(chosen)
    return chosen


def faults(assignment: Assignment) -> list[HandIn]:
    """One hand-in for every way to be wrong that needs no catalogue."""
    reference = assignment.reference_source()
    replaced = assignment.names[::2]
    found = [
        HandIn(kind, kind, _overridden(reference, replaced, body)) for kind, body in _FAULTS.items()
    ]
    found.append(HandIn("not attempted", "stub", stub(reference)))
    found.append(HandIn("does not parse", "syntax", f"{reference}\ndef broken(:\n"))
    found.append(HandIn("ends its process", "crash", _overridden(reference, replaced, _CRASH)))
    return found


def _overridden(source: str, names: tuple[str, ...], body: str) -> str:
    added = (f"def {name}(*args, **kwargs):\n    {body}" for name in names)
    return "\n\n\n".join([source.rstrip(), *added]) + "\n"
