"""The budgets of one submission: plain data, so that reading a course loads no isolation."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Budgets of one submission; seconds are CPU seconds, sizes mebibytes.

    call_seconds, import_seconds, submission_seconds and output_mb are kept by the grader,
    the others by the kernel. `threads` binds only where the worker has a user, or a user
    namespace, of its own.
    """

    call_seconds: float = 2.0
    import_seconds: float = 10.0
    submission_seconds: float = 120.0
    memory_mb: int = 1024
    scratch_mb: int = 64
    output_mb: int = 1
    threads: int = 64
    open_files: int = 256
    file_mb: int = 64
