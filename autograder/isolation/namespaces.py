"""Namespaces and the private root of a sealed worker. See namespaces(7) and pivot_root(2)."""

from __future__ import annotations

import errno
import functools
import itertools
import os
import signal
import struct
from typing import NoReturn

from autograder.isolation.libc import StepFailed
from autograder.isolation.libc import call
from autograder.isolation.libc import fork
from autograder.isolation.libc import syscall
from autograder.isolation.privileges import die_with_parent
from autograder.isolation.syscalls import number

_NEWNS = 0x00020000
_NEWUTS = 0x04000000
_NEWIPC = 0x08000000
_NEWUSER = 0x10000000
_NEWPID = 0x20000000
_NEWNET = 0x40000000

_MS_NOSUID, _MS_NODEV, _MS_NOEXEC = 2, 4, 8
_MS_BIND, _MS_REC, _MS_SLAVE = 4096, 16384, 1 << 19
_MNT_DETACH = 2
_MOUNT_SETATTR = 442  # the same on every architecture
_AT_FDCWD = -100
_AT_RECURSIVE = 0x8000
_ATTR_READ_ONLY_NOSUID_NODEV = 0b111

SUBMISSION, SCRATCH = "/submission", "/scratch"
"""Where a sealed worker finds its student's files, and where it may write."""
# Directories every Linux has and nothing readable lies under: the private root grows on the one, in
# a worker; the parts of it that workers share on the other, in the zygote, which needs its /proc.
_MOUNT_POINT, _WORKSHOP = "/proc", "/sys"
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom")
_NEARLY_EMPTY = "mode=755,nr_inodes=4k,size=4m"
_ROOTS = itertools.count()


def enter_zygote() -> None:
    """Give the zygote mount and network namespaces and, for an ordinary user, user and pid ones.

    The network has nothing in it, not even a loopback that is up, and all workers inherit it: a
    new one for each would cost more than all else a worker unshares. For an ordinary user this
    process becomes a mere guard that ends as the zygote ends, and the function returns in a
    child of it, which is pid 1 of the new namespace.
    """
    if os.geteuid() == 0:
        call("mount namespace", "unshare", _NEWNS)
        call("network namespace", "unshare", _NEWNET)
        # Later mounts of the host stay visible here, ours never reach the host.
        call("mount propagation", "mount", None, b"/", None, _MS_REC | _MS_SLAVE, None)
        return
    _new_user_namespace(_NEWNS | _NEWNET | _NEWPID)
    inner = os.fork()
    if inner:
        _guard(inner)
    die_with_parent()


def _guard(inner: int) -> NoReturn:
    """Wait for `inner` and end with its status; killed, take it along."""
    die_with_parent()
    os.closerange(0, os.sysconf("SC_OPEN_MAX"))
    for number_ in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        # As pid 1 of its namespace the zygote would ignore these.
        signal.signal(number_, lambda *_: os.kill(inner, signal.SIGKILL))
    status = os.waitstatus_to_exitcode(os.waitpid(inner, 0)[1])
    if status >= 0:
        os._exit(status)
    if -status not in (signal.SIGKILL, signal.SIGSTOP):
        signal.signal(-status, signal.SIG_DFL)
    os.kill(os.getpid(), -status)
    os._exit(1)


def own_pid_namespace() -> int:
    """A descriptor of the pid namespace this process is in."""
    return os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)


def fork_into_pid_namespace(home: int) -> int:
    """Fork a child that is pid 1 of a new pid namespace; `home` is own_pid_namespace()."""
    call("pid namespace", "unshare", _NEWPID)
    pid = -1
    try:
        pid = fork()
    finally:
        if pid:
            call("return to the own pid namespace", "setns", home, _NEWPID)
    return pid


def enter_worker() -> None:
    """Private mounts, ipc and host name, and for an ordinary user a user namespace."""
    flags = _NEWNS | _NEWIPC | _NEWUTS
    if os.geteuid() == 0:
        call("namespaces", "unshare", flags)
    else:
        _new_user_namespace(flags)


def _new_user_namespace(others: int) -> None:
    uid, gid = os.geteuid(), os.getegid()
    call("user namespace", "unshare", _NEWUSER | others)
    try:
        for name, text in (
            ("setgroups", "deny"),
            ("uid_map", f"{uid} {uid} 1"),
            ("gid_map", f"{gid} {gid} 1"),
        ):
            with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
                file.write(text)
    except OSError as error:
        raise StepFailed("user namespace maps", error.errno or errno.EPERM) from error


def enter_root(shared: str, submission: str, scratch_mb: int, uid: int) -> None:
    """Make the file system of a sealed worker, and move into it.

    It holds a `shared_root`, the folder `submission` as SUBMISSION, and as SCRATCH a tmpfs of
    scratch_mb for the user `uid`.
    """
    # A copy: what an ordinary user's worker inherits is locked to its place.
    _bind(shared, _MOUNT_POINT)
    _bind(submission, _MOUNT_POINT + SUBMISSION)
    _make_read_only(_MOUNT_POINT + SUBMISSION)
    options = f"mode=700,uid={uid},gid={uid},nr_inodes=16k,size={scratch_mb}m"
    _mount_tmpfs(_MOUNT_POINT + SCRATCH, options, _MS_NOEXEC)
    _pivot()


def shared_root(readable: tuple[str, ...], hidden: tuple[str, ...]) -> str:
    """Make, in the zygote, the part of a private root that many workers share; its path.

    readable: seen at their own paths; hidden: folders beneath them that appear empty.
    """
    root = f"{_workshop()}/{next(_ROOTS)}"
    _make_directory(root)
    _mount_tmpfs(root, _NEARLY_EMPTY)
    for folder in (SUBMISSION, SCRATCH, "/dev"):
        _make_directory(root + folder)
    for device in _DEVICES:
        _make_file(root + device)
    for link in filter(os.path.islink, ("/lib", "/lib64")):
        os.symlink(os.readlink(link), root + link)
    for path, hide in _mounts({*readable}, {*hidden}):
        if hide:
            _mount_tmpfs(root + path, _NEARLY_EMPTY)
        else:
            _make_place_for(path, root)
            _bind(path, root + path)
    _make_read_only(root)
    for device in _DEVICES:
        _bind(device, root + device)
    return root


@functools.cache
def _workshop() -> str:
    """Room for the shared roots, in a mount namespace of this process."""
    _mount_tmpfs(_WORKSHOP, _NEARLY_EMPTY)
    return _WORKSHOP


def _mounts(readable: set[str], hidden: set[str]) -> list[tuple[str, bool]]:
    """(path, whether it is to appear empty), parents first; what a parent shows is left out.

    Nothing is ever created beneath a bind mount: that would be created on the host.
    """
    mounts: list[tuple[str, bool]] = []
    for path in sorted(readable | hidden):
        hide = path in hidden
        above = [hidden for parent, hidden in mounts if path.startswith(parent + "/")]
        shown = bool(above) and not above[-1]
        if shown == hide:
            mounts.append((path, hide))
    return mounts


def _down_to(path: str) -> list[str]:
    """The folders an absolute path lies in, the outermost first, and the path itself."""
    ends = (position for position, character in enumerate(path) if character == "/" and position)
    return [*(path[:end] for end in ends), path]


def _pivot() -> None:
    os.chdir(_MOUNT_POINT)
    pivot_root = number("pivot_root")
    assert pivot_root is not None
    # With both names the same the old root ends up on top of the new one: take it off.
    syscall("pivot_root", pivot_root, b".", b".")
    call("detach the old root", "umount2", b".", _MNT_DETACH)
    os.chdir("/")


def _mount_tmpfs(at: str, options: str, flags: int = 0) -> None:
    flags |= _MS_NOSUID | _MS_NODEV
    call(f"tmpfs for {at}", "mount", b"tmpfs", os.fsencode(at), b"tmpfs", flags, options.encode())


def _bind(path: str, at: str) -> None:
    source, target = os.fsencode(path), os.fsencode(at)
    call(f"bind {path}", "mount", source, target, None, _MS_BIND | _MS_REC, None)


def _make_read_only(at: str) -> None:
    attributes = struct.pack("=QQQQ", _ATTR_READ_ONLY_NOSUID_NODEV, 0, 0, 0)
    where = (_AT_FDCWD, os.fsencode(at), _AT_RECURSIVE)
    syscall("read-only root", _MOUNT_SETATTR, *where, attributes, len(attributes))


def _make_place_for(path: str, root: str) -> None:
    *above, last = _down_to(path)
    for folder in above:
        _make_directory(root + folder)
    (_make_directory if os.path.isdir(path) else _make_file)(root + last)


def _make_file(path: str) -> None:
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o444))


def _make_directory(path: str) -> None:
    try:
        os.mkdir(path)
    except FileExistsError:
        pass
    except OSError as error:
        raise StepFailed(f"make a place for {path}", error.errno or errno.EACCES) from error
