"""People at a table: identities, names, handles."""

from __future__ import annotations

import unicodedata
from base64 import urlsafe_b64encode
from functools import lru_cache
from hashlib import sha256

import msgspec

from quincunx.core.reason import refused
from quincunx.table.visible import visible

LONGEST_NAME = 24
LONGEST_TEXT = 500


class Person(msgspec.Struct, frozen=True):
    """A person who acts at a table. ``id`` comes from their session and is never shown to others."""

    id: str
    name: str
    network: str = ""
    """The network from which the person acts, as far as the server knows it. It is not stored."""


SYSTEM = Person("system", "Quincunx")
"""The program itself, which moves for bots. No person has this identity."""


def network_mark(table: str, seed: str, network: str) -> str:
    """The mark of a player's network that a table stores; empty if the network is unknown.

    It only allows a comparison of players at one table. It differs from table to table, and every 4,096th
    network shares the same three hexadecimal digits, so an address cannot be found from it.
    """
    return sha256(f"quincunx network {table} {seed} {network}".encode()).hexdigest()[:3] if network else ""


_TOURNAMENT = "evening-"


def host_of_tournament(tournament: str, name: str) -> Person:
    """The host of a tournament's tables: an identity that cannot act there."""
    return Person(_TOURNAMENT + tournament, name)


def tournament_of(host: str) -> str | None:
    """The tournament whose tables have this host id; ``None`` if the host is a person."""
    return host.removeprefix(_TOURNAMENT) if host.startswith(_TOURNAMENT) else None


def checked_name(name: str) -> str:
    """Normalize a name to its visible form: trimmed, single spaces, no characters without visible effect.

    Raises :class:`~quincunx.core.reason.Refusal` unless 1 to 24 visible characters remain.
    """
    # A name this long is refused, however many characters would be dropped.
    seen = visible(unicodedata.normalize("NFC", name)) if len(name) <= 8 * LONGEST_NAME else name
    if seen is None:
        raise refused("malformed", "name-unseemly", "A name has only visible characters.")
    seen = " ".join(seen.split())
    if not 1 <= len(seen) <= LONGEST_NAME:
        sentence = f"A name has 1 to {LONGEST_NAME} characters."
        raise refused("malformed", "name-length", sentence, most=LONGEST_NAME)
    return seen


def checked_text(text: str) -> str:
    """Normalize a free text to its visible form: trimmed, single spaces, no characters without visible
    effect.

    Raises :class:`~quincunx.core.reason.Refusal` unless 1 to 500 visible characters remain.
    """
    seen = visible(unicodedata.normalize("NFC", text)) if len(text) <= 8 * LONGEST_TEXT else text
    if seen is None:
        raise refused("malformed", "text-unseemly", "A text has only visible characters.")
    seen = " ".join(seen.split())
    if not 1 <= len(seen) <= LONGEST_TEXT:
        sentence = f"A text has 1 to {LONGEST_TEXT} characters."
        raise refused("malformed", "text-length", sentence, most=LONGEST_TEXT)
    return seen


@lru_cache(maxsize=10_000)
def handle_of(person: str) -> str:
    """A person's public handle. It is derived from their id, which is never shown."""
    return urlsafe_b64encode(sha256(f"quincunx person 1 {person}".encode()).digest()[:12]).decode()
