"""State of a tournament's chat. Times are milliseconds since 1970."""

from __future__ import annotations

import msgspec

from quincunx.club.tournament.state import Known
from quincunx.club.tournament.talk.wire import TalkAct


class Line(msgspec.Struct, frozen=True):
    """A line: a phrase, or a text of its author's own."""

    number: int
    at: int
    person: str
    phrase: str | None
    text: str | None


class Act(msgspec.Struct, frozen=True):
    """An act of a host, on record."""

    number: int
    at: int
    by: str
    """The host."""
    act: TalkAct
    person: str
    """The person concerned."""
    line: int | None = None
    """The number of the removed line."""


class Talk(msgspec.Struct, frozen=True):
    """The last lines and all acts of hosts, oldest first."""

    version: int = 0
    """Increased by every change. A new line or act gets the next version as its number."""
    lines: tuple[Line, ...] = ()
    acts: tuple[Act, ...] = ()
    people: dict[str, Known] = {}
    """The current data of authors and of those whom the acts name, by id; not stored here."""

    @property
    def silenced(self) -> tuple[str, ...]:
        """The people whom hosts have silenced and not let speak again."""
        last = {each.person: each.act for each in self.acts if each.act != "remove"}
        return tuple(person for person, act in last.items() if act == "silence")

    @property
    def removed(self) -> frozenset[int]:
        """The numbers of the removed lines."""
        return frozenset(each.line for each in self.acts if each.line is not None)
