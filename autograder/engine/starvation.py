"""How long the machine has let a process wait for a processor: nobody is charged for that."""

from __future__ import annotations

from pathlib import Path


def starved_seconds(pidfd: int | None = None) -> float:
    """Of the process behind a descriptor, or of this one; 0 where the system does not tell."""
    try:
        who = "self" if pidfd is None else str(_process(pidfd))
        _, waited, _ = Path(f"/proc/{who}/schedstat").read_text("ascii").split()
    except (OSError, ValueError):
        return 0.0
    return int(waited) / 1e9


def _process(pidfd: int) -> int:
    """Its number here: a server in a pid namespace of its own knows it by another."""
    lines = Path(f"/proc/self/fdinfo/{pidfd}").read_text("ascii").splitlines()
    (number,) = (line.split()[1] for line in lines if line.startswith("Pid:"))
    return int(number)
