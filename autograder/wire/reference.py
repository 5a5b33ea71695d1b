"""What stands for an object that stays on the side it lives on."""

from __future__ import annotations

from dataclasses import dataclass

KINDS = ("object", "function", "class", "module", "iterator", "method", "callback")


@dataclass(frozen=True, slots=True)
class Reference:
    """An object of one side as the other sees it.

    `kind` is one of `KINDS` ("callback" is a function of the grader, the others are the
    student's), `id` a number from 0 to 2**64 - 1 that its owner chose, `label` a name for
    people.
    """

    kind: str
    id: int
    label: str = ""
