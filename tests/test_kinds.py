# ruff: noqa: E501 - a kind is a line, however long its program is
"""Kinds of trouble that one student's code makes, each beside right answers to the rest.

All are one class, graded by one real run. `{q1}` ... in a kind's text stand for right answers.
"""

from __future__ import annotations

import shutil
import textwrap
from dataclasses import dataclass
from dataclasses import field
from pathlib import Path

import pytest

from tests.runs import COURSE
from tests.runs import Run
from tests.runs import grade

ANSWERS = {
    "conv_out": """
        def conv_out(n, k, s=1, p=0):
            return (n + 2 * p - k) // s + 1
    """,
    "softmax": """
        def softmax(x):
            e = np.exp(x - x.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)
    """,
    "relu_backward": """
        def relu_backward(dout, x):
            return dout * (x > 0)
    """,
    "attention": """
        def attention(q, k, v):
            return torch.softmax(q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5, -1) @ v
    """,
}
NUMBERS = dict(zip(ANSWERS, "1234", strict=True))


@dataclass(frozen=True)
class Kind:
    """One submission: what replaces the right answers, and what must come of it.

    `lost` lists the functions that may not get full marks ("1234"); all others must. It is
    None where the outcome is the machine's, and only that there is one counts. `says` are words of which each must stand in what the student reads.
    """

    name: str
    lost: str | None = ""
    says: tuple[str, ...] = ()
    head: str = ""
    tail: str = ""
    files: dict[str, str] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)

    def source(self) -> str:
        parts = [self.head, *{**ANSWERS, **self.answers}.values(), self.tail]
        text = "\n\n".join(textwrap.dedent(part).strip("\n") for part in parts)
        return f"import numpy as np\nimport torch\n{text}\n"


def kind(
    name: str, lost: str | None = "", *says: str, head: str = "", tail: str = "", **more: str
) -> Kind:
    """A kind whose keywords are functions, or files when they end in _py."""
    files = {f"{key[:-3]}.py": text for key, text in more.items() if key.endswith("_py")}
    answers = {key: text for key, text in more.items() if not key.endswith("_py")}
    return Kind(name, lost, says, head, tail, files, answers)


SOFTMAX = """
    def softmax(x):
        {}
        e = np.exp(x - x.max(axis=-1, keepdims=True))
        return e / e.sum(axis=-1, keepdims=True)
"""


def before_softmax(statements: str) -> str:
    return SOFTMAX.format(textwrap.indent(textwrap.dedent(statements), " " * 8).strip())


def returning(expression: str) -> str:
    """softmax with another return: `r` is the right answer, `x` the argument."""
    return SOFTMAX.format("pass").replace(
        "return e / e.sum(axis=-1, keepdims=True)",
        f"r = e / e.sum(axis=-1, keepdims=True)\n        return {expression}",
    )


KINDS = [
    # --- processes, threads, the machine
    kind(
        "thread spins on",
        softmax=before_softmax(
            "import threading; threading.Thread(target=lambda: [0 for _ in iter(int, 1)], daemon=False).start()"
        ),
    ),
    kind(
        "thread sleeps on",
        head="import threading, time\nthreading.Thread(target=time.sleep, args=(3600,)).start()",
    ),
    kind("fork bomb", "2", softmax=before_softmax("import os\nwhile True: os.fork()")),
    kind("fork bomb at import", "", "process", tail="import os\nwhile True: os.fork()"),
    kind("forks and both return", "2", softmax=before_softmax("import os; os.fork()")),
    kind(
        "exit handler hangs",
        head="import atexit\n@atexit.register\ndef stay():\n    while True: pass",
    ),
    kind("exits", "2", "exit", softmax=before_softmax("import sys; sys.exit(0)")),
    kind("interrupts", "2", "KeyboardInterrupt", softmax=before_softmax("raise KeyboardInterrupt")),
    kind(
        "kills itself",
        None,
        softmax=before_softmax("import os, signal; os.kill(os.getpid(), signal.SIGKILL)"),
    ),
    kind("aborts", "2", "os.abort", softmax=before_softmax("import os; os.abort()")),
    kind(
        "segmentation fault",
        "2",
        "softmax did not come back: the process was ended by SIGSEGV at hw.py, line",
        softmax=before_softmax("import ctypes; ctypes.string_at(0)"),
    ),
    kind("exits hard at import", "", "os._exit", tail="import os\nos._exit(3)"),
    kind("exits at import", "", "exit", tail="raise SystemExit(0)"),
    kind("segmentation fault at import", "", "SIGSEGV", tail="import ctypes\nctypes.string_at(0)"),
    kind("sleeps at import", "", "import", tail="import time\ntime.sleep(3600)"),
    kind(
        "hangs at import and cannot be stopped",
        "",
        "import",
        tail="while True:\n    try:\n        while True: pass\n    except BaseException: pass",
    ),
    kind(
        "memory at import", "", "memory", tail="rows = []\nwhile True: rows.append(np.zeros(10**6))"
    ),
    kind(
        "sleeps for ever",
        "2",
        "did not finish",
        softmax=before_softmax("import time; time.sleep(3600)"),
    ),
    kind(
        "swallows every stop",
        "2",
        "did not finish",
        softmax=before_softmax(
            "while True:\n    try:\n        while True: pass\n    except BaseException: pass"
        ),
    ),
    kind(
        "ignores the timer",
        "2",
        "did not finish",
        softmax=before_softmax(
            "import signal; signal.signal(signal.SIGPROF, signal.SIG_IGN)\nwhile True: pass"
        ),
    ),
    kind("endless recursion", "2", "itself", softmax="def softmax(x):\n    return softmax(x)"),
    kind(
        "endless recursion without a limit",
        "2",
        head="import sys\nsys.setrecursionlimit(10**9)",
        softmax="def softmax(x):\n    return softmax(x)",
    ),
    kind(
        "closes every descriptor", "2", softmax=before_softmax("import os; os.closerange(0, 1000)")
    ),
    kind(
        "closes standard output",
        softmax=before_softmax("import sys; sys.stdout.close(); sys.stderr = None"),
    ),
    kind(
        "floods standard error",
        softmax=before_softmax(
            "import sys\nfor _ in range(20000): print('x' * 100, file=sys.stderr)"
        ),
    ),
    kind(
        "removes everything",
        softmax=before_softmax(
            "import os, shutil\nfor name in ('/', '/tmp', os.path.dirname(__file__), '.'): shutil.rmtree(name, ignore_errors=True)"
        ),
    ),
    kind(
        "reads standard input",
        "",
        "input",
        softmax=before_softmax("import sys; assert sys.stdin is None or sys.stdin.read() == ''"),
        tail="input()",
    ),
    kind(
        "asks inside a function",
        "2",
        "input()",
        softmax=before_softmax("n = int(input('classes? '))"),
    ),
    kind(
        "disk",
        "",
        softmax=before_softmax(
            "import contextlib\nwith contextlib.suppress(OSError):\n    f = open('big', 'wb')\n    while True: f.write(bytes(10**6))"
        ),
    ),
    # --- the interpreter
    kind("changes sys.path", head="import sys\nsys.path[:] = []\nsys.meta_path.clear()"),
    kind(
        "empties sys.modules",
        None,
        head="import sys\nfor name in list(sys.modules):\n    if name not in ('hw', '__main__', 'builtins', 'sys'): del sys.modules[name]",
    ),
    kind(
        "replaces built-ins",
        "",
        "left out",
        head="import builtins\nbuiltins.len = lambda x: 0\nbuiltins.isinstance = lambda *a: True\nbuiltins.type = lambda *a: int",
    ),
    kind(
        "deletes built-ins",
        "",
        "left out",
        head="import builtins\nfor name in ('len', 'isinstance', 'type', 'dict', 'list', 'tuple'): delattr(builtins, name)",
    ),
    kind(
        "shadows built-ins", head="sum = 0\nmax = []\nlist = dict = len = type = isinstance = None"
    ),
    kind("patches numpy", "2", head="np.exp = lambda v: v"),
    kind(
        "patches numpy inside",
        "2",
        relu_backward="def relu_backward(dout, x):\n    np.seterr(all='raise'); torch.set_grad_enabled(False); torch.set_default_dtype(torch.float64)\n    import os, sys; os.chdir('/'); sys.setrecursionlimit(70)\n    return dout * (x > 0)",
        softmax="def softmax(x):\n    return x",
    ),
    kind("warnings are errors", head="import warnings\nwarnings.simplefilter('error')"),
    kind(
        "locale and decimal",
        head="import locale, decimal\ndecimal.getcontext().prec = 1\ntry: locale.setlocale(locale.LC_ALL, '')\nexcept locale.Error: pass",
    ),
    kind(
        "traces", head="import sys\nsys.settrace(lambda *a: None)\nsys.setprofile(lambda *a: None)"
    ),
    kind(
        "profiles by signal",
        head="import signal\nsignal.signal(signal.SIGALRM, lambda *a: None)\nsignal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)",
    ),
    # --- modules
    kind(
        "circular import",
        head="from helper import scale",
        helper_py="import hw\ndef scale(x):\n    return hw.np.exp(x)",
        softmax=before_softmax("scale(x * 0)"),
    ),
    kind("imports itself", head="import hw\nfrom hw import *"),
    kind(
        "relative import",
        "",
        "import",
        head="from .helper import scale\nfrom . import helper",
        helper_py="def scale(x):\n    return x",
        softmax=before_softmax("x = scale(helper.scale(x))"),
    ),
    kind(
        "file named like a library",
        head="import random, math",
        numpy_py="exp = None",
        random_py="1/0",
        torch_py="1/0",
    ),
    kind(
        "a test beside it",
        head="",
        test_hw_py="raise SystemExit('not an answer')",
        conftest_py="1/0",
    ),
    kind("library that is not here", "", "pandas", head="import pandas as pd"),
    kind("library that does not exist", "", "nosuchlib", head="from nosuchlib import helper"),
    kind(
        "plots",
        "",
        "matplotlib",
        head="import matplotlib.pyplot as plt",
        tail="plt.plot([1, 2]); plt.show()",
    ),
    kind(
        "pickle beside it",
        head="import pickle\npickle.dump([1], open('cache.pkl', 'wb'))\nassert pickle.load(open('cache.pkl', 'rb')) == [1]",
    ),
    kind("data that is not there", "", "Only files", tail="rows = open('data/train.csv').read()"),
    # --- how a function is written
    kind(
        "lambda",
        softmax="softmax = lambda x: np.exp(x - x.max(-1, keepdims=True)) / np.exp(x - x.max(-1, keepdims=True)).sum(-1, keepdims=True)",
    ),
    kind(
        "partial",
        head="import functools",
        conv_out="def _out(one, n, k, s=1, p=0):\n    return (n + 2 * p - k) // s + one\nconv_out = functools.partial(_out, 1)",
    ),
    kind(
        "decorated",
        head="import functools\ndef timed(f):\n    @functools.wraps(f)\n    def g(*a, **k): return f(*a, **k)\n    return g",
        softmax="@timed" + SOFTMAX.format("pass").replace("\n    ", "\n"),
    ),
    kind(
        "class for a function",
        "2",
        "of class softmax",
        softmax="class softmax:\n    def __init__(self, x): self.x = x",
    ),
    kind(
        "callable class",
        softmax="class Softmax:\n    def __call__(self, x):\n        e = np.exp(x - x.max(axis=-1, keepdims=True))\n        return e / e.sum(axis=-1, keepdims=True)\nsoftmax = Softmax()",
    ),
    kind(
        "inside a class",
        "2",
        "inside",
        softmax="class HW:\n    def softmax(self, x):\n        return x",
    ),
    kind(
        "under the main guard",
        "2",
        "inside",
        softmax="if __name__ == '__main__':\n    def softmax(x):\n        return x",
    ),
    kind("misspelled", "2", "soft_max", softmax="def soft_max(x):\n    return x"),
    kind(
        "other parameter names",
        "1",
        "'p'",
        conv_out="def conv_out(n, k, stride=1, pad=0):\n    return (n + 2 * pad - k) // stride + 1",
    ),
    kind(
        "no defaults",
        "1",
        "default",
        conv_out="def conv_out(n, k, s, p):\n    return (n + 2 * p - k) // s + 1",
    ),
    kind(
        "too few parameters", "3", "argument", relu_backward="def relu_backward(x):\n    return x"
    ),
    kind("a value for a function", "2", "plain value", softmax="softmax = 3"),
    kind("async", "2", "coroutine", softmax="async def softmax(x):\n    return x"),
    kind("generator", "2", "generator", softmax="def softmax(x):\n    yield x"),
    kind(
        "defined twice",
        softmax="def softmax(x):\n    return x\n" + textwrap.dedent(ANSWERS["softmax"]),
    ),
    kind(
        "cached by identity",
        "2",
        head="import functools\ncache = {}",
        softmax="def softmax(x):\n    if 0 not in cache: cache[0] = np.exp(x) / np.exp(x).sum()\n    return cache[0]",
    ),
    kind(
        "cached by arguments",
        "2",
        "unhashable",
        softmax="import functools\n@functools.lru_cache\ndef softmax(x):\n    return x",
    ),
    # --- what a function returns
    kind(
        "not deterministic",
        "2",
        "not deterministic",
        softmax="def softmax(x):\n    return np.random.default_rng().random(x.shape)",
    ),
    kind("seeds by hand", softmax=before_softmax("np.random.seed(0); torch.manual_seed(0)")),
    kind(
        "global randomness",
        "2",
        "not deterministic",
        softmax="def softmax(x):\n    return np.random.rand(*x.shape)",
    ),
    kind("float16", "2", "differ", softmax=returning("r.astype(np.float16)")),
    kind("integers", "2", "floating", softmax=returning("r.astype(int)")),
    kind("complex", "2", "complex", softmax=returning("r + 0j")),
    kind("objects", "2", "dtype object", softmax=returning("r.astype(object)")),
    kind("strings", "2", "dtype &lt;U", softmax=returning("r.astype(str)")),
    kind("masked", "2", "MaskedArray", softmax=returning("np.ma.masked_array(r)")),
    kind(
        "subclass",
        "2",
        "Mine",
        head="class Mine(np.ndarray):\n    def __eq__(self, other): return True",
        softmax=returning("r.view(Mine)"),
    ),
    kind(
        "one-element array for an int",
        "1",
        conv_out="def conv_out(n, k, s=1, p=0):\n    return np.array([(n + 2 * p - k) // s + 1])",
    ),
    kind(
        "0-d array for an int",
        "",
        conv_out="def conv_out(n, k, s=1, p=0):\n    return np.asarray((n + 2 * p - k) // s + 1)",
    ),
    kind(
        "float for an int",
        "1",
        "float",
        conv_out="def conv_out(n, k, s=1, p=0):\n    return (n + 2 * p - k) / s + 1",
    ),
    kind("tensor for an array", "2", "tensor", softmax=returning("torch.tensor(r)")),
    kind(
        "array for a tensor",
        "4",
        "array",
        attention="def attention(q, k, v):\n    return (torch.softmax(q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5, -1) @ v).detach().numpy()",
    ),
    kind(
        "detached",
        "4",
        "gradient",
        attention="@torch.no_grad()\ndef attention(q, k, v):\n    return torch.softmax(q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5, -1) @ v",
    ),
    kind(
        "numpy inside torch",
        "4",
        attention="def attention(q, k, v):\n    return torch.tensor(q.numpy() @ k.numpy().T @ v.numpy())",
    ),
    kind("not contiguous", softmax=returning("np.asfortranarray(r)[::-1][::-1]")),
    kind(
        "read only, big endian",
        softmax=returning("np.frombuffer(r.astype('>f8').tobytes(), '>f8').reshape(r.shape)"),
    ),
    kind("the input itself", "2", softmax="def softmax(x):\n    return x"),
    kind(
        "meta tensor",
        "4",
        attention="def attention(q, k, v):\n    return torch.empty(q.shape, device='meta')",
    ),
    kind(
        "sparse tensor",
        "4",
        "sparse",
        attention="def attention(q, k, v):\n    return v.to_sparse()",
    ),
    kind("huge array", "2", softmax="def softmax(x):\n    return np.zeros(60_000_000)"),
    kind("huge list", "2", softmax="def softmax(x):\n    return [0.0] * 5_000_000"),
    kind("huge int", "1", conv_out="def conv_out(n, k, s=1, p=0):\n    return 10 ** 300_000"),
    kind(
        "deep list",
        "2",
        softmax="def softmax(x):\n    r = []\n    for _ in range(100_000): r = [r]\n    return r",
    ),
    kind(
        "list that holds itself",
        "2",
        softmax="def softmax(x):\n    r = []\n    r.append(r)\n    return r",
    ),
    kind("empty array", "2", "shape", softmax="def softmax(x):\n    return np.zeros((0, 3))"),
    kind("the class of an array", "2", softmax="def softmax(x):\n    return np.ndarray"),
    kind("a module", "2", softmax="def softmax(x):\n    return np"),
    kind(
        "lies about its class",
        "2",
        head="class Liar:\n    __class__ = np.ndarray\n    shape = (5,)\n    dtype = np.dtype(float)",
        softmax="def softmax(x):\n    return Liar()",
    ),
    kind(
        "an exception whose text fails",
        "2",
        "Odd",
        head="class Odd(Exception):\n    def __str__(self): raise self",
        softmax="def softmax(x):\n    raise Odd",
    ),
    kind(
        "a metaclass that fails",
        "2",
        head="class Meta(type):\n    def __getattribute__(c, n): raise RuntimeError\n    def __instancecheck__(c, o): raise RuntimeError\nclass Bad(metaclass=Meta):\n    def __getattribute__(s, n): raise RuntimeError",
        softmax="def softmax(x):\n    return Bad()",
    ),
    kind(
        "still raises in one branch",
        "2",
        softmax="def softmax(x):\n    if x.ndim == 1: raise NotImplementedError\n"
        + "\n".join(textwrap.dedent(ANSWERS["softmax"]).strip().splitlines()[1:]),
    ),
    # --- text
    kind("very long line", head="table = [" + "0, " * 50_000 + "]"),
    kind("deeply nested expression", "1234", head="x = " + "(" * 5000 + ")" * 5000),
    kind("many unary operators", "1234", head="x = " + "-" * 100_000 + "1"),
    kind(
        "walrus, match, type hints",
        head="def f(x: 'Nope') -> Undefined if False else int:\n    match x:\n        case [a, *b] if (n := len(b)): return n\n        case _: return 0",
    ),
    kind("return outside a function", "", "return", tail="return 3"),
    kind(
        "names an undefined type",
        "2",
        "line 8",
        softmax="def softmax(x: torch.Tensr):\n    return x",
    ),
]
FILES = {
    "empty": b"",
    "white space": b"\n\n   \n",
    "only comments": b"# my answer\n",
    "all names are wrong": b"def Softmax(x):\n    return x\n",
}


PAGES = {
    "empty": ("refused", "empty"),
    "white space": ("refused", "nothing but blanks"),
    "only comments": ("not_attempted", "not defined"),
    "all names are wrong": ("graded", "rename it to softmax"),
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("kinds")
    course = shutil.copytree(COURSE, folder / "course")
    settings = course / "solutions" / "hw" / "assignment.toml"
    # many kinds only wait for a limit
    settings.write_text(settings.read_text() + "call_seconds = 1.0\n")
    for one in KINDS:
        write(folder / "class" / one.name, {"hw.py": one.source().encode(), **encoded(one.files)})
    for name, content in FILES.items():
        write(folder / "class" / name, {"hw.py": content})
    return grade(folder / "class", "--out", folder / "out", "--jobs", "8", course=course)


def write(folder: Path, files: dict[str, bytes]) -> None:
    folder.mkdir(parents=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)


def encoded(files: dict[str, str]) -> dict[str, bytes]:
    return {name: text.encode() for name, text in files.items()}


@pytest.mark.parametrize("one", KINDS, ids=lambda one: one.name)
def test_kind(run: Run, one: Kind) -> None:
    result = run.result(one.name)
    assert result["status"] == "graded", result["problem"]
    shares = run.shares(one.name)
    lost = "".join(number for name, number in NUMBERS.items() if shares[name] < 1)
    if one.lost is not None:
        assert lost == one.lost, [test["message"] for test in result["tests"]]
    page = run.feedback[one.name].casefold()
    for word in one.says:
        assert word.casefold() in page


@pytest.mark.parametrize(("name", "expected"), PAGES.items(), ids=PAGES)
def test_a_file_without_an_answer(run: Run, name: str, expected: tuple[str, str]) -> None:
    status, word = expected
    assert run.result(name)["status"] == status
    assert word in run.feedback[name]


def test_the_class_goes_on_and_nothing_is_left(run: Run) -> None:
    assert run.survivors == ()
    assert "Traceback" not in run.stderr
    assert len(run.rows) == len(KINDS) + len(FILES)
    assert run.maxrss_kb < 2 * 1024 * 1024


def test_what_a_refusal_shows_the_student_is_one_sentence_each(run: Run) -> None:
    for one in KINDS:
        for test in run.result(one.name)["tests"]:
            if test["status"] != "passed":
                assert test["message"]
                assert "Traceback" not in test["message"]
                assert len(test["message"]) < 1000
