"""Which isolation levels this machine grants, found out by locking throw-away children down."""

from __future__ import annotations

import functools
import os
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from autograder.errors import SandboxError
from autograder.isolation.confine import Confinement
from autograder.isolation.confine import Isolator
from autograder.isolation.level import Level
from autograder.isolation.readable import readable_roots
from autograder.limits import Limits

_TRIED = (Level.LOCKED, Level.SEALED)
_TEST_UID = 65534
_NEEDS_LINUX = f"It needs the Linux kernel; this is {sys.platform}."

_ADVICE = {
    "Landlock": (
        "Landlock needs Linux 5.13 or newer, 'landlock' in the boot option lsm=, and a container"
        " profile that allows its system calls."
    ),
    "user namespace": (
        "This system keeps user namespaces from ordinary users (Ubuntu since 24.04:"
        " sysctl kernel.apparmor_restrict_unprivileged_userns=0; containers: their seccomp"
        " profile). Allow them, or run as root."
    ),
    "user namespace maps": (
        "A security module lets user namespaces start but gives them no rights (Ubuntu since"
        " 24.04: sysctl kernel.apparmor_restrict_unprivileged_userns=0)."
    ),
    "mount namespace": "This container keeps the right to mount (CAP_SYS_ADMIN) to itself.",
    "read-only root": "Needs Linux 5.12 or newer.",
    "seccomp filter": "Needs a kernel with CONFIG_SECCOMP_FILTER.",
}


@dataclass(frozen=True)
class Capabilities:
    """level: the strongest that works here; gaps: for each that does not, why, as a sentence."""

    level: Level
    gaps: dict[Level, str]


@functools.cache
def probe() -> Capabilities:
    """Try every level in children of this process (about 50 ms, once)."""
    if sys.platform != "linux":
        return Capabilities(Level.PROCESS, dict.fromkeys(_TRIED, _NEEDS_LINUX))
    gaps = {level: reason for level in _TRIED if (reason := _rehearse(level))}
    working = [level for level in Level if level not in gaps]
    return Capabilities(max(working), gaps)


def _rehearse(level: Level) -> str:
    """Why a worker cannot be locked down at `level`; empty when it can."""
    folder = Path(tempfile.mkdtemp(prefix="grade-probe-"))
    reader, writer = os.pipe()
    try:
        child = os.fork()
        if child == 0:
            os.close(reader)
            _play_zygote(level, folder, writer)
        os.close(writer)
        with open(reader, encoding="utf-8") as pipe:
            reason = pipe.read()
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    finally:
        shutil.rmtree(folder)
    if status and not reason:
        return f"The test process ended with status {status} and no word."
    return reason


def _play_zygote(level: Level, folder: Path, writer: int) -> NoReturn:
    """Set `folder` up and lock a child of this process down in it; ends this process."""
    status = 1
    try:
        root = os.geteuid() == 0
        submission, scratch = folder / "submission", folder / "scratch"
        for part in (submission, scratch):
            part.mkdir()
        if root:
            folder.chmod(0o755)
            os.chown(scratch, _TEST_UID, _TEST_UID)
        isolator = Isolator(level)
        isolator.enter()
        provision = isolator.prepare(readable_roots(()), Limits())
        worker = isolator.fork()
        if worker == 0:
            isolator.confine(
                Confinement(
                    provision,
                    str(submission),
                    None if level is Level.SEALED else scratch,
                    _TEST_UID if root else None,
                ),
                (writer,),
                writer,
            )
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1])
    except SandboxError as error:
        advice = _ADVICE.get(getattr(error, "step", ""), "")
        os.write(writer, f"{error} {advice}".strip().encode())
    finally:
        os._exit(status)
