"""nbgrader's collect, made safe: what one student left in the exchange cannot harm the rest.

nbgrader copies hand-ins with the instructor's rights and follows links, so a link to source/ or to
the gradebook would bring it into a student's folder; and one folder with a broken name
or a pipe in it stops the collection for everybody.
"""

from __future__ import annotations

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
    """nbgrader's collect that takes regular files only and passes over what it cannot read."""

    def _path_to_record(self, path: str) -> dict[str, Any]:
        try:
            record: dict[str, Any] = super()._path_to_record(path)
        except Exception as error:  # noqa: BLE001  # a folder's name is anybody's to choose
            self._pass_over(path, f"not a name that submit makes ({error})")
            return {"username": "", "filename": Path(path).name, "timestamp": parse_utc("1970")}
        return record

    def init_src(self) -> None:
        super().init_src()
        self.src_records = [record for record in self.src_records if self._usable(record)]

    def _usable(self, record: dict[str, Any]) -> bool:
        if not record["username"]:
            return False
        folder = Path(self.inbound_path, record["filename"])
        odd = [path.name for path in (folder, *folder.rglob("*")) if not _is_plain(path)]
        if odd:
            self._pass_over(folder, f"{odd[0]!r} is no regular file")
        return not odd

    def do_copy(self, src: str, dest: str, log: Any = None) -> None:
        """Copy as nbgrader does, by way of a copy of our own that has no links in it."""
        with tempfile.TemporaryDirectory(prefix="grade-") as folder:
            own = Path(folder) / "copy"
            try:
                if self.get_size(src) <= 1000 * self.coursedir.max_dir_size:
                    shutil.copytree(src, own, symlinks=True)
                    _drop_links(own)
                    return super().do_copy(str(own), dest)
                self._pass_over(src, "it is too large")
            except (OSError, shutil.Error) as error:
                shutil.rmtree(dest, ignore_errors=True)
                self._pass_over(src, str(error))
        return None

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
    """nbgrader's warnings, each as one line; its advice on how to silence them is left out."""
    entries = re.split(r"^\[(?=[A-Z]+\] )", log, flags=re.MULTILINE)
    texts = [entry.partition("] ")[2] for entry in entries if entry.startswith("WARNING] ")]
    return [" ".join(text.partition("you may disable")[0].split()) for text in texts]


def _is_plain(path: Path) -> bool:
    mode = path.lstat().st_mode
    return stat.S_ISDIR(mode) or stat.S_ISREG(mode)


def _drop_links(folder: Path) -> None:
    """Links that came after the look: their targets were not copied."""
    for path in folder.rglob("*"):
        if path.is_symlink():
            path.unlink()
