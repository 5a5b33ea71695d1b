"""Students' pages on disk, and the archives to hand back."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

from autograder.grading.class_book import ClassBook
from autograder.grading.class_book import Row
from autograder.grading.strays import for_students
from autograder.reports.feedback import feedback
from autograder.reports.files import feedback_path
from autograder.reports.files import replace_file
from autograder.reports.files import write_if_changed
from autograder.reports.names import safe_name
from autograder.reports.render import student_index
from autograder.reports.render import student_page
from autograder.reports.student_view import StudentView
from autograder.reports.student_view import student_view

# A fixed time: the same feedback is the same archive, byte for byte.
_TIME = (1980, 1, 1, 0, 0, 0)


def write_student_pages(folder: Path, book: ClassBook) -> set[Path]:
    """feedback/<student>/index.html and one page an assignment: which."""
    written = set()
    for row in book.rows:
        views = student_views(row, book)
        for slug, view in views:
            write_if_changed(
                path := feedback_path(folder, row.student, slug, ".html"), student_page(view)
            )
            written.add(path)
        index = feedback_path(folder, row.student, "index", ".html")
        write_if_changed(index, _index(row, views))
        written.add(index)
    return written


def write_bundles(folder: Path, book: ClassBook) -> set[Path]:
    """bundles/<student>.zip with the student's pages, for each who has a result: which."""
    handed_in = [row for row in book.rows if any(e.results for e in row.entries.values())]
    written = set()
    for row in handed_in:
        path = folder / "bundles" / f"{safe_name(row.student)}.zip"
        replace_file(path, _bundle(row, book))
        written.add(path)
    return written


def student_views(row: Row, book: ClassBook) -> list[tuple[str, StudentView]]:
    """Slug and page of every assignment."""
    return [
        (a.slug, student_view(a.title, row.student, row.entries[a.slug])) for a in book.assignments
    ]


def _index(row: Row, views: list[tuple[str, StudentView]]) -> str:
    remark = f"Also handed in, but {for_students(row.unmatched)}." if row.unmatched else ""
    return student_index(row.student, views, remark)


def _bundle(row: Row, book: ClassBook) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in _members(row, book):
            data = text.encode("utf-8", "replace")
            archive.writestr(zipfile.ZipInfo(name, _TIME), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _members(row: Row, book: ClassBook) -> Iterator[tuple[str, str]]:
    views = student_views(row, book)
    yield "index.html", _index(row, views)
    for slug, view in views:
        yield f"{slug}.html", student_page(view)
        yield f"{slug}.md", feedback(view)
