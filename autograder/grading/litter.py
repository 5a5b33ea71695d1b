"""What tools leave among a student's files: never part of a hand-in."""

from __future__ import annotations

from dataclasses import replace

from autograder.grading.layouts import is_junk
from autograder.grading.tree import Folder
from autograder.grading.tree import LeftOut
from autograder.grading.tree import Node


def tidy(folder: Folder, ignored: list[LeftOut]) -> Folder:
    """The folder without litter, at every depth; each piece is named in `ignored`."""
    kept: list[Node] = []
    for child in folder.children:
        if is_junk(child.name) or _is_environment(child):
            ignored.append(LeftOut(child.path, "left by a tool, not part of a hand-in"))
        else:
            kept.append(tidy(child, ignored) if isinstance(child, Folder) else child)
    return replace(folder, children=tuple(kept))


def _is_environment(node: Node) -> bool:
    """A virtual environment, whatever its folder is called."""
    return isinstance(node, Folder) and any(leaf.name == "pyvenv.cfg" for leaf in node.leaves)
