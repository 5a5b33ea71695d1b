"""What reaches a student, in both formats and in the archive: all that is allowed, no more."""

from __future__ import annotations

import re
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.cli.options import level_of
from autograder.course.course import Course
from autograder.course.secret import VARIABLE
from autograder.grading.class_book import Entry
from autograder.grading.intake import discover
from autograder.grading.policy import Standing
from autograder.grading.result import Result
from autograder.grading.run import ClassRun
from autograder.grading.store import Store
from autograder.reports.feedback import feedback
from autograder.reports.render import student_page
from autograder.reports.student_view import student_view
from tests.reports.classes import keep
from tests.reports.classes import make_result
from tests.reports.conftest import reported

INPUT, REFERENCE, OTHER, PRINTED, VALUE, RAISED = (
    f"{number}" for number in (731_001, 731_002, 731_003, 731_004, 731_005, 731_006)
)
"""Sentinels: a hidden input, the reference's answer, another student's, stdout, own answers."""

_SUITE = f"""
from autograder import criterion
from autograder.checks import assert_close, assert_equal

@criterion(of="f", points="1", says="Silent.", show="nothing")
def test_silent(student, reference):
    assert_equal(student.f({INPUT}), reference.f({INPUT}), what="f(x)")

@criterion(of="f", points="1", says="By message.")
def test_message(student, reference):
    assert_equal(student.f({INPUT}), reference.f({INPUT}), what="f(x)")

@criterion(of="f", points="1", says="A plain assertion.")
def test_plain(student, reference):
    assert student.f({INPUT}) == reference.f({INPUT})

@criterion(of="f", points="1", says="A dict.")
def test_dict(student, reference):
    assert_equal(student.h({{{INPUT}: 1}}), {{{INPUT}: {REFERENCE}}}, what="h(d)")

@criterion(of="g", points="1", says="Raises.")
def test_raises(student):
    student.g({INPUT})

@criterion(of="g", points="1", says="Raises, silently.", show="nothing")
def test_raises_silently(student):
    student.g({INPUT})

@criterion(of="f", points="1", says="With values.", show="values")
def test_values(student, reference):
    assert_equal(student.f(1), reference.f(1), what="f(1)")
"""
_REFERENCE = f"""
def f(x):
    ### BEGIN SOLUTION
    return {REFERENCE} if x != 1 else 1
    ### END SOLUTION


def g(x):
    ### BEGIN SOLUTION
    return x
    ### END SOLUTION


def h(d):
    ### BEGIN SOLUTION
    return {{key: {REFERENCE} for key in d}}
    ### END SOLUTION
"""
_STUDENT = """
print("{printed}")


def f(x):
    print(x, "{printed}")
    return {value} if x != 1 else 2


def g(x):
    secret = "{raised}"
    raise ValueError(f"{{x}} {{secret}}")


def h(d):
    return {{key: {value} for key in d}}
"""


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Course, Path]:
    """Two students graded for real, with a sentinel in everything a page must not show."""
    root = tmp_path_factory.mktemp("course")
    folder = root / "solutions" / "leaky"
    folder.mkdir(parents=True)
    (root / "course.toml").write_text('title = "A course"\n')
    (folder / "assignment.toml").write_text('title = "Leaky"\n')
    (folder / "leaky.py").write_text(_REFERENCE)
    (folder / "test_hidden.py").write_text(_SUITE)
    (folder / "test_public.py").write_text("def test_nothing(student):\n    pass\n")
    (folder / "misconceptions.py").write_text(
        "from autograder import misconception\n\n\n"
        '@misconception(of="f", killed_by="test_message", says="You returned a constant.")\n'
        f"def constant(x):\n    return {VALUE} if x != 1 else 2\n"
    )
    (folder / "handout.md").write_text("# Leaky\n")
    for name, value in (("ann", VALUE), ("bob", OTHER)):
        (root / "in" / name).mkdir(parents=True)
        (root / "in" / name / "leaky.py").write_text(
            _STUDENT.format(printed=PRINTED, value=value, raised=RAISED)
        )
    course = Course.load(root)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, "leaky")
        store = Store(root / "out")
        run = ClassRun(course, store, level_of(None, None), 1)
        plan = run.plan(discover(root / "in", ("leaky",)).found)
        assert {result.status for result in run.grade(plan, _Quiet())} == {"graded"}
        store.close()
    return course, reported(course, root / "out", "--bundle")


class _Quiet:
    def begin(self, total: int, unchanged: int) -> None:
        pass

    def done(self, result: Result) -> None:
        pass


def _pages(out: Path, student: str) -> dict[str, str]:
    pages = {str(path): path.read_text("utf-8") for path in out.glob(f"feedback/{student}/*.*")}
    with zipfile.ZipFile(out / "bundles" / f"{student}.zip") as archive:
        pages |= {f"zip {name}": archive.read(name).decode() for name in archive.namelist()}
    return pages


def test_the_sentinels_are_there_to_be_found(graded: tuple[Course, Path]) -> None:
    everything = (graded[1] / "report" / "leaky.html").read_text("utf-8")
    store = Store(graded[1])
    known = repr(store.all())
    store.close()
    assert VALUE in everything, "instructors do see values"
    for sentinel in (INPUT, REFERENCE, OTHER, PRINTED, VALUE, RAISED):
        assert sentinel in known


@pytest.mark.parametrize("student", ["ann", "bob"])
def test_no_sentinel_reaches_a_student(graded: tuple[Course, Path], student: str) -> None:
    pages = _pages(graded[1], student)
    assert sorted(Path(name).suffix for name in pages) == [".html"] * 4 + [".md"] * 2
    for name, page in pages.items():
        for sentinel in (INPUT, REFERENCE, OTHER, PRINTED, VALUE, RAISED):
            assert sentinel not in page, (name, sentinel)


def test_a_silent_criterion_says_nothing_at_all(graded: tuple[Course, Path]) -> None:
    page = _pages(graded[1], "ann")["zip leaky.md"]
    assert "- ✗ Silent. (0 of 1)\n- ✗ By message. (0 of 1)\n  - f(x): " in page
    assert page.endswith("- ✗ Raises, silently. (0 of 1)\n\n")


def test_what_is_allowed_is_told(graded: tuple[Course, Path]) -> None:
    pages = _pages(graded[1], "ann")
    for name in ("zip leaky.md", "zip leaky.html"):
        assert "You returned a constant." in pages[name]
        assert "raised ValueError at leaky.py, line 12: raise ValueError(" in pages[name]
        assert "expected 1, found" in pages[name]


def _view_of(course: Course, result: Result) -> tuple[str, str]:
    standing = Standing(result.score, result.max_score, result.attempt, result.score)
    title = course.assignment("quiz").title
    view = student_view(title, result.student, Entry(standing, (result,)))
    return student_page(view), feedback(view)


def test_nothing_a_student_writes_is_markup(course: Course) -> None:
    nasty = "<script>alert(1)</script> <img src=x onerror=alert(1)> ![x](http://x) \"'&"
    result = make_result(course.assignment("quiz"), nasty, "pfppp", notes=(nasty,))
    tests = tuple(replace(test, message=nasty, place=f"{nasty}, line 1") for test in result.tests)
    escaped, markdown = _view_of(course, replace(result, tests=tests))
    page = escaped.replace("&#39;", "'")
    assert "<script" not in page
    assert "<img" not in page + markdown
    assert "![x]" not in markdown
    assert "default-src 'none'" in page
    assert "script-src" not in page


def test_what_is_no_markup_is_read_as_it_stands(course: Course) -> None:
    said = "f(p) must be > 0 for 0 < p, q & r <b>now</b> &lt;"
    result = make_result(course.assignment("quiz"), "Ada", "pfppp", notes=(said,))
    _, markdown = _view_of(course, result)
    assert "- f(p) must be > 0 for 0 < p, q & r &lt;b>now&lt;/b> &amp;lt;\n" in markdown


def test_the_whole_story_is_on_the_page(course: Course) -> None:
    quiz = course.assignment("quiz")
    result = make_result(quiz, "Ben", "ffppp", mistakes="fd")
    for page in _view_of(course, result):
        assert "3 of 5" in page
        assert "1 of 3 criteria met" in page
        assert "You doubled twice." in page
        assert "double() is too small by one." in page
        assert "Next:" in page


@pytest.mark.parametrize(
    ("status", "said"),
    [("grader_error", "not your fault"), ("refused", "could not be graded")],
)
def test_a_result_without_outcomes(course: Course, status: str, said: str) -> None:
    result = make_result(
        course.assignment("quiz"), "Eve", "", status=status, score=None, problem="Zip bomb 9."
    )
    for page in _view_of(course, result):
        assert said in page
        assert ("Zip bomb 9." in page) == (status == "refused")


def test_several_attempts_are_listed(course: Course, tmp_path: Path) -> None:
    quiz = course.assignment("quiz")
    out = tmp_path / "attempts"
    keep(
        out,
        [
            make_result(quiz, "Ada", "ppppf", attempt="1"),
            make_result(quiz, "Ada", "pffff", attempt="2", submitted_at=None),
        ],
    )
    reported(course, out)
    page = (out / "feedback" / "Ada" / "quiz.html").read_text("utf-8")
    assert "time unknown" in page
    assert page.count("<strong>counts</strong>") == 1


def test_an_archive_is_the_same_bytes_again_and_opens_without_the_rest(
    course: Course, out: Path
) -> None:
    reported(course, out, "--bundle")
    first = {path.name: path.read_bytes() for path in (out / "bundles").iterdir()}
    reported(course, out, "--bundle")
    assert first == {path.name: path.read_bytes() for path in (out / "bundles").iterdir()}
    assert len(first) == 6
    with zipfile.ZipFile(out / "bundles" / "Ben.zip") as archive:
        names = set(archive.namelist())
        links = set(re.findall(r'href="([^"#]+)"', archive.read("index.html").decode()))
    assert names == {"index.html", "quiz.html", "quiz.md"}
    assert links - {"data:,"} <= names
