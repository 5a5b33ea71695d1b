"""What only a notebook understands, turned into harmless Python line by line.

Magics, shell lines, help lines and Colab's services become `pass` (or an empty value where
the line assigns one) at the same indentation, so every other line keeps its number.
Nothing is executed, and nothing is changed inside strings, brackets or continued lines,
where `%` and `!` are Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field

# Cell magics whose body is Python that runs in the notebook's own namespace.
_KEEPS_BODY = frozenset(
    {"time", "timeit", "capture", "prun", "memit", "mprun", "lprun", "snakeviz"}
)
# Line magics that are followed by a statement which runs.
_RUNS_LINE = frozenset({"time"})

_SKIPPED = re.compile(r"(?:%|!|\?)")
_ASSIGNED = re.compile(
    r"(?P<target>[A-Za-z_][\w.]*(?:\s*,\s*[A-Za-z_][\w.]*)*)\s*=\s*(?P<kind>[!%])"
)
_HELP = re.compile(r"(?:[\w.]+\s*=\s*)?%{0,2}[\w.*\[\]()'\"]+\s*\?{1,2};?\s*")
_COLAB_IMPORT = re.compile(r"(?:from\s+google\.colab\b|import\s+google\.colab\b)")
_IMPORTED = re.compile(r"\bimport\s+(?P<names>.+)")
_CALL = re.compile(r"(?:(?P<target>[A-Za-z_]\w*)\s*=\s*)?(?P<of>google\.colab|\w+)\.")
_TIMED = re.compile(r"%time\s+(?P<statement>\S.*)")
_NAMED = 5
_OPENS, _CLOSES = "([{", ")]}"


@dataclass
class Neutraliser:
    """Cells one after the other; Colab's names stay known from the cell that imports them."""

    skipped: list[str] = field(default_factory=list)
    _colab: set[str] = field(default_factory=lambda: {"google.colab"})

    @property
    def notes(self) -> tuple[str, ...]:
        """One sentence about all that was skipped, or none."""
        if not self.skipped:
            return ()
        more = len(self.skipped) - _NAMED
        listed = "; ".join(self.skipped[:_NAMED]) + (f"; and {more} more" if more > 0 else "")
        return (f"lines that only a notebook runs were skipped: {listed}",)

    def cell(self, source: str, place: str) -> str:
        """The cell, called `place` in notes, as plain Python with the same number of lines."""
        lines = source.split("\n")
        first = next((i for i, line in enumerate(lines) if _is_code(line)), None)
        if first is not None and lines[first].lstrip().startswith("%%"):
            words = lines[first].lstrip()[2:].split(None, 1) or [""]
            self.skipped.append(f"{place}: {lines[first].strip()[:40]}")
            if words[0] not in _KEEPS_BODY:
                return "\n" * (len(lines) - 1)
            lines[first] = ""
        return "\n".join(self._lines(lines, place))

    def _lines(self, lines: list[str], place: str) -> Iterator[str]:
        reader = _Reader()
        dropping = False
        for line in lines:
            if dropping:
                reader.read(line)
                dropping = reader.inside
                yield ""
                continue
            plain = None if reader.inside else self._plain(line)
            if plain is None:
                reader.read(line)
                yield line
                continue
            self.skipped.append(f"{place}: {line.strip()[:40]}")
            # A shell line goes on after a backslash, a Colab call until its bracket closes.
            is_python = line.lstrip()[:1] not in "%!?"
            reader.read(line if is_python and not _ASSIGNED.match(line.lstrip()) else _tail(line))
            dropping = reader.inside
            yield plain

    def _plain(self, line: str) -> str | None:
        """What the line becomes; None when it is Python already."""
        body = line.lstrip()
        indent = line[: len(line) - len(body)]
        if not body or body.startswith("#"):
            return None
        timed = _TIMED.match(body)
        if timed:
            return indent + timed["statement"]
        if _SKIPPED.match(body) or (body.rstrip("; ").endswith("?") and _HELP.fullmatch(body)):
            return f"{indent}pass"
        assigned = _ASSIGNED.match(body)
        if assigned:
            targets = re.sub(r"\s*,\s*", " = ", assigned["target"])
            return f"{indent}{targets} = " + ("[]" if assigned["kind"] == "!" else "None")
        if body.startswith("get_ipython("):
            return f"{indent}pass"
        return self._without_colab(body, indent)

    def _without_colab(self, body: str, indent: str) -> str | None:
        if _COLAB_IMPORT.match(body):
            names = _IMPORTED.search(body)
            if names and body.startswith("from"):
                parts = re.split(r"[,()\s]+", names["names"].partition("#")[0])
                self._colab.update(part for part in parts if part.isidentifier() and part != "as")
            return f"{indent}pass"
        call = _CALL.match(body)
        if call is None or call["of"] not in self._colab:
            return None
        return f"{indent}{call['target']} = {{}}" if call["target"] else f"{indent}pass"


def _is_code(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _tail(line: str) -> str:
    return "\\" if line.rstrip().endswith("\\") else ""


class _Reader:
    """Follows brackets, strings and backslashes, to know whether a line starts a statement."""

    def __init__(self) -> None:
        self._depth = 0
        self._quote = ""
        self._continued = False

    @property
    def inside(self) -> bool:
        return self._depth > 0 or bool(self._quote) or self._continued

    def read(self, line: str) -> None:
        self._continued = False
        at = 0
        while at < len(line):
            at = self._in_string(line, at) if self._quote else self._in_code(line, at)
        if len(self._quote) == 1:  # a plain string ends with its line
            self._quote = ""

    def _in_string(self, line: str, at: int) -> int:
        if line[at] == "\\":
            self._continued = at == len(line) - 1
            return at + 2
        if line.startswith(self._quote, at):
            at += len(self._quote)
            self._quote = ""
            return at
        return at + 1

    def _in_code(self, line: str, at: int) -> int:
        character = line[at]
        if character == "#":
            return len(line)
        if character in "'\"":
            self._quote = character * 3 if line.startswith(character * 3, at) else character
            return at + len(self._quote)
        if character in _OPENS:
            self._depth += 1
        elif character in _CLOSES:
            self._depth = max(0, self._depth - 1)
        elif character == "\\" and at == len(line) - 1:
            self._continued = True
        return at + 1
