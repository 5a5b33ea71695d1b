"""Attacks on the machine that grades, handed in as a submission.

Every function is one attack; its docstring says what counts as success. It returns when it
succeeded and raises when it was stopped. `world` is what an attacker might guess or find out:
paths, process ids, ports. The file needs nothing but the standard library.
"""

# Whatever stops an attack is its outcome, and attacks are system calls.
# ruff: noqa: BLE001, PTH108, PTH116, PTH119, PTH123, PTH208

import contextlib
import ctypes
import fcntl
import mmap
import os
import resource
import signal
import socket
import stat
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

LIBC = ctypes.CDLL(None, use_errno=True)
GIB = 1 << 30
World = dict[str, Any]
Act = Callable[[World], None]
ATTACKS: dict[str, Act] = {}
NOT_UNCONFINED = {
    "net_raw_iouring": "many systems switch io_uring off",
    "write_venv": "the installation may belong to another user",
    "write_root": "the root may belong to another user",
    "ppid_mem": "Yama keeps the memory of a parent from an ordinary user",
    "grader_mem": "Yama keeps the memory of others from an ordinary user",
    "sibling_mem": "Yama keeps the memory of others from an ordinary user",
    "vm_readv": "Yama keeps the memory of others from an ordinary user",
    "ptrace_zygote": "Yama keeps the parent from an ordinary user",
    "pidfd_getfd": "Yama keeps the descriptors of others from an ordinary user",
    "setuid_root": "only root is root",
    "suid_binary": "a container may forbid new privileges for good",
    "new_userns": "the system may keep user namespaces to itself",
    "mount_": "needs root",
    "dmesg": "needs root, or kernel.dmesg_restrict=0",
    "perf": "kernel.perf_event_paranoid, and few virtual machines have counters",
    "keyring": "a container's profile may refuse it",
    "tty_inject": "needs a terminal and a kernel before 6.2",
}
"""Attacks that a machine or a user may be refused anyway: there they prove nothing."""


class Stopped(Exception):
    """The attack ran and had no effect."""


def attack(function: Act) -> Act:
    ATTACKS[function.__name__] = function
    return function


def perform(name: str, world: World) -> str:
    """What came of an attack: "done", or the error that stopped it."""
    try:
        ATTACKS[name](world)
    except BaseException as error:
        return f"{type(error).__name__}: {error}"[:200]
    return "done"


def checked(result: int) -> int:
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def confirm(condition: object, what: str = "only pretended") -> None:
    if not condition:
        raise Stopped(what)


# --- network


@attack
def net_tcp(world: World) -> None:
    """A connection to a port of this machine."""
    socket.create_connection(("127.0.0.1", world["tcp"]), 2).close()


@attack
def net_udp(world: World) -> None:
    """A datagram sent."""
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", world["udp"]))


@attack
def net_listen(world: World) -> None:
    """A port opened for the world."""
    socket.create_server(("127.0.0.1", 0)).close()


@attack
def unix_abstract(world: World) -> None:
    """A connection to a socket without a file."""
    socket.socket(socket.AF_UNIX).connect("\0" + world["abstract"])


@attack
def unix_path(world: World) -> None:
    """A connection to a socket file, such as that of a container engine."""
    socket.socket(socket.AF_UNIX).connect(world["socket"])


@attack
def net_raw_iouring(world: World) -> None:
    """An io_uring, which sends and opens without system calls that a filter sees."""
    parameters = ctypes.create_string_buffer(120)
    os.close(checked(LIBC.syscall(425, 4, parameters)))


# --- files


@attack
def read_tests(world: World) -> None:
    """The text of the hidden tests."""
    Path(world["tests"]).read_bytes()


@attack
def read_passwd(world: World) -> None:
    """Who has an account here."""
    Path("/etc/passwd").read_bytes()


@attack
def read_sibling(world: World) -> None:
    """A classmate's answer."""
    Path(world["sibling"], "hw.py").read_bytes()


@attack
def list_home(world: World) -> None:
    """The names of all classmates."""
    confirm(os.path.basename(world["sibling"]) in os.listdir(world["class"]), "not in the list")


@attack
def stat_tests(world: World) -> None:
    """Whether a file exists, and its size."""
    os.stat(world["tests"])


@attack
def write_sub(world: World) -> None:
    """The own submission changed after it was handed in."""
    with open(Path(world["own"], "hw.py"), "a") as file:
        file.write("\n")


@attack
def write_outside(world: World) -> None:
    """A file planted in the class folder."""
    Path(world["class"], f"planted{os.getpid()}").write_text("")


@attack
def write_root(_: World) -> None:
    """A file planted in the root folder, where the next student's code may find it."""
    for folder in ("/", "/dev"):
        planted = Path(folder, f"planted_{os.getpid()}")
        with contextlib.suppress(OSError):
            planted.write_text("")
            planted.unlink()
            return
    raise Stopped


@attack
def write_venv(world: World) -> None:
    """A file planted beside the libraries the grader imports."""
    planted = Path(world["packages"], f"planted_{os.getpid()}.pth")
    planted.write_text("")
    planted.unlink()


@attack
def chmod_outside(world: World) -> None:
    """A classmate's file with other rights."""
    target = Path(world["sibling"], "notes.txt")
    target.chmod(0o606)
    confirm(stat.S_IMODE(target.stat().st_mode) == 0o606)


@attack
def truncate_outside(world: World) -> None:
    """A classmate's file emptied."""
    os.truncate(Path(world["sibling"], "notes.txt"), 0)


@attack
def symlink_escape(world: World) -> None:
    """A classmate's file read through a link."""
    link = Path(f"link{os.getpid()}")
    link.symlink_to(Path(world["sibling"], "hw.py"))
    link.read_bytes()


@attack
def hard_link(world: World) -> None:
    """A classmate's file under a name of one's own."""
    os.link(Path(world["sibling"], "hw.py"), f"hard{os.getpid()}")


@attack
def tmp_fill(world: World) -> None:
    """Three times what the scratch folder may hold, in many files, kept for a while."""
    part = bytes(4 << 20)
    for number in range(world["scratch_mb"] * 3 // 4):
        Path(f"part{number}").write_bytes(part)
        time.sleep(0.02)


@attack
def inodes(world: World) -> None:
    """More files than a scratch folder may hold, kept for a while."""
    for number in range(20_000):
        os.close(os.open(f"i{number}", os.O_CREAT | os.O_WRONLY))
    time.sleep(0.5)  # a fast machine would be done between two measurements
    for number in range(20_000):
        os.unlink(f"i{number}")


@attack
def big_file(world: World) -> None:
    """One file larger than allowed."""
    with open("big", "wb") as file:
        os.posix_fallocate(file.fileno(), 0, (world["file_mb"] << 20) + 1)
    os.unlink("big")


# --- other processes


def read_memory(pid: int) -> None:
    with open(f"/proc/{pid}/maps") as maps:
        start = int(next(line for line in maps if " rw-p " in line).partition("-")[0], 16)
    with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
        memory.seek(start)
        confirm(len(memory.read(64)) == 64, "nothing read")


@attack
def ppid_mem(world: World) -> None:
    """The memory of the parent."""
    read_memory(os.getppid())


@attack
def grader_mem(world: World) -> None:
    """The memory of the grader."""
    read_memory(world["grader"])


@attack
def grader_environ(world: World) -> None:
    """The grader's environment, secret included."""
    content = Path(f"/proc/{world['grader']}/environ").read_bytes()
    confirm(b"GRADE_TEST_SECRET" in content, "not in there")


@attack
def grader_fd(world: World) -> None:
    """A file the grader has open."""
    Path(f"/proc/{world['grader']}/fd/{world['descriptor']}").read_bytes()


@attack
def sibling_mem(world: World) -> None:
    """The memory of a classmate's process."""
    read_memory(world["victim"])


@attack
def vm_readv(world: World) -> None:
    """The grader's memory without opening a file."""
    buffer = ctypes.create_string_buffer(8)
    local = struct.pack("PN", ctypes.addressof(buffer), 8)
    remote = struct.pack("PN", world["address"], 8)
    checked(LIBC.process_vm_readv(world["grader"], local, 1, remote, 1, 0))
    confirm(buffer.raw == b"address!", "something else is there")


@attack
def ptrace_zygote(world: World) -> None:
    """The parent under a debugger."""
    LIBC.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    checked(LIBC.ptrace(0x4206, os.getppid(), None, None))


@attack
def kill_sibling(world: World) -> None:
    """A signal to a classmate's process."""
    os.kill(world["victim"], 0)


@attack
def kill_zygote0(world: World) -> None:
    """A signal to the parent. In a pid namespace of its own there is none: pid 0 is the group."""
    confirm(os.getppid(), "there is no parent here")
    os.kill(os.getppid(), 0)


@attack
def kill_grader0(world: World) -> None:
    """A signal to the grader."""
    os.kill(world["grader"], 0)


@attack
def sigio_kill(world: World) -> None:
    """A signal that the kernel sends to the grader when a pipe is written."""
    read_end = os.pipe()[0]
    fcntl.fcntl(read_end, fcntl.F_SETOWN, world["grader"])
    confirm(fcntl.fcntl(read_end, fcntl.F_GETOWN) == world["grader"])
    os.kill(world["grader"], 0)  # the kernel asks the same when it sends


@attack
def pidfd_kill(world: World) -> None:
    """A signal to a classmate's process by descriptor."""
    signal.pidfd_send_signal(os.pidfd_open(world["victim"]), 0)


@attack
def pidfd_getfd(world: World) -> None:
    """A descriptor taken out of the grader."""
    checked(LIBC.syscall(438, os.pidfd_open(world["grader"]), world["descriptor"], 0))


@attack
def prlimit_other(world: World) -> None:
    """Another process's limits set."""
    hard = resource.prlimit(world["victim"], resource.RLIMIT_NOFILE)[1]
    resource.prlimit(world["victim"], resource.RLIMIT_NOFILE, (hard, hard))


@attack
def renice(world: World) -> None:
    """Another process slowed down."""
    os.setpriority(os.PRIO_PROCESS, world["victim"], 7)
    confirm(os.getpriority(os.PRIO_PROCESS, world["victim"]) == 7)


@attack
def sees_processes(world: World) -> None:
    """What else runs on this machine."""
    confirm(any(name.isdigit() and int(name) > 1 for name in os.listdir("/proc")), "nothing there")


# --- more of oneself


@attack
def fork_bomb(world: World) -> None:
    """A hundred processes at a time."""
    children = []
    try:
        for _ in range(100):
            child = os.fork()
            if child == 0:
                time.sleep(20)
                os._exit(0)
            children.append(child)
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


@attack
def daemon(world: World) -> None:
    """A process that outlives the grading."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(30)
        os._exit(0)
    os.wait()


@attack
def thread_bomb(world: World) -> None:
    """Two hundred threads."""
    enough = threading.Event()
    threads = [threading.Thread(target=enough.wait) for _ in range(200)]
    try:
        for thread in threads:
            thread.start()
    finally:
        enough.set()


@attack
def exec_sh(world: World) -> None:
    """A shell started."""
    run = subprocess.run(["/bin/sh", "-c", "exit 7"], check=False)
    confirm(run.returncode == 7, "it did not run")


@attack
def direct_exec(world: World) -> None:
    """This process turned into a shell, which prints the word that is looked for."""
    sys.stdout.flush()
    os.execv("/bin/sh", ["sh", "-c", "echo EXECUTED"])


# --- rights


@attack
def setuid_root(world: World) -> None:
    """The rights of root."""
    os.setresuid(0, 0, 0)
    confirm(os.geteuid() == 0)


@attack
def suid_binary(world: World) -> None:
    """A program with its owner's rights: executable, and new privileges are not forbidden."""
    confirm(any(os.access(path, os.X_OK) for path in ("/bin/su", "/usr/bin/su")), "no su here")
    confirm(checked(LIBC.prctl(39, 0, 0, 0, 0)) == 0, "new privileges are forbidden")


@attack
def new_userns(world: World) -> None:
    """A user namespace, with every capability inside."""
    if os.fork() == 0:
        os._exit(0 if LIBC.unshare(0x10000000) == 0 else 1)
    confirm(os.wait()[1] == 0, "refused")


@attack
def mount_(world: World) -> None:
    """A file system mounted."""
    checked(LIBC.unshare(0x00020000))
    checked(LIBC.mount(b"none", b"/", None, 0x44000, None))
    checked(LIBC.mount(b"tmpfs", b"/mnt", b"tmpfs", 0, None))


@attack
def raise_rlimit(world: World) -> None:
    """A limit of one's own lifted."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


# --- leaks


@attack
def env_leak(world: World) -> None:
    """A secret in the environment."""
    os.environ["GRADE_TEST_SECRET"]


@attack
def env_initial(world: World) -> None:
    """A secret in the environment this process was started with."""
    content = Path("/proc/self/environ").read_bytes()
    confirm(b"GRADE_TEST_SECRET" in content, "not in there")


@attack
def inherited_fds(world: World) -> None:
    """An open file of the grader."""
    for descriptor in range(3, 256):
        with contextlib.suppress(OSError):
            if os.pread(descriptor, 6, 0) == b"LEAKED":
                return
    raise Stopped("none found")


# --- memory


@attack
def memory_as(world: World) -> None:
    """Twice the memory allowed."""
    bytearray(2 * world["memory_mb"] << 20)


@attack
def memfd_memory(world: World) -> None:
    """The same in a file without a name."""
    os.ftruncate(os.memfd_create("hoard"), 2 * world["memory_mb"] << 20)


@attack
def map_memory(world: World) -> None:
    """The same and more in a shared map."""
    mmap.mmap(-1, 5 * world["memory_mb"] << 20)


@attack
def shm_memory(world: World) -> None:
    """The same in /dev/shm, where it stays."""
    hoard = Path(f"/dev/shm/hoard{os.getpid()}")
    hoard.write_bytes(b"x")
    hoard.unlink()


@attack
def sysv_shm(world: World) -> None:
    """A System V segment, which stays."""
    checked(LIBC.shmctl(checked(LIBC.shmget(0, 4096, 0o1600)), 0, None))


# --- the kernel


@attack
def dmesg(world: World) -> None:
    """The kernel's log."""
    checked(LIBC.klogctl(3, ctypes.create_string_buffer(4096), 4096))


@attack
def perf(world: World) -> None:
    """A performance counter."""
    attributes = ctypes.create_string_buffer(struct.pack("IIQ", 0, 128, 0), 128)
    os.close(checked(LIBC.syscall(298, attributes, 0, -1, -1, 0)))


@attack
def keyring(world: World) -> None:
    """A key in the kernel's keyring."""
    checked(LIBC.syscall(248, b"user", b"grade-test", b"x", 1, -2))


@attack
def tty_inject(world: World) -> None:
    """A character typed on the grader's terminal."""
    fcntl.ioctl(os.open("/dev/tty", os.O_RDWR), 0x5412, b"x")
