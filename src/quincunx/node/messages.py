"""Messages between nodes on the bus.

Entries are the only facts, and the journal has them too. All other messages describe the present. They are
repeated, requested again, and forgotten with the node that sent them.
"""

from __future__ import annotations

import msgspec

from quincunx.table.events import Entry
from quincunx.table.record.chain import body_of, entry_of

MOST_NAMED = 200
"""The maximum number of people at a table whom a node names to other nodes. For a larger crowd it sends the
number."""


class UnreadEntry(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """An entry as buses carry it. Most receivers do not need its table, so it stays in its stored form until
    it is read. The reader can then check it like an entry from the journal."""

    table: str
    version: int
    key: str
    at: int
    body: msgspec.Raw

    @staticmethod
    def of(entry: Entry) -> UnreadEntry:
        """The message for an entry."""
        return UnreadEntry(entry.table, entry.version, entry.key, entry.at, msgspec.Raw(body_of(entry)))

    def read(self) -> Entry:
        """Decode the entry. Raises :class:`~quincunx.table.record.chain.Damaged` if it is no entry, or none
        that this version of the program knows."""
        return entry_of(self.table, self.version, self.key, self.at, bytes(self.body))


class Beat(msgspec.Struct, frozen=True, tag="beat"):
    """Sign of life of a node, with the tables for whose bots it computes."""

    node: str
    playing: tuple[str, ...] = ()


class Here(msgspec.Struct, frozen=True, tag="here"):
    """People connected to a table on this node, and when other people with a seat disconnected there."""

    node: str
    table: str
    people: tuple[str, ...] = ()
    more: int = 0
    """The number of further people there."""
    left: dict[str, int] = {}
    asking: tuple[str, ...] = ()
    """Players there without a socket, who poll over plain HTTP."""


class Who(msgspec.Struct, frozen=True, tag="who"):
    """Request for the people connected to a table. ``None`` means all tables: the sender may have missed
    messages, and its own may have been lost."""

    node: str
    table: str | None = None


class Bye(msgspec.Struct, frozen=True, tag="bye"):
    """End of a node, and of all connections to it."""

    node: str


class PersonChanged(msgspec.Struct, frozen=True, tag="person"):
    """A change to a person: cached facts about them are outdated."""

    person: str
    is_end: bool = False
    """True if one of their sessions or tokens has ended, so that their sockets must close."""


class CredentialEnded(msgspec.Struct, frozen=True, tag="ended"):
    """The end of a session, token or cookie."""

    key: bytes
    """Hash of its secret."""


class Gap(msgspec.Struct, frozen=True):
    """A possible loss of messages. Nodes do not send it; the bus does."""


OfPeople = PersonChanged | CredentialEnded
"""News about people. The store has it too, and nodes poll the store for news that they missed."""
Present = Beat | Here | Who | Bye | OfPeople
"""All news except entries."""
News = Entry | Present
"""News as a node publishes it."""
Heard = UnreadEntry | Present | Gap
"""News as other nodes receive it."""
