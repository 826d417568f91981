"""State of a tournament. Times are milliseconds since 1970; points are counted in halves."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from quincunx.club.results.results import Ending
from quincunx.club.tournament.wire import Status, TournamentSettings
from quincunx.core.values import Seat

WIN = 2
DRAW = 1
BYE = 2
"""Half points for a bye."""


class Player(msgspec.Struct, frozen=True):
    """A person who has joined."""

    number: int
    """The player's number, in the order of joining, from 1. It is never reused."""
    person: str
    since: int = 0
    """The round from which on they play; 0: none so far, or none at all."""
    is_out: bool = False
    """True if they are not paired any more, unless they join again."""
    is_removed: bool = False
    """True if they cannot join again."""


class Known(msgspec.Struct, frozen=True):
    """A player's current data."""

    name: str
    is_account: bool = False
    is_gone: bool = False
    """True if their account was deleted."""
    is_barred: bool = False
    """True if the operator has banned them."""


class Score(msgspec.Struct, frozen=True):
    """The score of a game: half points, and whether the player left, in the order of the seats."""

    halves: tuple[int, int]
    left: tuple[bool, bool]


def score_of(endings: tuple[Ending, Ending]) -> Score:
    """The score of two players. A player who has left has lost, whatever the bot achieved. A shared win is a
    draw."""
    left = endings[0] == "left", endings[1] == "left"
    if any(left):
        return Score((0 if left[0] else WIN, 0 if left[1] else WIN), left)
    if endings[0] == endings[1]:
        return Score((DRAW, DRAW), left)
    return Score((WIN if endings[0] == "won" else 0, WIN if endings[1] == "won" else 0), left)


class Game(msgspec.Struct, frozen=True):
    """A pairing of two players in a round, or a bye."""

    round: int
    board: int
    first: int
    """The number of the player who starts, or who has the bye."""
    second: int | None
    """``None``: a bye."""
    table: str | None
    """The table's name, drawn with the pairing before the table exists; ``None``: a bye."""
    began: int
    is_made: bool = False
    """True if the table has been created."""
    score: Score | None = None
    """The score, once the result has been recorded. It is never stored here, because it follows from the
    journal."""

    @property
    def players(self) -> tuple[int, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def is_over(self) -> bool:
        return self.second is None or self.score is not None

    def halves_of(self, player: int) -> int:
        """The half points of this player; 0 before the result has been recorded."""
        if self.second is None:
            return BYE
        return 0 if self.score is None else self.score.halves[self.seat_of(player)]

    def seat_of(self, player: int) -> Seat:
        """The seat of one of the two players."""
        return 0 if player == self.first else 1

    def other(self, player: int) -> int | None:
        """The opponent of this player."""
        return self.second if player == self.first else self.first


class Tournament(msgspec.Struct, frozen=True):
    """All stored data of a tournament, and the scores recorded so far."""

    id: str
    version: int
    host: str
    settings: TournamentSettings
    made_at: int
    changed_at: int
    status: Status = "open"
    round: int = 0
    rounds: int | None = None
    """The total number of rounds; known from the start on."""
    next_at: int | None = None
    """The time at which the next round starts automatically."""
    due: int | None = None
    """The time at which the system must act next."""
    players: tuple[Player, ...] = ()
    games: tuple[Game, ...] = ()
    """In the order of rounds and boards."""
    people: dict[str, Known] = {}
    """The current data of the host and the players, by id; not stored here."""

    def in_round(self, number: int) -> tuple[Game, ...]:
        """The games of a round, including byes."""
        return tuple(game for game in self.games if game.round == number)

    @property
    def is_round_over(self) -> bool:
        """True if all games have been recorded, also those of earlier rounds that the host did not wait
        for."""
        return all(game.is_over for game in self.games)

    def player(self, number: int) -> Player | None:
        """The player with this number."""
        return next((each for each in self.players if each.number == number), None)

    def player_of(self, people: tuple[str, ...]) -> Player | None:
        """The player whose id is one of these, which all belong to one person."""
        return next((each for each in self.players if each.person in people), None)

    def drawn_lot(self, player: int) -> bytes:
        """The player's lot, the last tie-break. It is drawn with the tournament's name."""
        return sha256(f"quincunx evening 1 {self.id} {player}".encode()).digest()
