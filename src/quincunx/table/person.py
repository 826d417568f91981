"""Who acts at a table."""

from __future__ import annotations

import unicodedata
from base64 import urlsafe_b64encode
from functools import lru_cache
from hashlib import sha256

import msgspec

from quincunx.core.reason import refused

LONGEST_NAME = 24
LONGEST_TEXT = 500
# Control, format (bidi marks among them), surrogate, private-use and unassigned characters, and line breaks.
_UNSEEMLY = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_FILLERS = "\u115f\u1160\u3164\uffa0"
"""Letters of Korean that show nothing."""
_JOINERS = dict.fromkeys(map(ord, "\u200c\u200d"))
_HEAP = "M" * 6


class Person(msgspec.Struct, frozen=True):
    """Somebody who acts. ``id`` is found by a session and never shown to others."""

    id: str
    name: str


SYSTEM = Person("system", "Quincunx")
"""The program itself, which moves for bots. Nobody else has this identity."""


_EVENING = "evening-"


def host_of_evening(evening: str, name: str) -> Person:
    """Who has made the tables of an evening: nobody who could act there."""
    return Person(_EVENING + evening, name)


def evening_of(host: str) -> str | None:
    """The evening that a table belongs to whose host has this id; ``None`` if a person has made it."""
    return host.removeprefix(_EVENING) if host.startswith(_EVENING) else None


def checked_name(name: str) -> str:
    """The name, trimmed, with single spaces.

    Raises :class:`~quincunx.core.reason.Refusal` unless 1 to 24 visible characters remain.
    """
    if any(map(_is_unseemly, name)):
        raise refused("malformed", "name-unseemly", "A name has only visible characters.")
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if name and all(unicodedata.category(letter)[0] in "MZ" for letter in name):
        raise refused("malformed", "name-unseemly", "A name has only visible characters.")
    if not 1 <= len(name) <= LONGEST_NAME:
        sentence = f"A name has 1 to {LONGEST_NAME} characters."
        raise refused("malformed", "name-length", sentence, most=LONGEST_NAME)
    return name


def checked_text(text: str) -> str:
    """What somebody has typed, trimmed, with single spaces, to be shown as text and as nothing else.

    Raises :class:`~quincunx.core.reason.Refusal` unless 1 to 500 visible characters remain. What joins
    letters and pictures may stand between them; marks may not be heaped up until they cover other lines.
    """
    bare = text.translate(_JOINERS)
    normal = " ".join(unicodedata.normalize("NFC", text).split())
    kinds = "".join(unicodedata.category(letter)[0] for letter in unicodedata.normalize("NFC", bare))
    is_seen = any(kind not in "MZ" for kind in kinds)
    if any(map(_is_unseemly, bare)) or _HEAP in kinds or ("M" in kinds and not is_seen):
        raise refused("malformed", "text-unseemly", "A text has only visible characters.")
    if not is_seen or len(normal) > LONGEST_TEXT:
        sentence = f"A text has 1 to {LONGEST_TEXT} characters."
        raise refused("malformed", "text-length", sentence, most=LONGEST_TEXT)
    return normal


def _is_unseemly(letter: str) -> bool:
    return unicodedata.category(letter) in _UNSEEMLY or letter in _FILLERS


@lru_cache(maxsize=10_000)
def handle_of(person: str) -> str:
    """The name by which others may ask for somebody: it follows from their id, which nobody is shown."""
    return urlsafe_b64encode(sha256(f"quincunx person 1 {person}".encode()).digest()[:12]).decode()
