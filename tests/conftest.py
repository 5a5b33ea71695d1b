"""What holds for all tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

# How long an example takes says more about the neighbours on this machine than about the code.
settings.register_profile("shared machine", deadline=None)
settings.load_profile("shared machine")

# Files that take a minute or more: begun first, so that two processors end together.
LONG = (
    "test_the_course.py",
    "test_round.py",
    "test_sample_class.py",
    "test_docs.py",
    "test_class.py",
    "test_faults.py",
    "test_class_run.py",
    "test_kinds.py",
    "test_cases.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the long files in front; the order within a file stays."""
    ranks = {name: rank for rank, name in enumerate(LONG)}
    items.sort(key=lambda item: ranks.get(item.path.name, len(LONG)))
