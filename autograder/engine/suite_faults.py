"""Why a suite does not pass on its own reference, in words for its author."""

from __future__ import annotations

import linecache
import traceback
from difflib import get_close_matches
from pathlib import Path

import pytest
from _pytest.fixtures import FixtureFunctionDefinition

from autograder.checks.failure import CheckFailed
from autograder.errors import StudentError
from autograder.errors import StudentRaised

_OURS = ("student", "reference", "rng")
_LIMIT = 500


def fault_of(error: BaseException, folder: Path) -> str:
    """One sentence on the exception that ended a test; `folder` is that of the assignment."""
    if isinstance(error, pytest.FixtureLookupError):
        said = _unknown_fixture(error)
    elif isinstance(error, StudentError):
        said = _of_the_reference(error)
    elif isinstance(error, CheckFailed):
        said = f"{error.values}{_line_in(error, folder)}"
    else:
        only = "".join(traceback.format_exception_only(error)).strip()
        said = f"{only}{_line_in(error, folder)}"
    return said[:_LIMIT]


def _unknown_fixture(error: pytest.FixtureLookupError) -> str:
    name = str(error.argname)
    suite = vars(error.request.module)
    own = [n for n, value in suite.items() if isinstance(value, FixtureFunctionDefinition)]
    known = [*_OURS, *own]
    near = get_close_matches(name, known, n=1)
    meant = f" Did you mean {near[0]!r}?" if near else ""
    return f"there is no fixture {name!r}. There are {', '.join(known)}.{meant}"


def _of_the_reference(error: StudentError) -> str:
    said = error.summary.replace("in the submission", "in the reference")
    if isinstance(error, StudentRaised) and error.detail:
        told = f"raised {error.kind}: {error.detail.rstrip('.')}"
        return said.replace(f"raised {error.kind}", told, 1)
    return said


def _line_in(error: BaseException, folder: Path) -> str:
    """The innermost line that the author wrote."""
    steps = [(f.f_code.co_filename, line) for f, line in traceback.walk_tb(error.__traceback__)]
    own = [step for step in steps if Path(step[0]).parent == folder]
    if not own:
        return ""
    file, line = own[-1]
    return f" ({Path(file).name}, line {line}: {linecache.getline(file, line).strip()})"
