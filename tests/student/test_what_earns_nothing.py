"""What the visible tests do not see, and `grade check` and `grade submit` say."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.student.conftest import Kit


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            "import numpy; return numpy.multiply(2, x)",
            "double uses numpy.multiply, which is not allowed here: it will earn no points.",
        ),
        (
            "import pandas as pd; pd.DataFrame; return 2 * x",
            "double uses pandas, which is not allowed here: it will earn no points.",
        ),
    ],
)
def test_what_is_not_allowed_is_named(make_kit: Callable[..., Kit], body: str, said: str) -> None:
    kit = make_kit(settings='forbid = ["numpy.multiply"]\n')
    kit.solve(body)
    checked = kit.grade("check", "double")
    assert said in checked.stdout
    assert checked.returncode == 1
    assert "All visible tests pass, but not by what the exercise allows" in checked.stdout
    assert "✓ double" not in checked.stdout
    assert "0/2" in kit.grade("list").stdout
    submitted = kit.grade("submit", "double").stdout
    assert said in submitted
    assert "It was packed all the same." in submitted


def test_who_calls_what_is_not_allowed_is_not_ticked_either(
    make_kit: Callable[..., Kit],
) -> None:
    kit = make_kit(settings='forbid = ["numpy.multiply"]\n')
    kit.solve("return helper(x)")
    with kit.file().open("a") as file:
        file.write("\n\ndef helper(x):\n    import numpy\n    return numpy.multiply(2, x)\n")
    checked = kit.grade("check", "double")
    assert checked.returncode == 1
    assert "helper uses numpy.multiply" in checked.stdout
    assert "· double" in checked.stdout


@pytest.mark.parametrize(
    "text", ["from pandas import double\n", "import pandas\ndouble = pandas.double\n"]
)
def test_what_is_asked_for_is_not_taken_from_elsewhere(kit: Kit, text: str) -> None:
    kit.file().write_text(text)
    said = kit.grade("check", "double").stdout
    assert "! double uses pandas, which is not allowed here: it will earn no points." in said


def test_who_calls_another_answer_is_judged_alone(make_kit: Callable[..., Kit]) -> None:
    """The grader gives it the right one in its place."""
    kit = make_kit()
    facts = kit.root / "course.toml"
    text = facts.read_text("utf-8")
    facts.write_text(text.replace('names = ["double"]', 'names = ["double", "fourfold"]'), "utf-8")
    kit.file().write_text(
        "from pandas import double\n\ndef fourfold(x):\n    return double(double(x))\n"
    )
    said = kit.grade("check", "double").stdout
    assert "double uses pandas" in said
    assert "fourfold uses" not in said


def test_a_plot_beside_the_answers_costs_nothing(kit: Kit) -> None:
    kit.solve("return 2 * x")
    with kit.file().open("a") as file:
        file.write("\n\ndef plot():\n    import pandas\n    return pandas.DataFrame\n")
    checked = kit.grade("check", "double")
    assert checked.returncode == 0
    assert "✓ double" in checked.stdout


def test_the_standard_library_and_modules_beside_are_allowed(kit: Kit) -> None:
    (kit.file().parent / "helper.py").write_text("two = 2\n")
    kit.solve("import math, helper; return helper.two * x * math.exp(0)")
    assert "not allowed" not in kit.grade("check", "double").stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "def double(x:\n",
            "double.py: Python cannot read line 1 (`def double(x:`): '(' was never closed. Count",
        ),
        ("x = 1\n", "Missing in the file: double."),
        (
            "def double(x):\n    raise NotImplementedError\n",
            "Not written yet (`raise NotImplementedError` is still there): double.",
        ),
        ("def double(x):\n    return x\n", "It has not passed the visible tests as it is"),
    ],
)
def test_submit_says_what_cannot_earn_points(kit: Kit, text: str, said: str) -> None:
    kit.file().write_text(text)
    submitted = kit.grade("submit", "double")
    assert submitted.returncode == 0
    assert f"! {said}" in submitted.stdout
    assert "It was packed all the same." in submitted.stdout


def test_submit_of_what_passes_says_nothing_against_it(kit: Kit) -> None:
    kit.solve("return 2 * x")
    kit.grade("check", "double")
    submitted = kit.grade("submit", "double").stdout
    assert "!" not in submitted
    assert "submit again" in submitted


def test_a_cell_that_python_cannot_read_is_named(kit: Kit) -> None:
    kit.solve_notebook("return (2 * x")
    submitted = kit.grade("submit", "double").stdout
    assert "double.ipynb, cell " in submitted
    assert "Python cannot read line " in submitted


def test_a_library_that_is_not_installed(make_kit: Callable[..., Kit]) -> None:
    kit = make_kit()
    facts = kit.root / "course.toml"
    added = facts.read_text("utf-8").replace(
        "[assignments.double]\n", '[assignments.double]\nlibraries = ["numpy", "not_there"]\n'
    )
    facts.write_text(added, "utf-8")
    said = kit.grade("check", "double")
    assert said.returncode == 1
    assert "needs not_there, which is not installed: pip install not_there" in said.stderr
