"""The journal's hash chain: each entry carries a hash of itself and of the chain before it.

So folding the entries detects entries that were changed, swapped or lost, and their place. Legacy entries
have no hash. A table's chain may begin after its first entry, and has no gaps from there on. Journals store
the output of :func:`body_of`, and read it by :func:`entry_of`.
"""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec

from quincunx.core.sentence import Spoken, SpokenError, sentence
from quincunx.table.events import Entry, Event

_EVENTS: Final = msgspec.json.Decoder(tuple[Event, ...])


class _Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stored form of an entry. Legacy entries store only the list of their events."""

    chain: str
    events: msgspec.Raw


_BODY: Final = msgspec.json.Decoder(_Body | list[msgspec.Raw])


class Damaged(SpokenError, ValueError):
    """The stored entries of a table differ from those once written. ``version`` is that of the first entry
    that is wrong or missing; the text is a sentence."""

    def __init__(self, version: int, sentence: Spoken) -> None:
        super().__init__(sentence)
        self.version = version


def sealed(before: str, table: str, version: int, key: str, at: int, events: tuple[Event, ...]) -> Entry:
    """A new entry, chained to the one before. ``before`` is that entry's ``chain``, empty for the first."""
    raw = msgspec.json.encode(events)
    return Entry(table, version, key, at, events, _link(before, table, version, key, at, raw), raw)


def check_link(before: str, entry: Entry) -> None:
    """Raise :class:`Damaged` unless the entry continues the chain that ends with ``before``."""
    if not entry.chain and not before:
        return
    if not entry.chain:
        raise Damaged(
            entry.version,
            sentence("Entry {{1}} carries no hash, although those before it do.", entry.version),
        )
    if entry.chain != _link(before, entry.table, entry.version, entry.key, entry.at, entry.raw):
        raise Damaged(
            entry.version,
            sentence(
                "Entry {{1}} doesn’t match its hash: it, or an entry before it, was changed.", entry.version
            ),
        )
    # A caller may pass different events twice: ``raw`` is hashed, but ``events`` are played.
    if _EVENTS.decode(entry.raw) != entry.events:
        raise Damaged(
            entry.version,
            sentence("Entry {{1}}’s content isn’t what its hash was made from.", entry.version),
        )


def _link(before: str, table: str, version: int, key: str, at: int, raw: bytes) -> str:
    # Hashed as stored, byte for byte: a later program may spell the same events differently.
    head = msgspec.json.encode((before, table, version, key, at))
    return hashlib.sha256(head + raw).hexdigest()


def body_of(entry: Entry) -> bytes:
    """The bytes that a journal stores of an entry beside table, version, key and time."""
    if not entry.chain:
        return msgspec.json.encode(entry.events)
    return msgspec.json.encode(_Body(entry.chain, msgspec.Raw(entry.raw)))


def entry_of(table: str, version: int, key: str, at: int, body: bytes) -> Entry:
    """The entry stored as these bytes. Raises :class:`Damaged` if they are no entry."""
    try:
        found = _BODY.decode(body)
        if not isinstance(found, _Body):
            return Entry(table, version, key, at, _EVENTS.decode(body))
        raw = bytes(found.events)
        return Entry(table, version, key, at, _EVENTS.decode(raw), found.chain, raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, TypeError) as error:
        raise Damaged(version, sentence("Entry {{1}} can’t be read.", version)) from error
