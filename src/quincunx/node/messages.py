"""What nodes tell each other on the bus.

Entries are the only facts, and the journal has them too. All else is the present moment: it is repeated,
asked for anew, and forgotten with the node that said it.
"""

from __future__ import annotations

import msgspec

from quincunx.table.events import Entry
from quincunx.table.record.chain import body_of, entry_of

MOST_NAMED = 200
"""People at a table whom a node names to the others; of a greater crowd it tells the number."""


class UnreadEntry(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """An entry as buses carry it. Most who hear of it have nothing to do with its table: it is left as it is
    stored until somebody reads it, who can then check it as if it came from the journal."""

    table: str
    version: int
    key: str
    at: int
    body: msgspec.Raw

    @staticmethod
    def of(entry: Entry) -> UnreadEntry:
        """What is to be heard of an entry."""
        return UnreadEntry(entry.table, entry.version, entry.key, entry.at, msgspec.Raw(body_of(entry)))

    def read(self) -> Entry:
        """The entry. Raises :class:`~quincunx.table.record.chain.Damaged` for what is none, or is none that
        this version of the program knows."""
        return entry_of(self.table, self.version, self.key, self.at, bytes(self.body))


class Beat(msgspec.Struct, frozen=True, tag="beat"):
    """This node lives, and thinks for bots at these tables."""

    node: str
    playing: tuple[str, ...] = ()


class Here(msgspec.Struct, frozen=True, tag="here"):
    """All who are connected to a table on this node, and when others who have a seat hung up there."""

    node: str
    table: str
    people: tuple[str, ...] = ()
    more: int = 0
    """How many are there besides."""
    left: dict[str, int] = {}
    asking: tuple[str, ...] = ()
    """Players there without a socket, who ask over plain HTTP."""


class Who(msgspec.Struct, frozen=True, tag="who"):
    """This node wants to be told who is at a table. ``None``: at all of them, because it may have missed
    something, and may not have been heard itself."""

    node: str
    table: str | None = None


class Bye(msgspec.Struct, frozen=True, tag="bye"):
    """This node ends, and all connections to it."""

    node: str


class PersonChanged(msgspec.Struct, frozen=True, tag="person"):
    """A change to a person: cached facts about them are outdated."""

    person: str
    is_end: bool = False
    """Whether a session or a token of theirs has ended, so that their sockets are to close."""


class CredentialEnded(msgspec.Struct, frozen=True, tag="ended"):
    """The end of a session, token or cookie."""

    key: bytes
    """Hash of its secret."""


class Gap(msgspec.Struct, frozen=True):
    """Something may have been missed here. No node says it: the bus does."""


OfPeople = PersonChanged | CredentialEnded
"""News about people. The store has it too, and nodes poll the store for news that they missed."""
Present = Beat | Here | Who | Bye | OfPeople
"""All news but entries."""
News = Entry | Present
"""What a node says."""
Heard = UnreadEntry | Present | Gap
"""What the others hear."""
