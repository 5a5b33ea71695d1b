"""File names from students' names, which may hold anything."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from hashlib import blake2b

_SAFE = frozenset(" -_.,@+='()[]&!~^")
_LONGEST = 100


@lru_cache(10_000)
def safe_name(text: str) -> str:
    """A file name for `text`: the same for the same text, another for another text.

    Letters of any script stay; separators, control characters and what some file systems
    refuse become %XX.
    """
    encoded = "".join(_safe(c) for c in unicodedata.normalize("NFC", text))
    if encoded.startswith((".", "-")) or not encoded:
        encoded = f"%{ord(encoded[0]):02X}{encoded[1:]}" if encoded else "%"
    if encoded.endswith((" ", ".")):
        encoded = f"{encoded[:-1]}%{ord(encoded[-1]):02X}"
    if len(encoded.encode()) > _LONGEST or unicodedata.normalize("NFC", text) != text:
        mark = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
        encoded = f"{encoded.encode()[: _LONGEST - 9].decode(errors='ignore')}~{mark}"
    return encoded


def _safe(character: str) -> str:
    if character.isalnum() or character in _SAFE or unicodedata.category(character) in ("So", "Mn"):
        return character
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))
