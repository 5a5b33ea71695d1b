"""What `grade check` on a numpy exercise loads, in `grade` itself and in the child."""

from __future__ import annotations

import subprocess
import sys

from tests.student.conftest import Kit

HEAVY = {"torch", "pandas", "nbformat", "nbgrader", "matplotlib", "jinja2", "IPython"}
SHOW = "print('loaded', *{name.partition('.')[0] for name in sys.modules})"
PARENT = f"""
import sys
from autograder.cli.main import main
try:
    main(["check", "double"])
finally:
    {SHOW}
"""
CHILD = f"""
import sys
from autograder.student.child import main
main()
{SHOW}
"""


def loaded(kit: Kit, code: str, *arguments: str) -> set[str]:
    """Top-level names of sys.modules at the end."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=kit.root,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("loaded ")]
    return set(line.split()[1:])


def test_grade_itself_loads_neither_numpy_nor_pytest(kit: Kit) -> None:
    found = loaded(kit, PARENT)
    assert {"autograder", "rich"} <= found
    assert not found & (HEAVY | {"numpy", "pytest", "_pytest", "msgpack", "ctypes"})


def test_the_child_loads_nothing_heavy(kit: Kit) -> None:
    kit.solve("return 2 * x")
    file, events = kit.file(), kit.root / "events"
    found = loaded(kit, CHILD, str(file.parent), str(file), str(events))
    assert {"numpy", "pytest"} <= found
    assert not found & (HEAVY | {"rich", "click"})
    assert "passed" in events.read_text("utf-8")
