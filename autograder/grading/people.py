"""Whom a name means: the name of a hand-in, or the roster's id, name, address or account."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Mapping
from collections.abc import Sequence

from autograder.errors import UserError
from autograder.grading.layouts import composed
from autograder.grading.roster import Person
from autograder.wording import named

_CANDIDATES = 10
_CLASS = 40


class People:
    """A class by every name that somebody may be called by.

    `people` maps the name a row goes by to its person, if the roster has one; `also` has the
    other names of hand-ins that are in the row.
    """

    def __init__(
        self, people: Mapping[str, Person | None], also: Mapping[str, Sequence[str]]
    ) -> None:
        self._people = people
        self._also = also
        self._by_name: dict[str, set[str]] = defaultdict(set)
        for student in people:
            for name in self.names(student):
                self._by_name[composed(name)].add(student)

    def names(self, student: str) -> list[str]:
        """All names of one row, without repetition."""
        person = self._people[student]
        known = person.names if person else ()
        return list(dict.fromkeys((student, *self._also.get(student, ()), *known)))

    def called(self, name: str) -> list[str]:
        """The rows with exactly this name, in the order of the alphabet."""
        return sorted(self._by_name.get(composed(name), ()))

    def one(self, name: str) -> str:
        """The only row that the name can mean; else UserError with those it may mean."""
        found = self.called(name) or self.like(name)
        if len(found) > 1:  # of two forms that look alike the very one
            found = [student for student in found if name in self.names(student)] or found
        spelled = [word.casefold() for student in found for word in self.names(student)]
        if len(found) == 1 and composed(name).casefold() in map(composed, spelled):
            return found[0]
        if found:
            who = "; ".join(" = ".join(self.names(student)) for student in found[:_CANDIDATES])
            raise UserError(f"{name!r} may be: {who}. Name one of them as it stands here.")
        known = named(sorted(self._people), _CLASS)
        raise UserError(f"Nobody is called {name!r}. Students here: {known}.")

    def like(self, name: str) -> list[str]:
        """The rows with this name but for upper and lower case; else those a slip away from it."""
        wanted = composed(name).casefold()
        spelled: dict[str, set[str]] = defaultdict(set)
        for known, students in self._by_name.items():
            spelled[known.casefold()] |= students
        if wanted in spelled:
            return sorted(spelled[wanted])
        near = [known for known in spelled if wanted in known]
        near += difflib.get_close_matches(wanted, spelled, n=5)
        return sorted({student for known in near for student in spelled[known]})
