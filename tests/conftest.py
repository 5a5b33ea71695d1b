"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

# How long an example takes says more about the neighbours on this machine than about the code.
settings.register_profile("shared machine", deadline=None)
settings.load_profile("shared machine")
