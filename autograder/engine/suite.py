"""A hidden suite as pytest collected it: criteria, each with its test items."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from autograder.authoring import Criterion
from autograder.errors import CourseError


@dataclass(frozen=True)
class Check:
    """One criterion with the pytest items that decide it (several when parametrised)."""

    criterion: Criterion
    items: tuple[pytest.Item, ...]


def checks_of(session: pytest.Session) -> tuple[Check, ...]:
    """The collected items by criterion, in file order."""
    grouped: dict[str, tuple[Criterion, list[pytest.Item]]] = {}
    for item in session.items:
        function = getattr(item, "function", None)
        found = getattr(function, "__criterion__", None)
        if not isinstance(found, Criterion):
            raise CourseError(f"{item.name}: a hidden test needs @criterion(of=..., points=...).")
        first, items = grouped.setdefault(found.id, (found, []))
        if first is not found:
            raise CourseError(f"Two hidden tests are named {found.id}: rename one of them.")
        items.append(item)
    return tuple(Check(criterion, tuple(items)) for criterion, items in grouped.values())


def run_item(item: pytest.Item, following: pytest.Item | None) -> None:
    """Set up, run and tear down one item by pytest's own hooks; its exception comes out.

    Reports are left out on purpose: they cost more than most tests, and the runner makes
    its own from the exception itself.
    """
    item._initrequest()  # type: ignore[attr-defined]  # an earlier run used its fixtures up
    try:
        item.ihook.pytest_runtest_setup(item=item)
        item.ihook.pytest_runtest_call(item=item)
    finally:
        item.ihook.pytest_runtest_teardown(item=item, nextitem=following)


def finish(checks: tuple[Check, ...]) -> None:
    """Tear down what tests share: the last item may not have been run."""
    if checks:
        checks[0].items[0].session._setupstate.teardown_exact(None)
