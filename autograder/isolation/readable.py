"""What a worker may read of the Python installation: the standard library and named libraries.

Roots come from where Python is installed, never from sys.path, whose first entry can be
any folder. A site-packages folder is never readable as such, only the entries of the
libraries asked for and of what they depend on.
"""

from __future__ import annotations

import functools
import importlib.metadata
import os
import re
import site
import sys
import sysconfig
from collections.abc import Iterator
from importlib.metadata import Distribution
from pathlib import Path

from autograder.errors import SandboxError
from autograder.errors import UserError

_REQUIREMENT_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@functools.cache
def readable_roots(libraries: tuple[str, ...]) -> tuple[Path, ...]:
    """Folders and files the interpreter and `libraries` (import or distribution names) need.

    Raises UserError for a library that is not installed.
    """
    found = {*_standard_library(), *_shared_libraries()}
    for distribution in _closure(libraries):
        found.update(_entries(distribution))
    roots = tuple(sorted(found))
    refuse_broad(*roots)
    return roots


def refuse_broad(*paths: Path | str) -> None:
    """Raise SandboxError for a path that would open the machine at large to a worker."""
    for path in paths:
        if not os.path.isabs(path) or os.path.normpath(path) in _broad():
            raise SandboxError(f"A worker must not read all of {path}: name what it needs in it.")


@functools.cache
def hidden_beneath(roots: tuple[str, ...]) -> tuple[str, ...]:
    """The site-packages folders inside `roots`: not readable although the root is."""
    beneath = tuple(f"{root}/" for root in roots)
    return tuple(folder for folder in _nested_site_folders() if folder.startswith(beneath))


def site_folders() -> tuple[str, ...]:
    """The folders that installed libraries lie in."""
    paths = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    return tuple(sorted(p for p in paths.union(site.getsitepackages()) if os.path.isdir(p)))


@functools.cache
def _broad() -> frozenset[str]:
    return frozenset(
        {"/", "/home", "/root", "/tmp", "/etc", "/usr", "/var", os.path.expanduser("~")}
    )


@functools.cache
def _nested_site_folders() -> tuple[str, ...]:
    library = sysconfig.get_path("stdlib")
    nested = (os.path.join(library, name) for name in ("dist-packages", "site-packages"))
    return tuple(folder for folder in nested if os.path.isdir(folder))


def _standard_library() -> Iterator[Path]:
    archive = f"python{sys.version_info.major}{sys.version_info.minor}.zip"
    base = {"platbase": sys.base_prefix}
    folders = (sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib", vars=base))
    for path in {*folders, os.path.join(sys.base_prefix, sys.platlibdir, archive)}:
        if os.path.exists(path):
            yield Path(path)


def _shared_libraries() -> Iterator[Path]:
    """What extension modules of the standard library link to (libssl, libsqlite3, libffi ...)."""
    multiarch = sysconfig.get_config_var("MULTIARCH") or "none"
    folders = (f"/usr/lib/{multiarch}", f"/lib/{multiarch}", "/usr/lib64", "/lib64")
    own = f"{sysconfig.get_config_var('LIBDIR')}/{sysconfig.get_config_var('LDLIBRARY')}"
    # Resolved, so that /lib, usually a link to /usr/lib, is not listed a second time.
    for path in (*folders, own, "/etc/ld.so.cache"):
        if os.path.exists(path) and not path.endswith(".a"):
            yield Path(os.path.realpath(path))


def _closure(libraries: tuple[str, ...]) -> list[Distribution]:
    """The distributions of `libraries` and, transitively, of what they require."""
    found: dict[str, Distribution] = {}
    wanted = list(libraries)
    for name in libraries:
        if _distribution(name) is None:
            raise UserError(f"The library {name!r} is not installed here: pip install {name}.")
    while wanted:
        distribution = _distribution(wanted.pop())
        # A requirement for another system or an optional extra is simply not installed.
        if distribution is None or distribution.name in found:
            continue
        found[distribution.name] = distribution
        wanted += _required(distribution)
    return list(found.values())


def _required(distribution: Distribution) -> Iterator[str]:
    for requirement in distribution.requires or ():
        name = _REQUIREMENT_NAME.match(requirement)
        if name and not re.search(r"\bextra\s*==", requirement):
            yield name.group()


def _distribution(name: str) -> Distribution | None:
    installed = Distribution.discover(name=name, path=list(site_folders()))
    if (direct := next(iter(installed), None)) is not None:
        return direct
    for other in importlib.metadata.packages_distributions().get(name, ()):
        return next(iter(Distribution.discover(name=other, path=list(site_folders()))), None)
    return None


def _entries(distribution: Distribution) -> Iterator[Path]:
    """The top-level files and folders of a distribution in its site-packages folder."""
    folder = Path(str(distribution.locate_file("")))
    record = distribution.read_text("RECORD")
    names = {_top_level(line) for line in record.splitlines()} if record else {distribution.name}
    for name in names - {None, ""}:
        path = folder / str(name)
        if path.exists() and path.suffix != ".pth":  # that is read when Python starts, not later
            yield path


def _top_level(record_line: str) -> str | None:
    first = record_line.partition(",")[0].partition("/")[0]
    # The folder with the bytecode of single-file modules is shared by all distributions.
    return None if first in ("..", "__pycache__") else first
