"""Rules for passwords, after NIST SP 800-63B (revision 4): long, and in no list of known passwords.

A password is the only factor, so it has at least 15 characters. No kind of character is required or
forbidden, and passwords do not expire. Passwords that an attacker tries first are refused.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib import resources
from typing import Final

from quincunx.club.accounts.lookalikes import likeness
from quincunx.core.reason import refused

SHORTEST: Final = 15
LONGEST: Final = 128
_PROGRAM: Final = "quincunx"
_ROWS: Final = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "abcdefghijklmnopqrstuvwxyz")


@cache
def common() -> frozenset[str]:
    """Passwords found in leaks, in lower case."""
    text = resources.files("quincunx.club").joinpath("data/common_passwords.txt").read_text(encoding="utf-8")
    # The first two lines are the header. Later lines may begin with “#”, too, as passwords.
    return frozenset(text.splitlines()[2:])


def normal(password: str) -> str:
    """Normalize a password, so that it does not depend on how the keyboard composes its letters. Nothing else
    changes."""
    return unicodedata.normalize("NFC", password)


def checked_password(password: str, name: str) -> str:
    """The normalized password to be hashed, for an account of this name. Raises
    :class:`~quincunx.core.reason.Refusal` with a sentence that states the fault."""
    password = normal(password)
    if not SHORTEST <= len(password) <= LONGEST:
        sentence = (
            f"A password has {SHORTEST} to {LONGEST} characters; four or five words are easy to remember."
        )
        raise refused("malformed", "password-length", sentence, least=SHORTEST, most=LONGEST)
    plain = password.casefold()
    if plain in common() or _is_simple(plain):
        sentence = "That password is among those that are tried first; please choose another."
        raise refused("malformed", "password-common", sentence)
    if _is_about(plain, name.casefold()) or _is_about(plain, _PROGRAM):
        sentence = (
            "A password must not be built of the account’s name, or of this site’s; please choose another."
        )
        raise refused("malformed", "password-name", sentence)
    return password


def _is_simple(plain: str) -> bool:
    """True for a few characters repeated, or a row of the keyboard or the alphabet, forwards and
    backwards."""
    if len(set(plain)) < 5 or _period(plain) <= len(plain) // 2:
        return True
    return _longest_run(plain) > len(plain) // 2


def _period(text: str) -> int:
    """The length of the shortest prefix whose repetition gives the text. The last repetition may be cut
    off."""
    return next(size for size in range(1, len(text) + 1) if text[size:] == text[: len(text) - size])


def _longest_run(plain: str) -> int:
    rows = [row + row for each in _ROWS for row in (each, each[::-1])]
    best = start = 0
    for end in range(1, len(plain) + 1):
        while not any(plain[start:end] in row for row in rows):
            start += 1
        best = max(best, end - start)
    return best


def _is_about(plain: str, word: str) -> bool:
    """True if a known word makes up so much of the password that too little of it is secret."""
    word, plain = "".join(word.split()), "".join(plain.split())
    if likeness(word) == likeness(plain):
        return True
    return len(word) > 2 and word in plain and len(plain.replace(word, "")) < SHORTEST
