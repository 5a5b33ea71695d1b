"""User, capabilities, and dying with the parent."""

from __future__ import annotations

import errno
import os
import signal
import struct
from pathlib import Path

from autograder.isolation.libc import StepFailed
from autograder.isolation.libc import call
from autograder.isolation.libc import prctl

NOBODY = 65534

_CAP_DAC_READ_SEARCH = 1 << 2
_CAPABILITY_VERSION_3 = 0x20080522
_PR_SET_PDEATHSIG = 1
_KILL = int(signal.SIGKILL)
_PR_SET_KEEPCAPS = 8
_PR_SET_NO_NEW_PRIVS = 38


def become(uid: int, *, keep_read: bool) -> None:
    """Take the user and group `uid`, for good, and give up every capability.

    With `keep_read` the worker may still read what file modes hide from it: needed where
    the interpreter lies in a private home directory, harmless where Landlock says what
    is readable at all.
    """
    if keep_read:
        prctl("keep the right to read", _PR_SET_KEEPCAPS, 1)
    try:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    except OSError as error:
        raise StepFailed(f"become user {uid}", error.errno or errno.EPERM) from error
    _set_capabilities(_CAP_DAC_READ_SEARCH if keep_read else 0)


def drop_capabilities() -> None:
    """Give up every capability, those over an own user namespace too."""
    _set_capabilities(0)


def _set_capabilities(mask: int) -> None:
    header = struct.pack("=Ii", _CAPABILITY_VERSION_3, 0)
    # Two 32-bit groups of (effective, permitted, inheritable).
    data = struct.pack("=6I", mask, mask, 0, 0, 0, 0)
    call("drop capabilities", "capset", header, data)


def die_with_parent() -> None:
    """Be killed when the parent ends; call after the last change of user, which resets it."""
    prctl("die with the parent", _PR_SET_PDEATHSIG, _KILL)


def no_new_privileges() -> None:
    """Make setuid programs powerless; Landlock and seccomp ask for it."""
    prctl("forbid new privileges", _PR_SET_NO_NEW_PRIVS, 1)


def others_can_read(paths: tuple[Path, ...]) -> bool:
    """Whether an unprivileged user reaches all of `paths`: tried out in a child of this process."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            become(NOBODY, keep_read=False)
            status = 0 if all(os.access(path, os.R_OK) for path in paths) else 1
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
