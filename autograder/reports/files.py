"""Writing the derived files of an output folder, each whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

from autograder.errors import UserError
from autograder.grading.class_book import ClassBook
from autograder.grading.result import Result
from autograder.reports.feedback import feedback
from autograder.reports.names import safe_name
from autograder.reports.student_view import student_view
from autograder.reports.tables import grades_csv


def write_reports(folder: Path, book: ClassBook) -> set[Path]:
    """grades.csv, one JSON an attempt and one Markdown page a student and assignment: which."""
    titles = {a.slug: a.title for a in book.assignments}
    written = {folder / "grades.csv"}
    for row in book.rows:
        for slug, entry in row.entries.items():
            for result in entry.results:
                write_if_changed(path := result_path(folder, result), _json(result))
                written.add(path)
            if entry.results:
                view = student_view(titles[slug], row.student, entry)
                write_if_changed(path := feedback_path(folder, row.student, slug), feedback(view))
                written.add(path)
    write_if_changed(folder / "grades.csv", grades_csv(book))
    return written


def result_path(folder: Path, result: Result) -> Path:
    """results/<slug>/<student>/<attempt>.json"""
    return (
        folder
        / "results"
        / result.assignment
        / safe_name(result.student)
        / f"{safe_name(result.attempt)}.json"
    )


def feedback_path(folder: Path, student: str, slug: str, suffix: str = ".md") -> Path:
    """feedback/<student>/<slug>.md, or its HTML twin"""
    return folder / "feedback" / safe_name(student) / f"{slug}{suffix}"


def write_if_changed(path: Path, text: str) -> None:
    """`replace_file` for text; half a surrogate pair, as broken file names have, is kept."""
    replace_file(path, text.encode("utf-8", "surrogatepass"))


def replace_file(path: Path, data: bytes) -> None:
    """Replace a file at once, or leave it when it says the same already."""
    try:
        if _content(path) == data:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        # always the same name: what a killed run left behind is written over by the next
        fresh = path.with_name(f".new-{path.name}")
        try:
            fresh.write_bytes(data)
            fresh.replace(path)
        except OSError:
            fresh.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise UserError(
            f"{path} cannot be written: {error.strerror}. The scores are safe in results.db; run "
            "the same command again."
        ) from error


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except (FileNotFoundError, IsADirectoryError):
        return None


def _json(result: Result) -> str:
    # a line a field: with `indent` the encoder would not be the fast one
    fields = (f" {json.dumps(k)}: {_dumps(v)}" for k, v in result.to_json().items())
    return "{\n" + ",\n".join(fields) + "\n}\n"


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
