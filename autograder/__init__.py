"""An auto-graded course on neural networks, and the grader behind it."""

from autograder.authoring import criterion
from autograder.authoring import misconception
from autograder.authoring import reference

__all__ = ["criterion", "misconception", "reference"]
__version__ = "1.0.0"
