"""Life and death of a zygote and its workers, and lock-downs that cannot work."""

from __future__ import annotations

import json
import textwrap

import pytest

from autograder.isolation import Level
from tests.isolation.conftest import Identity

PRELUDE = """
import json, os, resource, signal, sys, time
from pathlib import Path
from autograder.errors import SandboxError
from autograder.isolation import Confinement, Isolator, Level, Limits, readable_roots

level, folder = Level(sys.argv[1]), Path(sys.argv[2])
uid = 4711 if os.geteuid() == 0 else None
if uid:
    os.chown(folder / "scratch", uid, uid)
isolator = Isolator(level)
isolator.enter()


def confinement(limits=Limits(), submission=folder / "submission", uid=uid,
                readable=readable_roots(())):
    return Confinement(
        provision=isolator.prepare(readable, limits),
        submission=str(submission),
        scratch=None if level is Level.SEALED else folder / "scratch",
        uid=uid,
    )


def start(act, **changes):
    output = os.memfd_create("output")
    held_to = confinement(**changes)
    pid = isolator.fork()
    if pid == 0:
        status = 99
        try:
            isolator.confine(held_to, (output,), output)
            act()
            status = 0
        except SandboxError as error:
            os.write(output, str(error).encode())
            status = 3
        finally:
            os._exit(status)
    return pid, output


def status_of(pid):
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def said(output):
    return os.pread(output, 1000, 0).decode()
"""

LEVELS = pytest.mark.parametrize("level", [Level.PROCESS, Level.LOCKED, Level.SEALED])


def play(identity: Identity, level: Level, program: str) -> object:
    identity.need(level)
    place = identity.make_folder("submission", "scratch")
    script = PRELUDE + textwrap.dedent(program)
    return json.loads(identity.python("-c", script, level.value, str(place)))


@LEVELS
def test_the_kernel_ends_a_worker_that_burns_too_much_time(
    identity: Identity, level: Level
) -> None:
    program = """
        def spin():
            while True:
                pass

        import autograder.isolation.limits as limits

        limits.CPU_MARGIN_SECONDS = 0  # the test need not wait that long
        pid, _ = start(spin, limits=Limits(submission_seconds=1))
        print(json.dumps(status_of(pid)))
    """
    assert play(identity, level, program) in {-9, -24}


@LEVELS
def test_workers_die_with_their_zygote(identity: Identity, level: Level) -> None:
    program = """
        import select

        held, holder = os.pipe()
        middle = os.fork()
        if middle == 0:
            os.close(held)
            isolator._pid_namespace = level is Level.SEALED and os.open("/proc/self/ns/pid", 0)
            output = os.memfd_create("output")
            if isolator.fork() == 0:
                isolator.confine(confinement(), (holder,), output)
                os.write(holder, b"!")
                time.sleep(60)
            os.close(holder)
            time.sleep(60)
        os.close(holder)
        assert os.read(held, 1) == b"!"
        os.kill(middle, signal.SIGKILL)
        ready = select.select([held], [], [], 10)[0]
        print(json.dumps(bool(ready) and os.read(held, 1) == b""))
    """
    assert play(identity, level, program) is True


@LEVELS
def test_a_worker_is_alone_in_its_session_and_bounded(identity: Identity, level: Level) -> None:
    program = """
        def look():
            limits = [resource.getrlimit(getattr(resource, "RLIMIT_" + name))[0]
                      for name in ("CORE", "NOFILE", "FSIZE", "CPU")]
            os.write(1, json.dumps([os.getsid(0) == os.getpid(), *limits]).encode())

        pid, output = start(look)
        assert status_of(pid) == 0, said(output)
        print(said(output))
    """
    assert play(identity, level, program) == [True, 0, 256, 64 << 20, 125]


@LEVELS
def test_a_submission_the_worker_cannot_read_is_the_graders_fault(
    identity: Identity, level: Level
) -> None:
    program = """
        pid, output = start(lambda: None, submission=folder / "gone")
        print(json.dumps([status_of(pid), said(output)]))
    """
    answer = play(identity, level, program)
    assert isinstance(answer, list)
    assert answer[0] == 3
    assert "gone" in answer[1]


@LEVELS
def test_root_must_give_a_worker_a_user(identity: Identity, level: Level) -> None:
    program = """
        pid, output = start(lambda: None, uid=None if uid else 4711)
        print(json.dumps([status_of(pid), said(output)]))
    """
    needs_one = "As root a worker needs a uid of its own; otherwise it has none."
    assert play(identity, level, program) == [3, needs_one]


def test_a_sealed_zygote_ends_with_the_status_of_the_one_within(identity: Identity) -> None:
    identity.need(Level.SEALED)
    program = """
        import subprocess
        import textwrap

        inner = "from autograder.isolation import *; Isolator(Level.SEALED).enter(); "
        environment = {"PYTHONPATH": sys.path[1]}
        statuses = [
            subprocess.run([sys.executable, "-c", inner + end], env=environment).returncode
            for end in ("raise SystemExit(7)", "pass", "import ctypes; ctypes.string_at(0)")
        ]
        print(json.dumps(statuses))
    """
    script = "import json, sys\n" + textwrap.dedent(program)
    assert json.loads(identity.python("-c", script)) == [7, 0, -11]


def test_a_sealed_zygote_dies_with_the_process_that_guards_it(identity: Identity) -> None:
    identity.need(Level.SEALED)
    program = """
        import json, os, select, signal, subprocess, sys

        held, holder = os.pipe()
        inner = (
            "import os, sys, time; from autograder.isolation import *;"
            "Isolator(Level.SEALED).enter(); os.write(int(sys.argv[1]), b'!'); time.sleep(60)"
        )
        guard = subprocess.Popen(
            [sys.executable, "-c", inner, str(holder)],
            env={"PYTHONPATH": sys.path[1]},
            pass_fds=[holder],
        )
        os.close(holder)
        assert os.read(held, 1) == b"!"
        guard.kill()
        ready = select.select([held], [], [], 10)[0]
        print(json.dumps(bool(ready) and os.read(held, 1) == b""))
    """
    assert json.loads(identity.python("-c", textwrap.dedent(program))) is True
