"""From the bytes of a file to units of Python text, or one clear sentence."""

from __future__ import annotations

import ast
import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.grading.encodings import decode
from autograder.grading.magics import Neutraliser
from autograder.grading.notebooks import read_notebook
from autograder.grading.sources import Sources
from autograder.grading.sources import explain_syntax
from autograder.grading.sources import read_sources

CASES = Path(__file__).parents[1] / "cases"


def case(name: str, student: str = "", file: str = "hw.py") -> Sources:
    folder = CASES / name
    return read_sources(folder / "class" / student if student else folder / "submission", file)


def notebook(*cells: str, **top: Any) -> bytes:
    made = [{"cell_type": "code", "source": text} for text in cells]
    return json.dumps({"nbformat": 4, "cells": made, **top}).encode()


def explained(source: str) -> str:
    with pytest.raises(SyntaxError) as caught:
        compile(source, "hw.py", "exec")
    error = caught.value
    return explain_syntax(source, error.lineno, error.offset, error.msg)


@pytest.mark.parametrize("student", ["bom", "cookie"])
def test_what_python_reads_has_no_remark(student: str) -> None:
    sources = case("35_encodings", student)
    assert (sources.notes, sources.problem) == ((), "")
    assert "naïve" in sources.units[0].source


@pytest.mark.parametrize(
    ("student", "word", "words"),
    [
        ("cp1252", "naïve", ["line 10, column 10", "0xF6", "1252", "UTF-8"]),
        ("cp1252_in_comment", "naïve", ["line 9, column 5", "0xF6"]),
        ("sjis", "ソフトマックス", ["0x83", "Shift-JIS"]),
        ("utf16", "naïve", ["UTF-16", "0xFF"]),
        ("nul", "softmax", ["3 NUL bytes"]),
    ],
)
def test_other_encodings_are_read_with_a_remark(student: str, word: str, words: list[str]) -> None:
    sources = case("35_encodings", student)
    assert word in sources.units[0].source
    assert all(said in " ".join(sources.notes) for said in words)
    ast.parse(sources.units[0].source)


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("shift_jis", "# 関数の表示\n"),
        ("euc_kr", "# 소프트맥스 함수\n"),
        ("gb18030", "# 激活函数\n"),
        ("cp1252", "s = “quoted” # Größe\n"),
        ("utf-16", "x = 1\n"),
        ("utf-16-le", "x = 1  # é\n"),
        ("utf-32", "x = 1\n"),
    ],
)
def test_likely_encodings(encoding: str, text: str) -> None:
    decoded = decode(text.encode(encoding), "hw.py")
    assert (decoded.text, len(decoded.notes), decoded.problem) == (text, 1, "")


def test_a_wrong_coding_line_does_not_hide_utf8() -> None:
    for cookie in ("utf8mb4", "punycode", "ascii"):
        decoded = decode(f"# coding: {cookie}\nx = 'é'\n".encode(), "hw.py")
        assert "é" in decoded.text
        assert "coding line" in decoded.notes[0]


def test_a_nul_byte_inside_is_named_by_place() -> None:
    assert "line 2, column 3" in decode(b"x = 1\r\ny \0= 2\r\n", "hw.py").problem


@pytest.mark.parametrize("student", ["crlf", "cr", "tab"])
def test_newlines_and_tabs(student: str) -> None:
    source = case("36_crlf_tabs_and_old_mac_newlines", student).units[0].source
    assert "\r" not in source
    assert ast.parse(source).body[2].lineno == 5


@given(raw=st.binary(max_size=200))
def test_any_bytes_decode_or_are_a_sentence(raw: bytes) -> None:
    decoded = decode(raw, "hw.py")
    assert bool(decoded.problem) != bool(decoded.text)


@pytest.mark.parametrize(
    ("student", "word"),
    [("hal", "HTML"), ("emp", "nothing but blanks"), ("tru", "truncated"), ("con", "line 8")],
)
def test_damaged_notebooks(student: str, word: str) -> None:
    sources = case("30_notebook_file_is_not_a_notebook", student, "hw.ipynb")
    assert word in sources.problem
    assert sources.units == ()


def test_a_byte_order_mark_is_no_damage() -> None:
    sources = case("30_notebook_file_is_not_a_notebook", "bom", "hw.ipynb")
    assert [unit.cell for unit in sources.units] == [2, 3, 4, 5, 6]


@pytest.mark.parametrize("student", ["con", "non", "v3"])
def test_kernels_and_formats(student: str) -> None:
    sources = case("32_notebook_foreign_kernel_and_old_format", student, "hw.ipynb")
    assert (len(sources.units), sources.problem) == (5, "")


def test_another_language() -> None:
    sources = case("32_notebook_foreign_kernel_and_old_format", "jul", "hw.ipynb")
    assert "Julia" in sources.problem
    mislabelled = notebook("def f(): pass", metadata={"language_info": {"name": "R"}})
    assert read_notebook(mislabelled, "hw.ipynb").problem == ""


@pytest.mark.parametrize(
    ("raw", "word"),
    [
        (b"[1, 2]", "no list of cells"),
        (b'{"cells": {}}', "no list of cells"),
        (b'{"cells": [1, null, {"cell_type": "markdown"}]}', "no code"),
        (b"[" * 200_000, "too deeply"),
        (b'{"cells": [}', "line 1, column 12"),
        (b'{"a": ' + b"9" * 5000 + b"}", "not valid JSON"),
        (b"hello", "not a notebook"),
    ],
)
def test_json_that_is_no_notebook(raw: bytes, word: str) -> None:
    assert word in read_notebook(raw, "hw.ipynb").problem


def test_files_under_the_wrong_ending(tmp_path: Path) -> None:
    (tmp_path / "hw.py").write_bytes(notebook("x = 1"))
    assert read_sources(tmp_path, "hw.py").units[0].cell == 1
    (tmp_path / "hw.ipynb").write_text("def f():\n    return 1\n", encoding="utf-8")
    script = read_sources(tmp_path, "hw.ipynb")
    assert script.units[0].cell is None
    assert "script" in script.notes[0]
    (tmp_path / "hw.py").write_bytes(b"PK\3\4 word/document.xml")
    assert "office document" in read_sources(tmp_path, "hw.py").problem


@pytest.mark.parametrize(
    ("head", "what"), [(b"PK\3\4\0", "zip"), (b"\x89PNG\r\n\x1a\n\0", "image"), (b"%PDF\0", "PDF")]
)
def test_what_is_neither_a_script_nor_a_notebook_is_named(
    tmp_path: Path, head: bytes, what: str
) -> None:
    for name, expected in (("hw.py", "not Python text"), ("hw.ipynb", "not a notebook")):
        (tmp_path / name).write_bytes(head)
        problem = read_sources(tmp_path, name).problem
        assert (what in problem, expected in problem, "NUL" in problem) == (True, True, False)


@pytest.mark.parametrize("indent", ["  ", "\t"])
def test_a_cell_that_is_indented_as_a_whole_runs_as_in_jupyter(indent: str) -> None:
    cell = "\n".join(indent + line if line else "" for line in ("", "def f():", "    return 1", ""))
    (unit,) = read_notebook(notebook("\n" + cell), "hw.ipynb").units
    assert unit.source == "\n\ndef f():\n    return 1\n"
    left_alone = "# a comment\n  x = 1"
    (unit,) = read_notebook(notebook(left_alone), "hw.ipynb").units
    assert unit.source == left_alone


def test_nothing_of_the_notebook_course_is_lost() -> None:
    sources = case("27_notebook_magics_shell_colab", file="hw.ipynb")
    defined = {
        statement.name
        for unit in sources.units
        for statement in ast.parse(unit.source).body
        if isinstance(statement, ast.FunctionDef)
    }
    assert defined == {"conv_out", "softmax", "relu_backward", "attention"}
    assert sources.units[-1].source == "files = []\nprint(files)"


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        ("%matplotlib inline", "pass"),
        ("    !pip install x", "    pass"),
        ("?np.exp", "pass"),
        ("np.exp??", "pass"),
        ("x = %pwd", "x = None"),
        ("a, b = !ls", "a = b = []"),
        ("%time y = f(2)", "y = f(2)"),
        ("get_ipython().run_line_magic('cd', '..')", "pass"),
        ("from google.colab import files", "pass"),
        ("x = y % 3", "x = y % 3"),
        ("print('what?')", "print('what?')"),
        ("# !pip", "# !pip"),
        ("x != y", "x != y"),
    ],
)
def test_lines(line: str, plain: str) -> None:
    assert Neutraliser().cell(line, "cell 1") == plain


@pytest.mark.parametrize(
    "source",
    [
        "x = (7\n  % 3)",
        's = """\n%time\n!ls\n"""',
        "x = 7 \\\n  % 3",
        "s = 'it\\'s' # don't\nassert (x\n  != 3)",
    ],
)
def test_python_that_looks_like_magic_is_left_alone(source: str) -> None:
    assert Neutraliser().cell(source, "cell 1") == source


def test_cell_magics_keep_or_drop_the_body() -> None:
    plain = Neutraliser()
    assert plain.cell("#@title\n%%time\nx = 1", "cell 1") == "#@title\n\nx = 1"
    assert plain.cell("%%bash\nrm -rf /\nls", "cell 2") == "\n\n"
    assert plain.notes == (
        "lines that only a notebook runs were skipped: cell 1: %%time; cell 2: %%bash",
    )


def test_colabs_names_stay_known_and_calls_end_at_their_bracket() -> None:
    plain = Neutraliser()
    plain.cell("from google.colab import drive, files", "cell 1")
    source = "drive.mount(\n  '/content',\n)\nup = files.upload()\ndef f():\n    return 1"
    assert plain.cell(source, "cell 2") == "pass\n\n\nup = {}\ndef f():\n    return 1"


@pytest.mark.parametrize("name", ["hw.py", "hw.ipynb"])
def test_a_million_blank_lines_take_no_time(tmp_path: Path, name: str) -> None:
    blank = "\n" * 1_000_000 + "x = 1"
    (tmp_path / name).write_bytes(notebook(blank) if name == "hw.ipynb" else blank.encode())
    started = time.process_time()
    assert read_sources(tmp_path, name).units[0].source == blank
    assert time.process_time() - started < 10


def test_a_hundred_thousand_names_of_colab_take_no_time() -> None:
    names = ",".join(f"a{number}" for number in range(100_000))
    started = time.process_time()
    plain = Neutraliser().cell(f"from google.colab import {names}\n" + "x = 1\n" * 5000, "cell 1")
    assert plain == "pass\n" + "x = 1\n" * 5000
    assert time.process_time() - started < 10


def test_a_line_without_end_is_explained_in_no_time() -> None:
    text = "x = = f'" + "{" * 300_000
    started = time.process_time()
    assert "A quote that begins" in explain_syntax(text, 1, 5, "unterminated string literal")
    many = "(a,\n" * 1_000_000
    assert "line 1" in explain_syntax(many, 1, 1, "invalid syntax")
    assert time.process_time() - started < 5


def test_a_language_of_any_length_is_named_briefly() -> None:
    metadata = {"language_info": {"name": "brainless" * 10_000}}
    cells = [{"cell_type": "code", "source": "+[-]"}]
    raw = json.dumps({"cells": cells, "metadata": metadata}).encode()
    assert len(read_notebook(raw, "hw.ipynb").problem) < 200


def test_a_shell_line_goes_on_after_a_backslash() -> None:
    assert Neutraliser().cell("!pip install \\\n  torch\nx = 1", "cell 1") == "pass\n\nx = 1"


@given(source=st.text(st.sampled_from("%!?x=()'\"\\\n #"), max_size=60))
def test_lines_keep_their_numbers(source: str) -> None:
    assert Neutraliser().cell(source, "cell 1").count("\n") == source.count("\n")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ('x = 1\nprint "done"\n', ["line 2", "Python 2", "print"]),
        ("x = \u201chi\u201d\n", ["line 1", "Column 5", "U+201C", "'\"'"]),
        ("x =\u00a01\n", ["U+00A0", "' '"]),
        ("f\uff081\uff09\n", ["U+FF08", "'('"]),
        ("x = 3 \u2212 1\n", ["U+2212", "'-'"]),
        ("x\u200b = 1\n", ["invisible", "U+200B"]),
        ("def f():\n\tx = 1\n        return x\n", ["line 3", "tabs and spaces"]),
        ("<<<<<<< HEAD\nx = 1\n", ["conflict"]),
        ("try:\n    x\nexcept E, e:\n    pass\n", ["Python 2", "as name"]),
        ("raise E, 'x'\n", ["Python 2"]),
        (">>> x = 1\n", ["prompt"]),
        ("%matplotlib inline\n", ["notebook only"]),
    ],
)
def test_syntax_errors_in_a_students_words(source: str, words: list[str]) -> None:
    said = explained(source)
    assert all(word in said for word in words), said


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def f(x)\n    return x\n", ["line 1 (`def f(x)`): expected ':'. ", "ends in a colon."]),
        ("if x:\n    y\nelse if z:\n    y\n", ["`elif`"]),
        ("def f(x) {\n    return x\n}\n", ["no braces"]),
        ("def f(x):\n    # later\n\n\nx = 1\n", ["line 1 by four spaces", "`pass`"]),
        ("x = 1\n    y = 2\n", ["line 2 (`y = 2`)", "opens no block"]),
        ("y = f(g(x)\n\n\ndef h():\n    return 1\n", ["line 1 (`y = f(g(x)`)", "never closed"]),
        ("y = f(g(x)\nz = h(y))\n", ["line 1", "opens more brackets than it closes"]),
        ("y = f(a,\n  b\n  c)\n", ["line 2", "The '(' in line 1 is still open here"]),
        ("y = f(x))\n", ["closing one too many"]),
        ("y = f([x)\n", ["another order"]),
        ("if x = 1:\n    y\n", ["`=` sets a name and `==` compares."]),
        ("def f(x):\n    y = x\nreturn y\n", ["not indented under its `def`"]),
        ("y = 2x\n", ["2 * x"]),
        ("x++\n", ["x += 1"]),
        ("if a && b:\n    c\n", ["`and`"]),
        ("if !a:\n    c\n", ["`not`"]),
        ("def f(x, lambda):\n    return x\n", ["`lambda` is a word of Python's own"]),
        ("class = 3\n", ["`class` is a word of Python's own"]),
        ("y = x\u00b2\n", ["'**2'"]),
        ("y = a \u00b7 b\n", ["'*'"]),
        ("pip install numpy\n", ["for the terminal"]),
        ("```python\nx = 1\n```\n", ["Markdown"]),
        ("def f():\n    x = 1\n=======\n", ["conflict"]),
        ("def f(:\n    pass\n<<<<<<< HEAD\n", ["line 1", "Line 3 is a git merge conflict marker"]),
        ("y = (x\u200b +\x07 1\n", ["(`y = (x"]),
    ],
)
def test_the_line_is_shown_with_its_usual_cause(source: str, words: list[str]) -> None:
    said = explained(source)
    assert all(word in said for word in words), said
    assert said.endswith((".", "?"))
    assert said.isprintable()


def test_a_message_that_the_reason_replaces_is_not_said_twice() -> None:
    said = explained('print "done"\n')
    assert said == (
        'Python cannot read line 1 (`print "done"`). This is Python 2: `print` is a function in '
        "Python 3, write print(...)."
    )


def test_mixed_indentation_names_its_line() -> None:
    source = case("36_crlf_tabs_and_old_mac_newlines", "mixed").units[0].source
    said = explained(source)
    assert "line 11" in said
    assert "mix of tabs and spaces" in said


NEWER = pytest.mark.skipif(sys.version_info >= (3, 12), reason="this Python reads it")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param('x = f"{d["a"]}"\n', "newer Python", marks=NEWER),
        pytest.param("type X = int\n", "newer Python", marks=NEWER),
        pytest.param("def f[T](x): return x\n", "newer Python", marks=NEWER),
        ("class A:\n  def f(s):\n      x\n   def g(s): x\n", "no line above it does"),
        ("def f(x):\n\tx\n    y\n", "mix of tabs and spaces"),
    ],
)
def test_newer_python_and_crooked_blocks(text: str, said: str) -> None:
    with pytest.raises(SyntaxError) as caught:
        compile(text, "hw.py", "exec")
    error = caught.value
    assert said in explain_syntax(text, error.lineno, error.offset, error.msg)


def test_a_broken_string_is_not_called_new() -> None:
    assert "newer" not in explain_syntax("x = f'{a!'\n", 1, 5, "f-string: expecting '}'")
