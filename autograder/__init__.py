"""An auto-graded course on neural networks, and the grader behind it."""

from autograder.authoring import criterion
from autograder.authoring import misconception

__all__ = ["criterion", "misconception"]
__version__ = "1.0.0"
