"""A failed check and the two texts it carries: one for the student, one with values."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import replace

TEXT_LIMIT = 1000
NAME_LIMIT = 60
WHAT_LIMIT = 160


class CheckFailed(AssertionError):
    """A check of a hidden suite does not hold.

    `message` is safe for students: kinds, shapes, dtypes, counts, positions and how far
    off, never an input or a value. `values` says the same with expected and found values
    beside each other. Neither grows beyond `TEXT_LIMIT` characters. `str()` is `message`.
    """

    def __init__(self, message: str, values: str = "") -> None:
        self.message = clipped(message, TEXT_LIMIT)
        self.values = clipped(values or message, TEXT_LIMIT)
        super().__init__(self.message)

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows, where only visible tests run: nothing is hidden from it."""
        return [f"{type(self).__name__}: {self.values}"]


@dataclass(frozen=True)
class Finding:
    """The first thing wrong with a value, before it is known what the value is called.

    `says` holds no values, `shows` may; `plainly` says all of it where values may be shown,
    in place of `says` and `shows`. `where` and `exactly` are the path to the wrong part of a
    container, without and with the keys of dicts.
    """

    says: str
    shows: str = ""
    plainly: str = ""
    where: str = ""
    exactly: str = ""

    @property
    def is_of_values(self) -> bool:
        """Whether the kind is right, and only values differ."""
        return bool(self.shows or self.plainly)

    def because(self, reason: str) -> Finding:
        """The same finding after a reason, which holds no values."""
        plainly = self.plainly and reason + self.plainly
        return replace(self, says=reason + self.says, plainly=plainly)

    def inside(self, step: str, exact_step: str | None = None) -> Finding:
        """The same finding, seen from the container around it."""
        shown = step if exact_step is None else exact_step
        return replace(self, where=step + self.where, exactly=shown + self.exactly)

    def failure(self, what: str) -> CheckFailed:
        name = clipped(what, WHAT_LIMIT)
        shown = self.plainly or f"{self.says}\n{self.shows}".rstrip()
        return CheckFailed(f"{name}{self.where}: {self.says}", f"{name}{self.exactly}: {shown}")


def clipped(text: str, limit: int) -> str:
    """`text`, cut to `limit` characters with an ellipsis when it is longer."""
    return text if len(text) <= limit else text[: limit - 3] + "..."


def escaped(text: str, limit: int = NAME_LIMIT) -> str:
    """Text of a student made safe for a terminal and a page: one line, no control characters.

    Everything Python calls unprintable (line ends, terminal escapes, bidirectional
    overrides, lone surrogates) becomes a backslash escape.
    """
    kept = text[:limit]
    safe = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in kept)
    return clipped(safe, limit) if len(text) <= limit else clipped(safe, limit - 3) + "..."
