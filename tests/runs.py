"""`grade run` as an instructor starts it, and everything it leaves behind."""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from csv import DictReader
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent / "cases"
COURSE = CASES / "_course"
GRADE = Path(sys.executable).with_name("grade")
_PR_SET_CHILD_SUBREAPER = 36


@dataclass(frozen=True)
class Run:
    """One finished run: how it ended, what it said and what is in its folder."""

    out: Path
    status: int
    stdout: str
    stderr: str
    maxrss_kb: int
    cpu_seconds: float
    survivors: tuple[str, ...]

    @cached_property
    def results(self) -> dict[tuple[str, str], dict[str, Any]]:
        """(student, attempt) -> the result as JSON."""
        files = sorted(self.out.glob("results/*/*/*.json"))
        found = [json.loads(file.read_text("utf-8")) for file in files]
        return {(one["student"], one["attempt"]): one for one in found}

    @cached_property
    def feedback(self) -> dict[str, str]:
        """Student -> the page they read."""
        pages = [file.read_text("utf-8") for file in sorted(self.out.glob("feedback/*/*.md"))]
        named = {f"Student: {escaped(student)}": student for student, _ in self.results}
        return {named[page.split("\n")[2]]: page for page in pages}

    @cached_property
    def rows(self) -> list[dict[str, str]]:
        """grades.csv."""
        with (self.out / "grades.csv").open(encoding="utf-8", newline="") as stream:
            return list(DictReader(stream))

    def result(self, student: str) -> dict[str, Any]:
        """The result of a student's only attempt."""
        (found,) = [one for (name, _), one in self.results.items() if name == student]
        return found

    def shares(self, student: str, attempt: str | None = None) -> dict[str, Fraction]:
        """Function -> share of its points earned, of a student's only or named attempt."""
        one = self.results[student, attempt] if attempt else self.result(student)
        earned: dict[str, Fraction] = {}
        points: dict[str, Fraction] = {}
        for test in one["tests"]:
            earned[test["of"]] = earned.get(test["of"], Fraction(0)) + Fraction(test["earned"])
            points[test["of"]] = points.get(test["of"], Fraction(0)) + Fraction(test["points"])
        return {of: earned[of] / points[of] for of in points}


def escaped(name: str) -> str:
    """A name as a feedback page shows it."""
    return re.sub("<(?=[A-Za-z/!?])", "&lt;", re.sub("&(?=#|[A-Za-z])", "&amp;", name))


def grade(*arguments: str | Path, course: Path = COURSE, **environment: str) -> Run:
    """`grade --course COURSE run ARGUMENTS`; `--out` must be among them.

    What a submission leaves running becomes a child of this process, is listed and ended.
    """
    words = list(map(str, arguments))
    out = Path(words[words.index("--out") + 1])
    _adopt_orphans()
    others = set(_children())
    started = os.times()
    process = start(*arguments, course=course, **environment)
    stdout, stderr = process.communicate(timeout=600)
    usage = os.times()
    return Run(
        out=out,
        status=process.returncode,
        stdout=stdout,
        stderr=stderr,
        maxrss_kb=_largest_child_kb(),
        cpu_seconds=usage.children_user
        + usage.children_system
        - started.children_user
        - started.children_system,
        survivors=tuple(_end_orphans(others)),
    )


def start(
    *arguments: str | Path, course: Path = COURSE, **environment: str
) -> subprocess.Popen[str]:
    """The same, still running."""
    return subprocess.Popen(
        [GRADE, "--course", course, "run", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "COLUMNS": "200", **environment},
    )


def tree(folder: Path) -> dict[str, str]:
    """Path -> kind and content hash of everything in a folder."""
    return {str(path.relative_to(folder)): _stamp(path) for path in sorted(folder.rglob("*"))}


def _stamp(path: Path) -> str:
    if path.is_symlink():
        return f"link to {path.readlink()}"
    if not path.is_file():
        return "folder" if path.is_dir() else "special"
    return hashlib.blake2b(path.read_bytes()).hexdigest()


def _adopt_orphans() -> None:
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _end_orphans(others: set[int]) -> Iterator[str]:
    """Command lines of adopted children that live on a second after the run; they are ended."""
    patience = time.monotonic() + 1
    while (left := set(_children()) - others) and time.monotonic() < patience:
        time.sleep(0.02)
    for pid in left:
        with suppress(ProcessLookupError, FileNotFoundError):
            yield Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
            os.kill(pid, 9)
            os.waitpid(pid, 0)


def _children() -> Iterator[int]:
    """Children of this process; those that have ended are reaped on the way."""
    for pid in map(int, Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()):
        with suppress(ChildProcessError):
            if os.waitpid(pid, os.WNOHANG) == (0, 0):
                yield pid


def _largest_child_kb() -> int:
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
