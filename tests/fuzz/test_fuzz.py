"""Ten minutes of coverage-guided fuzzing: no crash, no hang, no growth."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SECONDS = int(os.environ.get("GRADE_FUZZ_SECONDS", "300"))
TARGETS = ["fuzz_codec.py", "fuzz_answers.py"]


@pytest.mark.soak
@pytest.mark.parametrize("target", TARGETS)
def test_fuzzing_finds_nothing(target: str, tmp_path: Path) -> None:
    if importlib.util.find_spec("atheris") is None:
        pytest.skip("atheris is not installed")
    run = subprocess.run(
        [
            *(sys.executable, str(Path(__file__).with_name(target))),
            *(f"-max_total_time={SECONDS}", "-timeout=5", "-rss_limit_mb=600", "-max_len=4096"),
            f"-artifact_prefix={tmp_path}/",
        ],
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        timeout=SECONDS + 120,
    )
    assert run.returncode == 0, run.stderr[-4000:]
    done = re.search(r"Done (\d+) runs", run.stderr)
    assert done is not None
    sys.stdout.write(f"{target}: {done[1]} inputs in {SECONDS} s\n")
