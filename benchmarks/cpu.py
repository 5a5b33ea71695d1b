"""CPU time of other processes, from /proc.

`exact` reads what the scheduler counted, in nanoseconds, for the main thread of one process
(our servers and runners have no other). `total` reads clock ticks, 10 ms each, and includes
children that were waited for: good for sums over many submissions.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

_TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Process:
    """One line of the process table."""

    pid: int
    parent: int
    state: str
    ticks: int

    @property
    def total(self) -> float:
        """Seconds of this process and of its children that were waited for."""
        return self.ticks / _TICK

    @property
    def exact(self) -> float:
        """Seconds on a CPU, also of a process that ended and was not waited for yet."""
        return int(Path(f"/proc/{self.pid}/schedstat").read_text().split()[0]) / 1e9

    @property
    def command(self) -> str:
        return Path(f"/proc/{self.pid}/cmdline").read_text().replace("\0", " ")


def processes() -> dict[int, Process]:
    """Every process of this machine, by pid."""
    found = (_read(int(entry.name)) for entry in Path("/proc").iterdir() if entry.name.isdigit())
    return {process.pid: process for process in found if process is not None}


def descendants(root: int, beneath: set[int] | None = None) -> list[Process]:
    """The children of `root`, theirs, and so on; only the branches that start at `beneath`."""
    table = processes()
    chosen = {pid for pid, process in table.items() if process.parent == root}
    if beneath is not None:
        chosen &= beneath
    while True:
        more = {pid for pid, process in table.items() if process.parent in chosen} - chosen
        if not more:
            return [table[pid] for pid in chosen]
        chosen |= more


def unshared_bytes(pid: int) -> int:
    """Memory that would be free if this process ended (USS)."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    fields = (line.split() for line in lines if line.startswith("Private_"))
    return sum(int(size) for _, size, _ in fields) * 1024


def _read(pid: int) -> Process | None:
    try:
        line = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    fields = line.rpartition(")")[2].split()
    return Process(pid, int(fields[1]), fields[0], sum(map(int, fields[11:15])))
