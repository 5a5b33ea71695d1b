"""`grade report`: pages for the class and for every student."""

from __future__ import annotations

from pathlib import Path

import click

from autograder.cli.finished import finished_book
from autograder.cli.finished import need_report_extra
from autograder.cli.options import course_of


@click.command()
@click.option("--out", type=click.Path(path_type=Path), default=Path("out"), show_default=True)
@click.option("--bundle", is_flag=True, help="Also one archive a student, to hand back.")
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
    from autograder.reports.files import replace_file
    from autograder.reports.student_files import write_bundles
    from autograder.reports.student_files import write_student_pages

    course = course_of(course_folder)
    book = finished_book(course, out)
    students = write_student_pages(out, book)
    for name, page in class_report(out, book, course.title):
        replace_file(out / "report" / name, page.encode("utf-8", "replace"))
    click.echo(f"Class report: {out / 'report' / 'index.html'}")
    click.echo(f"Pages of {students} students: {out / 'feedback'}/")
    if bundle:
        click.echo(f"{write_bundles(out, book)} archives to hand back: {out / 'bundles'}/")
    return 0
