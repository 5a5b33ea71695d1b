"""The autograder for Gradescope, unpacked as they do and run for real."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from autograder.cli.main import main
from autograder.cli.options import level_of
from autograder.course.secret import VARIABLE

ROOT = Path(__file__).parent.parent.parent
SLUG = "output_size"
SUBMISSION = ROOT / "data" / "sample_class" / "Lukas Bauer" / "output_size.py"
METADATA = {
    "created_at": "2018-07-01T14:22:32.365935-07:00",
    "users": [{"name": "Zoë <b>", "email": "z@example.org"}, {"email": "y@example.org"}],
    "assignment": {"due_date": "2018-07-31T23:00:00.000000-07:00", "total_points": "10.0"},
    "previous_submissions": [],
}


def _packed(folder: Path, *options: str) -> Path:
    target = folder / "autograder.zip"
    arguments = ["package", "gradescope", SLUG, "--to", str(target), *options]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, "gradescope")
        with pytest.raises(SystemExit) as ended:
            main(["--course", str(ROOT), *arguments])
    assert ended.value.code == 0
    return target


def _unpacked(archive: Path, root: Path) -> Path:
    """A folder laid out like /autograder, with the modes that an unzip restores."""
    source = root / "source"
    with zipfile.ZipFile(archive) as opened:
        for info in opened.infolist():
            path = Path(opened.extract(info, source))
            path.chmod(info.external_attr >> 16)
    shutil.copy(source / "run_autograder", root / "run_autograder")
    (root / "submission").mkdir()
    (root / "results").mkdir()
    (root / "submission_metadata.json").write_text(json.dumps(METADATA))
    return root


def _run(root: Path, script: str, **more: str) -> subprocess.CompletedProcess[str]:
    # nothing else of this environment is there at Gradescope
    environment = {"AUTOGRADER_ROOT": str(root), "PATH": os.environ["PATH"], **more}
    return subprocess.run(
        [root / script],
        check=False,
        env=environment,
        cwd=root,
        capture_output=True,
        text=True,
        timeout=600,
    )


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """As after setup.sh, with this environment in the place of the one it makes."""
    root = _unpacked(_packed(tmp_path), tmp_path / "autograder")
    (root / "venv").symlink_to(Path(sys.prefix))
    return root


def _results(root: Path) -> dict[str, Any]:
    results: dict[str, Any] = json.loads((root / "results" / "results.json").read_text("utf-8"))
    return results


def test_a_submission_is_graded_where_gradescope_puts_it(installed: Path) -> None:
    shutil.copy(SUBMISSION, installed / "submission")
    done = _run(installed, "run_autograder")
    assert (done.returncode, done.stderr) == (0, "")
    results = _results(installed)
    assert results["score"] == 4.75
    assert len(results["tests"]) == 15
    assert "Both ends are padded" in json.dumps(results)
    assert "modification time" not in results["output"], "the metadata says when it came"
    assert results["extra_data"]["isolation"] == level_of(None, None).value
    assert results["extra_data"]["isolation"] in ("locked", "sealed")


def test_nothing_usable_is_told_to_the_student(installed: Path) -> None:
    (installed / "submission" / "notes.txt").write_text("I give up.")
    assert _run(installed, "run_autograder").returncode == 0
    results = _results(installed)
    assert results["score"] == 0
    assert "output_size.py" in results["output"]


def test_a_fault_of_the_grader_gives_no_results_at_all(installed: Path) -> None:
    shutil.copy(SUBMISSION, installed / "submission")
    suite = installed / "source" / "course" / "solutions" / SLUG / "test_hidden.py"
    suite.write_text(suite.read_text() + "\n\nraise RuntimeError('broken suite')\n")
    done = _run(installed, "run_autograder")
    assert done.returncode == 1
    assert "broken suite" in done.stdout
    assert not (installed / "results" / "results.json").exists()


def test_below_the_level_that_was_asked_for_nothing_is_graded(installed: Path) -> None:
    shutil.copy(SUBMISSION, installed / "submission")
    (installed / "source" / "settings.sh").write_text("export GRADE_REQUIRE_LEVEL=nonsense\n")
    done = _run(installed, "run_autograder")
    assert done.returncode == 1
    assert "An isolation level is one of" in done.stdout
    assert not (installed / "results" / "results.json").exists()


def test_what_is_in_the_archive(tmp_path: Path) -> None:
    archive = _packed(tmp_path)
    with zipfile.ZipFile(archive) as opened:
        modes = {info.filename: info.external_attr >> 16 for info in opened.infolist()}
        settings = opened.read("settings.sh").decode()
        course = opened.read("course/course.toml").decode()
    assert modes["setup.sh"] == modes["run_autograder"] == 0o755
    assert modes["course/.grade-secret"] == 0o600
    assert settings == "export GRADE_REQUIRE_LEVEL=locked\n"
    assert course.count("\n") == 1, "no roster, no deadlines"
    folders = {name.split("/")[2] for name in modes if name.startswith("course/solutions/")}
    assert folders == {SLUG}
    assert not any("__pycache__" in name for name in modes)
    assert archive.read_bytes() == _packed(tmp_path).read_bytes()


def test_an_empty_folder_of_wheels_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "wheels").mkdir()
    options = ["--to", str(tmp_path / "a.zip"), "--wheels", str(tmp_path / "wheels")]
    with pytest.raises(SystemExit) as ended:
        main(["--course", str(ROOT), "package", "gradescope", SLUG, *options])
    assert ended.value.code == 1
    assert "holds no wheels" in capsys.readouterr().err
    assert not (tmp_path / "a.zip").exists()


@pytest.mark.soak
def test_setup_needs_no_network_once_the_wheels_are_inside(tmp_path: Path) -> None:
    wheels = tmp_path / "wheels"
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--wheel-dir", str(wheels)]
    constraints = ["--constraint", str(ROOT / "constraints.txt")]
    subprocess.run([*command, *constraints, str(ROOT)], check=True, timeout=600)
    root = _unpacked(_packed(tmp_path, "--wheels", str(wheels)), tmp_path / "autograder")
    shutil.copy(SUBMISSION, root / "submission")
    # an index that nobody could reach, in case one is asked
    (root / "pip.conf").write_text("[global]\nindex-url = http://127.0.0.1:1/\n")
    setup = _run(root, "source/setup.sh", PIP_CONFIG_FILE=str(root / "pip.conf"))
    assert setup.returncode == 0, setup.stderr
    done = _run(root, "run_autograder")
    assert (done.returncode, done.stderr) == (0, "")
    assert _results(root)["score"] == 4.75
