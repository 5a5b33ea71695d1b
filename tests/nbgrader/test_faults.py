"""What goes wrong under nbgrader's own autograde, all in one class: nobody gains or loses."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.nbgrader.course_files import ANSWERS
from tests.nbgrader.course_files import HONEST
from tests.nbgrader.course_files import WRONG
from tests.nbgrader.nbgrader_world import World
from tests.nbgrader.nbgrader_world import answer
from tests.nbgrader.nbgrader_world import cell

Notebook = dict[str, Any]
FULL = HONEST + 0.5


@dataclass
class Probe:
    """A submission: how it is made of the released notebook, and what it has to earn."""

    make: Callable[[Notebook, World], Notebook | str]
    score: float
    name: str = "nn.ipynb"


PROBES: dict[str, Probe] = {}


def probe(score: float, name: str = "nn.ipynb") -> Callable[[Any], Any]:
    """Register a function of (released notebook, world) under its own name."""

    def register(make: Callable[[Notebook, World], Notebook | str]) -> Any:
        PROBES[make.__name__] = Probe(make, score, name)
        return make

    return register


def cheat(code: str) -> Callable[[Notebook, World], Notebook]:
    """All answers wrong, and `code` in front of the first solution."""

    def make(notebook: Notebook, world: World) -> Notebook:
        answer(notebook, WRONG)
        one = cell(notebook, "nn-relu")
        text = "".join(one["source"])
        one["source"] = f"{code.replace('ROOT', str(world.nb))}\n\n{text}"
        return notebook

    return make


def right(code: str = "") -> Callable[[Notebook, World], Notebook]:
    """All answers right, and `code` at the end of the last solution."""

    def make(notebook: Notebook, world: World) -> Notebook:
        answer(notebook, ANSWERS)
        one = cell(notebook, "nn-mse")
        one["source"] = f"{''.join(one['source'])}\n\n{code}\n"
        return notebook

    return make


def bodies(**of: str) -> Callable[[Notebook, World], Notebook]:
    """Right answers but for some functions."""
    return lambda notebook, world: answer(notebook, {**ANSWERS, **of})


def edited(change: Callable[[Notebook], None]) -> Callable[[Notebook, World], Notebook]:
    """Right answers in a notebook that was damaged by `change`."""

    def make(notebook: Notebook, world: World) -> Notebook:
        answer(notebook, ANSWERS)
        change(notebook)
        return notebook

    return make


def nbgraders(notebook: Notebook, grade_id: str) -> dict[str, Any]:
    facts: dict[str, Any] = cell(notebook, grade_id)["metadata"]["nbgrader"]
    return facts


def without(grade_id: str) -> Callable[[Notebook], None]:
    return lambda notebook: notebook["cells"].remove(cell(notebook, grade_id))


def doubled(grade_id: str) -> Callable[[Notebook], None]:
    def change(notebook: Notebook) -> None:
        one = cell(notebook, grade_id)
        notebook["cells"].insert(notebook["cells"].index(one), copy.deepcopy(one))

    return change


def with_facts(name: str, **facts: Any) -> Callable[[Notebook], None]:
    return lambda notebook: nbgraders(notebook, name).update(facts)


def with_source(grade_id: str, source: str) -> Callable[[Notebook], None]:
    return lambda notebook: cell(notebook, grade_id).update(source=source)


def as_type(grade_id: str, cell_type: str) -> Callable[[Notebook], None]:
    return lambda notebook: cell(notebook, grade_id).update(cell_type=cell_type)


def stripped(grade_id: str) -> Callable[[Notebook], None]:
    return lambda notebook: cell(notebook, grade_id)["metadata"].clear()


CHEATS = {
    "blanks_later_cells": (
        "get_ipython().input_transformers_post.append(lambda lines: ['pass\\n'])"
    ),
    "turns_asserts_into_pass": """\
import ast
class NoAsserts(ast.NodeTransformer):
    def visit_Assert(self, node):
        return ast.Pass()
get_ipython().ast_transformers.append(NoAsserts())""",
    "silences_errors": "get_ipython().showtraceback = lambda *a, **k: None",
    "raises_its_extra_credit": """\
import sqlite3
for path in ("ROOT/gradebook.db", "../../../gradebook.db"):
    try:
        with sqlite3.connect(path) as db:
            db.execute("UPDATE grade SET extra_credit = 2.5")
    except BaseException:
        pass""",
    "lowers_the_score_of_others": """\
import sqlite3
for path in ("ROOT/gradebook.db", "../../../gradebook.db"):
    try:
        with sqlite3.connect(path) as db:
            db.execute("UPDATE grade SET manual_score = 0")
    except BaseException:
        pass""",
    "runs_the_authors_notebook": """\
import json
for path in ("ROOT/source/nn/nn.ipynb", "../../../source/nn/nn.ipynb"):
    try:
        for one in json.load(open(path))["cells"]:
            exec("".join(one["source"]))
    except BaseException:
        pass""",
    "prints_what_it_finds": """\
import glob
for path in glob.glob("ROOT/*") + glob.glob("../../*/*/*"):
    print(path, open(path).read())""",
    "reads_the_running_test": "print(In[-1]); print(globals().get('In'))",
    "takes_points_for": """\
import sys, types
fake = types.ModuleType("autograder.nbgrader")
fake.points_for = lambda name: 3.0
sys.modules["autograder.nbgrader"] = fake""",
}
for name, code in CHEATS.items():
    PROBES[name] = Probe(cheat(code), 0.0)

UNREADABLE = [
    "-1",
    "False",
    "'fail'",
    "float('nan')",
    "np.float64(0.0)",
    "np.zeros(1)",
    "[1, 2]",
    "5",
]
for number, value in enumerate(UNREADABLE):
    body = f"import sys; sys.displayhook({value}); return {value}"
    PROBES[f"shows_an_unreadable_value_{number}"] = Probe(
        bodies(**dict.fromkeys(ANSWERS, body)), 0.0
    )
PROBES["shows_full_points_first"] = Probe(
    bodies(**dict.fromkeys(ANSWERS, "import sys; sys.displayhook(3.0); raise AssertionError")), 0.0
)

PROBES |= {
    "all_right": Probe(right(), FULL),
    "all_wrong": Probe(bodies(**WRONG), 0.0),
    "untouched": Probe(lambda notebook, world: notebook, 0.0),
    "warns": Probe(bodies(relu=f"import warnings; warnings.warn('slow')\n{ANSWERS['relu']}"), FULL),
    "writes_to_stderr": Probe(right("import sys; print('hello', file=sys.stderr)"), FULL),
    "prints_much": Probe(right("for i in range(200_000):\n    print(i)"), FULL),
    "asks_for_input": Probe(right("input('your name?')"), FULL),
    "leaves": Probe(right("exit()"), FULL),
    "loops_at_top_level": Probe(right("while True:\n    pass"), FULL),
    "loops_in_one_function": Probe(bodies(affine="while True:\n    pass"), FULL - 3),
    "loops_everywhere": Probe(bodies(**dict.fromkeys(ANSWERS, "while True:\n    pass")), 0.0),
    "swallows_interrupts": Probe(
        bodies(
            affine="while True:\n    try:\n        while True:\n            pass\n"
            "    except BaseException:\n        pass"
        ),
        FULL - 3,
    ),
    "ends_the_process_in_one_function": Probe(bodies(mse="import os; os._exit(0)"), FULL - 3.5),
    "crashes_in_one_function": Probe(bodies(mse="import ctypes; ctypes.string_at(0)"), FULL - 3.5),
    "test_deleted": Probe(edited(without("nn-test_affine")), FULL),
    "test_stripped": Probe(edited(stripped("nn-test_affine")), FULL),
    "test_copied": Probe(edited(doubled("nn-test_affine")), FULL),
    "test_edited": Probe(edited(with_source("nn-test_affine", "assert True")), FULL),
    "test_as_text": Probe(edited(as_type("nn-test_affine", "markdown")), FULL),
    "visible_test_edited": Probe(edited(with_source("nn-test_relu", "raise SystemExit")), FULL),
    "points_edited": Probe(edited(with_facts("nn-test_affine", points=200)), FULL),
    "test_not_graded": Probe(edited(with_facts("nn-test_affine", grade=False)), FULL),
    "test_as_solution": Probe(edited(with_facts("nn-test_affine", solution=True)), FULL),
    "schema_of_the_future": Probe(edited(with_facts("nn-affine", schema_version=99)), FULL),
    "schema_is_text": Probe(edited(with_facts("nn-affine", schema_version="x", grade="?")), FULL),
    "solution_copied": Probe(edited(doubled("nn-affine")), FULL),
    "solution_deleted": Probe(edited(without("nn-affine")), FULL - 3),
    "solution_stripped": Probe(edited(stripped("nn-affine")), FULL),
    "solution_renamed": Probe(edited(with_facts("nn-affine", grade_id="other")), FULL),
    "solution_named_by_a_number": Probe(edited(with_facts("nn-affine", grade_id=7)), FULL),
    "solution_as_text": Probe(edited(as_type("nn-affine", "markdown")), FULL),
    "solution_does_not_parse": Probe(edited(with_source("nn-affine", "def affine(:")), FULL - 3),
    "setup_deleted": Probe(edited(without("nn-setup")), FULL),
    "setup_edited": Probe(edited(with_source("nn-setup", "import math")), FULL),
    "cells_are_rubbish": Probe(
        edited(lambda notebook: notebook["cells"].extend([None, 7, {}, {"metadata": 3}])), FULL
    ),
    "renamed_notebook": Probe(right(), FULL, "nn (1).ipynb"),
    "broken_json": Probe(lambda notebook, world: json.dumps(notebook)[:-40], 0.0),
    "no_notebook": Probe(lambda notebook, world: "[]", 0.0),
    "an_old_stub_below": Probe(
        edited(
            lambda notebook: notebook["cells"].append(
                {
                    **cell(notebook, "nn-relu"),
                    "source": "def relu(x):\n"
                    '    """max(x, 0), element by element."""\n    raise NotImplementedError',
                }
            )
        ),
        FULL,
    ),
    "scripts_in_text": Probe(
        edited(
            lambda notebook: notebook["cells"].append(
                {"cell_type": "markdown", "metadata": {}, "source": "<script>steal()</script>"}
            )
        ),
        FULL,
    ),
}
REFUSED = {"broken_json", "no_notebook"}


@pytest.fixture(scope="module")
def graded(released_world: World, tmp_path_factory: pytest.TempPathFactory) -> World:
    """All probes in one class, graded with one command."""
    world = World.make(tmp_path_factory.mktemp("faults") / "world")
    world.grade("release", "--nbgrader", str(world.nb))
    for name, one in PROBES.items():
        world.hand_in(name, one.make(world.released(), world), one.name)
    world.grade("run", "--nbgrader", str(world.nb))
    return world


@pytest.mark.parametrize("name", sorted(PROBES))
def test_a_probe_earns_what_its_answers_are_worth(graded: World, name: str) -> None:
    assert graded.scores()[name] == PROBES[name].score


def test_every_student_has_a_notebook_and_scores(graded: World) -> None:
    for name in PROBES:
        assert (graded.nb / "autograded" / name / "nn" / "nn.ipynb").is_file()
    with graded.gradebook() as book:
        for submission in book.assignment_submissions("nn"):
            (notebook,) = submission.notebooks
            assert notebook.max_score == HONEST
            assert notebook.needs_manual_grade == (submission.student.id in REFUSED)
            for grade in notebook.grades:
                assert grade.manual_score is None
                assert grade.extra_credit is None
                assert grade.auto_score is not None


def test_nbgrader_makes_feedback_of_all_and_nothing_hidden_is_in_it(graded: World) -> None:
    graded.nbgrader("generate_feedback", "nn")
    pages = {p.parents[1].name: p for p in (graded.nb / "feedback").rglob("nn.html")}
    assert set(pages) == set(PROBES)
    for name, page in pages.items():
        _assert_clean(page, name)


def _assert_clean(page: Path, name: str) -> None:
    text = page.read_text()
    for hidden in ("HIDDEN_NUMBERS", "41.5", "BEGIN SOLUTION", "np.maximum", "<script>steal"):
        assert hidden not in text, f"{hidden} in the feedback of {name}"
    assert "points_for" not in text or name == "takes_points_for"


def test_the_control_of_each_kind_is_there() -> None:
    assert {"all_right", "all_wrong", "untouched"} <= set(PROBES)
    assert len(PROBES) > 32


@pytest.mark.parametrize("step", ["submitted", "release", "autograded"])
def test_results_do_not_go_where_nbgrader_keeps_its_own(world: World, step: str) -> None:
    world.hand_in("ada", world.released())
    out = world.nb / step / "results"
    said = world.grade("run", "--nbgrader", str(world.nb), "--out", str(out), status=1)
    assert f"--out {out} lies in {world.nb / step}" in said
    assert "name a folder beside it" in said
    assert not out.exists()
