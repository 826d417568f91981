"""What clients and server say to each other about an evening, as JSON."""

from __future__ import annotations

from typing import Literal

import msgspec

from quincunx.core.values import OptionsData
from quincunx.table.events import LivePace

Format = Literal["swiss", "round_robin"]
"""Everybody meets somebody who has done about as well, or everybody meets everybody."""
Status = Literal["open", "playing", "ended"]

# ---- to the server ---------------------------------------------------------------------------------------


class EveningSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an evening is played: two sit at each table. Times are in seconds."""

    name: str
    """1 to 60 characters."""
    format: Format
    options: OptionsData
    """The game and its options, for two players. Who starts is the evening's to say."""
    pace: LivePace
    rounds: int | None = None
    """Of a Swiss tournament, 1 to 20; ``None``: as many as it takes for a single winner. A round robin has as
    many as it needs."""
    rated: bool = False
    most: int = 64
    """So many people may join, 3 to 64."""
    wait: int = 180
    """So long after a round has begun a bot sits down for whoever has not come, 5 to 3,600."""
    pause: int = 60
    """So long after the last game of a round the next one begins, 0 to 3,600."""
    by_hand: bool = False
    """The host has each round begin; else the pause does."""
    listed: bool = False
    """Whether everybody may find it among the evenings that wait; else only who has its link knows of it."""
    begins: int | None = None
    """When the host means to start it, in milliseconds since 1970, at most 30 days ahead. It is announced,
    and nothing happens by itself; ``None``: it is not said."""


class JoinEvening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="join"):
    """I play, from the next round on. Whoever has left, or was set aside, comes back by this. A round robin
    can be joined before it starts."""


class LeaveEvening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="leave"):
    """I play no more. Before the start it is as if I had not joined; a game that has begun stays mine."""


class StartEvening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="start"):
    """The host has the first round begin."""


class NextRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="next_round"):
    """The host has the next round begin now: ``round`` is its number. Games that are not over by then count
    when they are. Sent twice, it has one effect."""

    round: int


class SetByHand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="set_by_hand"):
    """Whether the host has each round begin from now on."""

    by_hand: bool


class RemovePlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="remove"):
    """The host has somebody play no more, by their number; they cannot join again."""

    player: int


class EndEvening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="end"):
    """The host ends it; games that are not over by then count when they are."""


EveningCommand = JoinEvening | LeaveEvening | StartEvening | NextRound | SetByHand | RemovePlayer | EndEvening
"""What a person may ask of an evening."""

# ---- to the client ---------------------------------------------------------------------------------------


class EveningGame(msgspec.Struct, frozen=True):
    """Two who play each other in a round, or one who has a bye."""

    board: int
    """Counted from 1; those who stand highest sit at the first."""
    players: tuple[int, ...]
    """Their numbers; the first one starts. One alone has a bye."""
    table: str | None
    """``None``: a bye."""
    points: tuple[float, ...] | None
    """What each has for it; ``None`` until the game has been counted."""
    left: tuple[bool, ...] = ()
    """Once it has been counted: who has left the game, or never came. They have lost it."""


class EveningRound(msgspec.Struct, frozen=True):
    """Who plays whom in a round."""

    round: int
    began: int
    """Milliseconds since 1970."""
    waits_until: int
    """Until then whoever has a seat at a table is waited for; then a bot sits down for them."""
    games: tuple[EveningGame, ...]


class EveningRounds(msgspec.Struct, frozen=True):
    """All rounds so far, the first one first."""

    rounds: tuple[EveningRound, ...]


class EveningLine(msgspec.Struct, frozen=True):
    """A line of the standings."""

    place: int
    """Those who are equal in everything share one."""
    player: int
    """Their number, in the order in which people joined."""
    name: str
    handle: str | None
    """For their page; ``None`` for who is here no longer."""
    is_account: bool
    points: float
    """A game won is 1, drawn ½; a bye is 1."""
    buchholz: float
    """The points of all whom they have met."""
    wins: int
    """At tables: byes do not count here."""
    games: int
    """Counted ones."""
    is_out: bool = False
    """They play no more: they have left, were removed, or have left two games in a row."""


class EveningYou(msgspec.Struct, frozen=True):
    """What an evening is for whoever looks."""

    is_host: bool = False
    player: int | None = None
    """My number, if I have joined."""
    table: str | None = None
    """My table of this round, while its game has not been counted."""
    may_join: bool = False


class EveningHost(msgspec.Struct, frozen=True):
    name: str
    handle: str | None


class EveningView(msgspec.Struct, frozen=True):
    """An evening as everybody who has its link may see it."""

    id: str
    version: int
    """It counts up with everything that changes."""
    status: Status
    settings: EveningSettings
    host: EveningHost
    made: int
    round: int
    """The one that is played, or was played last; 0 before the first."""
    rounds: int | None
    """How many there are in all; ``None`` while it depends on who joins."""
    now: int
    """The server's time."""
    next_at: int | None
    """When the next round begins by itself (or the evening ends, after the last); ``None``: nobody knows."""
    current: EveningRound | None
    """The round that is played, or was played last."""
    standings: tuple[EveningLine, ...]
    """The best first; before the start in the order in which people joined."""
    you: EveningYou


class EveningSummary(msgspec.Struct, frozen=True):
    """A line in the list of my evenings."""

    id: str
    name: str
    status: Status
    round: int
    players: int
    is_host: bool
    made: int


class OpenEvening(msgspec.Struct, frozen=True):
    """A line in the list of evenings that wait for people, for everybody to see."""

    id: str
    name: str
    host: EveningHost
    format: Format
    options: OptionsData
    pace: LivePace
    rated: bool
    players: int
    """Who has joined so far."""
    most: int
    """So many may."""
    begins: int | None
    """When its host means to start it; ``None``: it is not said."""
    made: int


class OpenEvenings(msgspec.Struct, frozen=True):
    """Those that wait: first those whose beginning is said, the soonest first; then the newest."""

    evenings: tuple[OpenEvening, ...]


class MyEvenings(msgspec.Struct, frozen=True):
    """Those that have not ended which I host or play in, the newest first."""

    evenings: tuple[EveningSummary, ...]
