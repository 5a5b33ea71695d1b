"""The suite server that asks nothing ahead: what it finds must be the same."""

from __future__ import annotations

from autograder.engine import suite_server
from autograder.engine.ahead import Ahead


def main() -> None:
    """Entry, as `suite_server.main`."""
    Ahead.begin = lambda self, _test: self.expect_nothing()  # type: ignore[method-assign]
    suite_server.main()
