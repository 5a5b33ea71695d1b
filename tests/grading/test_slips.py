"""What a student reads after a usual slip: each hand-in is the reference with one of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.runs import Run
from tests.runs import grade

REFERENCE = """import math

import numpy as np
import torch
from torch import nn


def total(x):
    ### BEGIN SOLUTION
    return float(math.fsum(np.asarray(x).tolist()))
    ### END SOLUTION


def slope(f, x):
    ### BEGIN SOLUTION
    return (f(x + 1e-3) - f(x - 1e-3)) / 2e-3
    ### END SOLUTION


class Number:
    def __init__(self, value):
        ### BEGIN SOLUTION
        self.value = value
        ### END SOLUTION

    def __add__(self, other):
        ### BEGIN SOLUTION
        return Number(self.value + other.value)
        ### END SOLUTION

    def __rmul__(self, other):
        ### BEGIN SOLUTION
        return Number(other * self.value)
        ### END SOLUTION

    def scaled(self, factor):
        ### BEGIN SOLUTION
        return Number(factor * self.value)
        ### END SOLUTION


class Net(nn.Module):
    def __init__(self):
        ### BEGIN SOLUTION
        super().__init__()
        self.first = nn.Linear(3, 4, dtype=torch.float64)
        self.second = nn.Linear(4, 2, dtype=torch.float64)
        ### END SOLUTION

    def forward(self, x):
        ### BEGIN SOLUTION
        return self.second(torch.tanh(self.first(x)))
        ### END SOLUTION
"""
SUITE = """import torch

from autograder import criterion
from autograder.checks import assert_close


@criterion(of="total", points="1", says="The sum.")
def test_total(student, rng):
    x = rng.normal(size=4)
    assert_close(student.total(x), float(x.sum()), what="total(x)")


@criterion(of="slope", points="1", says="The slope of a line.")
def test_slope(student):
    def f(x):
        return 3.0 * x

    assert_close(student.slope(f, 2.0), 3.0, what="slope(f, x)")


@criterion(of="Number", points="1", says="Sums.")
def test_sum(student):
    total = student.Number(2.0) + student.Number(3.0)
    assert_close(total.value, 5.0, what="(a + b).value")


@criterion(of="Number", points="1", says="Multiples.")
def test_multiple(student):
    assert_close((2.0 * student.Number(3.0)).value, 6.0, what="(2 * a).value")


@criterion(of="Number", points="1", says="Multiples by a method.")
def test_scaled(student):
    assert_close(student.Number(3.0).scaled(2.0).value, 6.0, what="a.scaled(2).value")


@criterion(of="Net", points="1", says="Two numbers for each example.")
def test_forward(student, rng):
    x = torch.tensor(rng.normal(size=(5, 3)))
    assert_close(tuple(student.Net()(x).shape), (5, 2), what="the shape of Net()(x)")


@criterion(of="Net", points="1", says="Every parameter learns.")
def test_gradients(student, reference, rng):
    x = torch.tensor(rng.normal(size=(5, 3)))
    right, net = reference.Net(), student.Net()
    net.load_state_dict(dict(right.state_dict()))
    right(x).sum().backward()
    net(x).sum().backward()
    wanted = {name: p.grad for name, p in right.named_parameters()}
    assert_close(net.grads(), wanted, what="the gradients")
"""


@dataclass(frozen=True)
class Slip:
    """A change of the reference, and what the page must say and must not."""

    name: str
    old: str
    new: str
    says: tuple[str, ...]
    never: tuple[str, ...] = ()

    def text(self) -> str:
        right = "\n".join(line for line in REFERENCE.split("\n") if "### " not in line)
        assert self.old in right
        return right.replace(self.old, self.new, 1)


TOTAL = "float(math.fsum(np.asarray(x).tolist()))"
DIFFERENCE = "(f(x + 1e-3) - f(x - 1e-3))"
LAYERS = """        self.first = nn.Linear(3, 4, dtype=torch.float64)
        self.second = nn.Linear(4, 2, dtype=torch.float64)
"""
SUPER = "        super().__init__()\n"
FORWARD = "self.second(torch.tanh(self.first(x)))"
CALL_SUPER = "Call super().__init__() as the first line of the class's own __init__"

SLIPS = (
    Slip("right", "", "", ("All criteria are met",)),
    # classes of torch
    Slip("no super", SUPER, "", (CALL_SUPER,)),
    Slip("no super and no layer", SUPER + LAYERS, "        self.n = 3\n", (CALL_SUPER,)),
    Slip("super not called", "super().__init__()", "super().__init__", (CALL_SUPER,)),
    Slip("no module", "class Net(nn.Module)", "class Net", ("derive it from nn.Module",)),
    Slip("no forward", "def forward", "def froward", ("the class has no method forward",)),
    Slip("another dtype", ", dtype=torch.float64", "", ("float32 and float64 meet",)),
    Slip(
        "numpy", "torch.tanh(self.first(x))", "torch.tensor(np.tanh(self.first(x)))", ("torch's",)
    ),
    # operators and methods
    Slip(
        "attribute",
        "self.value + other.value",
        "self.valu + other.value",
        ("a + b raised AttributeError", "self has no valu: is it set in __init__"),
        ("add raised",),
    ),
    Slip("no operator", "__rmul__", "__mul__", ("a * b raised TypeError", "no method of its own")),
    Slip("no method", "def scaled", "def scale", ("scaled raised AttributeError", "misspelled")),
    Slip("no self", "def scaled(self, factor)", "def scaled(factor)", ("Is `self` missing",)),
    Slip(
        "method",
        "Number(factor * self.value)",
        "Number(factor / 0)",
        ("scaled raised ZeroDivisionError",),
        ("the call raised",),
    ),
    Slip(
        "no object",
        "Number(self.value + other.value)",
        "self.value + other.value",
        ("the test reads its value, and a float has none",),
    ),
    # functions that are passed in
    Slip(
        "two arguments",
        DIFFERENCE,
        "(f(x, 1e-3) - f(x, 0))",
        ("slope calls the function it is given with 2 arguments, a float and a float, which",),
        ("returned",),
    ),
    Slip("no arguments", DIFFERENCE, "(f() - f())", ("with no arguments, which it does not take",)),
    Slip(
        "text", DIFFERENCE, "(f('x') - f('y'))", ("with a string of length 1, which it does not",)
    ),
    Slip(
        "gradient",
        FORWARD,
        "self.second(torch.tanh(self.first(x)).detach())",
        ("the gradients['first.weight']: expected", "found None. No gradient reached it"),
        ("`return` missing",),
    ),
    # names that are not there
    Slip(
        "refused import",
        "import numpy as np\n",
        "import pandas as np\n",
        (
            "No pandas.py was handed in beside the file, and this exercise allows no package of",
            "The name np was to be set in line 3 (import pandas as np), which did not succeed",
        ),
        ("notebook's memory",),
    ),
    Slip("no import", "import numpy as np\n", "", ("must import it at its top: `import numpy as",)),
    Slip("no such name", "import math\n", "from math import fsumm\n", ("The module math has no",)),
    Slip(
        "names made up",
        "def total",
        "def __getattr__(name):\n    return print\n\n\ndef summed",
        ("The file's own __getattr__ is not asked: write `def total`",),
    ),
    Slip(
        "call in the file",
        "class Number",
        "total()\n\n\nclass Number",
        ("line 16 (total()) raised TypeError. The statements",),
        ("not those of the exercise",),
    ),
    # plain functions
    Slip(
        "breakpoint", f"return {TOTAL}", "breakpoint(); return 1", ("breakpoint() or pdb.set_tr",)
    ),
    Slip("truth", TOTAL, "1.0 if x > 0 else 2.0", ("neither true nor false", "np.where")),
    Slip("shape", TOTAL, "(x + np.ones(3)).sum()", (".shape of each",)),
    Slip("index", TOTAL, "x[99]", ("0 to n - 1",)),
    Slip("axes", TOTAL, "x[0, 1]", ("fewer axes than",)),
    Slip("float as index", TOTAL, "x[len(x) / 2]", ("An integer is needed here",)),
    Slip("math of an array", TOTAL, "math.exp(x)", ("Functions of math take one number",)),
    Slip("brackets", TOTAL, "float(x.shape(0))", ("is no function",)),
    Slip("misspelled", TOTAL, "math.fsums(x)", ("The module before .fsums has nothing",)),
    Slip("another kind", TOTAL, "x.append(3)", ("What stands before .append has no",)),
    Slip("set later", f"return {TOTAL}", "s = s + x[0]\n    return s", ("only later",)),
    Slip("kinds", TOTAL, "'sum: ' + [1]", ("kinds that do not combine",)),
    Slip("depth", TOTAL, "total(x)", ("either without reaching an end, or once for each step",)),
    Slip("assert", f"return {TOTAL}", "assert len(x) == 3", ("An `assert` of the file",)),
)

HELPER = "def help(x):\n    return x\n"
NAMED_LIKE_A_LIBRARY = "gives the library random, never the random.py that was handed in: rename"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    root = tmp_path_factory.mktemp("slips")
    folder = root / "course" / "solutions" / "work"
    folder.mkdir(parents=True)
    (root / "course" / "course.toml").write_text('title = "Slips"\n')
    (folder / "assignment.toml").write_text(
        'title = "Work"\norder = 1\nlibraries = ["numpy", "torch"]\n[limits]\nimport_seconds = 1\n'
    )
    (folder / "work.py").write_text(REFERENCE)
    (folder / "test_hidden.py").write_text(SUITE)
    for slip in SLIPS:
        _hand_in(root / "class", slip.name, slip.text())
    for name, imports in (("library name", "from random import help"), ("not imported", "")):
        _hand_in(root / "class", name, f"{imports}\n{SLIPS[0].text()}")
        (root / "class" / name / "random.py").write_text(HELPER)
    (root / "class" / "cell").mkdir()
    cells = ["import time", SLIPS[0].text(), "x = 1\nwhile True: x += 1", "y = x.z"]
    (root / "class" / "cell" / "work.ipynb").write_text(_notebook(cells))
    return grade(root / "class", "--out", root / "out", course=root / "course")


def _notebook(cells: list[str]) -> str:
    made = [{"cell_type": "code", "source": text, "metadata": {}, "outputs": []} for text in cells]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": made})


def _hand_in(folder: Path, student: str, text: str) -> None:
    (folder / student).mkdir(parents=True)
    (folder / student / "work.py").write_text(text)


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.name)
def test_a_slip_is_told_with_what_to_do(run: Run, slip: Slip) -> None:
    page = run.feedback[slip.name]
    assert all(words in page for words in slip.says), page
    assert not any(words in page for words in slip.never), page
    assert "Traceback" not in page


def test_a_file_named_like_a_library_is_told_when_it_is_imported(run: Run) -> None:
    assert NAMED_LIKE_A_LIBRARY in run.feedback["library name"]
    assert "random.py" not in run.feedback["not imported"]


def test_a_cell_that_hangs_and_one_that_raises_are_told_by_their_number(run: Run) -> None:
    page = run.feedback["cell"]
    assert "The statement at line 2 of work.ipynb, cell 3" in page
    assert "All criteria are met" in page
