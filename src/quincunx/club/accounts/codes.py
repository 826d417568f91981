"""Recovery codes: ten of them open an account, each once."""

from __future__ import annotations

from typing import Final

HOW_MANY: Final = 10
BYTES: Final = 15
"""Of each: 120 bits, so that a plain hash of it gives nothing away."""
_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: none that is taken for another."""
_TAKEN_FOR: Final = str.maketrans({"O": "0", "I": "1", "L": "1"})


def written(random: bytes) -> str:
    """A code as people copy it: six groups of four, made of :data:`BYTES` random bytes."""
    number = int.from_bytes(random)
    letters = [_LETTERS[number >> shift & 31] for shift in range(len(random) * 8 - 5, -1, -5)]
    return "-".join("".join(letters[at : at + 4]) for at in range(0, len(letters), 4))


def read(typed: str) -> str | None:
    """The code that somebody has typed, in one spelling; ``None`` if it cannot be one."""
    code = "".join(letter for letter in typed[:100].upper() if letter not in " -\t").translate(_TAKEN_FOR)
    return code if len(code) == BYTES * 8 // 5 and set(code) <= set(_LETTERS) else None
