"""The suite server: collects one assignment's hidden suite once, forks a runner a submission.

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
from autograder.course.misconceptions import catalogue
from autograder.course.misconceptions import compose
from autograder.diagnosis.diagnose import Diagnostician
from autograder.diagnosis.diagnose import Probe
from autograder.engine import channel
from autograder.engine import warm
from autograder.engine.binding import import_file
from autograder.engine.quiet_pytest import quiet_arguments
from autograder.engine.runner import Runner
from autograder.engine.session import Operation
from autograder.engine.session import Session
from autograder.engine.suite import Check
from autograder.engine.suite import checks_of
from autograder.engine.suite import renew
from autograder.engine.suite import run_item
from autograder.engine.task import Graded
from autograder.engine.task import Task
from autograder.engine.trusted import TrustedBinding
from autograder.errors import UserError
from autograder.grading.result import outcome_json
from autograder.isolation import readable_roots

_RUNNER_BYTES = 1 << 30


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
        task = self._task(session)
        warm.settle()
        _tell(self._control, {"ready": True, "problems": self._problems[:5]})
        self._serve(task, session.config)
        return True

    def _task(self, session: pytest.Session) -> Task:
        assignment = self._assignment
        reference = import_file(assignment.reference, assignment.slug)
        checks = checks_of(session)
        if not checks and not self._problems:
            self._problems.append(f"{assignment.hidden}: no tests were found.")
        # Its own student is a copy: what tests put in the place of its functions stays there.
        student = import_file(assignment.reference, assignment.slug)
        binding = TrustedBinding(assignment.slug, self._secret, reference, student)
        binding.session.recording = True
        session.config.stash[pytest_plugin.BINDING] = binding
        # This run also imports what tests load lazily, once for all submissions.
        probes = [self._probe(check, binding.session) for check in checks]
        text = assignment.reference_source()
        return Task(
            slug=assignment.slug,
            secret=self._secret,
            limits=assignment.limits,
            libraries=assignment.libraries,
            forbid=assignment.forbid,
            readable=(*readable_roots(assignment.libraries), *assignment.data_files),
            checks=checks,
            names=assignment.names,
            reference=reference,
            diagnostician=Diagnostician(
                assignment.slug,
                assignment.reference,
                [(m, compose(text, m)) for m in catalogue(assignment)],
                probes,
            ),
        )

    def _probe(self, check: Check, session: Session) -> Probe:
        """Run a criterion on the reference, which must pass, and keep every call it makes."""
        operations: list[Operation] = []
        callbacks: dict[int, Any] = {}
        for item in check.items:
            self._must_pass(item)
            operations += session.log
            callbacks.update(session.callbacks)
        return Probe(check.criterion.id, check.criterion.of, tuple(operations), callbacks)

    def _must_pass(self, item: pytest.Item) -> None:
        try:
            run_item(item, None)
        except BaseException as error:  # also pytest's outcomes
            said = "".join(traceback.format_exception_only(error)).strip()[:500]
            self._problems.append(f"{item.name}: the reference itself does not pass: {said}")
        renew(item)  # for the runners

    def _serve(self, task: Task, config: pytest.Config) -> None:
        _limit_memory()
        while (received := channel.receive(self._control)) is not None:
            _reap_finished()
            request, fds = received
            pid = os.fork()
            if pid == 0:
                self._become_runner(task, config, request, fds[0])
            os.close(fds[0])

    def _become_runner(
        self, task: Task, config: pytest.Config, request: dict[str, Any], answer_fd: int
    ) -> NoReturn:
        try:
            self._control.close()
            if request["processor"] is not None:
                os.sched_setaffinity(0, {request["processor"]})
            gc.disable()  # a runner ends before garbage could matter
            signal.alarm(int(task.limits.submission_seconds * 3) + 60)
            answer = _grade(task, config, request, self._workers)
            with open(answer_fd, "wb") as out:
                out.write(msgpack.packb(answer, unicode_errors="replace"))
        finally:
            os._exit(0)


def _grade(
    task: Task, config: pytest.Config, request: dict[str, Any], workers: socket.socket
) -> dict[str, Any]:
    """One submission's answer; whatever breaks in here is the grader's own fault."""
    try:
        runner = Runner(task, workers, Path(request["folder"]), request["main"])
        config.stash[pytest_plugin.BINDING] = runner.binding
        return _plain(runner.run())
    except Exception as error:
        return {"fault": "".join(traceback.format_exception(error))[-4000:]}


def _plain(graded: Graded) -> dict[str, Any]:
    return {**vars(graded), "tests": [outcome_json(test) for test in graded.tests]}


def _limit_memory() -> None:
    """What a student answers may not take the machine's memory: every runner inherits this."""
    pages = Path("/proc/self/statm").read_text("ascii").split()
    used = int(pages[5]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_DATA, (used + _RUNNER_BYTES, used + _RUNNER_BYTES))


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
