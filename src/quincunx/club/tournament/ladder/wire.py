"""JSON messages between client and server about ladders."""

from __future__ import annotations

from typing import Literal

import msgspec

from quincunx.core.reason import Reason

Arrival = Literal["missing", "here", "bot"]
"""``missing``: the player has not come yet. ``bot``: a bot sits in their seat until they come."""

# ---- to the server ---------------------------------------------------------------------------------------


class ChallengePlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="challenge"):
    """Challenge a player above you on the ladder, given by number. Repeated while the challenge is open, it
    has no further effect."""

    player: int


class AcceptChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="accept_challenge"):
    """Accept a challenge to you. Its table is created at once."""

    challenge: int


class DeclineChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="decline_challenge"):
    """Decline a challenge to you. The challenger takes your place, as after a win."""

    challenge: int


class CancelChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="cancel_challenge"):
    """Take back a challenge of yours that has not been answered."""

    challenge: int


ChallengeCommand = ChallengePlayer | AcceptChallenge | DeclineChallenge | CancelChallenge

# ---- to the client ---------------------------------------------------------------------------------------


class LadderChallenge(msgspec.Struct, frozen=True):
    """A challenge that waits for an answer."""

    challenge: int
    """The challenge's number."""
    player: int
    """The challenger's number."""
    other: int
    """The number of the challenged player."""
    at: int
    until: int
    """The time until which it can be answered."""
    is_still: bool
    """True while that time stands still, because the challenged player is on vacation."""


class LadderGame(msgspec.Struct, frozen=True):
    """A game of an accepted challenge that has no result yet."""

    challenge: int
    player: int
    """The challenger's number."""
    players: tuple[int, ...]
    """The players' numbers, in the order of seats; the first one starts."""
    table: str
    waits_until: int
    """The time until which absent players are waited for; then a bot sits down for them."""
    has_begun: bool
    seats: tuple[Arrival, ...]
    """Per player, whether they have come; empty before the table exists."""


class LadderResult(msgspec.Struct, frozen=True):
    """The outcome of a challenge."""

    challenge: int
    at: int
    player: int
    """The challenger's number."""
    other: int
    """The number of the challenged player."""
    outcome: Literal["won", "lost", "drawn", "missed", "declined", "expired"]
    """``won`` and ``lost`` are the challenger's. ``missed``: both players left the game. ``expired``: it was
    not answered in time."""
    before: int | None
    """The challenger's place before; ``None`` if they had left the ladder."""
    after: int | None
    table: str | None
    """``None``: there was no game."""
    players: tuple[int, ...]
    """The players' numbers, in the order of seats; empty without a game."""
    points: tuple[float, ...]
    """The points of each of them."""
    is_ruled: bool
    """True if a host has set the result."""


class TournamentLadder(msgspec.Struct, frozen=True):
    """The ladder's challenges and games. Its order is that of the standings."""

    challenges: tuple[LadderChallenge, ...]
    """The challenges that wait for an answer, the oldest first."""
    games: tuple[LadderGame, ...]
    """The games under way, the oldest first."""
    results: tuple[LadderResult, ...]
    """The latest results, the newest first."""
    ends: int | None
    """The time at which the ladder ends; ``None`` before its start if it is not announced."""
    away: tuple[int, ...]
    """The numbers of the players who are on vacation."""


class LadderRival(msgspec.Struct, frozen=True):
    """A player whom the viewer may challenge by their places."""

    player: int
    reason: Reason | None
    """The reason why not now; ``None``: the viewer may challenge them."""


class LadderStep(msgspec.Struct, frozen=True):
    """A recorded step of a ladder."""

    number: int
    """Counted from 1, in the order of time."""
    at: int
    kind: Literal["join", "leave", "challenge", "accept", "decline", "cancel", "expire"]
    player: int
    """The number of the player who joins, leaves, or has challenged another one."""
    other: int | None
    """The number of the challenged player, if it is about a challenge."""
    challenge: int | None
    """The number of the step that made the challenge, if this one ends it."""
    table: str | None
    """The table, if a challenge was accepted."""


class LadderSteps(msgspec.Struct, frozen=True):
    """Steps of a ladder in the order of time. The order of its players follows from all of them and the
    results of the games."""

    steps: tuple[LadderStep, ...]
    more: int | None
    """The number to ask for next; ``None`` after the last step."""
