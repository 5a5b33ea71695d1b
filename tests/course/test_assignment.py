from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from autograder.authoring import Criterion
from autograder.course import Assignment
from autograder.course import Course
from autograder.course import criteria
from autograder.course import max_score
from autograder.course.assignment import points_text
from autograder.errors import CourseError

HEAD = "from autograder import criterion\n"


def test_every_key_of_the_file_is_a_field(assignment: Assignment, root: Path) -> None:
    assert assignment.slug == "softmax"
    assert assignment.folder == root / "solutions" / "softmax"
    assert (assignment.title, assignment.unit, assignment.order) == ("Softmax", "B Losses", 8)
    assert (assignment.source, assignment.minutes, assignment.difficulty) == ("book 4.2", 50, 2)
    assert assignment.libraries == ("numpy",)
    assert assignment.needs == ("losses",)
    assert assignment.core
    assert assignment.forbid == ("numpy.convolve",)
    assert assignment.hints == ("Which axis holds the classes?", 'Say "maximum" first.')
    assert assignment.limits.call_seconds == 3.0
    assert assignment.data_files == (root / "data" / "points.csv",)
    assert [file.name for file in assignment.alternatives] == ["loops.py"]


def test_names_are_what_students_write(assignment: Assignment) -> None:
    assert assignment.names == ("softmax", "Scaler")


def test_criteria_in_file_order(assignment: Assignment) -> None:
    assert criteria(assignment) == (
        Criterion("test_rows", "softmax", Fraction(3, 2), "Rows sum to one."),
        Criterion(
            "test_large",
            "softmax",
            Fraction(1, 3),
            "Large scores are fine.",
            show="values",
            after=("test_rows",),
        ),
        Criterion("test_scaler", "Scaler", Fraction(2), "A scaler scales."),
        Criterion(
            "test_lists",
            "Scaler",
            Fraction(1),
            "Lists work too.",
            after=("test_scaler",),
            extra_credit=True,
        ),
    )


def test_extra_credit_is_not_in_the_maximum(assignment: Assignment) -> None:
    assert max_score(assignment) == Fraction(23, 6)


def test_listing_criteria_runs_nothing(assignment: Assignment) -> None:
    assignment.hidden.write_text(
        HEAD + "raise SystemExit\n"
        '@criterion(of="softmax", points="1", says="S.")\ndef test_a(student): ...\n'
    )
    assert [c.id for c in criteria(assignment)] == ["test_a"]


@pytest.mark.parametrize(
    ("suite", "says"),
    [
        ('@criterion(of="softmax", says="S.")\ndef test_a(): ...', "line 3: test_a needs points="),
        (
            '@criterion(of="sofmax", points="1", says="S.")\ndef test_a(): ...',
            "of='sofmax' names nothing students write in softmax.py. Did you mean 'softmax'?",
        ),
        (
            '@criterion(of="twice", points="1", says="S.")\ndef test_a(): ...',
            "of='twice' names nothing students write",
        ),
        (
            '@criterion(of="softmax", points="1", says="S.", after="test_b")\ndef test_a(): ...',
            "after='test_b' names no criterion above test_a",
        ),
        ("def test_a(): ...", "test_a has no @criterion"),
        ("class TestA:\n    def test_a(self): ...", "TestA is a class"),
        (
            '@criterion(of="softmax", points="1", says="S.")\ndef check(): ...',
            "check is a criterion that pytest will not run",
        ),
        (
            '@criterion(of="softmax", points=1, says="S.")\ndef test_a(): ...',
            "points must be str, found 1",
        ),
        (
            '@criterion(of="softmax", points="one", says="S.")\ndef test_a(): ...',
            "points must be text such as",
        ),
        (
            '@criterion(of="softmax", points=P, says="S.")\ndef test_a(): ...',
            "points must be a literal, because this file is read and not run; found P",
        ),
        (
            '@criterion(of="softmax", points="1", says="S.", show="value")\ndef test_a(): ...',
            "show='value' is not known. Did you mean 'values'?",
        ),
        (
            '@criterion(of="softmax", point="1", says="S.")\ndef test_a(): ...',
            "unknown argument 'point'. Did you mean 'points'?",
        ),
        ("@criterion\ndef test_a(): ...", "takes keyword arguments only"),
        (
            '@criterion(of="softmax", points="1", says="S.")\ndef test_a(): ...\n' * 2,
            "line 5: test_a is already defined in line 3",
        ),
        ("def test_a(:", "line 2: not valid Python"),
    ],
)
def test_a_wrong_suite_is_refused_with_its_line(
    assignment: Assignment, suite: str, says: str
) -> None:
    assignment.hidden.write_text(HEAD + suite + "\n")
    with pytest.raises(CourseError) as caught:
        criteria(assignment)
    assert says in str(caught.value)
    assert str(assignment.hidden) in str(caught.value)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("difficulty = 6", "'difficulty' must be 1 to 5, found 6"),
        ('data = ["../roster.csv"]', "must name files inside data/"),
        ("kit = true", "unknown key 'kit'"),
    ],
)
def test_wrong_values_are_refused(root: Path, line: str, says: str) -> None:
    (root / "solutions/softmax/assignment.toml").write_text(f'title = "S"\n{line}\n')
    with pytest.raises(CourseError) as caught:
        Course.load(root).assignment("softmax")
    assert says in str(caught.value)


def test_a_missing_reference_says_what_it_is_for(assignment: Assignment) -> None:
    assignment.reference.unlink()
    with pytest.raises(CourseError, match="it must hold the reference solution"):
        _ = assignment.names


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (Fraction(2), "2"),
        (Fraction(3, 2), "1.5"),
        (Fraction(1, 3), "1/3"),
        (Fraction(1, 8), "0.125"),
    ],
)
def test_points_as_people_write_them(points: Fraction, text: str) -> None:
    assert points_text(points) == text
