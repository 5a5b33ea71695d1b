"""A zygote in which attacks and honest work are tried at one level; prints what came of each.

Run as `python arena.py LEVEL FOLDER`, with LEVEL a level's name, or "none" for an
unconfined child; "locked@1" plays a kernel whose Landlock has version 1, "sealed@0" one
without. FOLDER belongs to the user and holds submission/, scratch/ and sibling/. Standard
output gets one JSON object: name to "done" or to the error that stopped it.
"""

from __future__ import annotations

import ctypes
import fcntl
import importlib.util
import json
import mmap
import os
import resource
import signal
import socket
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import replace
from pathlib import Path
from types import FrameType

from autograder.isolation import Confinement
from autograder.isolation import Isolator
from autograder.isolation import Level
from autograder.isolation import Limits
from autograder.isolation import landlock
from autograder.isolation import readable_roots
from autograder.isolation.confine import Places
from autograder.isolation.readable import hidden_beneath

WORKER_UID = 4711
LIMITS = Limits(memory_mb=512, file_mb=16, scratch_mb=24)
GIB = 1 << 30
LIBC = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True)
class World:
    """What an attack aims at: the folder, an innocent process, an open descriptor, a report.

    submission, scratch: where the worker finds its own.
    """

    folder: Path
    submission: Path
    scratch: Path
    victim: int
    leak: int
    report: int


Act = Callable[[World], object]
ATTACKS: dict[str, Act] = {}
HONEST: dict[str, Act] = {}
# Some machines or users are refused these without any lock-down; there they prove nothing.
MAYBE_CLOSED_ANYWAY = {
    "become_root_again": "needs root",
    "mount_tmpfs": "needs root",
    "new_user_namespace": "the system may keep user namespaces to itself",
    "read_memory_of_another": "Yama may forbid it",
    "read_packages_within_standard_library": "this Python keeps its packages elsewhere",
}
# Landlock hides no names and sizes; the scratch folder below `sealed` is watched by the grader.
OPEN_WHEN_LOCKED = {"stat_sibling", "fill_scratch"}
# What limits, a clean start and nothing else already stop.
CLOSED_BY_PROCESS = {
    "big_file",
    "environment",
    "inherited_descriptor",
    "lift_a_limit",
    "memory_file",
    "much_memory",
    "shared_memory",
}


def attack(act: Act) -> Act:
    ATTACKS[act.__name__] = act
    return act


def honest(act: Act) -> Act:
    HONEST[act.__name__] = act
    return act


def die_with_arena() -> None:
    LIBC.prctl(1, signal.SIGKILL)


def checked(result: int) -> int:
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


@attack
def read_passwd(world: World) -> None:
    Path("/etc/passwd").read_bytes()


@attack
def read_sibling(world: World) -> None:
    (world.folder / "sibling" / "answer.py").read_bytes()


@attack
def list_folder_above(world: World) -> None:
    if "sibling" not in os.listdir(world.folder):
        raise FileNotFoundError("only what the worker may see")


@attack
def stat_sibling(world: World) -> None:
    os.stat(world.folder / "sibling" / "answer.py")


@attack
def follow_symlink_out(world: World) -> None:
    link = world.scratch / f"link{os.getpid()}"
    link.symlink_to(world.folder / "sibling" / "answer.py")
    link.read_bytes()


@attack
def hard_link_in(world: World) -> None:
    os.link(world.folder / "sibling" / "answer.py", world.scratch / f"hard{os.getpid()}")


@attack
def read_another_librarys_source(world: World) -> None:
    spec = importlib.util.find_spec("msgpack")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("msgpack")
    Path(spec.origin).read_bytes()


@attack
def read_packages_within_standard_library(world: World) -> None:
    for hidden in hidden_beneath((sysconfig.get_path("stdlib"),)):
        for path in sorted(Path(hidden).rglob("*.*")):
            if path.is_file() and not path.relative_to(hidden).parts[0].startswith("numpy"):
                path.read_bytes()
                return
    raise FileNotFoundError("no packages there")


@attack
def write_submission(world: World) -> None:
    (world.submission / "student.py").write_text("x = 2\n")


@attack
def write_outside(world: World) -> None:
    (world.folder / "planted").write_text("")


@attack
def truncate_outside(world: World) -> None:
    os.truncate(world.folder / "sibling" / "notes.txt", 0)


@attack
def truncate_by_reading(world: World) -> None:
    os.open(world.folder / "data.csv", os.O_RDONLY | os.O_TRUNC)
    # Refused or ignored, the content has to be there still.
    if os.stat(world.folder / "data.csv").st_size:
        raise PermissionError("still there")


@attack
def chmod_outside(world: World) -> None:
    target = world.folder / "sibling" / "notes.txt"
    os.chmod(target, 0o606)
    if target.stat().st_mode & 0o777 != 0o606:
        raise PermissionError("only pretended")


@attack
def fill_scratch(world: World) -> None:
    for part in range(4):
        (world.scratch / f"fill{part}").write_bytes(bytes(LIMITS.file_mb << 19))


@attack
def big_file(world: World) -> None:
    with (world.scratch / "big").open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, (LIMITS.file_mb << 20) + 1)


@attack
def much_memory(world: World) -> None:
    bytearray(GIB)


@attack
def shared_memory(world: World) -> None:
    mmap.mmap(-1, 2 * GIB)


@attack
def memory_file(world: World) -> None:
    os.ftruncate(os.memfd_create("hoard"), GIB)


@attack
def system_v_memory(world: World) -> None:
    checked(LIBC.shmctl(checked(LIBC.shmget(0, 4096, 0o1600)), 0, None))


@attack
def fork(world: World) -> None:
    if os.fork() == 0:
        os._exit(0)
    os.wait()


@attack
def run_a_program(world: World) -> None:
    os.dup2(world.report, 9)
    os.execv("/bin/sh", ["sh", "-c", "printf done >&9"])


@attack
def many_threads(world: World) -> None:
    enough = threading.Event()
    threads = [threading.Thread(target=enough.wait) for _ in range(200)]
    try:
        for thread in threads:
            thread.start()
    finally:
        enough.set()


@attack
def tcp_socket(world: World) -> None:
    socket.create_server(("127.0.0.1", 0))


@attack
def unix_socket(world: World) -> None:
    socket.socket(socket.AF_UNIX).bind(f"\0grade-test-{os.getpid()}")


@attack
def datagram_pair(world: World) -> None:
    socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)


@attack
def signal_another(world: World) -> None:
    os.kill(world.victim, 0)


@attack
def pidfd_of_another(world: World) -> None:
    os.pidfd_open(world.victim)


@attack
def signal_by_descriptor_owner(world: World) -> None:
    fcntl.fcntl(os.pipe()[0], fcntl.F_SETOWN, world.victim)


@attack
def read_memory_of_another(world: World) -> None:
    with open(f"/proc/{world.victim}/mem", "rb"):
        pass


@attack
def read_environment_of_another(world: World) -> None:
    Path(f"/proc/{world.victim}/environ").read_bytes()


@attack
def limit_another(world: World) -> None:
    hard = resource.prlimit(world.victim, resource.RLIMIT_NOFILE)[1]
    resource.prlimit(world.victim, resource.RLIMIT_NOFILE, (hard, hard))


@attack
def renice_another(world: World) -> None:
    os.setpriority(os.PRIO_PROCESS, world.victim, 7)
    if os.getpriority(os.PRIO_PROCESS, world.victim) != 7:
        raise PermissionError("only pretended")


@attack
def list_processes(world: World) -> None:
    os.listdir("/proc")


@attack
def new_user_namespace(world: World) -> None:
    checked(LIBC.unshare(0x10000000))


@attack
def become_root_again(world: World) -> None:
    os.setresuid(WORKER_UID, 0, 0)
    os.setresuid(0, 0, 0)


@attack
def mount_tmpfs(world: World) -> None:
    checked(LIBC.unshare(0x00020000))
    checked(LIBC.mount(b"tmpfs", b"/mnt", b"tmpfs", 0, None))


@attack
def lift_a_limit(world: World) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


@attack
def inherited_descriptor(world: World) -> None:
    os.pread(world.leak, 1, 0)


@attack
def environment(world: World) -> None:
    os.environ["GRADE_TEST_SECRET"]


@honest
def read_own_submission(world: World) -> None:
    assert os.listdir(world.submission) == ["student.py"]
    assert (world.submission / "student.py").read_text() == "x = 1\n"


@honest
def read_data(world: World) -> None:
    assert (world.folder / "data.csv").read_text() == "1,2\n"


@honest
def write_scratch(world: World) -> None:
    assert Path.cwd() == world.scratch
    Path("draft").write_text("draft")
    Path("draft").replace("final")
    os.truncate("final", 2)
    assert Path("final").read_text() == "dr"
    Path("final").unlink()


@honest
def temporary_files(world: World) -> None:
    import tempfile

    with tempfile.NamedTemporaryFile() as file, tempfile.TemporaryDirectory() as folder:
        assert file.name.startswith(str(world.scratch))
        Path(folder, "x").write_text("x")


@honest
def copy_a_file(world: World) -> None:
    import shutil

    shutil.copy2(world.folder / "data.csv", "copy.csv")
    assert Path("copy.csv").read_text() == "1,2\n"


@honest
def some_threads(world: World) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(abs, range(-50, 0))) == list(range(50, 0, -1))


@honest
def numpy_work(world: World) -> None:
    import numpy as np
    import numpy.fft
    import numpy.linalg

    a = np.random.default_rng(0).normal(size=(200, 200))
    assert np.allclose(a @ np.linalg.inv(a), np.eye(200))
    assert np.allclose(numpy.fft.ifft(numpy.fft.fft(a)).real, a)
    np.save("a.npy", a)
    assert (np.load("a.npy", mmap_mode="r") == a).all()


@honest
def standard_library(world: World) -> None:
    import asyncio
    import ctypes.util  # noqa: F401
    import secrets
    import sqlite3
    import ssl  # noqa: F401
    import unittest  # noqa: F401

    assert len(secrets.token_bytes(8)) == 8
    assert sqlite3.connect("x.db").execute("select 1").fetchone() == (1,)
    asyncio.run(asyncio.sleep(0))


@honest
def c_callback(world: World) -> None:
    compare = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda a, b: 0)
    LIBC.qsort((ctypes.c_int * 4)(), 4, 4, compare)


@honest
def signals_to_self(world: World) -> None:
    heard: list[int] = []

    def hear(number: int, frame: FrameType | None) -> None:
        heard.append(number)

    signal.signal(signal.SIGALRM, hear)
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    os.kill(os.getpid(), signal.SIGALRM)
    deadline = time.monotonic() + 5
    while len(heard) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert heard == [signal.SIGALRM] * 2


@honest
def no_input(world: World) -> None:
    assert os.read(0, 1) == b""


@honest
def print_output(world: World) -> None:
    os.write(1, b"out")
    os.write(2, b"err")
    assert os.fstat(1).st_size == len("outerr")


@honest
def own_environment(world: World) -> None:
    scratch = str(world.scratch)
    assert os.environ["HOME"] == os.environ["TMPDIR"] == os.path.expanduser("~") == scratch


def perform(act: Act, world: World) -> str:
    try:
        act(world)
    except BaseException as error:
        return f"{type(error).__name__}: {error}"
    return "done"


def trial(
    isolator: Isolator | None, world: World, act: Act, confinement: Confinement | None
) -> str:
    """Perform `act` in a child, locked down where there is a confinement."""
    reader, writer = os.pipe()
    output = os.memfd_create("output")
    pid = isolator.fork() if isolator else os.fork()
    if pid == 0:
        try:
            target = replace(world, report=writer)
            if isolator and confinement:
                isolator.confine(confinement, (writer,), output)
            else:
                os.dup2(output, 1)
                os.chdir(world.scratch)
            answer = perform(act, target)
        except BaseException as error:
            answer = f"LOCKDOWN FAILED {error!r}"
        os.write(writer, answer.encode()[:4000])
        os._exit(0)
    os.close(writer)
    os.close(output)
    with open(reader, encoding="utf-8") as pipe:
        answer = pipe.read()
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return answer or f"ended with status {status}"


def stage(folder: Path, owner: int | None) -> None:
    """Put back what an earlier attack may have changed."""
    (folder / "submission" / "student.py").write_text("x = 1\n")
    (folder / "data.csv").write_text("1,2\n")
    (folder / "sibling" / "notes.txt").write_text("notes\n")
    (folder / "sibling" / "notes.txt").chmod(0o644)
    for left in (folder / "scratch").iterdir():
        left.unlink()
    (folder / "planted").unlink(missing_ok=True)
    if owner is not None:
        os.chown(folder / "scratch", owner, owner)


def main(level_name: str, folder: Path) -> dict[str, str]:
    victim = subprocess.Popen(["/bin/sleep", "120"], preexec_fn=die_with_arena)  # noqa: PLW1509  # one thread
    os.environ["GRADE_TEST_SECRET"] = "42"
    level_name, _, landlock_version = level_name.partition("@")
    if landlock_version:
        oldest = int(landlock_version)
        landlock.abi = landlock.abi_or_zero = lambda: oldest
    isolator = None if level_name == "none" else Isolator(Level.parse(level_name))
    if isolator:
        isolator.enter()
    import numpy as np  # noqa: F401  # as a zygote does, once it has entered

    uid = WORKER_UID if os.geteuid() == 0 else None
    leak = os.open("/etc/passwd", os.O_RDONLY)
    places = Places(folder / "submission", folder / "scratch")
    confinement = None
    stage(folder, uid)
    if isolator:
        roots = readable_roots(("numpy",))
        confinement = Confinement(
            provision=isolator.prepare((*roots, folder / "data.csv"), LIMITS),
            submission=str(places.submission),
            scratch=None if isolator.level is Level.SEALED else places.scratch,
            uid=uid,
        )
        places = confinement.places
    world = World(folder, *places, victim.pid, leak, -1)
    outcomes: dict[str, str] = {}
    for name, act in (ATTACKS | HONEST).items():
        stage(folder, uid)
        outcomes[name] = trial(isolator, world, act, confinement)
    return outcomes


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(sys.argv[1], Path(sys.argv[2]))))
