"""The course in nbgrader: release, collect, grade, gradebook, export.

Nothing outside this package imports nbgrader. `points_for` is what the graded cells of a
notebook call under nbgrader's own `autograde`, in a student's kernel: it imports neither.
"""

from __future__ import annotations

from autograder.nbgrader.points import points_for

__all__ = ["points_for"]
