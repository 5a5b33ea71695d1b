"""Play every attack on the host at one level; prints what came of each as JSON.

Run as `python play_host.py LEVEL FOLDER`. LEVEL "none" is a plain child of this process.
FOLDER belongs to the user and everyone may read it. At a level, the submission is served by
a worker of the engine, and another one once an attack has ended the first.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib.util
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from autograder.engine.remote import RemoteWorker
from autograder.engine.servers import Server
from autograder.engine.servers import start_worker_server
from autograder.errors import StudentError
from autograder.isolation import Level
from autograder.isolation import Limits
from autograder.isolation import readable_roots

ATTACKS_FILE = Path(__file__).with_name("host.py")
LIMITS = Limits(
    call_seconds=4.0, memory_mb=256, file_mb=16, scratch_mb=24, threads=64, submission_seconds=600
)
_PR_SET_PDEATHSIG = 1


class Arena:
    """A class folder with three students, and a grader worth attacking: this process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.own = self._student("attacker", ATTACKS_FILE.read_text("utf-8"))
        self.sibling = self._student("classmate", "def answer():\n    return 42\n")
        self._tests = folder / "tests"
        self._tests.mkdir()
        (self._tests / "test_hidden.py").write_text("assert answer() == 42\n")
        self._target = ctypes.create_string_buffer(b"address!")
        self._leak = os.open(self.sibling / "leak.txt", os.O_RDONLY)
        os.set_inheritable(self._leak, True)
        self._listening = [self._listen(folder), *self._ports()]

    def world(self, victim: int, own: Path) -> dict[str, Any]:
        """What the attacks aim at.

        victim: the process that serves the classmate; own: where the attacker finds its files.
        """
        return {
            "class": str(self.folder),
            "own": str(own),
            "sibling": str(self.sibling),
            "tests": str(self._tests / "test_hidden.py"),
            "packages": sysconfig.get_path("purelib"),
            "grader": os.getpid(),
            "victim": victim,
            "descriptor": self._leak,
            "address": ctypes.addressof(self._target),
            "tcp": self._listening[2].getsockname()[1],
            "udp": self._listening[3].getsockname()[1],
            "abstract": f"grade-test-{os.getpid()}",
            "socket": str(self.folder / "socket"),
            "memory_mb": LIMITS.memory_mb,
            "file_mb": LIMITS.file_mb,
            "scratch_mb": LIMITS.scratch_mb,
        }

    def tidy(self) -> None:
        """Put back what an attack changed."""
        notes = self.sibling / "notes.txt"
        notes.write_text("notes\n")
        notes.chmod(0o666)
        for planted in self.folder.glob("planted*"):
            planted.unlink()
        (self.own / "hw.py").write_text(ATTACKS_FILE.read_text("utf-8"))

    def _student(self, name: str, source: str) -> Path:
        folder = self.folder / name
        folder.mkdir()
        (folder / "hw.py").write_text(source, "utf-8")
        (folder / "notes.txt").write_text("notes\n")
        (folder / "notes.txt").chmod(0o666)
        (folder / "leak.txt").write_text("LEAKED")
        return folder

    def _listen(self, folder: Path) -> socket.socket:
        listening = socket.socket(socket.AF_UNIX)
        listening.bind(str(folder / "socket"))
        (folder / "socket").chmod(0o777)
        listening.listen()
        return listening

    def _ports(self) -> Iterator[socket.socket]:
        abstract = socket.socket(socket.AF_UNIX)
        abstract.bind(f"\0grade-test-{os.getpid()}")
        abstract.listen()
        yield abstract
        yield socket.create_server(("127.0.0.1", 0))
        datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        datagrams.bind(("127.0.0.1", 0))
        yield datagrams


def play_unconfined(arena: Arena, names: list[str]) -> dict[str, str]:
    """Every attack in a forked child, in a folder of its own."""
    spec = importlib.util.spec_from_file_location("attacks", ATTACKS_FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    victim = subprocess.Popen(["/bin/sleep", "120"])
    scratch = arena.folder / "attacker" / "scratch"
    scratch.mkdir()
    world = arena.world(victim.pid, arena.own)
    outcomes = {}
    for name in names:
        arena.tidy()
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
            os.chdir(scratch)
            for output in (1, 2):  # a daemon must not keep this process's own open
                os.dup2(writer, output)
            os.write(writer, module.perform(name, world).encode())
            os._exit(0)
        os.close(writer)
        outcomes[name] = _first_word(reader)
        os.waitpid(child, 0)
    victim.kill()
    victim.wait()
    return outcomes


def _first_word(reader: int) -> str:
    """What the child said; a daemon it left keeps the pipe open, so not until its end."""
    said = os.read(reader, 4000).decode()
    os.close(reader)
    return "done" if "EXECUTED" in said else said


class Classroom:
    """The engine's own worker server, with a worker for each of two students."""

    def __init__(self, arena: Arena, server: Server) -> None:
        self._arena = arena
        self._server = server
        self._sibling = self._worker(arena.sibling)
        self._attacker = self._worker(arena.own)

    def play(self, name: str) -> str:
        """Call one attack by the wire."""
        self._arena.tidy()
        if not self._attacker.alive:
            self._attacker = self._worker(self._arena.own)
        victim = _pid_of(self._sibling)
        try:
            world = self._arena.world(victim, self._attacker.folder)
            reply = self._attacker.session.ask("call", None, "perform", (name, world))
        except StudentError as error:
            if "EXECUTED" in self._attacker.output():
                return "done"
            return f"{type(error).__name__}: {error}"
        return str(reply.value)

    def sibling_is_well(self) -> bool:
        """Whether the classmate's worker still answers."""
        return bool(self._sibling.session.ask("call", None, "answer").value == 42)

    def close(self) -> None:
        self._attacker.close()
        self._sibling.close()

    def _worker(self, folder: Path) -> RemoteWorker:
        worker = RemoteWorker(self._server.control, folder, readable_roots(("numpy",)), LIMITS)
        worker.session.load(
            units=[((folder / "hw.py").read_text("utf-8"), "hw.py", None)],
            name="hw",
            folder=str(worker.folder),
            libraries=["numpy"],
            forbid=[],
            call_seconds=LIMITS.call_seconds,
            import_seconds=LIMITS.import_seconds,
        )
        return worker


def _pid_of(worker: RemoteWorker) -> int:
    lines = Path(f"/proc/self/fdinfo/{worker._pidfd}").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("Pid:")))


def survivors(mark: str) -> list[str]:
    """Processes that were started with `mark` in their environment, or forked from such."""
    found = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and mark.encode() in (entry / "environ").read_bytes():
                found.append(entry.name)
    return found


def main(level: str, folder: Path) -> dict[str, str]:
    """Name of each attack to "done" or what stopped it; two facts about the engine besides."""
    (folder / "tmp").mkdir()
    os.environ["TMPDIR"] = mark = str(folder / "tmp")
    names = _names()
    arena = Arena(folder)
    if level == "none":
        return play_unconfined(arena, names)
    server = start_worker_server(Level.parse(level), ("numpy",))
    server.wait_ready()
    classroom = Classroom(arena, server)
    outcomes = {name: classroom.play(name) for name in names}
    outcomes["the classmate"] = "well" if classroom.sibling_is_well() else "harmed"
    classroom.close()
    server.close()
    outcomes["survivors"] = ", ".join(survivors(mark))
    return outcomes


def _names() -> list[str]:
    lines = ATTACKS_FILE.read_text("utf-8").splitlines()
    return [
        line.removeprefix("def ").partition("(")[0]
        for mark, line in itertools.pairwise(lines)
        if mark == "@attack"
    ]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(sys.argv[1], Path(sys.argv[2]))))
