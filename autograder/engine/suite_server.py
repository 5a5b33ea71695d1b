"""The suite server: collects one assignment's hidden suite once, forks runners for submissions.

Two stages share a process image. The template imports pytest and the libraries; for each
assignment it forks a server that lets pytest collect the suite and then, from inside
pytest's run loop, answers requests until its channel closes.
"""

from __future__ import annotations

import contextlib
import gc
import os
import resource
import signal
import socket
import sys
import traceback
import warnings
from pathlib import Path
from typing import Any
from typing import NoReturn

import msgpack
import pytest

from autograder import pytest_plugin
from autograder.course.assignment import Assignment
from autograder.engine import channel
from autograder.engine import soft_limit
from autograder.engine import warm
from autograder.engine.dress_rehearsal import rehearse
from autograder.engine.quiet_pytest import quiet_arguments
from autograder.engine.runner import Runner
from autograder.engine.surroundings import Surroundings
from autograder.engine.task import Graded
from autograder.engine.task import Task
from autograder.errors import CourseError
from autograder.errors import UserError
from autograder.grading.result import outcome_json

_RUNNER_BYTES = 1 << 30
_READY_SECONDS = 150
"""A suite that takes longer than anybody waits for it must not go on for ever."""
_GROWN_KILOBYTES = 8 << 10
"""A runner that ever was so much larger than its server grades no further submission."""


class SuiteServer:
    """A pytest plugin whose run loop serves submissions instead of running once."""

    def __init__(
        self, assignment: Assignment, secret: bytes, control: socket.socket, workers: socket.socket
    ) -> None:
        self._assignment = assignment
        self._secret = secret
        self._control = control
        self._workers = workers
        self._problems: list[str] = []

    @pytest.hookimpl
    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._problems.append(str(report.longrepr)[-2000:])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        try:
            rehearsed = rehearse(session, self._assignment, self._secret)
        except CourseError as error:
            _tell(self._control, {"ready": False, "problems": [str(error)]})
            return True
        warm.settle()
        signal.alarm(0)
        problems = self._problems or rehearsed.problems  # where collection fails, nothing is found
        _tell(self._control, {"ready": True, "problems": problems[:5]})
        self._serve(rehearsed.task, session.config)
        return True

    def _serve(self, task: Task, config: pytest.Config) -> None:
        _limit_memory()
        most_kilobytes = _resident_kilobytes() + _GROWN_KILOBYTES
        while (received := channel.receive(self._control)) is not None:
            _reap_finished()
            requests = socket.socket(fileno=received[1][0])
            if os.fork() == 0:
                self._become_runner(task, config, requests, most_kilobytes)
            requests.close()

    def _become_runner(
        self, task: Task, config: pytest.Config, requests: socket.socket, most: int
    ) -> None:
        """Grade one submission after the other, until one breaks something or leaves something."""
        try:
            self._control.close()
            soft_limit.install()
            gc.disable()  # it would look at what is shared, and so copy it
            surroundings = Surroundings()
            while (received := channel.receive(requests)) is not None:
                request, fds = received
                answer = _grade(task, config, request, self._workers)
                gc.collect()
                ordinary = not (
                    task.keeps_state
                    or _has_fault(answer)
                    or surroundings.changed()
                    or _most_kilobytes() > most
                )
                if not ordinary:
                    requests.close()  # before the answer is there: nobody asks this one again
                with os.fdopen(fds[0], "wb") as out:
                    out.write(msgpack.packb(answer, unicode_errors="replace"))
                if not ordinary:
                    return
        finally:
            os._exit(0)


def _grade(
    task: Task, config: pytest.Config, request: dict[str, Any], workers: socket.socket
) -> dict[str, Any]:
    """One submission's answer; whatever breaks in here is the grader's own fault."""
    try:
        if request["processor"] is not None:
            os.sched_setaffinity(0, {request["processor"]})
        signal.alarm(int(task.limits.submission_seconds * 3) + 60)
        runner = Runner(task, workers, Path(request["folder"]), request["main"])
        config.stash[pytest_plugin.BINDING] = runner.binding
        return _plain(runner.run())
    except Exception as error:
        return {"fault": "".join(traceback.format_exception(error))[-4000:]}
    finally:
        signal.alarm(0)


def _has_fault(answer: dict[str, Any]) -> bool:
    """Whether the grader itself went wrong, which may show again in what comes next."""
    tests = answer.get("tests", ())
    return "fault" in answer or any(test["status"] == "grader_error" for test in tests)


def _plain(graded: Graded) -> dict[str, Any]:
    return {**vars(graded), "tests": [outcome_json(test) for test in graded.tests]}


def _limit_memory() -> None:
    """What a student answers may not take the machine's memory: every runner inherits this."""
    limit = _pages(5) * resource.getpagesize() + _RUNNER_BYTES
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def _resident_kilobytes() -> int:
    return _pages(1) * resource.getpagesize() >> 10


def _most_kilobytes() -> int:
    """The most memory this process has ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _pages(field: int) -> int:
    """A field of /proc/PID/statm."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[field])


def _reap_finished() -> None:
    """Collect children that ended: by waiting, their CPU time is counted as ours."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass


def _tell(control: socket.socket, message: dict[str, Any]) -> None:
    """Answer whoever asked; when they are gone (Ctrl-C), end: nothing is left to do."""
    try:
        channel.send(control, message)
    except (BrokenPipeError, ConnectionResetError):
        os._exit(0)


class Template:
    """Forks a suite server for each assignment it is asked to open."""

    def __init__(self, control: socket.socket, workers: socket.socket) -> None:
        self._control = control
        self._workers = workers

    def run(self, libraries: tuple[str, ...]) -> None:
        warm.yield_late()
        warm.import_libraries(libraries)
        warm.settle()
        warm.check_single_threaded()
        _tell(self._control, {"ready": True})
        while (received := channel.receive(self._control)) is not None:
            _reap_finished()
            request, fds = received
            if os.fork() == 0:
                self._control.close()
                self._open(request, socket.socket(fileno=fds[0]))
            os.close(fds[0])

    def _open(self, request: dict[str, Any], control: socket.socket) -> NoReturn:
        try:
            signal.alarm(_READY_SECONDS)
            warnings.simplefilter("ignore")
            sys.dont_write_bytecode = True  # grading leaves the course as it was
            assignment = Assignment.load(Path(request["folder"]))
            server = SuiteServer(assignment, request["secret"], control, self._workers)
            arguments = [*quiet_arguments(assignment.folder), str(assignment.hidden)]
            code = pytest.main(arguments, plugins=[server])
            if code not in (0, 5):
                problems = server._problems or [f"pytest ended with status {int(code)}."]
                _tell(control, {"ready": False, "problems": problems})
        except (UserError, OSError, SyntaxError) as error:
            _tell(control, {"ready": False, "problems": [str(error)]})
        except BaseException as error:
            said = "".join(traceback.format_exception(error))[-3000:]
            _tell(control, {"ready": False, "problems": [said]})
        finally:
            os._exit(0)


def main() -> None:
    """Entry: `python -I -c ... CONTROL_FD WORKERS_FD LIBRARIES`."""
    control = socket.socket(fileno=int(sys.argv[1]))
    workers = socket.socket(fileno=int(sys.argv[2]))
    libraries = tuple(name for name in sys.argv[3].split(",") if name)
    Template(control, workers).run(libraries)
