"""Archives seen as folders."""

from __future__ import annotations

from autograder.grading.tree import Folder
from autograder.grading.tree import Leaf


def opened(leaf: Leaf) -> Folder:
    """The archive as a folder of its members."""
    return Folder(leaf.name, leaf.path, problems=(f"{leaf.path} cannot be opened",), archive=True)
