"""An evening at one moment. Times are milliseconds since 1970, points are counted in halves."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from quincunx.club.results.results import Ending
from quincunx.club.tournament.wire import EveningSettings, Status
from quincunx.core.values import Seat

WIN = 2
DRAW = 1
BYE = 2
"""Half points."""


class Player(msgspec.Struct, frozen=True):
    """Somebody who has joined."""

    number: int
    """In the order in which people joined, from 1; never another's again."""
    person: str
    since: int = 0
    """The round from which on they play; 0: none so far, or none at all."""
    is_out: bool = False
    """They are paired no more, unless they join again."""
    is_removed: bool = False
    """And they cannot."""


class Known(msgspec.Struct, frozen=True):
    """Who a player is, as is known of them today."""

    name: str
    is_account: bool = False
    is_gone: bool = False
    """They have been deleted."""
    is_barred: bool = False
    """The operator has closed the server to them."""


class Score(msgspec.Struct, frozen=True):
    """What came of a game: half points, and who has left it, in the order of its seats."""

    halves: tuple[int, int]
    left: tuple[bool, bool]


def score_of(endings: tuple[Ending, Ending]) -> Score:
    """The points of both. A player who has left has lost, whatever the bot made of the game; a win that both
    share is a draw."""
    left = endings[0] == "left", endings[1] == "left"
    if any(left):
        return Score((0 if left[0] else WIN, 0 if left[1] else WIN), left)
    if endings[0] == endings[1]:
        return Score((DRAW, DRAW), left)
    return Score((WIN if endings[0] == "won" else 0, WIN if endings[1] == "won" else 0), left)


class Game(msgspec.Struct, frozen=True):
    """Two who are paired in a round, or one who has a bye."""

    round: int
    board: int
    first: int
    """The number of who starts, or has the bye."""
    second: int | None
    """``None``: a bye."""
    table: str | None
    """Its name is drawn with the pairing, before there is a table; ``None``: a bye."""
    began: int
    is_made: bool = False
    """Whether its table is there."""
    score: Score | None = None
    """What came of it, once it has been counted. It is never stored here: it follows from the journal."""

    @property
    def players(self) -> tuple[int, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def is_over(self) -> bool:
        return self.second is None or self.score is not None

    def halves_of(self, player: int) -> int:
        """What this player has for it; 0 before it has been counted."""
        if self.second is None:
            return BYE
        return 0 if self.score is None else self.score.halves[self.seat_of(player)]

    def seat_of(self, player: int) -> Seat:
        """The seat of one of its two."""
        return 0 if player == self.first else 1

    def other(self, player: int) -> int | None:
        """Whom this player meets."""
        return self.second if player == self.first else self.first


class Evening(msgspec.Struct, frozen=True):
    """All that is kept of an evening, and the scores of its games as they have been counted so far."""

    id: str
    version: int
    host: str
    settings: EveningSettings
    made_at: int
    changed_at: int
    status: Status = "open"
    round: int = 0
    rounds: int | None = None
    """In all; known from the start on."""
    next_at: int | None = None
    """When the next round begins by itself."""
    due: int | None = None
    """When the system must act next."""
    players: tuple[Player, ...] = ()
    games: tuple[Game, ...] = ()
    """In the order of rounds and boards."""
    people: dict[str, Known] = {}
    """Who the host and the players are, by their ids; not stored here."""

    def in_round(self, number: int) -> tuple[Game, ...]:
        """The games of a round, byes among them."""
        return tuple(game for game in self.games if game.round == number)

    @property
    def is_round_over(self) -> bool:
        """Whether all games have been counted, also those of rounds that the host did not wait for."""
        return all(game.is_over for game in self.games)

    def player(self, number: int) -> Player | None:
        """The one of this number."""
        return next((each for each in self.players if each.number == number), None)

    def player_of(self, people: tuple[str, ...]) -> Player | None:
        """Whoever of these ids, which are one person's, has joined."""
        return next((each for each in self.players if each.person in people), None)

    def lot(self, player: int) -> bytes:
        """Where nothing else tells players apart, the lot does; it is drawn with the evening's name."""
        return sha256(f"quincunx evening 1 {self.id} {player}".encode()).digest()
