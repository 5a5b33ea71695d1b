"""The visible tests inside a notebook: `from autograder.notebook import check`, then `check()`.

The same tests and the same report as `grade check`, on the functions as they are in the
notebook's memory at this moment.
"""

from __future__ import annotations

import html
import io
import linecache
import sys
import types
from pathlib import Path
from typing import TYPE_CHECKING
from typing import Any

from autograder.errors import UserError
from autograder.student.report import SOLVED
from autograder.student.report import CheckReport

if TYPE_CHECKING:
    import numpy as np

    from autograder.engine.proxy import StudentModule


class Shown:
    """A report that a notebook renders, and that prints as text elsewhere."""

    def __init__(self, report: CheckReport) -> None:
        self.report = report

    def __repr__(self) -> str:
        return "\n".join(self._lines())

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(repr(self))}</pre>"

    def _lines(self) -> list[str]:
        report = self.report
        if report.problem:
            return [report.problem]
        lines = [f"! {note}" for note in report.notes]
        done = report.functions_done()
        lines.append("  ".join(f"{'✓' if ok else '·'} {name}" for name, ok in done.items()))
        failing = report.first_failing
        if failing is None:
            lines.append(SOLVED)
        else:
            lines += ["", f"Next: {failing.headline}", f"  {failing.message}"]
            lines += [f"  {line}" for line in failing.table.splitlines()]
            lines += [f"  {failing.place}   {failing.code}"] if failing.place else []
        return lines


class NamespaceBinding:
    """The fixtures' student is a namespace: what a notebook has defined so far."""

    def __init__(self, slug: str, namespace: dict[str, Any]) -> None:
        from autograder.engine.inline import inline_session
        from autograder.engine.loading import Loaded
        from autograder.engine.service import Service

        module = types.ModuleType(slug)
        module.__dict__.update(namespace)
        service = Service()
        service.adopt(Loaded(module, "", _sources(namespace)))
        self._slug = slug
        self._session = inline_session(service)
        self._names = {
            name: "class" if isinstance(value, type) else "function" if callable(value) else "value"
            for name, value in namespace.items()
            if not name.startswith("_")
        }

    def student(self, test_id: str) -> StudentModule:
        from autograder.engine.proxy import StudentModule

        self._session.begin_test(_seed(self._slug, test_id) % 2**32)
        return StudentModule(self._session, self._names)

    def reference(self) -> types.ModuleType:
        raise UserError("Visible tests have no reference.")

    def rng(self, test_id: str) -> np.random.Generator:
        from autograder.engine.binding import generator

        return generator(_seed(self._slug, test_id))


def check(slug: str | None = None, namespace: dict[str, Any] | None = None) -> Shown:
    """Run the visible tests on what the notebook has defined.

    `slug` is the exercise, by default that of the folder the notebook lies in; `namespace`
    by default the notebook's own, or that of the script. Outside an exercise's folder the
    report says where to go.
    """
    from autograder.student.checking import report_of
    from autograder.student.child import Reporter
    from autograder.student.child import run_tests

    try:
        folder = _folder(slug)
    except UserError as error:
        return Shown(CheckReport(slug or "", problem=str(error)))
    binding = NamespaceBinding(folder.name, _surroundings() if namespace is None else namespace)
    events = io.StringIO()
    run_tests(folder, binding, Reporter(events))
    return Shown(report_of(folder.name, folder / "test_public.py", events.getvalue().splitlines()))


def _folder(slug: str | None) -> Path:
    here = Path.cwd()
    for start in (here, *here.parents):
        for folder in (start, start / "assignments" / (slug or ""), start / (slug or "")):
            if (folder / "test_public.py").is_file() and slug in (None, folder.name):
                return folder
    raise UserError(
        f"No exercise {slug or ''} here: open the notebook in its folder of assignments/, or say "
        'check("output_size").'
    )


def _surroundings() -> dict[str, Any]:
    """The names of the notebook; of the script, where there is none."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    return dict(vars(sys.modules["__main__"]) if shell is None else shell.user_ns)


def _sources(namespace: dict[str, Any]) -> dict[str, list[str]]:
    """The text of the cells that defined functions, so that a report can name a line."""
    codes = [v.__code__ for v in namespace.values() if isinstance(v, types.FunctionType)]
    return {code.co_filename: linecache.getlines(code.co_filename) for code in codes}


def _seed(slug: str, test_id: str) -> int:
    from autograder.course.secret import seed_for
    from autograder.engine.local import OPEN_SECRET

    return seed_for(OPEN_SECRET, slug, test_id)
