"""`grade report`: pages for the class and for every student."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from autograder.cli.finished import finished_book
from autograder.cli.finished import need_report_extra
from autograder.cli.options import course_of
from autograder.grading.store import Store
from autograder.wording import counted


@click.command()
@click.option("--out", type=click.Path(path_type=Path), default=Path("out"), show_default=True)
@click.option(
    "--bundle", is_flag=True, help="Also one archive a student, to hand back; from then on kept up."
)
@click.pass_obj
def command(course_folder: Path | None, *, out: Path, bundle: bool) -> int:
    """Write the class report and every student's pages from a finished `grade run`.

    The class report is for instructors: it names hidden criteria and quotes details. What lies
    in feedback/ and bundles/ is for students.

    \b
    grade report --out out/week1
    grade report --out out/week1 --bundle
    """
    need_report_extra()
    from autograder.reports.class_report import class_report
    from autograder.reports.derived import replace_derived
    from autograder.reports.files import replace_file
    from autograder.reports.files import write_reports
    from autograder.reports.student_files import write_bundles
    from autograder.reports.student_files import write_student_pages

    course = course_of(course_folder)
    book = finished_book(course, out)
    scores = write_reports(out, book)
    pages = write_student_pages(out, book)
    for name, page in class_report(out, book, course.title):
        replace_file(path := out / "report" / name, page.encode("utf-8", "replace"))
        pages.add(path)
    with closing(Store(out)) as store:
        replace_derived(store, "scores", scores)
        replace_derived(store, "pages", pages)
        bundle = bundle or bool(store.files("archives"))
        if bundle:
            archives = write_bundles(out, book)
            replace_derived(store, "archives", archives)
    click.echo(f"Class report: {out / 'report' / 'index.html'}")
    click.echo(f"Pages of {counted(len(book.rows), 'student')}: {out / 'feedback'}/")
    if bundle:
        click.echo(f"{len(archives)} archives to hand back: {out / 'bundles'}/")
    return 0
