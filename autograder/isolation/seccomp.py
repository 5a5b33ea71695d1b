"""The system calls a worker may make: a seccomp filter, assembled here as classic BPF.

The default answer is EPERM. Numbers are found by binary search, which keeps the path to an
answer at some eight comparisons; the kernel walks it once a call number at installation.
"""

from __future__ import annotations

import ctypes
import errno
import struct
from dataclasses import dataclass

from autograder.isolation.libc import prctl
from autograder.isolation.syscalls import machine
from autograder.isolation.syscalls import number

Instruction = tuple[int, int, int, int]
Block = tuple[Instruction, ...]

_LOAD, _AND, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
_NUMBER_AT, _ARCHITECTURE_AT, _ARGUMENTS_AT = 0, 4, 16
_KILL: Instruction = (_RETURN, 0, 0, 0x80000000)
_ALLOW: Instruction = (_RETURN, 0, 0, 0x7FFF0000)
_AUDIT_ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32_BIT = 0x40000000
_OWN_PID = 0xFFFFFFFF  # stands for the worker's pid until it is known

_PR_SET_SECCOMP, _MODE_FILTER = 22, 2

_ALLOWED = """
read write readv writev pread64 pwrite64 preadv pwritev preadv2 pwritev2 lseek close close_range
dup dup2 dup3 open openat creat stat fstat lstat newfstatat statx access faccessat faccessat2
readlink readlinkat getdents getdents64 getcwd chdir fchdir mkdir mkdirat rmdir unlink unlinkat
rename renameat renameat2 link linkat symlink symlinkat ftruncate fsync fdatasync sync_file_range
fallocate fadvise64 statfs fstatfs sendfile copy_file_range umask pipe pipe2 eventfd
eventfd2 poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait
epoll_pwait2 timerfd_create timerfd_settime timerfd_gettime recvfrom recvmsg sendmsg getsockopt
setsockopt getsockname getpeername shutdown brk mmap munmap mprotect mremap madvise msync mincore
membarrier getcpu futex futex_waitv set_robust_list get_robust_list set_tid_address rseq exit
exit_group gettid sched_yield sched_getaffinity sched_getparam sched_getscheduler
sched_get_priority_max sched_get_priority_min arch_prctl rt_sigaction rt_sigprocmask rt_sigreturn
rt_sigpending rt_sigtimedwait rt_sigsuspend sigaltstack pause alarm setitimer getitimer
restart_syscall timer_create timer_settime timer_gettime timer_getoverrun timer_delete
clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time times getpid getppid getuid
geteuid getgid getegid getgroups getresuid getresgid getpgrp getpgid getsid uname sysinfo
getrusage getrlimit getpriority capget getrandom wait4 waitid
""".split()

# Landlock does not cover these; shutil.copy and tempfile call them and expect success. A lock on
# a file that all may read would tell another worker something.
_PRETENDED = """
flock chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat utime utimes futimesat utimensat
setpriority
""".split()
_NETWORK = "socket connect bind listen accept accept4".split()
_EXTENDED_ATTRIBUTES = "getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr".split()

_CLONE_THREAD = 0x00010000
_CLONE_NEW_NAMESPACES = 0x7E020000
_TERMINAL_QUERIES = (0x5401, 0x5413)  # TCGETS (isatty), TIOCGWINSZ
_DESCRIPTOR_IOCTLS = (0x541B, 0x5421, 0x5450, 0x5451)  # FIONREAD, FIONBIO, FIONCLEX, FIOCLEX
# F_DUPFD .. F_SETFL, F_DUPFD_CLOEXEC, F_GETPIPE_SZ.
# Not F_SETOWN, F_SETSIG, F_SETLEASE or F_NOTIFY: they send signals to others.
_FCNTL_COMMANDS = (0, 1, 2, 3, 4, 1030, 1032)
# F_GETLK .. F_SETLKW, and the same for open file descriptions: pretended, as flock is.
_LOCK_COMMANDS = (5, 6, 7, 36, 37, 38)
# PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, PR_SET_VMA (names of maps)
_PRCTL_OPTIONS = (3, 15, 16, 0x53564D41)
_AF_UNIX = 1
_SOCKET_TYPE_MASK, _SOCK_STREAM = 0xF, 1
_O_TRUNC_AND_ACCESS_MODE, _O_TRUNC_READ_ONLY = 0o1003, 0o1000


def _fail(code: int) -> Instruction:
    return (_RETURN, 0, 0, 0x00050000 | code)


_DENY = (_fail(errno.EPERM),)


def _low(argument: int) -> Instruction:
    return (_LOAD, 0, 0, _ARGUMENTS_AT + 8 * argument)


def _high(argument: int) -> Instruction:
    return (_LOAD, 0, 0, _ARGUMENTS_AT + 8 * argument + 4)


def _only_if(
    argument: int, values: tuple[int, ...], code: int = errno.EPERM, then: Block = (_ALLOW,)
) -> Block:
    """`then` if the low half of the argument, all the kernel reads of an int, is listed."""
    tests = tuple((_EQUAL, len(values) - i, 0, value) for i, value in enumerate(values))
    return (_low(argument), *tests, _fail(code), *then)


def _only_if_masked(argument: int, mask: int, value: int, code: int = errno.EPERM) -> Block:
    return (_low(argument), (_AND, 0, 0, mask), (_EQUAL, 1, 0, value), _fail(code), _ALLOW)


def _only_if_null(argument: int) -> Block:
    return (
        _low(argument),
        (_EQUAL, 0, 2, 0),
        _high(argument),
        (_EQUAL, 1, 0, 0),
        *_DENY,
        _ALLOW,
    )


def _unless_truncating(argument: int) -> Block:
    return (
        _low(argument),
        (_AND, 0, 0, _O_TRUNC_AND_ACCESS_MODE),
        (_EQUAL, 0, 1, _O_TRUNC_READ_ONLY),
        *_DENY,
        _ALLOW,
    )


def _rules(*, may_truncate: bool) -> dict[str, Block]:
    rules: dict[str, Block] = dict.fromkeys(_ALLOWED, (_ALLOW,))
    rules |= dict.fromkeys(_PRETENDED, (_fail(0),))
    rules |= dict.fromkeys(_NETWORK, (_fail(errno.EACCES),))
    rules |= dict.fromkeys(_EXTENDED_ATTRIBUTES, (_fail(errno.ENOTSUP),))
    # Their arguments lie in memory, out of a filter's sight; libraries fall back on ENOSYS.
    rules |= dict.fromkeys(("clone3", "openat2"), (_fail(errno.ENOSYS),))
    rules["clone"] = _only_if_masked(0, _CLONE_THREAD | _CLONE_NEW_NAMESPACES, _CLONE_THREAD)
    rules["kill"] = rules["tgkill"] = _only_if(0, (_OWN_PID,))
    rules["prlimit64"] = _only_if(0, (0, _OWN_PID), then=_only_if_null(2))
    rules["sched_setaffinity"] = _only_if(0, (0,))
    rules["ioctl"] = _only_if(1, _TERMINAL_QUERIES + _DESCRIPTOR_IOCTLS, errno.ENOTTY)
    rules["prctl"] = _only_if(0, _PRCTL_OPTIONS)
    allowed_or_pretended = _only_if(1, _FCNTL_COMMANDS, 0)
    rules["fcntl"] = _only_if(1, _FCNTL_COMMANDS + _LOCK_COMMANDS, then=allowed_or_pretended)
    # An unconnected datagram socket could send to any socket file; a stream pair cannot.
    rules["socketpair"] = _only_if(
        0, (_AF_UNIX,), errno.EACCES, _only_if_masked(1, _SOCKET_TYPE_MASK, _SOCK_STREAM)
    )
    rules["sendto"] = _only_if_null(4)
    if may_truncate:
        rules["truncate"] = (_ALLOW,)
    else:
        # open(O_RDONLY | O_TRUNC) truncates with what early Landlock takes for reading.
        rules |= {"open": _unless_truncating(1), "openat": _unless_truncating(2)}
    return rules


def _search(segments: list[tuple[int, Block]]) -> Block:
    """Binary search over `segments`, sorted by the first call number each holds for."""
    if len(segments) == 1:
        return segments[0][1]
    middle = len(segments) // 2
    below, above = _search(segments[:middle]), _search(segments[middle:])
    return ((_AT_LEAST, len(below), 0, segments[middle][0]), *below, *above)


def _segments(blocks: dict[int, Block]) -> list[tuple[int, Block]]:
    """(first number, block) for each run of neighbouring call numbers with one answer."""
    segments: list[tuple[int, Block]] = []
    for at in range(max(blocks) + 2):
        block = blocks.get(at, _DENY)
        if not segments or segments[-1][1] != block:
            segments.append((at, block))
    return segments


@dataclass(frozen=True)
class Filter:
    """An assembled filter that still lacks the worker's pid."""

    code: ctypes.Array[ctypes.c_char]
    pid_offsets: tuple[int, ...]

    def install(self, pid: int) -> None:
        """Bind this process, for good; needs no_new_privileges before."""
        for offset in self.pid_offsets:
            struct.pack_into("=I", self.code, offset, pid)
        program = struct.pack("@HP", len(self.code) // 8, ctypes.addressof(self.code))
        prctl("seccomp filter", _PR_SET_SECCOMP, _MODE_FILTER, program)


def assemble(*, may_truncate: bool) -> Filter:
    """The filter for this machine.

    may_truncate: whether something else (Landlock since version 3, or a read-only root)
    guards truncation. Raises SandboxError on an architecture whose numbers are unknown.
    """
    numbered = ((number(name), block) for name, block in _rules(may_truncate=may_truncate).items())
    blocks = {at: block for at, block in numbered if at is not None}
    program = [
        (_LOAD, 0, 0, _ARCHITECTURE_AT),
        (_EQUAL, 1, 0, _AUDIT_ARCHITECTURE[machine()]),
        _KILL,
        (_LOAD, 0, 0, _NUMBER_AT),
        (_AT_LEAST, 0, 1, _X32_BIT),
        _KILL,
        *_search(_segments(blocks)),
    ]
    code = b"".join(struct.pack("=HBBI", *instruction) for instruction in program)
    slots = tuple(8 * i + 4 for i, (_, _, _, k) in enumerate(program) if k == _OWN_PID)
    return Filter(ctypes.create_string_buffer(code, len(code)), slots)
