"""What Python prints when a fatal signal ends a process, read back as a place."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.engine.fatal import place_of

FOLDER = Path("/submission")
ENDED = """from autograder.engine.fatal import print_where
print_where(2)
exec(compile('import ctypes\\ndef f():\\n    ctypes.string_at(0)\\nf()', {name!r}, 'exec'))
"""


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("hw.py", "hw.py, line 3"),
        ("hw.ipynb, cell 2", "hw.ipynb, cell 2, line 3"),
        ("/submission/helper.py", "helper.py, line 3"),
        ("/elsewhere/library.py", "None"),
    ],
)
def test_the_students_own_line(name: str, told: str) -> None:
    run = [sys.executable, "-c", ENDED.format(name=name)]
    printed = subprocess.run(run, capture_output=True, text=True, check=False).stderr
    assert str(place_of(printed, FOLDER)) == told


@given(st.text())
def test_other_output_is_no_place(printed: str) -> None:
    assert place_of(f'  File "hw.py", line 3 in f\n{printed}', FOLDER) is None
    assert place_of(f"Fatal Python error: {printed}", FOLDER) is None
