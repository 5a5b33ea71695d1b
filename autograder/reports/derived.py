"""Which files of an output folder the program wrote, and taking away those that no longer hold.

A page that shows a former score, or a student who is not in the class any more, reads like a
current one. Only files listed here are ever removed: what people put beside them stays.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Literal

from autograder.errors import UserError
from autograder.grading.store import Store

Kind = Literal["scores", "pages", "archives"]
"""Written by each run; by `grade report`; by its --bundle."""


def replace_derived(store: Store, kind: Kind, written: Collection[Path]) -> int:
    """Take away what was written of this kind before and was not now; how many there were.

    `written` lie in the store's folder.
    """
    now = {str(path.relative_to(store.folder)) for path in written}
    gone = store.files(kind) - now
    for name in sorted(gone):
        _remove(store.folder, store.folder / name)
    store.keep_files(kind, now)
    return len(gone)


def _remove(folder: Path, file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        raise UserError(
            f"{file} shows former results and cannot be removed: {error.strerror}. Remove it, "
            "then run the same command again."
        ) from error
    for parent in file.parents:
        if parent == folder:
            return
        with suppress(OSError):  # somebody else's files lie there, too
            parent.rmdir()
