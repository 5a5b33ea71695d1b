"""nbgrader's collect, made safe: what one student left in the exchange cannot harm the rest.

nbgrader copies hand-ins with the instructor's rights and follows links, so a link to source/ or to
the gradebook would bring it into a student's folder; and one folder with a broken name
or a pipe in it stops the collection for everybody.
"""

from __future__ import annotations

import os
import pwd
import re
import shutil
import stat
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbgrader.exchange.default import ExchangeCollect
from nbgrader.utils import parse_utc

from autograder.nbgrader.workspace import Workspace


@dataclass(frozen=True)
class Collected:
    """What nbgrader did with one assignment."""

    slug: str
    new: tuple[str, ...]
    updated: tuple[str, ...]
    warnings: tuple[str, ...]


class SafeCollect(ExchangeCollect):  # type: ignore[misc]
    """nbgrader's collect that takes regular files only, and nobody's work in another's name."""

    src_records: list[dict[str, Any]]

    def _path_to_record(self, path: str) -> dict[str, Any]:
        # Sorted out before the newest is chosen, so that a forged one hides no real one.
        try:
            record: dict[str, Any] = super()._path_to_record(path)
            objection = self._objection(Path(path), record["username"])
        except Exception as error:  # noqa: BLE001  # a folder's name is anybody's to choose
            record = {"filename": Path(path).name, "timestamp": parse_utc("1970-01-01")}
            objection = f"not a name that submit makes ({error})"
        if objection:
            self._pass_over(path, objection)
            record["username"] = ""
        return record

    def init_src(self) -> None:
        super().init_src()
        self.src_records = [record for record in self.src_records if record["username"]]

    def _objection(self, folder: Path, student: str) -> str:
        odd = [path.name for path in (folder, *folder.rglob("*")) if not _is_plain(path)]
        if odd:
            return f"{odd[0]!r} is no regular file"
        owner = folder.stat().st_uid
        # Where students have no accounts, as on many hubs, the owner says nothing.
        if self.check_owner and owner not in (os.getuid(), _uid_of(student)) and _uid_of(student):
            return f"it is in the name of {student!r}, but the account {owner} wrote it"
        return ""

    def do_copy(self, src: str, dest: str, log: Any = None) -> None:
        """Copy as nbgrader does, by way of a copy of our own that has no links in it."""
        with tempfile.TemporaryDirectory(prefix="grade-") as folder:
            own = Path(folder) / "copy"
            try:
                if self.get_size(src) > 1000 * self.coursedir.max_dir_size:
                    return self._pass_over(src, "it is too large")
                shutil.copytree(src, own, symlinks=True)
                _drop_links(own)
                _mend_timestamp(own / "timestamp.txt", Path(src).name)
                super().do_copy(str(own), dest)
            except (OSError, shutil.Error) as error:
                shutil.rmtree(dest, ignore_errors=True)
                self._pass_over(src, str(error))

    def _pass_over(self, path: str | Path, why: str) -> None:
        self.log.warning("%s was passed over: %s", Path(path).name, why)


def collect(workspace: Workspace, slugs: Iterable[str]) -> list[Collected]:
    """Bring the newest hand-ins of each assignment from the exchange into submitted/.

    An exchange of the instructor's own choice (ngshare and the like) is used as it is.
    """
    factory = workspace.app.config.ExchangeFactory
    if "collect" not in factory:
        factory.collect = SafeCollect
    return [_collect(workspace, slug) for slug in slugs]


def _collect(workspace: Workspace, slug: str) -> Collected:
    log = workspace.run(f"collect {slug}", lambda api: api.collect(slug))
    lines = [line.partition("] ") for line in log.replace("\n\n", "\n").splitlines()]
    info = [text for level, _, text in lines if level == "[INFO"]
    return Collected(
        slug,
        new=_named(info, "Collecting submission", slug),
        updated=_named(info, "Updating submission", slug),
        warnings=tuple(_warnings(log)),
    )


def _named(lines: list[str], what: str, slug: str) -> tuple[str, ...]:
    pattern = re.compile(rf"{what}: (.*) {slug}")
    found = (pattern.fullmatch(line) for line in lines)
    return tuple(match[1] for match in found if match)


def _warnings(log: str) -> list[str]:
    """The warnings of nbgrader, each as one line; its advice on how to silence them is left out."""
    entries = re.split(r"^\[(?=[A-Z]+\] )", log, flags=re.MULTILINE)
    texts = [entry.partition("] ")[2] for entry in entries if entry.startswith("WARNING] ")]
    return [" ".join(text.partition("you may disable")[0].split()) for text in texts]


def _is_plain(path: Path) -> bool:
    mode = path.lstat().st_mode
    return stat.S_ISDIR(mode) or stat.S_ISREG(mode)


def _uid_of(student: str) -> int | None:
    try:
        return pwd.getpwnam(student).pw_uid
    except (KeyError, ValueError):
        return None


def _drop_links(folder: Path) -> None:
    """Links that came after the look: their targets were not copied."""
    for path in folder.rglob("*"):
        if path.is_symlink():
            path.unlink()


def _mend_timestamp(file: Path, name: str) -> None:
    """The time in the folder's name, by which nbgrader sorts, where the file says another one.

    nbgrader's formgrader fails on a whole assignment for one time it cannot read.
    """
    stamp = name.rsplit("+", 3)[2]
    try:
        same = parse_utc(file.read_text(encoding="utf-8").strip()) == parse_utc(stamp)
    except (OSError, ValueError, OverflowError):
        same = False
    if not same:
        file.unlink(missing_ok=True)
        file.write_text(stamp, encoding="utf-8")
