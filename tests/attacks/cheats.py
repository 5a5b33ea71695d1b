"""Submissions that try to be graded better than they are, or to break the grader.

Each answers one function wrongly and does something about it; the others are right, so that
an attack that also spoils the rest shows. In one process with the suite, where many graders
run it, an attack succeeds when the test it aims at does not fail: it passes, is skipped, ends
the run, hangs it, makes it large, or leaves a process or a file behind.
"""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field

RIGHT = """\
import numpy as np


def double(x):
    return 2 * x


def pair(x):
    return [x, 2 * x]


def mean(xs):
    return xs.mean()


def twice(f, x):
    return f(f(x))


def square(x):
    return x * x
"""

SUITE = """\
import resource
import statistics

import numpy as np

from autograder import criterion

START = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@criterion(of="twice", points="1", says="The function applied to its own result.")
def test_twice(student):
    assert student.twice(lambda x: x + 1, 3) == 5


@criterion(of="double", points="1", says="Two times the number.")
def test_double(student):
    for x in (1, 2, 7):
        assert student.double(x) == 2 * x


@criterion(of="pair", points="1", says="The number and its double.")
def test_pair(student):
    assert student.pair(3) == [3, 6]


@criterion(of="mean", points="1", says="The mean.")
def test_mean(student, reference, rng):
    xs = rng.normal(size=6)
    found = student.mean(xs.copy())
    assert np.allclose(found, reference.mean(xs))
    assert np.allclose(found, statistics.fmean(xs))


@criterion(of="square", points="1", says="The number times itself.")
def test_square(student):
    assert student.square(3) == 9


@criterion(of="square", points="0", says="The grader did not grow.")
def test_memory():
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - START
    assert grown < 50 * 1024, f"{grown} kB"
"""


@dataclass(frozen=True)
class Attack:
    """source: follows RIGHT. aims: the test it should fail. files: handed in beside hw.py.

    alone: why it proves nothing in one process, "" where it must succeed there. spoils: it
    takes its own other answers down. {class} in the source is the folder of all submissions,
    {solutions} that of the reference.
    """

    source: str
    aims: str = "test_double"
    files: dict[str, str] = field(default_factory=dict)
    alone: str = ""
    spoils: bool = False


ATTACKS: dict[str, Attack] = {}

_NO_WIRE = "one process has no wire"
_WIRE = """\
import os, socket, stat, struct, sys, threading, time


def wire():
    for number in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                return socket.socket(fileno=os.dup(number))
        except OSError:
            pass
    raise LookupError("no wire")


def request():
    frame = sys._getframe()
    while frame.f_code.co_name != "_answer":
        frame = frame.f_back
    return frame.f_locals["number"]


def frame(packed, kind=2, number=None, buffers=0, length=None):
    number = request() if number is None else number
    length = len(packed) if length is None else length
    return struct.pack("!2sBQII", b"AG", kind, number, length, buffers) + packed


def answer(value):
    # [OK, value, None, None]
    return b"\\x94\\x00" + value + b"\\xc0\\xc0"


def array(shape, dtype=0, index=0):
    data = struct.pack("<BBI", dtype, len(shape), index) + struct.pack(f"<{len(shape)}Q", *shape)
    return b"\\xc7" + bytes([len(data)]) + b"\\x06" + data
"""


def attack(name: str, source: str, **facts: object) -> None:
    ATTACKS[name] = Attack(source, **facts)  # type: ignore[arg-type]


def on_double(name: str, body: str, **facts: object) -> None:
    """An attack in the body of `double`."""
    attack(name, "\n\ndef double(x):\n" + _indented(body), **facts)


def on_the_wire(name: str, body: str, **facts: object) -> None:
    """An attack in the body of `double` that speaks to the grader past the worker."""
    source = f"\n\n{_WIRE}\n\ndef double(x):\n{_indented(body)}"
    # what it left on the wire may meet the next question, too
    attack(name, source, alone=_NO_WIRE, spoils=True, **facts)


def _indented(body: str) -> str:
    return "".join(f"    {line}\n" for line in body.strip().splitlines())


# --- values that claim to be right

on_double(
    "int that equals everything",
    """
class Equal(int):
    __eq__ = lambda self, other: True
    __ne__ = lambda self, other: False
    __hash__ = int.__hash__
return Equal(0)
""",
)
on_double(
    "object that equals everything",
    """
class Equal:
    __eq__ = lambda self, other: True
    __bool__ = lambda self: True
return Equal()
""",
)
on_double(
    "object whose reflected operators answer",
    """
class Yes:
    def __eq__(self, other):
        return Yes()
return Yes()
""",
)
attack(
    "equal object inside a list",
    """

class Equal:
    __eq__ = lambda self, other: True


def pair(x):
    return [Equal(), Equal()]
""",
    aims="test_pair",
)
attack(
    "list that equals everything",
    """

class Equal(list):
    __eq__ = lambda self, other: True


def pair(x):
    return Equal()
""",
    aims="test_pair",
)
attack(
    "array subclass that agrees",
    """

class Agreeing(np.ndarray):
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return np.True_

    def __array_function__(self, func, types, args, kwargs):
        return True


def mean(xs):
    return np.zeros(()).view(Agreeing)
""",
    aims="test_mean",
)
attack(
    "object with an array protocol",
    """

class Agreeing:
    def __array_function__(self, func, types, args, kwargs):
        return True


def mean(xs):
    return Agreeing()
""",
    aims="test_mean",
)
attack(
    "float subclass",
    """

class Near(float):
    __sub__ = __rsub__ = lambda self, other: 0.0
    __eq__ = lambda self, other: True
    __hash__ = float.__hash__


def pair(x):
    return [Near(0), Near(0)]
""",
    aims="test_pair",
)

# --- the grader's own insides

attack(
    "numpy patched",
    "\n\nnp.allclose = lambda *args, **kwargs: True\n\n\ndef mean(xs):\n    return 0.0\n",
    aims="test_mean",
)
attack(
    "standard library patched",
    """
import statistics

np.allclose = lambda *args, **kwargs: True
statistics.fmean = lambda xs: 0.0


def mean(xs):
    return 0.0
""",
    aims="test_mean",
)
attack(
    "reference found in a stack frame",
    """
import sys


def mean(xs):
    frame = sys._getframe()
    while frame is not None:
        if "reference" in frame.f_locals:
            return frame.f_locals["reference"].mean(xs)
        frame = frame.f_back
    return 0.0
""",
    aims="test_mean",
)
attack(
    "reference found by the garbage collector",
    """
import gc, types


def mean(xs):
    for thing in gc.get_objects():
        if isinstance(thing, types.ModuleType) and getattr(thing, "__answers__", False):
            return thing.mean(xs)
    return 0.0
""",
    aims="test_mean",
)
attack(
    "reference replaced",
    """
import gc, types


def mean(xs):
    for thing in gc.get_objects():
        if isinstance(thing, types.ModuleType) and getattr(thing, "__answers__", False):
            thing.mean = mean
    np.allclose = lambda *args: True
    return 0.0
""",
    aims="test_mean",
)
attack(
    "solution read from its file",
    """

def mean(xs):
    names = {}
    exec(open("{solutions}/hw/hw.py").read(), names)
    return names["mean"](xs)
""",
    aims="test_mean",
)
attack(
    "solution imported",
    """
import sys

sys.path.insert(0, "{solutions}/hw")
sys.modules.pop("hw", None)


def mean(xs):
    import hw

    return hw.mean(xs)
""",
    aims="test_mean",
)
attack(
    "classmate read",
    """

def double(x):
    names = {}
    exec(open("{class}/classmate/hw.py").read(), names)
    return names["double"](x)
""",
)
attack(
    "test code replaced",
    """
import gc


def double(x):
    for thing in gc.get_objects():
        code = getattr(thing, "__code__", None)
        if getattr(code, "co_name", "").startswith("test_"):
            thing.__code__ = (lambda *args, **kwargs: None).__code__
    return 2 * x if x < 7 else None


def pair(x):
    return None
""",
    aims="test_pair",
    spoils=True,
)
attack(
    "locals changed by a trace",
    """
import sys


def double(x):
    sys._getframe(1).f_trace = lambda *event: None
    sys.settrace(lambda *event: None)
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_name != "test_double":
        frame = frame.f_back
    raise EOFError if frame is None else __import__("_pytest.outcomes").outcomes.Skipped("no")
""",
)
attack(
    "assertion rewriting patched",
    """
import builtins


class Lenient(type):
    def __instancecheck__(cls, instance):
        return True


builtins.AssertionError = type("Skipped", (__import__("_pytest.outcomes").outcomes.Skipped,), {})


def double(x):
    raise AssertionError("skipped")
""",
)

# --- not failing by not finishing

on_double("pytest skip", 'import pytest\npytest.skip("too hard")')
on_double("pytest exit", 'import pytest\npytest.exit("done", 0)')
on_double("pytest xfail", 'import pytest\npytest.xfail("too hard")')
on_double("exit", "raise SystemExit(0)")
on_double("exit by builtin", "exit(0)")
on_double("keyboard interrupt", "raise KeyboardInterrupt")
on_double("interrupt to oneself", "import os, signal, time\nos.kill(os.getpid(), 2)\ntime.sleep(1)")
on_double("hard exit", "import os\nos._exit(0)")
on_double("segmentation fault", "import ctypes\nctypes.string_at(8)")
on_double("kill oneself", "import os\nos.kill(os.getpid(), 9)\nimport time\ntime.sleep(3)")
on_double("abort", "import os\nos.abort()")
on_double(
    "exception that cannot be shown",
    """
class Odd(BaseException):
    def __str__(self):
        raise SystemExit(0)
    __repr__ = __str__
raise Odd
""",
)
on_double(
    "exception text that is no Unicode",
    'raise ValueError("\\ud800" * 100)',
    alone="a failure like any other, until it is written down",
)
on_double(
    "exception of a borrowed class",
    """
Skipped = type("Skipped", (BaseException,), {"__module__": "_pytest.outcomes"})
raise Skipped("no")
""",
)
_WRONG = "\n\ndef double(x):\n    return 0\n"
attack("exit while loaded", f"{_WRONG}\n\nraise SystemExit(0)\n")
attack("hard exit while loaded", f"{_WRONG}\n\nimport os\n\nos._exit(0)\n")

# --- time

on_double("endless loop", "while True:\n    pass")
on_double(
    "endless loop in C", "import itertools, collections\ncollections.deque(itertools.repeat(0), 0)"
)
on_double("sleep", "import time\ntime.sleep(3600)")
on_double(
    "swallowed time-out",
    """
while True:
    try:
        while True:
            pass
    except BaseException:
        pass
""",
)
on_double(
    "ignored signals",
    """
import signal
for number in range(1, 64):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
while True:
    pass
""",
)
on_double(
    "busy threads",
    """
import threading
def spin():
    while True:
        pass
for _ in range(4):
    threading.Thread(target=spin).start()
spin()
""",
)
on_double("regular expression", 'import re\nre.match("(a+)+$", "a" * 60 + "b")')
on_double("power of powers", "return 9 ** 9 ** 9")
on_double("wait for input", "import os\nreader, writer = os.pipe()\nos.read(reader, 1)")
on_double(
    "endless generator",
    """
class Endless:
    def __eq__(self, other):
        while True:
            pass
return Endless()
""",
)

# --- memory and output

on_double("large array", "return np.ones(12_000_000)")
on_double(
    "as much as may be answered",
    "return [np.ones(5 << 19), [float(n) for n in range(380_000)]]",
    alone="it is legal",
)
on_double("long text", 'return "x" * 100_000_000')
on_double("many lists", "return [[]] * 12_000_000")
on_double("hoard", "hoard = []\nwhile True:\n    hoard.append(bytearray(1 << 20))")
on_double("one large allocation", "return bytearray(3 << 30)")
on_double(
    "deep value",
    "value = []\nfor _ in range(100_000):\n    value = [value]\nreturn value",
    alone="only a grader that walks the value is hit",
)
on_double(
    "circular value",
    "value = []\nvalue.append(value)\nreturn value",
    alone="only a grader that walks the value is hit",
)
on_double(
    "long exception text",
    'raise ValueError("x" * 100_000_000)',
)
on_double(
    "output flood",
    'import os\nfor _ in range(3000):\n    print("x" * 20_000)\nos.write(1, b"x" * (30 << 20))',
)

# --- what stays

attack(
    "report overwritten at exit",
    """
import atexit, os

atexit.register(lambda: open(os.environ.get("REPORT", "report.json"), "w").write("forged"))


def double(x):
    return 0
""",
)
attack(
    "detached daemon",
    """
import os, time


def double(x):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(20)
        os._exit(0)
    return 0
""",
)
attack(
    "classmate's file changed",
    """

def double(x):
    open("{class}/classmate/hw.py", "a").write("\\ndef double(x): return 0\\n")
    return 0
""",
)
attack(
    "poisoned pickle",
    """

class Poison:
    def __reduce__(self):
        return (exec, ("open('{class}/planted', 'w')",))


def double(x):
    return Poison()
""",
    alone="only a grader that pickles answers is hit",
)
attack(
    "conftest.py handed in",
    _WRONG,
    files={
        "conftest.py": "import pytest\n\n\n@pytest.hookimpl(wrapper=True)\n"
        "def pytest_pyfunc_call(pyfuncitem):\n    try:\n        return (yield)\n"
        "    except AssertionError:\n        return True\n"
    },
)
attack(
    "sitecustomize.py handed in",
    _WRONG,
    files={"sitecustomize.py": "import os\n\nopen('{class}/planted', 'w').close()\nos._exit(0)\n"},
)
attack(
    "module of the standard library handed in",
    "\n\nnp.allclose = lambda *args: True\n\n\ndef mean(xs):\n    return 0.0\n",
    aims="test_mean",
    files={"statistics.py": "def fmean(xs):\n    return 0.0\n"},
)
attack(
    "torch.py handed in",
    _WRONG,
    files={"torch.py": "open('{class}/planted', 'w').close()\n"},
    alone="only a suite that imports torch is hit",
)
attack(
    "pytest.ini handed in",
    _WRONG,
    files={"pytest.ini": "[pytest]\naddopts = --collect-only\n"},
)

# --- the worker's insides

attack(
    "codec patched",
    """
import sys

for name, module in list(sys.modules.items()):
    if name.startswith("autograder"):
        for key, value in list(vars(module).items()):
            if key in ("encode", "decode"):
                setattr(module, key, lambda *args, **kwargs: None)


def double(x):
    return 0
""",
    alone=_NO_WIRE,
    spoils=True,
)
attack(
    "built-ins patched",
    """
import builtins

builtins.len = lambda value: 0
builtins.isinstance = lambda value, cls: True


def double(x):
    return 0
""",
    alone="it breaks a suite that uses them, and may pass one",
    spoils=True,
)
attack(
    "service patched",
    """
import gc, types

for thing in gc.get_objects():
    if type(thing).__name__ == "Service":
        thing.answer = lambda *args: args


def double(x):
    return 0
""",
    alone=_NO_WIRE,
    spoils=True,
)

# --- callbacks

attack(
    "callback flood",
    "\n\ndef twice(f, x):\n    while True:\n        x = f(x)\n",
    aims="test_twice",
)
attack(
    "callback kept for later",
    """
kept = []


def twice(f, x):
    kept.append(f)
    return f(f(x))


def double(x):
    return kept[0](kept[0](x))
""",
    alone="a function that was handed over may be kept in one process",
)
attack(
    "callback with a large value",
    "\n\ndef twice(f, x):\n    return f(np.ones(12_000_000))\n",
    aims="test_twice",
)
attack(
    "callback with an object",
    """

class Equal:
    __add__ = lambda self, other: self
    __eq__ = lambda self, other: True


def twice(f, x):
    return f(Equal())
""",
    aims="test_twice",
)
attack(
    "callback with forged names",
    "\n\ndef twice(f, x):\n    return f(**{'x': 1, '__class__': 2})\n",
    aims="test_twice",
    alone="an ordinary wrong call in one process",
)
attack(
    "callback from a thread",
    """
import threading


def twice(f, x):
    threading.Thread(target=lambda: [f(1) for _ in range(100)]).start()
    return f(f(0))
""",
    aims="test_twice",
    alone=_NO_WIRE,
    spoils=True,
)

# --- the wire

on_the_wire(
    "answer to another question",
    "wire().sendall(frame(answer(bytes([2 * x])), number=request() ^ 1))\nreturn 0",
)
on_the_wire(
    "answer twice",
    "wire().sendall(frame(answer(b'\\x00')) + frame(answer(bytes([2 * x]))))\nreturn 0",
)
on_the_wire("garbage", 'wire().sendall(b"\\xff" * 4096)\nreturn 2 * x')
on_the_wire("huge length", "wire().sendall(frame(b'', length=2**32 - 1))\nreturn 2 * x")
on_the_wire("many buffers", "wire().sendall(frame(b'', buffers=2**32 - 1))\nreturn 2 * x")
on_the_wire("half a frame", "wire().sendall(frame(b'\\xc0', length=100))\ntime.sleep(60)")
on_the_wire("unknown kind", "wire().sendall(frame(b'\\xc0', kind=77))\nreturn 2 * x")
on_the_wire("request to the grader", "wire().sendall(frame(b'\\xc0', kind=1))\nreturn 2 * x")
on_the_wire("call of nothing", "wire().sendall(frame(b'\\xc0', kind=3))\nreturn 2 * x")
on_the_wire("no reply at all", "wire().sendall(frame(b'\\xc0'))\nreturn 2 * x")
on_the_wire(
    "text instead of an outcome", "wire().sendall(frame(b'\\x94\\xa0\\xa0\\xa0\\xa0'))\nreturn 0"
)
_FORGED = {
    "facts of an exception that are none": "[1, {'bases': 5, 'kind': [], 'line': 'x'}, None, None]",
    "bases that are a dict": "[1, {'bases': {'a': 1}, 'file': 'x', 'line': 10**40}, None, None]",
    "parts of other types": "[0, 14, 5, 5]",
    "graph of a plain answer": "[0, 0, None, {'graph': 0}]",
    "outcome that is a list": "[[], 14, None, None]",
    "end of an iterator": "[5, None, None, None]",
    "failed callback that never was": "[6, None, None, None]",
}
for _name, _parts in _FORGED.items():
    on_the_wire(
        _name,
        "from autograder.wire.codec import encode\n"
        f"wire().sendall(frame(encode({_parts}, None).packed))\nreturn 0",
    )
on_the_wire("shape bomb", "wire().sendall(frame(answer(array([2**60]))))\nreturn 0")
on_the_wire("negative shape", "wire().sendall(frame(answer(array([2**64 - 1, 2]))))\nreturn 0")
on_the_wire("unknown dtype", "wire().sendall(frame(answer(array([1], dtype=255))))\nreturn 0")
on_the_wire(
    "a hundred thousand arrays",
    "many = b'\\xdd' + (10**5).to_bytes(4, 'big') + array([0], index=2**32 - 1) * 10**5\n"
    "wire().sendall(frame(answer(many)))\nreturn 0",
)
on_the_wire(
    "buffer that is not there", "wire().sendall(frame(answer(array([1], index=9))))\nreturn 0"
)
on_the_wire(
    "nested a thousand deep", "wire().sendall(frame(answer(b'\\x91' * 1000 + b'\\xc0')))\nreturn 0"
)
on_the_wire("key that cannot be one", "wire().sendall(frame(answer(b'\\x81\\x90\\x01')))\nreturn 0")
on_the_wire(
    "millions of empty lists",
    "count = 7 << 20\n"
    "lists = b'\\xdd' + count.to_bytes(4, 'big') + b'\\x90' * count\n"
    "wire().sendall(frame(answer(lists)))\nreturn 0",
)
on_the_wire(
    "keys that collide",
    "count = 60_000\n"
    "keys = b''.join(b'\\xcf' + (n % 8 * (2**61 - 1)).to_bytes(8, 'big') + b'\\xc0' "
    "for n in range(count))\n"
    "wire().sendall(frame(answer(b'\\xdf' + count.to_bytes(4, 'big') + keys)))\nreturn 0",
)
on_the_wire(
    "garbage after the answer",
    "def late(end=wire()):\n    time.sleep(0.1)\n    end.sendall(b'\\xff' * 100)\n"
    "if x == 1:\n    threading.Thread(target=late).start()\n"
    "else:\n    time.sleep(0.2)\nreturn 2 * x",
)
on_the_wire("wire closed", "wire().shutdown(socket.SHUT_RDWR)\nreturn 2 * x")
on_the_wire(
    "question swallowed",
    "def swallow(end=wire()):\n    while True:\n        end.recv(65536)\n"
    "threading.Thread(target=swallow).start()\ntime.sleep(0.1)\nreturn 0",
)
_REFERENCE = """
def reference(number, label=b""):
    data = struct.pack("<BQ", 0, number) + label
    return b"\\xc7" + bytes([len(data)]) + b"\\x05" + data
"""
on_the_wire(
    "objects that collide",
    f"{_REFERENCE}\ncount = 9000\n"
    "objects = b''.join(reference(0, b'%d' % n) for n in range(count))\n"
    "members = b'\\x81\\xd4\\x01\\x02\\xdd' + count.to_bytes(4, 'big') + objects\n"
    "wire().sendall(frame(answer(members)))\nreturn 0",
)
on_the_wire(
    "objects without number",
    f"{_REFERENCE}\ncount = 390_000\n"
    "one = reference(2**63, b'0123')\n"
    "wire().sendall(frame(answer(b'\\xdd' + count.to_bytes(4, 'big') + one * count)))\nreturn 0",
)
for _name, _lie in {
    "line of five thousand digits": "problems=[{'file': 'hw.py', 'line': 10**5000}]",
    "statement in line 10**5000": "problems=[{'kind': 'CallTimeout', 'statement': 10**5000}]",
    "bases that are a number": "problems=[{'bases': 5}]",
    "text that ends before it begins": "problems=[{'parse': True, 'line': -9, 'offset': -9}]",
    "shortcut that is a number": "shortcuts={'square': [10**5000]}, shadowed=[10**5000]",
}.items():
    attack(
        f"loading report with a {_name}",
        "\n\nimport sys\n\nloaded = sys.modules['autograder.engine.service'].Loaded\n"
        f"loaded.report = lambda *args, real=loaded.report: {{**real(*args), **dict({_lie})}}\n\n\n"
        "def double(x):\n    return 0\n",
        alone=_NO_WIRE,
    )
attack(
    "callback with an object that ends the process",
    """

class Odd:
    def __add__(self, other):
        import ctypes

        ctypes.string_at(8)


def twice(f, x):
    return f(Odd())
""",
    aims="test_twice",
)
attack(
    "callback with an object that calls back",
    """

class Deep:
    def __init__(self, f):
        self.f = f

    def __add__(self, other):
        return self.f(self)


def twice(f, x):
    return f(Deep(f))
""",
    aims="test_twice",
    alone="an ordinary wrong call in one process",
)
