"""Messages about many tables at once: the lists, and everything on a person's own socket."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from quincunx.core.values import OptionsData, Seat
from quincunx.table.events import Pace, TableSettings
from quincunx.table.wire.table import ClockView, Ping, Pong, Refused, SeatView


class OpenTable(msgspec.Struct, frozen=True):
    """A line in the list of open tables, and of games that ended there today."""

    id: str
    status: Literal["waiting", "playing", "ended"]
    host: str
    settings: TableSettings
    names: tuple[str | None, ...]
    """Each seat's name; ``None`` for a free seat."""
    since: int
    """The time of the table's creation, in milliseconds since 1970."""
    watching: int = 0
    """The number of people without a seat who are watching."""
    handle: str | None = None
    """The host's handle; lines of former versions lack it."""
    handles: tuple[str | None, ...] = ()
    """The handle of each seat's person. Internal to the server, never sent."""
    rating: int | None = None
    """The average rating, in points, of the people at the table for this kind of game; ``None`` if none of
    them has a rating."""
    surely: int | None = None
    """The average conservative rating. Running games are sorted by it."""
    ended: int | None = None
    """The time of the game's end, in milliseconds since 1970."""
    winners: tuple[Seat, ...] = ()
    """The winning seats of a finished game; empty for a draw."""
    small: str | None = None
    """The small picture of the game's end, drawn by the game's own client."""
    guests: tuple[Seat, ...] = ()
    """The seats of people without an account; their names are marked."""
    origin: str | None = None
    """A mark of the network from which the table was created. Internal to the server, never sent."""


class MyTable(msgspec.Struct, frozen=True):
    """A line in the list of a person's own tables that have not ended. The table itself is requested
    separately."""

    id: str
    version: int
    status: Literal["waiting", "playing"]
    settings: TableSettings
    host: str
    seats: tuple[SeatView, ...]
    to_move: Seat | None
    """The seat to move; ``None`` before the game, and while chance moves."""
    waits_for_you: bool
    """True if the table cannot continue before this person moves, or takes a kept seat."""
    clock: ClockView | None
    """The clocks, in a game with clocks."""
    since: int
    """The time since when this is so, in milliseconds since 1970."""
    tournament: str | None = None
    """The tournament that the table belongs to."""
    small: str | None = None
    """The small picture of the game, drawn by the game's own client."""
    handle: str | None = None
    """The host's handle; ``None`` if the host is a tournament or the server."""


class MyTables(msgspec.Struct, frozen=True, tag="my_tables"):
    """New or changed lines of the receiver's own tables, and the tables that are no longer among them.
    ``whole``: all earlier lines are void. ``more``: the number of further tables of the receiver without a
    line. Tables that wait for the receiver come first, and a further table is sent as soon as it changes."""

    tables: tuple[MyTable, ...]
    gone: tuple[str, ...] = ()
    whole: bool = False
    more: int = 0


class OpenSeek(msgspec.Struct, frozen=True):
    """A person who seeks opponents for a rated game right now."""

    name: str
    is_guest: bool
    points: int
    """Their rating for that kind of game."""
    options: OptionsData
    pace: Pace
    since: int
    """Start of the search, in milliseconds since 1970."""


class LobbyNews(msgspec.Struct, frozen=True, tag="lobby"):
    """New or changed lines of the open tables, for people who follow them.

    ``boards``: the small pictures that have changed, of the running games with the most spectators; an empty
    string for a game no longer among them. ``tournaments``: all those that wait for people, those with a
    fixed start first; ``null`` if they have not changed. ``seekers``: all people who seek a game right now,
    those who have waited longest first; ``null`` if they have not changed.
    """

    tables: tuple[OpenTable, ...]
    gone: tuple[str, ...] = ()
    whole: bool = False
    boards: dict[str, str] = {}
    tournaments: (
        tuple[Annotated[msgspec.Raw, msgspec.Meta(extra={"union": "OpenTournament"})], ...] | None
    ) = None
    seekers: tuple[OpenSeek, ...] | None = None


class Follow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="follow"):
    """Start or stop following the open tables and the waiting tournaments. The sender's own tables are always
    sent."""

    lobby: bool


class AskAt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="at"):
    """A frame for a table, as that table's own socket takes it. The first one for a table is ``hello``."""

    table: str
    frame: Annotated[msgspec.Raw, msgspec.Meta(extra={"union": "ClientFrame"})]


class LeaveTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="leave"):
    """Leave a table, as if the table's own socket were closed."""

    table: str


class SayAt(msgspec.Struct, frozen=True, tag="at"):
    """A frame from a table, as that table's own socket sends it."""

    table: str
    frame: Annotated[msgspec.Raw, msgspec.Meta(extra={"union": "ServerFrame"})]


class LeftTable(msgspec.Struct, frozen=True, tag="left"):
    """The server has closed the connection to a table. Codes and sentences are those of the table's own
    socket."""

    table: str
    code: int
    sentence: str


class Seek(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="seek"):
    """Find others for a rated game like this, near the sender in rating. Once they are found, a table with
    kept seats appears in ``my_tables``. The search lasts until then, as long as this socket is open."""

    options: OptionsData
    pace: Pace


class StopSeeking(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="stop_seeking"):
    """Stop the search."""


class Seeking(msgspec.Struct, frozen=True, tag="seeking"):
    """The state of the search for a game on this socket. ``level``: the bot nearest to the receiver in
    rating, for a game without waiting."""

    is_on: bool
    level: str | None = None


class FollowTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="follow_tournament"):
    """Follow this tournament from now on, and no other; ``null``: follow none."""

    tournament: str | None


class TournamentNews(msgspec.Struct, frozen=True, tag="tournament"):
    """The followed tournament, whole, whenever it changes."""

    tournament: Annotated[msgspec.Raw, msgspec.Meta(extra={"union": "TournamentView"})]


class TournamentTalkNews(msgspec.Struct, frozen=True, tag="tournament_talk"):
    """The chat of the followed tournament, with its last lines, whenever it changes."""

    talk: Annotated[msgspec.Raw, msgspec.Meta(extra={"union": "TournamentTalk"})]


MyClientFrame = Follow | FollowTournament | AskAt | LeaveTable | Seek | StopSeeking | Ping
"""Frames that a person's own socket takes."""
MyServerFrame = (
    MyTables | LobbyNews | TournamentNews | TournamentTalkNews | SayAt | LeftTable | Seeking | Refused | Pong
)
"""Frames that a person's own socket sends."""


class Level(msgspec.Struct, frozen=True):
    game: str
    name: str


class PeopleCount(msgspec.Struct, frozen=True):
    """The number of people who have the site open, on all nodes."""

    people: int


class Lobby(msgspec.Struct, frozen=True):
    tables: tuple[OpenTable, ...]
    levels: tuple[Level, ...]
