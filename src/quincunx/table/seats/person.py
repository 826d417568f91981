"""Who acts at a table."""

from __future__ import annotations

import unicodedata
from base64 import urlsafe_b64encode
from functools import lru_cache
from hashlib import sha256

import msgspec

from quincunx.core.reason import refused
from quincunx.table.visible import shows, visible

LONGEST_NAME = 24
LONGEST_TEXT = 500


class Person(msgspec.Struct, frozen=True):
    """Somebody who acts. ``id`` is found by a session and never shown to others."""

    id: str
    name: str
    network: str = ""
    """From where they act, as far as the server knows; it is not stored."""


SYSTEM = Person("system", "Quincunx")
"""The program itself, which moves for bots. Nobody else has this identity."""


def network_mark(table: str, seed: str, network: str) -> str:
    """The mark that a table stores of a player's network; empty where none is known.

    Only players of one table can be compared by it: it differs from table to table, and three hexadecimal
    digits fit every 4,096th network, so nobody can find an address by it.
    """
    return sha256(f"quincunx network {table} {seed} {network}".encode()).hexdigest()[:3] if network else ""


_EVENING = "evening-"


def host_of_evening(evening: str, name: str) -> Person:
    """Who has made the tables of an evening: nobody who could act there."""
    return Person(_EVENING + evening, name)


def evening_of(host: str) -> str | None:
    """The evening that a table belongs to whose host has this id; ``None`` if a person has made it."""
    return host.removeprefix(_EVENING) if host.startswith(_EVENING) else None


def checked_name(name: str) -> str:
    """The name as it is seen: trimmed, with single spaces, without what has no visible effect.

    Raises :class:`~quincunx.core.reason.Refusal` unless 1 to 24 visible characters remain.
    """
    # A name that long is none, whatever would be dropped of it.
    seen = visible(unicodedata.normalize("NFC", name)) if len(name) <= 8 * LONGEST_NAME else name
    if seen is None:
        raise refused("malformed", "name-unseemly", "A name has only visible characters.")
    seen = " ".join(seen.split())
    if seen and not shows(seen):
        raise refused("malformed", "name-unseemly", "A name has only visible characters.")
    if not 1 <= len(seen) <= LONGEST_NAME:
        sentence = f"A name has 1 to {LONGEST_NAME} characters."
        raise refused("malformed", "name-length", sentence, most=LONGEST_NAME)
    return seen


def checked_text(text: str) -> str:
    """The text that a person has typed, as it is seen: trimmed, with single spaces, without what has no
    visible effect.

    Raises :class:`~quincunx.core.reason.Refusal` unless 1 to 500 visible characters remain.
    """
    seen = visible(unicodedata.normalize("NFC", text)) if len(text) <= 8 * LONGEST_TEXT else text
    if seen is None:
        raise refused("malformed", "text-unseemly", "A text has only visible characters.")
    seen = " ".join(seen.split())
    if not shows(seen) or len(seen) > LONGEST_TEXT:
        sentence = f"A text has 1 to {LONGEST_TEXT} characters."
        raise refused("malformed", "text-length", sentence, most=LONGEST_TEXT)
    return seen


@lru_cache(maxsize=10_000)
def handle_of(person: str) -> str:
    """The name by which others may ask for somebody: it follows from their id, which nobody is shown."""
    return urlsafe_b64encode(sha256(f"quincunx person 1 {person}".encode()).digest()[:12]).decode()
