"""How strongly a worker is shut off from the machine that grades it."""

from __future__ import annotations

import enum
import functools

from autograder.errors import UserError


@functools.total_ordering
class Level(enum.Enum):
    """Isolation levels, weakest first: `Level.LOCKED < Level.SEALED`.

    `inline`: the grader's own process. `process`: a process with limits and, as root, a
    user of its own. `locked`: also Landlock and seccomp. `sealed`: also user, pid, mount,
    network and ipc namespaces around a private root.
    """

    INLINE = "inline"
    PROCESS = "process"
    LOCKED = "locked"
    SEALED = "sealed"

    def __lt__(self, other: Level) -> bool:
        return _PLACES[self.value] < _PLACES[other.value]

    @classmethod
    def parse(cls, text: str) -> Level:
        """The level called `text`; raises UserError that lists the choices."""
        try:
            return cls(text.strip().lower())
        except ValueError:
            choices = ", ".join(level.value for level in cls)
            raise UserError(f"An isolation level is one of {choices}; found {text!r}.") from None


_PLACES = {level.value: place for place, level in enumerate(Level)}
