"""How this package runs pytest: its own fixtures, none of a terminal's services."""

from __future__ import annotations

import os
from pathlib import Path

# What they watch for a person at a terminal costs every test of every submission.
_UNUSED = (
    "terminal cacheprovider capture logging warnings unraisableexception threadexception "
    "faulthandler doctest junitxml pastebin stepwise debugging setuponly setupplan legacypath "
    "subtests"
).split()


def quiet_arguments(folder: Path) -> list[str]:
    """Arguments of pytest.main for the suite in `folder`, whatever surrounds it."""
    return [
        "--import-mode=importlib",
        f"-c{os.devnull}",  # no settings of the folder the course happens to lie in
        "--noconftest",
        "--disable-plugin-autoload",  # nor any plugin that happens to be installed
        *(f"-pno:{plugin}" for plugin in _UNUSED),
        "-pautograder.pytest_plugin",
        f"--rootdir={folder}",
    ]
