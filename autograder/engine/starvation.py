"""How long the machine has let a process wait for a processor: nobody is charged for that."""

from __future__ import annotations

import os
from pathlib import Path


def starved_seconds(pidfd: int | None = None) -> float:
    """Of the process behind a descriptor, or of this one; 0 where the system does not tell.

    What the process has computed itself is taken off: its main thread may have waited for others
    of its own, and whoever starts those could wait for ever.
    """
    try:
        folder = Path("/proc", "self" if pidfd is None else str(_process(pidfd)))
        _, waited, _ = (folder / "schedstat").read_text("ascii").split()
        after_name = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
    except (OSError, ValueError):
        return 0.0
    ticks = int(after_name[11]) + int(after_name[12])  # of all threads: user and system time
    return int(waited) / 1e9 - ticks / os.sysconf("SC_CLK_TCK")


def _process(pidfd: int) -> int:
    """Its number here: a server in a pid namespace of its own knows it by another."""
    lines = Path(f"/proc/self/fdinfo/{pidfd}").read_text("ascii").splitlines()
    (number,) = (line.split()[1] for line in lines if line.startswith("Pid:"))
    return int(number)
