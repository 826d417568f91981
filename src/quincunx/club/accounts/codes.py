"""Recovery codes. An account has ten; each opens it once."""

from __future__ import annotations

from typing import Final

HOW_MANY: Final = 10
BYTES: Final = 15
"""Random bytes per code. With 120 bits, even a plain hash of a code reveals nothing."""
_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's alphabet, without letters and digits that look alike."""
_TAKEN_FOR: Final = str.maketrans({"O": "0", "I": "1", "L": "1"})


def written(random: bytes) -> str:
    """Format a code as people copy it: six groups of four characters, from :data:`BYTES` random bytes."""
    number = int.from_bytes(random)
    letters = [_LETTERS[number >> shift & 31] for shift in range(len(random) * 8 - 5, -1, -5)]
    return "-".join("".join(letters[at : at + 4]) for at in range(0, len(letters), 4))


def read(typed: str) -> str | None:
    """Normalize a typed code to one spelling; ``None`` if it cannot be a code."""
    code = "".join(letter for letter in typed[:100].upper() if letter not in " -\t").translate(_TAKEN_FOR)
    return code if len(code) == BYTES * 8 // 5 and set(code) <= set(_LETTERS) else None
