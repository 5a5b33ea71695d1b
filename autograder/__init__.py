"""An auto-graded course on neural networks, and the grader behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from typing import Any

from autograder.authoring import criterion
from autograder.authoring import misconception
from autograder.authoring import reference

if TYPE_CHECKING:
    from autograder.reports.frames import load_results

__all__ = ["criterion", "load_results", "misconception", "reference"]
__version__ = "1.0.0"


def __getattr__(name: str) -> Any:
    """Hidden suites import this package: pandas is loaded only for who asks for tables."""
    if name == "load_results":
        from autograder.reports.frames import load_results

        return load_results
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
