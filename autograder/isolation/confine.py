"""The lock-down of one worker, step by step, from the fork to the student's file.

The zygote calls `Isolator.enter` once, before its heavy imports, `prepare` once for an assignment,
then for every worker `fork` and, in the child, `confine`. What can be done ahead is done ahead.
"""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from autograder.errors import SandboxError
from autograder.isolation.level import Level
from autograder.isolation.limits import Bounds
from autograder.isolation.limits import set_limits
from autograder.isolation.limits import set_thread_limit
from autograder.isolation.limits import worked_out
from autograder.isolation.readable import hidden_beneath
from autograder.isolation.readable import refuse_broad

if sys.platform == "linux":
    from autograder.isolation import landlock
    from autograder.isolation import namespaces
    from autograder.isolation import privileges
    from autograder.isolation import seccomp
    from autograder.isolation.roots import OpenedRoots
from autograder.limits import Limits

# Set by the zygote before numpy or torch was imported; threads started later obey them too.
_KEPT_VARIABLES = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "CUDA_VISIBLE_DEVICES",
)


class Places(NamedTuple):
    """The folder with the student's files, and the one to work in, as the worker sees them."""

    submission: Path
    scratch: Path


if sys.platform == "linux":
    _PRIVATE = Places(Path(namespaces.SUBMISSION), Path(namespaces.SCRATCH))
    """At `sealed`, where not even the names of the folders around are known."""


@dataclass(frozen=True)
class Provision:
    """What many workers have in common, and what `Isolator.prepare` made of it.

    limits: each one's; readable: what it may read besides its submission (`readable_roots` and
    data files); bounds: the limits as the kernel takes them; root: see `namespaces.shared_root`,
    "" below `sealed`.
    """

    limits: Limits
    readable: tuple[Path, ...]
    bounds: Bounds
    root: str


@dataclass(frozen=True)
class Confinement:
    """What one worker is held to.

    submission: path of the folder with the student's files, readable; scratch: a folder the
    worker's user owns, to work in; None at `sealed`, where it is a tmpfs of `limits.scratch_mb`.
    uid: the worker's user, required as root and None otherwise. Two workers at the same time need
    different ones.
    """

    provision: Provision
    submission: str
    scratch: Path | None
    uid: int | None = None

    def __post_init__(self) -> None:
        refuse_broad(self.submission, *filter(None, (self.scratch,)))

    @property
    def places(self) -> Places:
        """Where the worker finds what it is given."""
        return _PRIVATE if self.scratch is None else Places(Path(self.submission), self.scratch)


class Isolator:
    """Locks the children of one single-threaded zygote down, at one level.

    Every method raises SandboxError when a step fails: the grader's fault, never the
    student's. After a failed `confine` the child is in an undefined state and must end.
    """

    def __init__(self, level: Level) -> None:
        if level is Level.INLINE:
            raise SandboxError("At level inline there is no worker to isolate.")
        if level > Level.PROCESS and sys.platform != "linux":
            raise SandboxError(f"Level {level.value} needs Linux; this is {sys.platform}.")
        self.level = level
        self._sealed = level is Level.SEALED
        self._filters = level > Level.PROCESS
        self._keep_read = False

    def enter(self) -> None:
        """Prepare the zygote; call once, while it has a single thread, before heavy imports.

        The environment is emptied but for the variables that bound a library's threads.
        At `sealed`, for an ordinary user, this returns in a child of the calling process:
        the caller waits for it and ends with its status. Only descriptors are shared, so
        pids known before no longer mean anything.
        """
        _clean_environment()
        self._nothing = os.open(os.devnull, os.O_RDONLY)
        self._most_files = os.sysconf("SC_OPEN_MAX")
        if self._sealed:
            _call_home(_PRIVATE.scratch)
            namespaces.enter_zygote()
            self._pid_namespace = namespaces.own_pid_namespace()
        elif os.geteuid() == 0 and sys.platform == "linux":
            # Below a private home the worker keeps the right to read: no loss at `locked`, where
            # Landlock decides; at `process`, which keeps nothing secret, the only way to run.
            installation = (Path(sys.prefix), Path(sys.base_prefix), Path(os.__file__))
            self._keep_read = not privileges.others_can_read(installation)
        if self._filters:
            # A private root, read-only, does by itself what Landlock does at `locked`.
            self._abi = landlock.abi_or_zero() if self._sealed else landlock.abi()
            self._filter = seccomp.assemble(may_truncate=self._sealed or self._abi >= 3)
        if self.level is Level.LOCKED:
            self._roots = OpenedRoots(self._abi)

    def prepare(self, readable: tuple[Path, ...], limits: Limits) -> Provision:
        """Do in the zygote what is the same for many workers."""
        refuse_broad(*readable)
        root = ""
        try:
            if self._sealed:
                paths = tuple(map(str, readable))
                root = namespaces.shared_root(paths, hidden_beneath(paths))
            elif self._filters:
                for path in readable:
                    self._roots.open(path)
            return Provision(limits, readable, worked_out(limits), root)
        except OSError as error:
            raise SandboxError(f"What workers read cannot be prepared: {error}.") from error

    def fork(self) -> int:
        """Like os.fork(); the pid is the one the zygote sees.

        At `sealed` the child is pid 1 of a namespace: signals it has no handler for are ignored.
        """
        self._zygote = os.getpid()
        if self._sealed:
            return namespaces.fork_into_pid_namespace(self._pid_namespace)
        return os.fork()

    def confine(self, confinement: Confinement, keep_fds: tuple[int, ...], output_fd: int) -> None:
        """Lock the forked child down, for good.

        Of the open descriptors only `keep_fds` (each above 2) survive; standard input is
        empty, standard output and error both go to `output_fd`.
        """
        if (confinement.uid is None) == (os.geteuid() == 0):
            raise SandboxError("As root a worker needs a uid of its own; otherwise it has none.")
        if (confinement.scratch is None) != self._sealed:
            raise SandboxError("A worker needs a scratch folder; at sealed it makes its own.")
        try:
            self._confine(confinement, keep_fds, output_fd)
        except OSError as error:
            raise SandboxError(f"The lock-down of a worker failed: {error}.") from error

    def _confine(self, confinement: Confinement, keep_fds: tuple[int, ...], output_fd: int) -> None:
        os.umask(0o022)
        ruleset = None
        if self._filters and not self._sealed:
            # While this process may still look everywhere, and has what the zygote opened.
            readable = (Path(confinement.submission), *confinement.provision.readable)
            ruleset = self._roots.ruleset(readable, confinement.places.scratch)
            keep_fds = (*keep_fds, ruleset.fd)
        self._keep_only(keep_fds, output_fd)
        os.setsid()
        set_limits(confinement.provision.bounds)
        if sys.platform == "linux":
            self._lock(confinement, ruleset)
        elif confinement.uid is not None:
            os.setgroups([])
            os.setgid(confinement.uid)
            os.setuid(confinement.uid)
        os.chdir(confinement.places.scratch)
        if not self._sealed:
            _call_home(confinement.places.scratch)
        _check_access(confinement)

    def _keep_only(self, keep_fds: tuple[int, ...], output_fd: int) -> None:
        os.dup2(output_fd, 1)
        os.dup2(output_fd, 2)
        os.dup2(self._nothing, 0)
        below = 2
        for above in (*sorted(keep_fds), self._most_files):
            os.closerange(below + 1, above)
            below = above

    def _lock(self, confinement: Confinement, ruleset: landlock.Ruleset | None) -> None:
        if self._sealed:
            namespaces.enter_worker()
            namespaces.enter_root(
                confinement.provision.root,
                confinement.submission,
                confinement.provision.limits.scratch_mb,
                os.geteuid() if confinement.uid is None else confinement.uid,
            )
            ruleset = _ruleset_of_private_root(self._abi) if self._abi else None
        if self._sealed or confinement.uid is not None:
            set_thread_limit(confinement.provision.limits)
        if confinement.uid is not None:
            privileges.become(confinement.uid, keep_read=self._keep_read)
        else:
            privileges.drop_capabilities()
        privileges.die_with_parent()
        if not self._sealed and os.getppid() != self._zygote:
            raise SandboxError("The zygote ended while it started a worker.")
        privileges.no_new_privileges()
        if ruleset is not None:
            ruleset.restrict()
        if self._filters:
            self._filter.install(os.getpid())


def _ruleset_of_private_root(version: int) -> landlock.Ruleset:
    """Landlock once more, should the private root have a way out: nothing beyond it."""
    ruleset = landlock.Ruleset(version)
    ruleset.allow("/", landlock.READ)
    ruleset.allow("/dev/null", landlock.DEVICE)
    ruleset.allow(namespaces.SCRATCH, landlock.WRITE)
    return ruleset


def _clean_environment() -> None:
    kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    os.environ.clear()
    os.environ.update(
        kept,
        USER="student",
        LOGNAME="student",
        LANG="C.UTF-8",
        PATH="/usr/bin:/bin",
        PYTHONHASHSEED="0",
        MPLBACKEND="Agg",
    )


def _call_home(scratch: Path) -> None:
    os.environ["HOME"] = os.environ["TMPDIR"] = str(scratch)
    tempfile.tempdir = None  # it remembers the zygote's


def _check_access(confinement: Confinement) -> None:
    places, user = confinement.places, f"The worker's user {os.geteuid()}"
    if not os.access(places.submission, os.R_OK | os.X_OK):
        raise SandboxError(f"{user} cannot read the submission {confinement.submission}.")
    if not os.access(places.scratch, os.W_OK | os.X_OK):
        raise SandboxError(f"{user} cannot write the scratch folder {places.scratch}.")
