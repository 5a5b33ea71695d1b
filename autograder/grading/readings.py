"""The ways to read a student's name in a hand-in as that of somebody on the roster.

An id, a name or an address as the roster has it, and a number of a platform, mean one person and
nobody else: whoever hands in under two of them is still one. Upper and lower case or lost zeros
are guesses.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Collection
from collections.abc import Mapping
from dataclasses import dataclass

from autograder.grading.layouts import canvas_spellings
from autograder.grading.layouts import composed
from autograder.grading.layouts import natural_name
from autograder.grading.layouts import squashed
from autograder.grading.roster import Person


@dataclass(frozen=True)
class Numbers:
    """The numbers that platforms gave the students of hand-ins: one in Canvas, some in Moodle."""

    canvas: Mapping[str, str]
    moodle: Mapping[str, frozenset[str]]

    def bare(self, student: str) -> str:
        """The name without the number that tells it from a namesake's."""
        known = {*self.moodle.get(student, ()), self.canvas.get(student, "")}
        name, _, number = student.rpartition(" (")
        return name if number.endswith(")") and number[:-1] in known else student

    def remedy(self, students: Collection[str]) -> str:
        """How to mend the roster for students with numbers."""
        known = (("canvas_id", self.canvas), ("moodle_id", self.moodle))
        named = " or ".join(
            column for column, numbers in known if not numbers.keys().isdisjoint(students)
        )
        return f" by a column {named} with the number in the names of their files" if named else ""


@dataclass(frozen=True)
class Reading:
    """What of a student and of a row must agree.

    `told` is said of every match; one that is not `sure` gives nobody a second name.
    """

    of_student: Callable[[str], set[str]]
    of_row: Callable[[Person], set[str]]
    told: str = ""

    @property
    def sure(self) -> bool:
        return not self.told


def readings(numbers: Numbers) -> tuple[Reading, ...]:
    """All of them, the strictest first.

    A roster's own ids may equal somebody else's number in Canvas: there the name must agree,
    too, if the row has one.
    """

    def canvas_number(student: str) -> set[str]:
        return {numbers.canvas.get(student, student)}

    def squashed_name(student: str) -> set[str]:
        return {squashed(numbers.bare(student))} if student in numbers.canvas else set()

    def number_and_name(student: str) -> set[str]:
        return {f"{numbers.canvas[student]} {name}" for name in squashed_name(student)}

    def bare_name(student: str) -> set[str]:
        return {_exactly(natural_name(numbers.bare(student)))}

    return (
        Reading(lambda student: {_exactly(student)}, lambda row: _each(_exactly, row.id)),
        Reading(
            lambda student: set(numbers.moodle.get(student, ())), lambda row: set(row.moodle_ids)
        ),
        Reading(canvas_number, lambda row: {row.canvas_id} - {""}),
        Reading(lambda student: {_exactly(student)}, lambda row: _each(_exactly, row.name)),
        Reading(lambda student: {_exactly(student)}, lambda row: _each(_exactly, *row.emails)),
        Reading(lambda student: {_exactly(student)}, lambda row: _each(_exactly, row.username)),
        Reading(bare_name, lambda row: _each(_exactly, natural_name(row.name))),
        Reading(
            number_and_name, lambda row: {f"{row.id} {name}" for name in canvas_spellings(row.name)}
        ),
        Reading(
            lambda student: canvas_number(student) if student in numbers.canvas else set(),
            lambda row: set() if row.name else {row.id},
        ),
        Reading(squashed_name, lambda row: set() if row.canvas_id else canvas_spellings(row.name)),
        Reading(
            lambda student: {_loosely(student)},
            lambda row: _each(_loosely, *row.names),
            told="by upper and lower case",
        ),
        Reading(
            lambda student: {_without_zeros(student)},
            lambda row: _each(_without_zeros, row.id),
            told="by leading zeros",
        ),
    )


def _each(how: Callable[[str], str], *texts: str) -> set[str]:
    return {how(text) for text in texts if text}


def _exactly(text: str) -> str:
    return composed(text)


def _loosely(text: str) -> str:
    return composed(text).casefold().strip()


def _without_zeros(text: str) -> str:
    return _loosely(text).lstrip("0") or "0"
