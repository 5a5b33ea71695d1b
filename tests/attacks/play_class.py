"""Grade every cheat; prints, as JSON, each attack's outcome by test, and facts about the run.

Run as `python play_class.py LEVEL FOLDER`. At level "none" the suite and the submission share a
process, forked for each attack; else a whole class is graded by the engine.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from autograder.course.course import Course
from autograder.grading.intake import discover
from autograder.grading.result import Result
from autograder.grading.run import ClassRun
from autograder.grading.store import Store
from autograder.isolation import Level
from tests.attacks.cheats import ATTACKS
from tests.attacks.cheats import RIGHT
from tests.attacks.cheats import SUITE
from tests.attacks.cheats import Attack
from tests.attacks.play_host import survivors

_SETTINGS = """\
title = "Attacked"
libraries = ["numpy"]

[limits]
call_seconds = 0.3
import_seconds = 2
submission_seconds = 20
memory_mb = 512
scratch_mb = 8
"""
_ALONE_SECONDS = 1.0
_PR_SET_CHILD_SUBREAPER = 36
_GROWTH_KB = 50 * 1024


def make_course(folder: Path, *, attackers: bool = True, suite: str = SUITE) -> Path:
    """A course with the attacked assignment, and its class: attackers and two classmates."""
    assignment = folder / "solutions" / "hw"
    assignment.mkdir(parents=True)
    (folder / "course.toml").write_text('title = "Attacked"\n')
    (assignment / "assignment.toml").write_text(_SETTINGS)
    (assignment / "hw.py").write_text(f"{_marked(RIGHT)}\n\n__answers__ = True\n")
    (assignment / "test_hidden.py").write_text(suite)
    classroom = folder / "class"
    for number, attack in enumerate(ATTACKS.values() if attackers else ()):
        hand_in(classroom / f"attacker{number:03}", attack, folder)
    hand_in(classroom / "classmate", Attack(""), folder)
    hand_in(classroom / "wrong", Attack("\n\ndef square(x):\n    return 0\n"), folder)
    return classroom


def _marked(source: str) -> str:
    """The reference: every body is a solution that a stub leaves out."""
    lines = []
    for line in source.splitlines():
        if line.startswith("    "):
            lines += ["    ### BEGIN SOLUTION", line, "    ### END SOLUTION"]
        else:
            lines.append(line)
    return "\n".join(lines)


def hand_in(folder: Path, attack: Attack, course: Path) -> None:
    """A submission in a new `folder` of a class of `course`."""
    folder.mkdir(parents=True)
    for name, text in {"hw.py": RIGHT + attack.source, **attack.files}.items():
        text = text.replace("{class}", str(course / "class"))
        (folder / name).write_text(text.replace("{solutions}", str(course / "solutions")))


# --- in one process


def play_alone(folder: Path, classroom: Path) -> dict[str, Any]:
    """Each attack in a forked child that imports the submission and calls the tests itself."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)
    outcomes = {}
    for number, (name, attack) in enumerate(ATTACKS.items()):
        submission = classroom / f"attacker{number:03}"
        if attack.files:
            outcomes[name] = _by_pytest(folder, submission, attack)
        else:
            outcomes[name] = _by_fork(folder, submission, attack)
        _hand_in_again(classroom, folder)
    return outcomes


def _hand_in_again(classroom: Path, folder: Path) -> None:
    (classroom / "planted").unlink(missing_ok=True)
    (classroom / "classmate" / "hw.py").write_text(RIGHT)


def _by_fork(folder: Path, submission: Path, attack: Attack) -> str:
    report = folder / "report.json"
    report.unlink(missing_ok=True)
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        _become_a_grader(folder, submission, report)
    pid, status, usage = 0, 0, None
    while not pid and time.monotonic() - started < _ALONE_SECONDS:
        time.sleep(0.005)
        pid, status, usage = os.wait4(child, os.WNOHANG)
    if not pid:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        _orphans()
        return "hung"
    assert usage is not None
    if usage.ru_maxrss > _own_kilobytes() + _GROWTH_KB:
        return "grew"
    if _orphans():
        return "left a process behind"
    if (folder / "output").stat().st_size > _GROWTH_KB * 1024 // 2:
        return "flooded"
    if (folder / "class" / "classmate" / "hw.py").read_text() != RIGHT:
        return "changed a classmate's file"
    return _read_report(report, attack, status)


def _read_report(report: Path, attack: Attack, status: int) -> str:
    if not report.exists():
        return f"died: {status}"
    text = report.read_text()
    if text == "forged":
        return "forged the report"
    return str(json.loads(text).get(attack.aims, "never ran"))


def _orphans() -> list[int]:
    """Processes an attack left behind: they are children of this one, which adopts; ended."""
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    found: list[int] = []
    while pids := [int(pid) for pid in children.read_text().split()]:
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        found += pids
    return found


def _become_a_grader(folder: Path, submission: Path, report: Path) -> None:
    os.environ["REPORT"] = str(report)
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    output = os.open(folder / "output", os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.chdir(submission)
    verdicts: dict[str, str] = {}
    try:
        _call_tests(folder, submission, verdicts)
    except BaseException as error:  # noqa: BLE001 - what ends a run is its outcome
        verdicts.setdefault("stopped", type(error).__name__)
    sys.stdout.flush()
    report.write_text(json.dumps(verdicts))
    import atexit

    atexit._run_exitfuncs()
    os._exit(0)


def _call_tests(folder: Path, submission: Path, verdicts: dict[str, str]) -> None:
    """As pytest would: an exception fails, Skipped skips, what is no Exception ends the run."""
    sys.path[:0] = [str(submission), str(folder / "solutions" / "hw")]
    suite = importlib.import_module("test_hidden")
    reference = _module(folder / "solutions" / "hw" / "hw.py", "reference_hw")
    student = _module(submission / "hw.py", "student_hw")
    given = {"student": student, "reference": reference, "rng": np.random.default_rng(0)}
    for name, function in [(n, f) for n, f in vars(suite).items() if n.startswith("test_")]:
        wanted = function.__code__.co_varnames[: function.__code__.co_argcount]
        try:
            function(**{key: given[key] for key in wanted})
            verdicts[name] = "passed"
        except BaseException as error:
            kind = type(error).__name__
            outcome = kind in {"Skipped", "XFailed"}
            if kind == "Exit" or not (outcome or isinstance(error, Exception)):
                raise
            verdicts[name] = "skipped" if outcome else "failed"


def _module(file: Path, name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _own_kilobytes() -> int:
    # not ru_maxrss: that of a program begins at what the process that started it had used
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0])


_PLUGIN = """
import importlib.util, json, os, sys
import numpy, pytest
verdicts = {}
def module(path):
    spec = importlib.util.spec_from_file_location("m" + str(len(path)), path)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found
@pytest.fixture
def student():
    return module(os.environ["STUDENT"])
@pytest.fixture
def reference():
    return module(os.environ["REFERENCE"])
@pytest.fixture
def rng():
    return numpy.random.default_rng(0)
def pytest_runtest_logreport(report):
    if report.when == "call":
        verdicts[report.nodeid.rpartition("::")[2]] = report.outcome
def pytest_sessionfinish():
    with open(os.environ["REPORT"], "w") as file:
        json.dump(verdicts, file)
"""


def _by_pytest(folder: Path, submission: Path, attack: Attack) -> str:
    """Files beside the submission: pytest itself, with the suite copied there."""
    report = folder / "report.json"
    report.unlink(missing_ok=True)
    (folder / "alone_plugin.py").write_text(_PLUGIN)
    (submission / "test_hidden.py").write_text(SUITE)
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(submission), str(folder), *sys.path[1:]]),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "STUDENT": str(submission / "hw.py"),
        "REFERENCE": str(folder / "solutions" / "hw" / "hw.py"),
        "REPORT": str(report),
    }
    command = [sys.executable, "-m", "pytest", "-q", "-palone_plugin", "test_hidden.py"]
    run = subprocess.run(command, check=False, cwd=submission, env=environment, capture_output=True)
    return _read_report(report, attack, run.returncode)


# --- by the engine


class Quiet:
    """A run that tells nothing."""

    def begin(self, total: int, unchanged: int) -> None: ...

    def done(self, result: Result) -> None: ...


def play_class(folder: Path, classroom: Path, level: Level) -> dict[str, Any]:
    """Student to their outcomes, by the whole machinery of `grade run`."""
    (folder / "tmp").mkdir()
    os.environ["TMPDIR"] = mark = str(folder / "tmp")
    handed = discover(classroom, ("hw",)).found
    store = Store(folder / "out")
    run = ClassRun(Course.load(folder), store, level, jobs=4)
    plan = run.plan(handed)
    before = _own_kilobytes()
    results = {result.student: result for result in run.grade(plan, Quiet())}
    grown = _own_kilobytes() - before
    store.close()
    names = {f"attacker{number:03}": name for number, name in enumerate(ATTACKS)}
    outcomes: dict[str, Any] = {
        names.get(student, student): {
            "status": result.status,
            "score": float(result.score) if result.score is not None else None,
            "problem": result.problem,
            "tests": {
                test.id: [test.status, test.message, test.detail[-300:]] for test in result.tests
            },
        }
        for student, result in results.items()
    }
    outcomes["the run"] = {
        "grown_kb": grown,
        "survivors": survivors(mark),
        "files as they were": not (classroom / "planted").exists()
        and (classroom / "classmate" / "hw.py").read_text() == RIGHT,
    }
    return outcomes


def main(level: str, folder: Path) -> dict[str, Any]:
    """What came of every attack at `level`."""
    classroom = make_course(folder)
    if level == "none":
        return play_alone(folder, classroom)
    return play_class(folder, classroom, Level.parse(level))


if __name__ == "__main__":
    Play = Callable[[str, Path], dict[str, Any]]
    sys.stdout.write(json.dumps(main(sys.argv[1], Path(sys.argv[2]))))
