"""Which changes are made, and where."""

from __future__ import annotations

import textwrap

import pytest

from autograder.proof.mutants import mutants


def changes(*body: str) -> list[str]:
    lines = ["def f(x, y, n):", "### BEGIN SOLUTION", *body, "### END SOLUTION", "return x"]
    source = "\n    ".join(lines) + "\n"
    found = mutants(source)
    for mutant in found:
        compile(mutant.source, "mutant", "exec")
    return [mutant.change for mutant in found]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("y = x + n", ["x + n -> x - n"]),
        ("y = x * y * n", ["x * y * n -> x * y / n", "x * y -> x / y"]),
        ("y = x < n", ["x < n -> x <= n", "x < n -> x >= n"]),
        ("y = x is n", ["x is n -> x is not n"]),
        ("y = x and n", ["x and n -> x or n"]),
        ("y = not x", ["not x -> x"]),
        ("y = -x", ["-x -> x"]),
        ("y = x(True)", ["x(True) -> x(False)"]),
        ("y = 3", ["3 -> 4"]),
        ("y = 1", ["1 -> 2", "1 -> 0"]),
        ("y = x.sum(axis=-1)", ["-1 -> 1", "-1 -> -2", "-1 -> -0"]),
        ("y = x if n else y", ["x if n else y -> x if not n else y"]),
        ("y = [y for y in x if n(y)]", ["for y in x if n(y) -> for y in x if not n(y)"]),
        ("y = x[n:]", ["n: -> n + 1:"]),
        ("y = x[:2]", [":2 -> :3"]),
        ("y += x", ["y += x -> y -= x", "y += x -> y = x"]),
        ("y: int", []),
        ("raise ValueError(f'{n + 1} of {x}')", []),
        ("y = f'{n + 1}'", []),
        ("y = zip(x, n, strict=True)", []),
    ],
)
def test_the_changes_of_a_line(body: str, expected: list[str]) -> None:
    assert changes(body) == expected


def test_a_condition_is_negated_once() -> None:
    assert changes("if x:", "    y = n") == ["if x -> if not x"]
    assert changes("while x < n:", "    y = n") == ["x < n -> x <= n", "x < n -> x >= n"]
    assert changes("if not x:", "    y = n") == ["not x -> x"]


def test_only_solutions_are_changed_and_lines_are_those_of_the_reference() -> None:
    source = textwrap.dedent(
        """\
        STEP = 7

        @given(9)
        def given(x):
            return x + 1


        def asked(x: int) -> int:
            \"\"\"Add five.\"\"\"
            y = x + 4
            ### BEGIN SOLUTION
            # a comment
            y = y + x
            ### END SOLUTION
            return y
        """
    )
    (only,) = mutants(source)
    assert (only.of, only.line, only.change) == ("asked", 13, "y + x -> y - x")
    before, after = ({*text.splitlines()} for text in (source, only.source))
    assert after - before == {"    y = y - x"}
