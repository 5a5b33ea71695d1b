from __future__ import annotations

import io
import json
import os
import sys
import types
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from autograder.course import Assignment
from autograder.course import criteria
from autograder.course.notebook import released_notebook
from autograder.course.notebook import source_notebook
from autograder.errors import CourseError

nbformat = pytest.importorskip("nbformat")


def cells(text: str) -> dict[str, dict[str, Any]]:
    return {cell["metadata"]["nbgrader"]["grade_id"]: cell for cell in json.loads(text)["cells"]}


def text_of(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


VISIBLE = "\n\n# The visible tests of {}. They earn no points; `nbgrader validate` runs them.\n\n\n"


def test_each_function_is_followed_by_its_tests(assignment: Assignment) -> None:
    assert list(cells(released_notebook(assignment))) == [
        "softmax-handout",
        "softmax-setup",
        "softmax-given-1",
        "softmax-softmax",
        "softmax-test_rows",
        "softmax-test_large",
        "softmax-given-2",
        "softmax-Scaler",
        "softmax-test_scaler",
        "softmax-test_lists",
    ]


def test_both_forms_have_the_same_cells(assignment: Assignment) -> None:
    source, released = cells(source_notebook(assignment)), cells(released_notebook(assignment))
    assert list(source) == list(released)
    assert [c["id"] for c in source.values()] == [c["id"] for c in released.values()]


def test_points_are_those_of_the_criteria(assignment: Assignment) -> None:
    found = cells(released_notebook(assignment))
    points = {name: c["metadata"]["nbgrader"].get("points") for name, c in found.items()}
    graded = {name: value for name, value in points.items() if value is not None}
    assert graded == {
        f"softmax-{c.id}": 0.0 if c.extra_credit else float(c.points) for c in criteria(assignment)
    }


def test_only_solutions_may_be_edited(assignment: Assignment) -> None:
    found = cells(released_notebook(assignment))
    facts = {name: cell["metadata"]["nbgrader"] for name, cell in found.items()}
    assert [name for name, f in facts.items() if not f["locked"]] == [
        "softmax-softmax",
        "softmax-Scaler",
    ]
    assert all(f["solution"] != f["locked"] for f in facts.values())


def test_the_released_form_holds_stubs_and_no_hidden_part(assignment: Assignment) -> None:
    text = released_notebook(assignment)
    found = cells(text)
    assert text_of(found["softmax-test_large"]) == "# 1/3 points: Large scores are fine."
    assert text_of(found["softmax-softmax"]) == (
        "# Rows are examples.\ndef softmax(x):\n"
        '    """Probabilities along the last axis."""\n    raise NotImplementedError'
    )
    for hidden in ("SOLUTION", "HIDDEN", "points_for", "_exponentials", "math"):
        assert hidden not in text


def test_the_authors_form_asks_for_the_points(assignment: Assignment) -> None:
    text = text_of(cells(source_notebook(assignment))["softmax-test_rows"])
    assert text.startswith("# 1.5 points: Rows sum to one.\n### BEGIN HIDDEN TESTS\n")
    assert 'sys.displayhook(points_for("softmax-test_rows"))\n### END HIDDEN TESTS\n' in text


def test_visible_tests_stand_in_a_cell_with_points(assignment: Assignment) -> None:
    """`nbgrader validate` looks at no other; and only there, or they would run twice."""
    found = cells(released_notebook(assignment))
    first = text_of(found["softmax-test_rows"])
    heading = f"# 1.5 points: Rows sum to one.{VISIBLE.format('softmax')}"
    assert first.startswith(f"{heading}def test_sums(")
    assert found["softmax-test_rows"]["metadata"]["nbgrader"]["points"] == 1.5
    assert sum("def test_sums(" in text_of(cell) for cell in found.values()) == 1


def test_without_a_cell_with_points_visible_tests_have_one_of_their_own(
    assignment: Assignment,
) -> None:
    assignment.hidden.write_text(
        "from autograder import criterion\n\n\n"
        '@criterion(of="softmax", points="1", says="S.", extra_credit=True)\n'
        "def test_rows(student): ...\n"
    )
    names = list(cells(released_notebook(assignment)))
    assert names[3:6] == ["softmax-softmax", "softmax-visible-softmax", "softmax-test_rows"]
    assert names[-1] == "softmax-visible-Scaler"


def test_the_authors_form_runs(assignment: Assignment) -> None:
    """Helpers of the reference move into the solutions, so that visible tests pass."""
    source = cells(source_notebook(assignment))
    solved = {name: cell for name, cell in source.items() if cell["cell_type"] == "code"}
    graded = {name for name, cell in solved.items() if cell["metadata"]["nbgrader"]["grade"]}
    main = "\n".join(
        text_of(cell).partition("### END HIDDEN TESTS")[2] if name in graded else text_of(cell)
        for name, cell in solved.items()
    )
    # `student` is the module itself, as it is in a kernel.
    result = run_as_main(main + "\nprint(student.softmax is softmax)")
    assert result == "True\n"


def run_as_main(source: str) -> str:
    name = "notebook_under_test"
    module = types.ModuleType(name)
    sys.modules[name] = module
    lines = source.replace("from __future__ import annotations", "")
    out = io.StringIO()
    try:
        with redirect_stdout(out):
            exec(compile(lines, "notebook", "exec"), module.__dict__)
    finally:
        del sys.modules[name]
    return out.getvalue()


def test_parametrised_visible_tests_become_loops(assignment: Assignment) -> None:
    text = text_of(cells(released_notebook(assignment))["softmax-test_rows"])
    assert "parametrize" not in text
    assert text.endswith(
        "for n, k in [(1, 2), (3, 4)]:\n"
        "    test_sums(student=student, rng=default_rng(0), n=n, k=k)"
    )


def test_valid_and_the_same_every_time(assignment: Assignment) -> None:
    for make in (source_notebook, released_notebook):
        text = make(assignment)
        assert text == make(assignment)
        notebook = nbformat.reads(text, as_version=4)
        nbformat.validate(notebook)
        assert nbformat.writes(notebook) + "\n" == text
        assert not any(c.get("outputs") or c.get("execution_count") for c in notebook.cells)


def test_long_names_have_valid_and_distinct_ids(assignment: Assignment) -> None:
    name = "test_" + "a" * 80
    head = '@criterion(of="softmax", points="1", says="S.")\ndef '
    suite = f"{head}{name}b(student): ...\n\n{head}{name}c(student): ...\n"
    assignment.hidden.write_text("from autograder import criterion\n" + suite)
    ids = [cell["id"] for cell in cells(released_notebook(assignment)).values()]
    assert len(set(ids)) == len(ids)
    assert max(map(len, ids)) <= 64


def test_nbgrader_releases_the_same_bytes(
    assignment: Assignment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    converters = pytest.importorskip("nbgrader.converters")
    config = pytest.importorskip("traitlets.config").Config()
    home = tmp_path / "nbgrader"
    source = home / "source" / "hw" / "softmax.ipynb"
    source.parent.mkdir(parents=True)
    source.write_text(source_notebook(assignment))
    monkeypatch.chdir(home)
    # nbgrader starts alembic by name, which a virtual environment need not have on its path.
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    config.CourseDirectory.root = str(home)
    config.CourseDirectory.course_id = "course"
    config.CourseDirectory.assignment_id = "hw"
    config.ClearSolutions.code_stub = {"python": "raise NotImplementedError"}
    coursedir = pytest.importorskip("nbgrader.coursedir").CourseDirectory(config=config)
    converter = converters.GenerateAssignment(coursedir=coursedir, config=config)
    converter.create_assignment = True
    converter.start()
    assert (home / "release/hw/softmax.ipynb").read_text() == released_notebook(assignment)


def test_the_tests_of_a_notebook_have_what_their_file_has(assignment: Assignment) -> None:
    assignment.public.write_text(
        '"""Visible."""\nimport math\nimport numpy as np\n\n\ndef helper():\n    return 1\n\n\n'
        "def test_x(student): ...\n"
    )
    assert text_of(cells(released_notebook(assignment))["softmax-setup"]) == (
        "import math\nimport numpy as np\n\n\ndef helper():\n    return 1\n\n"
        "import sys\n\nstudent = sys.modules[__name__]"
    )


def test_a_visible_test_knows_no_reference(assignment: Assignment) -> None:
    assignment.public.write_text("def test_x(student, reference): ...\n")
    with pytest.raises(CourseError, match=r"test_public\.py, line 1: test_x asks for 'reference'"):
        released_notebook(assignment)


def test_a_test_file_that_does_not_parse_is_named(assignment: Assignment) -> None:
    assignment.public.write_text("def test_x(:\n")
    with pytest.raises(CourseError, match=r"test_public\.py, line 1"):
        released_notebook(assignment)
