"""From solutions/ to what students get: the folders of assignments/, or a whole kit."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from autograder.course.assignment import Assignment
from autograder.course.course import Course
from autograder.course.handout import GENERATED
from autograder.course.handout import assignment_page
from autograder.course.handout import kit_page
from autograder.course.kit import due_dates
from autograder.course.kit import public_toml
from autograder.course.notebook import released_notebook
from autograder.course.reading import read_text
from autograder.course.stub import stub
from autograder.course.wheel import package_wheel
from autograder.errors import CourseError

# Left behind by running the tests in place; never released, never stale.
_BY_PRODUCTS = {"__pycache__", ".pytest_cache", ".ipynb_checkpoints"}

Files = dict[str, bytes]


def release(course: Course, out: Path | None = None, slugs: Iterable[str] | None = None) -> Path:
    """Write assignments/ of the course, or with `out` a student kit; returns the folder.

    `slugs` limits it to some assignments; without it, folders of assignments that are no
    more are removed. Everything is made before anything is replaced, and each folder
    changes at once. Raises CourseError rather than overwrite what it did not write.
    """
    chosen = _chosen(course, slugs)
    if out is not None:
        return _release_kit(course, chosen, out)
    target = course.root / "assignments"
    made = {a: generated(a) for a in chosen}
    former = [] if slugs is not None else _former(course)
    for folder in (*(a.released for a in chosen), *former):
        _refuse_foreign(folder)
    for assignment, files in made.items():
        write_folder(assignment.released, files)
    for folder in former:
        shutil.rmtree(folder)
    return target


def stale(course: Course, slugs: Iterable[str] | None = None) -> list[str]:
    """Which files of assignments/ are not what `release` would write, one sentence each.

    `slugs` limits it to some assignments.
    """
    former = [] if slugs is not None else _former(course)
    problems = [f"{folder.relative_to(course.root)}: belongs to no assignment" for folder in former]
    for assignment in _chosen(course, slugs):
        expected = generated(assignment)
        found = _read(assignment.released)
        where = assignment.released.relative_to(course.root)
        for name in sorted(expected.keys() | found.keys()):
            if name not in found:
                problems.append(f"{where / name}: missing")
            elif name not in expected:
                problems.append(f"{where / name}: not generated")
            elif found[name] != expected[name]:
                problems.append(f"{where / name}: out of date")
    return problems


def generated(assignment: Assignment) -> Files:
    """What students get of one assignment: path in its folder to content."""
    slug = assignment.slug
    texts = {
        "README.md": assignment_page(assignment),
        f"{slug}.py": stub(assignment.reference_source(), str(assignment.reference)),
        "test_public.py": read_text(assignment.public, "the visible tests"),
        f"{slug}.ipynb": released_notebook(assignment),
    }
    files = {name: text.encode() for name, text in texts.items()}
    for name, file in zip(assignment.data, assignment.data_files, strict=True):
        files[f"data/{name}"] = _data(assignment, file)
    return files


def kit_files(course: Course, assignments: Iterable[Assignment]) -> Files:
    """What a student kit holds: path in it to content."""
    chosen = list(assignments)
    released = {a: generated(a) for a in chosen}
    texts = {
        "README.md": kit_page(course.title, chosen, due_dates(course, {a.slug for a in chosen})),
        "course.toml": public_toml(course, released),
        "requirements.txt": _requirements(course, chosen),
    }
    files = {name: text.encode() for name, text in texts.items()}
    if not course.install:
        name, wheel = package_wheel()
        files[f"wheels/{name}"] = wheel
    for assignment, made in released.items():
        for name, content in made.items():
            files[f"assignments/{assignment.slug}/{name}"] = content
    return files


def _release_kit(course: Course, chosen: tuple[Assignment, ...], out: Path) -> Path:
    target = out.resolve()
    if course.root.is_relative_to(target) or target.is_relative_to(course.solutions):
        raise CourseError(f"{out}: a kit cannot take the place of the course; name another folder.")
    if target.exists() and not _is_kit(target):
        raise CourseError(
            f"{out}: there is something here that is no student kit; name a new folder."
        )
    write_folder(target, kit_files(course, chosen))
    return target


def _chosen(course: Course, slugs: Iterable[str] | None) -> tuple[Assignment, ...]:
    if course.kit:
        raise CourseError(f"{course.root}: this is a student kit; release from the course itself.")
    if slugs is None:
        return course.assignments
    return tuple(sorted((course.assignment(s) for s in set(slugs)), key=lambda a: a.order))


def _data(assignment: Assignment, file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as problem:
        raise CourseError(
            f"{file}: {assignment.slug} lists this data file, but it cannot be read: "
            f"{problem.strerror}."
        ) from None


def _requirements(course: Course, assignments: list[Assignment]) -> str:
    libraries = sorted({name for a in assignments for name in a.libraries} | {"numpy", "pytest"})
    # A package index may know another project of this name: the kit brings its own.
    grader = course.install or f"./wheels/{package_wheel()[0]}"
    return "\n".join([*libraries, grader]) + "\n"


def _former(course: Course) -> list[Path]:
    """Folders of assignments/ whose assignment is no more."""
    return [
        folder
        for folder in sorted((course.root / "assignments").glob("*/"))
        if folder.name not in {*course.slugs, *_BY_PRODUCTS} and not folder.name.startswith(".")
    ]


def _refuse_foreign(folder: Path) -> None:
    page = folder / "README.md"
    ours = page.is_file() and page.read_text(errors="replace").startswith(GENERATED)
    if not ours and _read(folder):
        raise CourseError(
            f"{folder}: this folder was not written by a release (its README.md does not say so). "
            "Move it away, then release again."
        )


def _is_kit(folder: Path) -> bool:
    if not folder.is_dir():
        return False
    if not any(folder.iterdir()):
        return True
    try:
        return Course.load(folder).kit
    except CourseError:
        return False


def _read(folder: Path) -> Files:
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and not _BY_PRODUCTS.intersection(file.relative_to(folder).parts)
    }


def write_folder(target: Path, files: Files) -> None:
    """Write files (path to content) beside `target` and let the folder take its place."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".release-") as temporary:
        fresh, former = Path(temporary) / "fresh", Path(temporary) / "former"
        fresh.mkdir()
        for name, content in files.items():
            file = fresh / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        if target.exists():
            target.rename(former)
        try:
            fresh.rename(target)
        except OSError:
            # Without this the old folder would go with the temporary one.
            former.rename(target)
            raise
