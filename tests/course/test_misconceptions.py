from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from autograder.course import Assignment
from autograder.course.misconceptions import Misconception
from autograder.course.misconceptions import catalogue
from autograder.course.misconceptions import compose
from autograder.errors import CourseError

HEAD = "from autograder import misconception\n"


def run(source: str) -> dict[str, Any]:
    module: dict[str, Any] = {"__name__": "softmax"}
    exec(compile(source, "softmax.py", "exec"), module)
    return module


def composed(assignment: Assignment, name: str) -> dict[str, Any]:
    entry = next(m for m in catalogue(assignment) if m.name == name)
    return run(compose(assignment.reference_source(), entry))


def test_the_catalogue_in_file_order(assignment: Assignment) -> None:
    first, second = catalogue(assignment)
    assert (first.name, first.of, first.killed_by) == ("over_axis_0", "softmax", "test_rows")
    assert first.says.startswith("You normalised over the first axis")
    assert (second.name, second.of, second.killed_by) == ("ScalesTwice", "Scaler", "test_scaler")


def test_reading_the_catalogue_runs_nothing(assignment: Assignment) -> None:
    text = assignment.misconceptions.read_text()
    assignment.misconceptions.write_text(text + "\nraise SystemExit\n")
    assert len(catalogue(assignment)) == 2


def test_without_a_file_there_is_none(assignment: Assignment) -> None:
    assignment.misconceptions.unlink()
    assert catalogue(assignment) == ()


def test_a_wrong_function_takes_the_place_of_the_right_one(assignment: Assignment) -> None:
    module = composed(assignment, "over_axis_0")
    x = np.arange(6.0).reshape(2, 3)
    np.testing.assert_allclose(module["softmax"](x).sum(axis=0), np.ones(3))
    assert (module["softmax"].__name__, module["softmax"].__qualname__) == ("softmax", "softmax")


def test_callers_inside_the_module_see_it(assignment: Assignment) -> None:
    module = composed(assignment, "over_axis_0")
    np.testing.assert_allclose(module["twice"](np.eye(3)[:2]).sum(axis=0), np.ones(3))


def test_a_wrong_class_may_build_on_the_right_one(assignment: Assignment) -> None:
    module = composed(assignment, "ScalesTwice")
    assert module["Scaler"](3.0).scale(2.0) == 18.0
    assert module["reference"].Scaler(3.0).scale(2.0) == 6.0
    assert (module["Scaler"].__name__, module["Scaler"].__qualname__) == ("Scaler", "Scaler")


def test_no_import_of_the_grader_comes_along(assignment: Assignment) -> None:
    for entry in catalogue(assignment):
        text = compose(assignment.reference_source(), entry)
        assert "autograder" not in text
        assert "@misconception" not in text


def test_comments_and_other_decorators_stay(assignment: Assignment) -> None:
    assignment.misconceptions.write_text(
        HEAD
        + "import functools\n\n\n@functools.cache\n"
        + '@misconception(of="softmax", killed_by="test_rows", says="S.")\n'
        + "def wrong(x):\n    # Why.\n    return object()\n"
    )
    (entry,) = catalogue(assignment)
    assert "# Why." in entry.source
    wrong = composed(assignment, "wrong")["softmax"]
    assert wrong(1) is wrong(1)


@pytest.mark.parametrize("future_in_reference", [False, True])
def test_a_future_import_moves_to_the_top(
    assignment: Assignment, *, future_in_reference: bool
) -> None:
    reference = assignment.reference_source()
    if not future_in_reference:
        reference = reference.replace("from __future__ import annotations\n", "")
    entry = Misconception(
        "wrong",
        "softmax",
        "test_rows",
        "S.",
        "from __future__ import annotations\n\ndef wrong(x: Undefined): return x",
    )
    assert run(compose(reference, entry))["softmax"](7) == 7


def one(of: str = '"softmax"', killed_by: str = '"test_rows"', name: str = "wrong") -> str:
    decorator = f'@misconception(of={of}, killed_by={killed_by}, says="S.")'
    return f"{decorator}\ndef {name}(x):\n    return x\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (one() * 2, "line 6: wrong is already defined in line 3"),
        (one(of='"sofmax"'), "line 3: of='sofmax' names nothing students write in softmax.py. Did"),
        (one(of='"Scaler.scale"'), "is a method; replace the whole class 'Scaler'"),
        (one(killed_by='"test_row"'), "is no test of test_hidden.py. Did you mean 'test_rows'?"),
        (one(of="NAME"), "of must be a literal, because this file is read and not run; found NAME"),
        (one(name="twice"), "twice is also defined in softmax.py"),
        (
            '@misconception(of="softmax", says="S.")\ndef wrong(x): ...\n',
            "line 3: wrong needs killed_by=",
        ),
    ],
)
def test_mistakes_are_refused_with_file_and_line(
    assignment: Assignment, text: str, says: str
) -> None:
    assignment.misconceptions.write_text(HEAD + text)
    with pytest.raises(CourseError) as caught:
        catalogue(assignment)
    assert says in str(caught.value)
    assert str(assignment.misconceptions) in str(caught.value)


def test_a_function_may_share_the_name_it_replaces(assignment: Assignment) -> None:
    assignment.misconceptions.write_text(HEAD + one(name="softmax"))
    assert composed(assignment, "softmax")["softmax"](5) == 5
