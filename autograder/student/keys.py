"""Single keys from the terminal, without waiting for Enter."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

if sys.platform == "win32":
    import msvcrt
else:
    import select
    import termios
    import tty


class Keys:
    """Reads one key at a time while it is open; "" when none came within the time given."""

    def __enter__(self) -> Self:
        self._saved = None
        if sys.platform != "win32" and sys.stdin.isatty():
            self._saved = termios.tcgetattr(sys.stdin)
            tty.setcbreak(sys.stdin)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if sys.platform != "win32" and self._saved is not None:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._saved)

    def read(self, seconds: float) -> str:
        """The next key in lower case."""
        if sys.platform == "win32":
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                if msvcrt.kbhit():
                    return msvcrt.getwch().lower()
                time.sleep(0.02)
            return ""
        ready, _, _ = select.select([sys.stdin], [], [], seconds)
        if not ready:
            return ""
        key = sys.stdin.read(1)
        return key.lower() if key else "q"  # the terminal is gone
