from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.course.stub import BEGIN
from autograder.course.stub import END
from autograder.course.stub import PLACEHOLDER
from autograder.course.stub import signatures
from autograder.course.stub import stub
from autograder.course.stub import students_names
from autograder.errors import CourseError

GIVEN = st.sampled_from(["given = 1", "# given comment", "if given:\n    given += 1", ""])
SOLVED = st.sampled_from(["solved = 1", "for i in range(3):\n    solved = i", "return solved"])


def indented(text: str, by: str) -> list[str]:
    return [by + line if line else line for line in text.split("\n")]


@st.composite
def functions(draw: st.DrawFn, name: str, by: str) -> list[str]:
    body = [f"{by}def {name}(given=0):"]
    inner = by + draw(st.sampled_from(["  ", "    ", "\t"]))
    body += [f'{inner}"""Given docstring."""']
    for _ in range(draw(st.integers(0, 2))):
        body += indented(draw(GIVEN), inner)
        body += [f"{inner}{BEGIN}", *indented(draw(SOLVED), inner), f"{inner}{END}"]
    return body + indented(draw(GIVEN), inner)


@st.composite
def references(draw: st.DrawFn) -> str:
    """Functions, classes and module-level regions, in any order and indentation."""
    lines: list[str] = []
    for i in range(draw(st.integers(1, 4))):
        kind = draw(st.sampled_from(["function", "class", "module", "given"]))
        if kind == "function":
            lines += draw(functions(f"f{i}", ""))
        elif kind == "class":
            lines += [f"class C{i}:", "    '''Given.'''", *draw(functions(f"m{i}", "    "))]
        elif kind == "module":
            lines += [BEGIN, "import math", "solved = math.pi", END]
        else:
            lines += indented(draw(GIVEN.filter(lambda text: not text.startswith("if"))), "")
        lines += [""] * draw(st.integers(0, 3))
    return "\n".join(lines) + "\n"


@given(references())
def test_nothing_of_a_solution_stays_and_all_that_is_given_does(source: str) -> None:
    text = stub(source)
    assert "solved" not in text
    assert BEGIN not in text
    assert END not in text
    assert text.count("given") == source.count("given")
    assert text.count("Given") == source.count("Given")


@given(references())
def test_each_region_of_a_function_becomes_one_placeholder(source: str) -> None:
    inner = sum(line.startswith((" ", "\t")) and BEGIN in line for line in source.splitlines())
    assert stub(source).count(PLACEHOLDER) == inner


@given(references())
def test_a_stub_compiles_and_is_its_own_stub(source: str) -> None:
    text = stub(source)
    compile(text, "stub", "exec")
    assert stub(text) == text


@given(references())
def test_names_are_the_top_level_definitions_whose_body_changes(source: str) -> None:
    kinds = (ast.FunctionDef, ast.ClassDef)
    before = {n.name: ast.dump(n) for n in ast.parse(source).body if isinstance(n, kinds)}
    after = {n.name: ast.dump(n) for n in ast.parse(stub(source)).body if isinstance(n, kinds)}
    changed = tuple(name for name, tree in before.items() if after[name] != tree)
    assert students_names(source) == changed


def test_the_placeholder_stands_at_the_indentation_of_the_marker() -> None:
    source = (
        f"def f(x):\n    if x:\n        {BEGIN}\n        return 1\n        {END}\n    return 2\n"
    )
    assert stub(source) == "def f(x):\n    if x:\n        raise NotImplementedError\n    return 2\n"


def test_a_module_level_region_takes_its_blank_lines_along() -> None:
    source = f"import a\n\n{BEGIN}\nimport b\n{END}\n\n\ndef f():\n    return a\n"
    assert stub(source) == "import a\n\n\ndef f():\n    return a\n"


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (f"{BEGIN}\n{BEGIN}\n{END}\n", "line 2: a solution begins inside the one of line 1"),
        (f"x = 1\n{END}\n", "line 2: '### END SOLUTION' without"),
        (f"x = 1\n\n{BEGIN}\n", "line 3: this solution is never closed"),
        (f"x = 1  {BEGIN}\n", "line 1: '### BEGIN SOLUTION' must stand alone"),
        (f"class A:\n    {BEGIN}\n    x = 1\n    {END}\n", "line 2: an indented solution must"),
        (f"def f():\n    x = 1\n{BEGIN}\n    return x\n{END}\n", "line 3: indent this marker"),
        ("def f(:\n", "line 1: not valid Python"),
        (
            f"def f():\n    {BEGIN}\n    if 1:\n    {END}\n        return 1\n",
            "the stub of hw.py, line 3: not valid Python",
        ),
    ],
)
def test_misplaced_markers_are_refused_with_their_line(source: str, says: str) -> None:
    with pytest.raises(CourseError) as caught:
        stub(source, "hw.py")
    assert says in str(caught.value)


def test_signatures_are_heads_without_decorators() -> None:
    source = (
        "@cache\ndef f(x: int, *, k: dict = {'a': 1}) -> int:\n"
        f"    {BEGIN}\n    return x\n    {END}\n"
        f"class A(B):\n    def g(self):\n        {BEGIN}\n        return 1\n        {END}\n"
        "def given(): pass\n"
    )
    assert signatures(source) == {
        "f": "def f(x: int, *, k: dict={'a': 1}) -> int",
        "A": "class A(B)",
    }
