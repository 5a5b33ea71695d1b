"""Whom the rules are about: names in course.toml and in the roster's column of extensions."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from dataclasses import replace
from datetime import tzinfo

from autograder.errors import CourseError
from autograder.grading.deadlines import Deadline
from autograder.grading.people import People
from autograder.grading.policy import EVERY
from autograder.grading.policy import Policy
from autograder.grading.policy_table import read_extension
from autograder.grading.roster import Person
from autograder.wording import named


@dataclass
class Addressees:
    """The class as rules are applied to it.

    `people` maps the name a row goes by to its person, if the roster has one; `also` has the
    other names of hand-ins that are in the row.
    """

    people: Mapping[str, Person | None]
    also: Mapping[str, Sequence[str]]
    warnings: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._known = People(self.people, self.also)

    def apply(self, policy: Policy) -> Policy:
        """The rules with every name replaced by that of a row; a name nobody has is warned of."""
        return replace(
            policy,
            extensions=dict(self._extensions(policy)),
            excused=frozenset(
                (student, slug)
                for name, slug in sorted(policy.excused)
                for student in self._of(name, "[excused]")
            ),
            adjustments=tuple(
                replace(rule, student=student)
                for rule in policy.adjustments
                for student in self._of(rule.student, "[[adjustments]]")
            ),
        )

    def with_roster_extensions(self, policy: Policy, zone: tzinfo) -> Policy:
        """The rules with the extensions of the roster, where course.toml has none for all."""
        found: dict[tuple[str, str], int | Deadline] = {}
        unreadable: list[str] = []
        for student, person in self.people.items():
            if person is None or not person.extension:
                continue
            text = person.extension
            where = f"roster, line {person.line}: extension"
            try:
                found[student, EVERY] = read_extension(
                    int(text) if text.isdecimal() else text, zone, where
                )
            except CourseError as error:
                unreadable.append(str(error))
        if unreadable:
            self.warnings.append(f"not applied: {named(unreadable, 5)}")
        return replace(policy, extensions={**found, **policy.extensions})

    def _extensions(self, policy: Policy) -> Iterable[tuple[tuple[str, str], int | Deadline]]:
        for (name, slug), extension in policy.extensions.items():
            for student in self._of(name, "[extensions]"):
                yield (student, slug), extension

    def _of(self, name: str, where: str) -> Iterator[str]:
        students = self._known.called(name)
        if len(students) == 1:
            yield from students
            return
        found = ", ".join(map(repr, students))
        why = f"fits several people ({found})" if students else "is nobody of this class"
        warning = f"course.toml, {where}: {name!r} {why}; the rule was not applied"
        if warning not in self.warnings:
            self.warnings.append(warning)
