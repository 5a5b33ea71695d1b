"""Random numbers of a hidden suite that do not come from `rng`.

Only `rng` depends on the course's secret, and gives a submission the same inputs each time it
is graded; numbers drawn otherwise are known to students, or different each time.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from autograder.course.reading import read_text
from autograder.course.stub import parse
from autograder.engine.shortcuts import nodes_of_imports

_LIBRARIES = ("numpy.random.", "random.", "secrets.")
_ONLY_NAMED = {"numpy.random.Generator", "numpy.random.BitGenerator"}
_SEEDED = {"numpy.random.default_rng", "random.Random"}
_TORCH = {
    f"torch.{name}"
    for name in "rand randn randint randperm rand_like randn_like randint_like normal "
    "bernoulli multinomial poisson".split()
}


def other_draws(suite: Path) -> Iterator[str]:
    """A sentence for every place of a hidden suite that draws without `rng`.

    A seed or a generator that is handed over may come from `rng`; a literal seed does not.
    """
    tree = parse(read_text(suite, "the hidden tests"), str(suite))
    calls = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for _, node, dotted in nodes_of_imports([tree]):
        if _draws(dotted, calls.get(id(node))):
            yield (
                f"{suite.name}, line {node.lineno}: {dotted} draws numbers that do not depend on "
                "the course's secret. Draw with the fixture rng, such as rng.normal(size=(3, 4)), "
                "or hand over a seed or a generator made with it."
            )


def _draws(dotted: str, call: ast.Call | None) -> bool:
    if dotted in _TORCH:
        return call is None or all(given.arg != "generator" for given in call.keywords)
    if not dotted.startswith(_LIBRARIES) or dotted in _ONLY_NAMED:
        return False
    seeds = [*call.args, *(given.value for given in call.keywords)] if call else []
    return dotted not in _SEEDED or not seeds or isinstance(seeds[0], ast.Constant)
