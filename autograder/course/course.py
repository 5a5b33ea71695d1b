"""A course folder: course.toml and the assignments beside it."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import Any

from autograder.course.assignment import CONFIG
from autograder.course.assignment import Assignment
from autograder.course.config import build
from autograder.course.config import closest
from autograder.course.config import read_toml
from autograder.errors import CourseError

COURSE_FILE = "course.toml"


@dataclass(frozen=True)
class Course:
    """What course.toml states, and the assignments found beside it.

    `tracks` name lists of slugs. `deadlines`, `policy`, `extensions`, `excused` and
    `adjustments` are handed on as they stand: `grading.policy_table` reads them. `install`
    is the requirement by which students get this package, for pip. `published` is filled in
    a student kit only (`kit`), where the facts of every assignment come from course.toml
    because there are no solutions.
    """

    root: Path
    title: str
    tracks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    deadlines: dict[str, Any] = field(default_factory=dict)
    policy: dict[str, Any] = field(default_factory=dict)
    extensions: dict[str, Any] = field(default_factory=dict)
    excused: dict[str, Any] = field(default_factory=dict)
    adjustments: tuple[Any, ...] = ()
    roster: Path | None = None
    install: str = ""
    published: dict[str, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def find(cls, start: Path | None = None) -> Course:
        """The course of the nearest course.toml, from `start` (the current folder) upward."""
        here = (start or Path.cwd()).resolve()
        for folder in (here, *here.parents):
            if (folder / COURSE_FILE).is_file():
                return cls.load(folder)
        raise CourseError(
            f"{here}: no {COURSE_FILE} here or in any folder above. Change into the folder of the "
            f"course: the one with {COURSE_FILE} and assignments/ in it, such as the kit you "
            "unpacked. Or name it: --course DIR."
        )

    @classmethod
    def load(cls, path: Path) -> Course:
        """The course of a folder, or of its course.toml."""
        file = path / COURSE_FILE if path.is_dir() else path
        table = read_toml(file)
        # Only a kit has this key; the property of the same name holds objects, not tables.
        published = _published(table.pop("assignments", {}), file)
        return build(cls, table, file, root=file.parent.resolve(), published=published)

    @property
    def file(self) -> Path:
        """Its course.toml."""
        return self.root / COURSE_FILE

    @property
    def kit(self) -> bool:
        """Whether this is what students get: no solutions, no criteria."""
        return not self.solutions.is_dir() and bool(self.published)

    @property
    def solutions(self) -> Path:
        """What students never see, one folder an assignment."""
        return self.root / "solutions"

    @cached_property
    def slugs(self) -> tuple[str, ...]:
        """The names of all assignments, in the alphabet's order, without reading any."""
        if self.kit:
            return tuple(sorted(self.published))
        return tuple(sorted(file.parent.name for file in self.solutions.glob(f"*/{CONFIG}")))

    @cached_property
    def assignments(self) -> tuple[Assignment, ...]:
        """Every assignment, by `order`."""
        found = (self.assignment(slug) for slug in self.slugs)
        return tuple(sorted(found, key=lambda a: (a.order, a.slug)))

    def assignment(self, slug: str) -> Assignment:
        """The assignment of that name; reads no other, so one broken folder stops only itself."""
        if slug not in self.slugs:
            raise CourseError(
                f"{self.title}: there is no assignment {slug!r}.{closest(slug, self.slugs)}"
            )
        if self.kit:
            return self._from_kit(slug)
        return Assignment.load(self.solutions / slug)

    def track(self, name: str) -> tuple[Assignment, ...]:
        """The assignments of a track, in the track's order."""
        if name not in self.tracks:
            raise CourseError(f"{self.file}: no track {name!r}.{closest(name, self.tracks)}")
        return tuple(self.assignment(slug) for slug in self.tracks[name])

    def dangling(self) -> list[str]:
        """Sentences about names in course.toml and in `needs` that no assignment has."""
        mentions = [
            (f"{self.file}: the track {track!r}", slug)
            for track, slugs in self.tracks.items()
            for slug in slugs
        ]
        mentions += [
            (f"{a.folder / CONFIG}: needs", slug) for a in self.assignments for slug in a.needs
        ]
        return [
            f"{where} names {slug!r}, which is no assignment.{closest(slug, self.slugs)}"
            for where, slug in mentions
            if slug not in self.slugs
        ]

    def _from_kit(self, slug: str) -> Assignment:
        table = dict(self.published[slug])
        # In a student's file a solution marker is long gone, so the kit lists the names.
        table["published_names"] = table.pop("names", [])
        folder = self.root / "assignments" / slug
        return Assignment.from_table(table, self.file, slug=slug, folder=folder, kit=True)


def _published(table: Any, file: Path) -> dict[str, dict[str, Any]]:
    if isinstance(table, dict) and all(isinstance(facts, dict) for facts in table.values()):
        return table
    raise CourseError(f"{file}: 'assignments' must hold one table an assignment, found {table!r}.")
