"""Landlock: which files a process may read or write, and no TCP, signals or abstract sockets.

See the kernel's documentation, userspace-api/landlock. What an older kernel's version
(ABI) lacks is left out here and closed by seccomp.
"""

from __future__ import annotations

import errno
import os
import stat
import struct
from collections.abc import Iterable
from ctypes import c_long
from typing import NamedTuple

from autograder.isolation.libc import StepFailed
from autograder.isolation.libc import repeat_syscall
from autograder.isolation.libc import syscall

# The same numbers on every architecture.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_CREATE_RULESET_VERSION = 1
_RULE_PATH_BENEATH = 1

_EXECUTE = 1 << 0
_WRITE_FILE = 1 << 1
_READ_FILE = 1 << 2
_READ_DIR = 1 << 3
_REMOVE_DIR = 1 << 4
_REMOVE_FILE = 1 << 5
_MAKE_DIR = 1 << 7
_MAKE_REG = 1 << 8
_MAKE_SYM = 1 << 12
_REFER = 1 << 13
_TRUNCATE = 1 << 14
_IOCTL_DEV = 1 << 15

_FILE_RIGHTS = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
_HANDLED_BY_ABI = {1: (1 << 13) - 1, 2: _REFER, 3: _TRUNCATE, 5: _IOCTL_DEV}
_ALL_TCP = 0b11
_ALL_SCOPES = 0b11

LIST = _READ_DIR
READ = _READ_FILE | _READ_DIR
DEVICE = _READ_FILE | _WRITE_FILE
WRITE = (
    READ
    | _WRITE_FILE
    | _REMOVE_DIR
    | _REMOVE_FILE
    | _MAKE_DIR
    | _MAKE_REG
    | _MAKE_SYM
    | _REFER
    | _TRUNCATE
)


def abi() -> int:
    """The kernel's Landlock version; raises StepFailed where there is none."""
    return syscall("Landlock", _CREATE_RULESET, None, 0, _CREATE_RULESET_VERSION)


def abi_or_zero() -> int:
    """The kernel's Landlock version, 0 where there is none."""
    try:
        return abi()
    except StepFailed:
        return 0


def open_rule(version: int, path: str, rights: int) -> Rule:
    """Open `path` and say what is allowed on it, or on everything beneath a directory."""
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError as error:
        raise StepFailed(f"open {path}", error.errno or errno.EACCES) from error
    if not stat.S_ISDIR(os.fstat(opened).st_mode):
        rights &= _FILE_RIGHTS
    return Rule(opened, struct.pack("=Qi", rights & _handled(version), opened))


class Rule(NamedTuple):
    """An open path and the kernel's struct landlock_path_beneath_attr for it."""

    opened: int
    attributes: bytes


class Ruleset:
    """Everything is forbidden but what rules allow, once `restrict` is called."""

    def __init__(self, version: int) -> None:
        tcp = _ALL_TCP if version >= 4 else 0
        scopes = _ALL_SCOPES if version >= 6 else 0
        attributes = struct.pack("=QQQ", _handled(version), tcp, scopes)
        self._version = version
        self.fd = syscall("Landlock ruleset", _CREATE_RULESET, attributes, len(attributes), 0)

    def add(self, rules: Iterable[Rule]) -> None:
        fd, kind, flags = c_long(self.fd), c_long(_RULE_PATH_BENEATH), c_long(0)
        arguments = ((fd, kind, rule.attributes, flags) for rule in rules)
        repeat_syscall("Landlock rule", _ADD_RULE, arguments)

    def allow(self, path: str, rights: int) -> None:
        rule = open_rule(self._version, path, rights)
        try:
            self.add([rule])
        finally:
            os.close(rule.opened)

    def restrict(self) -> None:
        """Bind this thread and all it starts; needs no_new_privileges before."""
        syscall("Landlock restriction", _RESTRICT_SELF, self.fd, 0)
        os.close(self.fd)


def _handled(version: int) -> int:
    return sum(bits for since, bits in _HANDLED_BY_ABI.items() if since <= version)
