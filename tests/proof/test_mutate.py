"""Mutants are graded; what survives is compared; the page keeps the rows of others."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from autograder.cli.options import level_of
from autograder.course.assignment import Assignment
from autograder.engine.pool import Pool
from autograder.proof.agreement import Agreement
from autograder.proof.agreement import agreements
from autograder.proof.mutants import Mutant
from autograder.proof.mutate import Mutation
from autograder.proof.mutate import Survivor
from autograder.proof.mutate import mutate
from autograder.proof.mutation_page import write_mutation

# Under this secret no number that is drawn for `doubled` lies between 0 and 1.
BLIND = b"blind 3"


def test_survivors_are_equivalent_or_a_gap_of_the_suite(
    assignment: Assignment, elsewhere: ProcessPoolExecutor
) -> None:
    with Pool(level_of(None, None), 2, BLIND) as pool:
        found = mutate(assignment, pool, elsewhere)
    alive = {one.mutant.change: one for one in found.survivors}
    assert set(alive) == {"x > 0 -> x >= 0", "x > 0 -> x > 1"}
    assert [one.mutant.change for one in found.equivalent] == ["x > 0 -> x >= 0"]
    assert found.equivalent[0].agreement.drawn >= 1000
    (problem,) = found.problems()
    assert problem.startswith("line 7: x > 0 -> x > 1 gets full marks, but answers otherwise in")


def test_a_mutant_that_never_ends_or_kills_its_process_is_none_that_agrees(
    assignment: Assignment, elsewhere: ProcessPoolExecutor
) -> None:
    bodies = {
        "loops": "while True: pass",
        "ends": "import os; os._exit(0)",
        "fills": "return 'x' * 2**40",
        "right": "return max(2 * x, 0 * x)",
    }
    hostile = [
        Mutant("doubled", 1, name, f"def doubled(x):\n    {body}\n")
        for name, body in bodies.items()
    ]
    found = elsewhere.submit(agreements, assignment, hostile).result()
    assert [one.differs for one in found] == [
        "test_doubled",
        "a call that ended the process",
        "test_doubled",
        "",
    ]


def test_a_small_reference_may_have_one_equivalent_mutant() -> None:
    same = Survivor(Mutant("leaky", 2, "x >= 0 -> x > 0", ""), Agreement(drawn=1000))
    assert Mutation("leaky", 4, (same,)).problems() == []
    (problem,) = Mutation("leaky", 4, (same, same)).problems()
    assert "2 of 4 mutants are equivalent, at most 12% may be, or one" in problem


def test_the_page_keeps_the_rows_of_other_assignments(tmp_path: Path) -> None:
    page = tmp_path / "mutation.md"
    write_mutation(page, _mutation("b", "x | y -> x & y"), ("b", "gone"))
    write_mutation(page, _mutation("gone", "1 -> 2"), ("b", "gone"))
    write_mutation(page, _mutation("a", "1 -> 2"), ("a", "b"))
    rows = [
        line for line in page.read_text("utf-8").splitlines() if line.startswith(("| a", "| b"))
    ]
    assert [row for row in rows if not row.startswith("| assignment")] == [
        "| a | 10 | 9 | 1 | 10.0% |",
        "| b | 10 | 9 | 1 | 10.0% |",
        "| a | 7 | f | `1 -> 2` | 1,234 |",
        r"| b | 7 | f | `x \| y -> x & y` | 1,234 |",
    ]


def _mutation(slug: str, change: str) -> Mutation:
    survivor = Survivor(Mutant("f", 7, change, ""), Agreement(1234))
    return Mutation(slug, 10, (survivor,))
