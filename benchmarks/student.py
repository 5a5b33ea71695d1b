"""How long a student waits: `python -m benchmarks.student [ROUNDS]`.

Interleaved, so that a busy machine burdens all alike: importing numpy and pytest (the
floor), `grade check` on a numpy exercise, and watch mode from a save to its result. Prints
the best and the median of wall-clock and CPU seconds, and the ratios the project promises.
"""

from __future__ import annotations

import os
import pty
import resource
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from autograder.course.course import Course
from autograder.course.release import release

SLUG = "output_size"
PROMISED_CHECK = 2.5
PROMISED_WATCH = 2.0
_PATIENCE = 60.0

Cost = tuple[float, float]


def cost_of(command: list[str], folder: Path) -> Cost:
    """Wall-clock and CPU seconds of one run, all its children included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=False)
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Watching:
    """`grade` alone in a pseudo-terminal, and the time from a save to what it shows."""

    def __init__(self, kit: Path) -> None:
        self._file = kit / "assignments" / SLUG / f"{SLUG}.py"
        self._terminal, theirs = pty.openpty()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "autograder"],
            cwd=kit,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        )
        os.close(theirs)
        self._until_shown()

    def save(self) -> float:
        """Seconds from a save to the result on the screen."""
        started = time.perf_counter()
        self._file.write_text(self._file.read_text("utf-8") + "\n", "utf-8")
        self._until_shown()
        shown = time.perf_counter()
        while select.select([self._terminal], [], [], 0.05)[0]:
            os.read(self._terminal, 1 << 16)
        return shown - started

    def quit(self) -> None:
        os.write(self._terminal, b"q")
        self._process.wait(_PATIENCE)
        os.close(self._terminal)

    def _until_shown(self) -> None:
        drawn = b""
        while b"visible tests pass" not in drawn:
            if not select.select([self._terminal], [], [], _PATIENCE)[0]:
                raise RuntimeError(f"Watch mode shows nothing new:\n{drawn.decode()}")
            drawn += os.read(self._terminal, 1 << 16)


def measure(kit: Path, rounds: int) -> tuple[list[Cost], list[Cost], list[float]]:
    """The costs of the floor, of a check, and of watch mode; one of each in every round."""
    floor: list[Cost] = []
    check: list[Cost] = []
    watch: list[float] = []
    watching = Watching(kit)
    for _ in range(rounds):
        floor.append(cost_of([sys.executable, "-c", "import numpy, pytest"], kit))
        check.append(cost_of([sys.executable, "-m", "autograder", "check", SLUG], kit))
        watch.append(watching.save())
    watching.quit()
    return floor, check, watch


def main() -> None:
    """Print the table, best and median."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    with tempfile.TemporaryDirectory() as folder:
        kit = release(Course.find(), Path(folder) / "kit", [SLUG])
        floor, check, watch = measure(kit, rounds)
    for summary in (min, median):
        _report(summary, floor, check, watch)


def _report(
    summary: Callable[[list[float]], float],
    floor: list[Cost],
    check: list[Cost],
    watch: list[float],
) -> None:
    def of(costs: list[Cost], column: int) -> float:
        return summary([cost[column] for cost in costs])

    print(f"{summary.__name__} of {len(floor)} rounds")
    print(f"  import numpy, pytest    wall {of(floor, 0):.3f} s   cpu {of(floor, 1):.3f} s")
    print(f"  grade check             wall {of(check, 0):.3f} s   cpu {of(check, 1):.3f} s")
    print(f"  save to result          wall {summary(watch):.3f} s")
    print(
        f"  check / import          wall {of(check, 0) / of(floor, 0):.2f}     "
        f"cpu {of(check, 1) / of(floor, 1):.2f}     (promised: {PROMISED_CHECK})"
    )
    print(
        f"  save / check            wall {summary(watch) / of(check, 0):.2f}"
        f"                  (promised: {PROMISED_WATCH})"
    )


if __name__ == "__main__":
    main()
