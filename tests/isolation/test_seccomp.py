"""The filter itself: every call number gets the answer its rule names."""

from __future__ import annotations

import errno
import struct
import sys

import pytest

if sys.platform != "linux":
    pytest.skip("seccomp is Linux", allow_module_level=True)

from autograder.isolation import seccomp
from autograder.isolation import syscalls

ALLOW = 0x7FFF0000
ERRNO = 0x00050000
KILL = 0x80000000
ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}[syscalls.machine()]
PID = 1234


def answer(name: str | int, *arguments: int, architecture: int = ARCHITECTURE, abi: int = 3) -> int:
    """What the filter returns for a call, by the rules of classic BPF."""
    number = syscalls.number(name) if isinstance(name, str) else name
    if number is None:
        pytest.skip(f"this machine has no {name}")
    padded = [a & (1 << 64) - 1 for a in (*arguments, 0, 0, 0, 0, 0, 0)][:6]
    data = struct.pack("=IIQ6Q", number, architecture, 0, *padded)
    code = seccomp.assemble(may_truncate=abi >= 3).code
    accumulator, at = 0, 0
    while True:
        operation, if_true, if_false, k = struct.unpack_from("=HBBI", code, 8 * at)
        at += 1
        k = PID if k == 0xFFFFFFFF else k
        if operation == 0x06:
            return int(k)
        if operation == 0x20:
            (accumulator,) = struct.unpack_from("=I", data, k)
        elif operation == 0x54:
            accumulator &= k
        else:
            holds = accumulator == k if operation == 0x15 else accumulator >= k
            at += if_true if holds else if_false


@pytest.mark.parametrize("name", ["read", "openat", "mmap", "futex", "exit_group", "statx"])
def test_ordinary_calls_pass(name: str) -> None:
    assert answer(name) == ALLOW


def test_every_listed_call_and_no_other_passes_unconditionally() -> None:
    numbers = {syscalls.number(name) for name in seccomp._ALLOWED} - {None}
    conditional = {"clone", "kill", "tgkill", "prlimit64", "sched_setaffinity", "ioctl", "prctl"}
    conditional |= {"fcntl", "socketpair", "sendto", "truncate", "open", "openat"}
    undecided = {syscalls.number(name) for name in conditional}
    for number in set(range(600)) - undecided:
        assert (answer(number) == ALLOW) == (number in numbers), number


THREAD = 0x10000
FORK = 17


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (("clone", THREAD | 0xF00), ALLOW),
        (("clone", FORK), ERRNO | errno.EPERM),
        (("clone", THREAD | 0x10000000), ERRNO | errno.EPERM),
        (("clone3",), ERRNO | errno.ENOSYS),
        (("openat2",), ERRNO | errno.ENOSYS),
        (("kill", PID), ALLOW),
        (("kill", 0), ERRNO | errno.EPERM),
        (("kill", -1), ERRNO | errno.EPERM),
        (("kill", PID + 1), ERRNO | errno.EPERM),
        (("tgkill", PID + 1, PID), ERRNO | errno.EPERM),
        (("prlimit64", 0, 7, 0), ALLOW),
        (("prlimit64", PID, 7, 0), ALLOW),
        (("prlimit64", 0, 7, 1 << 40), ERRNO | errno.EPERM),
        (("prlimit64", 1, 7, 0), ERRNO | errno.EPERM),
        (("fcntl", 3, 1), ALLOW),
        (("fcntl", 3, 6), ERRNO),
        (("fcntl", 3, 38), ERRNO),
        (("flock", 3, 6), ERRNO),
        (("fcntl", 3, 8), ERRNO | errno.EPERM),
        (("fcntl", 3, 10), ERRNO | errno.EPERM),
        (("fcntl", 3, 15), ERRNO | errno.EPERM),
        (("ioctl", 3, 0x5401), ALLOW),
        (("ioctl", 3, 0x5412), ERRNO | errno.ENOTTY),
        (("prctl", 15), ALLOW),
        (("prctl", 1, 0), ERRNO | errno.EPERM),
        (("socket", 1, 1), ERRNO | errno.EACCES),
        (("socketpair", 1, 1 | 0x80000), ALLOW),
        (("socketpair", 1, 2), ERRNO | errno.EPERM),
        (("socketpair", 2, 1), ERRNO | errno.EACCES),
        (("sendto", 3, 0, 0, 0, 0), ALLOW),
        (("sendto", 3, 0, 0, 0, 1 << 40), ERRNO | errno.EPERM),
        (("fchmodat",), ERRNO | 0),
        (("setpriority",), ERRNO | 0),
        (("listxattr",), ERRNO | errno.ENOTSUP),
        (("openat", -100, 0, 0o1000), ALLOW),
        (("truncate",), ALLOW),
    ],
    ids=str,
)
def test_calls_are_judged_by_their_arguments(call: tuple[str, int], expected: int) -> None:
    assert answer(*call) == expected


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (0o1000, ERRNO | errno.EPERM),
        (0o1001, ALLOW),
        (0o1002, ALLOW),
        (0, ALLOW),
    ],
)
def test_without_landlocks_truncation_right_opening_to_read_may_not_truncate(
    flags: int, expected: int
) -> None:
    assert answer("openat", -100, 0, flags, abi=2) == expected
    assert answer("truncate", abi=2) == ERRNO | errno.EPERM


def test_calls_of_another_architecture_kill() -> None:
    assert answer("read", architecture=0x40000003) == KILL
    assert answer(0x40000000) == KILL


def test_jumps_fit_and_the_program_is_small() -> None:
    code = seccomp.assemble(may_truncate=True).code
    assert len(code) % 8 == 0
    assert len(code) // 8 < 400
