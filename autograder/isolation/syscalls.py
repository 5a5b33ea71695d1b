"""System call numbers: name to (x86_64, aarch64); None where an architecture lacks the call.

From the kernel's asm/unistd_64.h and asm-generic/unistd.h; they never change.
"""

from __future__ import annotations

import functools
import os
import struct

from autograder.errors import SandboxError

# fmt: off
_NUMBERS: dict[str, tuple[int, int | None]] = {
    "read": (0, 63), "write": (1, 64), "readv": (19, 65), "writev": (20, 66), "pread64": (17, 67),
    "pwrite64": (18, 68), "preadv": (295, 69), "pwritev": (296, 70), "preadv2": (327, 286),
    "pwritev2": (328, 287), "lseek": (8, 62), "close": (3, 57), "close_range": (436, 436),
    "dup": (32, 23), "dup2": (33, None), "dup3": (292, 24), "open": (2, None),
    "openat": (257, 56), "creat": (85, None), "stat": (4, None), "fstat": (5, 80),
    "lstat": (6, None), "newfstatat": (262, 79), "statx": (332, 291), "access": (21, None),
    "faccessat": (269, 48), "faccessat2": (439, 439), "readlink": (89, None),
    "readlinkat": (267, 78), "getdents": (78, None), "getdents64": (217, 61), "getcwd": (79, 17),
    "chdir": (80, 49), "fchdir": (81, 50), "mkdir": (83, None), "mkdirat": (258, 34),
    "rmdir": (84, None), "unlink": (87, None), "unlinkat": (263, 35), "rename": (82, None),
    "renameat": (264, 38), "renameat2": (316, 276), "link": (86, None), "linkat": (265, 37),
    "symlink": (88, None), "symlinkat": (266, 36), "truncate": (76, 45), "ftruncate": (77, 46),
    "fsync": (74, 82), "fdatasync": (75, 83), "sync_file_range": (277, 84),
    "fallocate": (285, 47), "flock": (73, 32), "fadvise64": (221, 223), "statfs": (137, 43),
    "fstatfs": (138, 44), "sendfile": (40, 71), "copy_file_range": (326, 285), "umask": (95, 166),
    "pipe": (22, None), "pipe2": (293, 59), "eventfd": (284, None), "eventfd2": (290, 19),
    "poll": (7, None), "ppoll": (271, 73), "select": (23, None), "pselect6": (270, 72),
    "epoll_create": (213, None), "epoll_create1": (291, 20), "epoll_ctl": (233, 21),
    "epoll_wait": (232, None), "epoll_pwait": (281, 22), "epoll_pwait2": (441, 441),
    "timerfd_create": (283, 85), "timerfd_settime": (286, 86), "timerfd_gettime": (287, 87),
    "recvfrom": (45, 207), "sendto": (44, 206), "recvmsg": (47, 212), "sendmsg": (46, 211),
    "getsockopt": (55, 209), "setsockopt": (54, 208), "getsockname": (51, 204),
    "getpeername": (52, 205), "shutdown": (48, 210), "socket": (41, 198), "socketpair": (53, 199),
    "connect": (42, 203), "bind": (49, 200), "listen": (50, 201), "accept": (43, 202),
    "accept4": (288, 242), "brk": (12, 214), "mmap": (9, 222), "munmap": (11, 215),
    "mprotect": (10, 226), "mremap": (25, 216), "madvise": (28, 233), "msync": (26, 227),
    "mincore": (27, 232), "membarrier": (324, 283), "getcpu": (309, 168), "clone": (56, 220),
    "clone3": (435, 435), "futex": (202, 98), "futex_waitv": (449, 449),
    "set_robust_list": (273, 99), "get_robust_list": (274, 100), "set_tid_address": (218, 96),
    "rseq": (334, 293), "exit": (60, 93), "exit_group": (231, 94), "gettid": (186, 178),
    "sched_yield": (24, 124), "sched_getaffinity": (204, 123), "sched_setaffinity": (203, 122),
    "sched_getparam": (143, 121), "sched_getscheduler": (145, 120),
    "sched_get_priority_max": (146, 125), "sched_get_priority_min": (147, 126),
    "arch_prctl": (158, None), "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139), "rt_sigpending": (127, 136), "rt_sigtimedwait": (128, 137),
    "rt_sigsuspend": (130, 133), "sigaltstack": (131, 132), "kill": (62, 129),
    "tgkill": (234, 131), "pause": (34, None), "alarm": (37, None), "setitimer": (38, 103),
    "getitimer": (36, 102), "restart_syscall": (219, 128), "timer_create": (222, 107),
    "timer_settime": (223, 110), "timer_gettime": (224, 108), "timer_getoverrun": (225, 109),
    "timer_delete": (226, 111), "clock_gettime": (228, 113), "clock_getres": (229, 114),
    "clock_nanosleep": (230, 115), "nanosleep": (35, 101), "gettimeofday": (96, 169),
    "time": (201, None), "times": (100, 153), "getpid": (39, 172), "getppid": (110, 173),
    "getuid": (102, 174), "geteuid": (107, 175), "getgid": (104, 176), "getegid": (108, 177),
    "getgroups": (115, 158), "getresuid": (118, 148), "getresgid": (120, 150),
    "getpgrp": (111, None), "getpgid": (121, 155), "getsid": (124, 156), "uname": (63, 160),
    "sysinfo": (99, 179), "getrusage": (98, 165), "getrlimit": (97, 163), "prlimit64": (302, 261),
    "getpriority": (140, 141), "capget": (125, 90), "getrandom": (318, 278), "wait4": (61, 260),
    "waitid": (247, 95), "ioctl": (16, 29), "prctl": (157, 167), "fcntl": (72, 25),
    "openat2": (437, 437), "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53),
    "fchmodat2": (452, 452), "chown": (92, None), "fchown": (93, 55), "lchown": (94, None),
    "fchownat": (260, 54), "utime": (132, None), "utimes": (235, None), "futimesat": (261, None),
    "utimensat": (280, 88), "setpriority": (141, 140), "getxattr": (191, 8),
    "lgetxattr": (192, 9), "fgetxattr": (193, 10), "listxattr": (194, 11),
    "llistxattr": (195, 12), "flistxattr": (196, 13), "pivot_root": (155, 41),
}
# fmt: on
_MACHINES = ("x86_64", "aarch64")


@functools.cache
def machine() -> str:
    """The architecture of this process; raises SandboxError where the numbers are not known."""
    name = os.uname().machine
    if name not in _MACHINES or struct.calcsize("P") != 8:
        raise SandboxError(
            f"System call numbers are known for 64-bit {' and '.join(_MACHINES)}; this is {name}."
        )
    return name


def number(call: str) -> int | None:
    """The number of `call` on this machine, None where it does not exist."""
    return _NUMBERS[call][_MACHINES.index(machine())]
