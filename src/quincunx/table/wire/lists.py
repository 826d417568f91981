"""What is said of many tables at once: the lists, and everything on a person's own socket."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from quincunx.core.values import OptionsData, Seat
from quincunx.table.events import Pace, TableSettings
from quincunx.table.wire.table import ClockView, Ping, Pong, Refused, SeatView


class OpenTable(msgspec.Struct, frozen=True):
    """A line in the list of open tables, and of games that have ended there today."""

    id: str
    status: Literal["waiting", "playing", "ended"]
    host: str
    settings: TableSettings
    names: tuple[str | None, ...]
    """Each seat's name, ``None`` where it is free."""
    since: int
    """When it was made, in milliseconds since 1970."""
    watching: int = 0
    """How many people without a seat look on just now."""
    handle: str | None = None
    """The host's page; lines of former versions are without."""
    handles: tuple[str | None, ...] = ()
    """Whose page belongs to each seat. It is there for whoever makes the list, and not sent."""
    rating: int | None = None
    """What the people who sit here have at this kind of game, in points, on average; ``None`` where none of
    them has a rating."""
    surely: int | None = None
    """The same of what they have surely reached: running games are shown in this order."""
    ended: int | None = None
    """When the game ended, in milliseconds since 1970."""
    winners: tuple[Seat, ...] = ()
    """Who has won then; empty for a draw."""
    small: str | None = None
    """Its end in small, for its own client to draw."""
    guests: tuple[Seat, ...] = ()
    """The seats of people who have no account; their names are marked."""
    origin: str | None = None
    """A mark of the network it was created from. It is there for whoever makes the list, and not sent."""


class MyTable(msgspec.Struct, frozen=True):
    """A line in the list of a person's own tables that have not ended; a table itself is asked for apart."""

    id: str
    version: int
    status: Literal["waiting", "playing"]
    settings: TableSettings
    host: str
    seats: tuple[SeatView, ...]
    to_move: Seat | None
    """Whose turn it is; ``None`` before the game, and while chance is asked."""
    waits_for_you: bool
    """Whether nothing goes on before this person does something: moves, or takes a seat that is kept."""
    clock: ClockView | None
    """Everybody's time, in a game that is played with clocks."""
    since: int
    """When it came to be so, in milliseconds since 1970."""
    evening: str | None = None
    """The evening that the table belongs to."""
    small: str | None = None
    """The game in small, for its own client to draw."""
    handle: str | None = None
    """The host's page; ``None`` where the host is a tournament or the server."""


class MyTables(msgspec.Struct, frozen=True, tag="my_tables"):
    """Lines of tables of mine that are new or have changed, and which tables are no longer among them.
    ``whole``: what was told before is forgotten. ``more``: so many further tables of mine have not been told;
    those that wait for me come first, and as soon as something happens at another it is told as well."""

    tables: tuple[MyTable, ...]
    gone: tuple[str, ...] = ()
    whole: bool = False
    more: int = 0


class LobbyNews(msgspec.Struct, frozen=True, tag="lobby"):
    """The same of the open tables, for whoever follows them.

    ``boards``: of the running games that most people watch, in small, those that look otherwise now than they
    were told; empty for one that is among them no longer. ``evenings``: all that wait for people, those whose
    beginning is said first; ``null``: they are what they were.
    """

    tables: tuple[OpenTable, ...]
    gone: tuple[str, ...] = ()
    whole: bool = False
    boards: dict[str, str] = {}
    evenings: tuple[Annotated[msgspec.Raw, msgspec.Meta(extra={"union": "OpenEvening"})], ...] | None = None


class Follow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="follow"):
    """Tell me of the open tables, and of evenings that wait, from now on, or no longer. Of my own tables I am
    told anyway."""

    lobby: bool


class AskAt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="at"):
    """A frame as the table's own socket takes it; the first one for a table is ``hello``."""

    table: str
    frame: Annotated[msgspec.Raw, msgspec.Meta(extra={"union": "ClientFrame"})]


class LeaveTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="leave"):
    """As if the table's own socket were closed."""

    table: str


class SayAt(msgspec.Struct, frozen=True, tag="at"):
    """A frame as the table's own socket says it."""

    table: str
    frame: Annotated[msgspec.Raw, msgspec.Meta(extra={"union": "ServerFrame"})]


class LeftTable(msgspec.Struct, frozen=True, tag="left"):
    """The server has closed what was open to a table: the codes and sentences are those of its own socket."""

    table: str
    code: int
    sentence: str


class Seek(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="seek"):
    """Find me others for a rated game like this, near in rating. A table with seats kept for us is in
    ``my_tables`` as soon as they are found; until then I look, as long as this socket is open."""

    options: OptionsData
    pace: Pace


class StopSeeking(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="stop_seeking"):
    """I do not look any more."""


class Seeking(msgspec.Struct, frozen=True, tag="seeking"):
    """Whether I am looking for a game on this socket. ``level``: the bot that is nearest to me in rating, for
    who does not want to wait."""

    is_on: bool
    level: str | None = None


class FollowEvening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="follow_evening"):
    """Tell me of this evening from now on, and of no other; ``null``: of none."""

    evening: str | None


class EveningNews(msgspec.Struct, frozen=True, tag="evening"):
    """The evening that I follow, whole, whenever something has changed."""

    evening: Annotated[msgspec.Raw, msgspec.Meta(extra={"union": "EveningView"})]


MyClientFrame = Follow | FollowEvening | AskAt | LeaveTable | Seek | StopSeeking | Ping
"""What a person's own socket takes."""
MyServerFrame = MyTables | LobbyNews | EveningNews | SayAt | LeftTable | Seeking | Refused | Pong
"""And what it says."""


class Level(msgspec.Struct, frozen=True):
    game: str
    name: str


class Lobby(msgspec.Struct, frozen=True):
    tables: tuple[OpenTable, ...]
    levels: tuple[Level, ...]
