from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.errors import SandboxError
from autograder.errors import UserError
from autograder.isolation import readable_roots
from autograder.isolation.readable import hidden_beneath
from autograder.isolation.readable import refuse_broad
from autograder.isolation.readable import site_folders


def is_readable(path: str | None, roots: tuple[Path, ...]) -> bool:
    assert path is not None
    place = Path(os.path.abspath(path))
    hidden = hidden_beneath(tuple(map(str, roots)))
    # The nearest named folder above decides.
    for folder in (place, *place.parents):
        if folder in roots:
            return True
        if str(folder) in hidden:
            return False
    return False


def test_the_standard_library_is_readable_without_any_library() -> None:
    roots = readable_roots(())
    import _ctypes
    import json

    assert is_readable(json.__file__, roots)
    assert is_readable(_ctypes.__file__, roots)


def test_a_library_brings_its_dependencies_and_nothing_else() -> None:
    import numpy as np

    roots = readable_roots(("numpy",))
    assert is_readable(np.__file__, roots)
    assert not is_readable(pytest.__file__, roots)
    assert not any(str(root) in site_folders() for root in roots)


def test_torch_brings_what_it_imports() -> None:
    pytest.importorskip("torch")
    sympy = pytest.importorskip("sympy")
    import typing_extensions

    roots = readable_roots(("torch",))
    assert is_readable(sympy.__file__, roots)
    assert is_readable(typing_extensions.__file__, roots)
    assert not is_readable(pytest.__file__, roots)


def test_a_library_may_be_named_as_it_is_imported() -> None:
    import _pytest

    assert is_readable(_pytest.__file__, readable_roots(("_pytest",)))


def test_a_library_that_is_not_installed_is_a_users_mistake() -> None:
    with pytest.raises(UserError, match="'no_such_library' is not installed here: pip install"):
        readable_roots(("no_such_library",))


def test_roots_do_not_depend_on_the_search_path_or_working_directory() -> None:
    program = (
        "import sys; sys.path.insert(0, '/'); sys.path.insert(0, '');"
        "from autograder.isolation import readable_roots; print(*readable_roots(()))"
    )
    repository = Path(__file__).parents[2]
    printed = subprocess.run(
        [sys.executable, "-c", program],
        cwd="/",
        env={"PYTHONPATH": str(repository)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert printed.split() == [str(root) for root in readable_roots(())]


@pytest.mark.parametrize("path", ["/", "/home", "/tmp", "/usr/", os.path.expanduser("~"), "here"])
def test_the_machine_at_large_is_never_readable(path: str) -> None:
    with pytest.raises(SandboxError, match="must not read all of"):
        refuse_broad(Path(path))
