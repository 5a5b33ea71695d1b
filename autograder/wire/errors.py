"""What the wire raises.

::

    AutograderError
    ├── WireError        a value or a message breaks a limit or a rule of the format
    ├── EndOfStream      the peer closed its end
    └── DeadlinePassed   the peer did not read or write in time
"""

from __future__ import annotations

from autograder.errors import AutograderError


class WireError(AutograderError):
    """A value or a message breaks a limit or a rule of the format; the text names it."""


class EndOfStream(AutograderError):
    """The peer closed its end of the stream."""


class DeadlinePassed(AutograderError):
    """The peer did not read, or did not write a whole frame, before the deadline."""
