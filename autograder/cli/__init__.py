"""The command line."""

from autograder.cli.main import main

__all__ = ["main"]
