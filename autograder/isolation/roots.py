"""The Landlock rules of a `locked` worker, for the most part opened ahead in the zygote.

Landlock can only allow. Where a readable folder holds one that must stay hidden (the
packages within a standard library), its other entries are allowed one by one: some two
hundred rules, which is why they are kept open rather than opened for every worker.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from autograder.isolation import landlock
from autograder.isolation.readable import hidden_beneath
from autograder.isolation.readable import site_folders

_DEVICES = (
    ("/dev/null", landlock.DEVICE),
    ("/dev/zero", landlock.READ),
    ("/dev/urandom", landlock.READ),
)


class OpenedRoots:
    """Rules by the path they make readable."""

    def __init__(self, version: int) -> None:
        """version: of Landlock. Raises StepFailed when a device cannot be opened."""
        self._version = version
        # The import system lists a folder before it looks into it.
        listed = ((folder, landlock.LIST) for folder in site_folders())
        self._always = [landlock.open_rule(version, *rule) for rule in (*_DEVICES, *listed)]
        self._opened: dict[Path, list[landlock.Rule]] = {}

    def open(self, root: Path) -> list[landlock.Rule]:
        """The rules that make `root` readable, opened now unless they are already."""
        if root not in self._opened:
            hidden = hidden_beneath((str(root),))
            self._opened[root] = [
                landlock.open_rule(self._version, path, rights)
                for path, rights in _rules_around(str(root), hidden)
            ]
        return self._opened[root]

    def ruleset(self, readable: tuple[Path, ...], writable: Path) -> landlock.Ruleset:
        """The rules of one worker; call in the worker, before it closes its descriptors."""
        ruleset = landlock.Ruleset(self._version)
        ruleset.add(self._always)
        for root in readable:
            ruleset.add(self.open(root))
        ruleset.allow(str(writable), landlock.WRITE)
        return ruleset


def _rules_around(root: str, hidden: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    if not any(folder.startswith(root + "/") for folder in hidden):
        yield root, landlock.READ
        return
    yield root, landlock.LIST
    for entry in os.listdir(root):
        path = f"{root}/{entry}"
        if path not in hidden:
            yield from _rules_around(path, hidden)
