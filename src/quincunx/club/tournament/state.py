"""State of a tournament. Times are milliseconds since 1970; points are counted in halves."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from quincunx.club.tournament.ladder.steps import Step
from quincunx.club.tournament.scores import BYE, Score
from quincunx.club.tournament.teams.match import Match, Team
from quincunx.club.tournament.wire import Status, TournamentSettings
from quincunx.core.values import Seat
from quincunx.table.parts import Vacation


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


class Ruling(msgspec.Struct, frozen=True):
    """A result that a host has set, in half points."""

    number: int
    """Counted from 1, in the order of time."""
    at: int
    person: str
    """The host who set it."""
    round: int
    board: int
    before: tuple[int, ...] | None
    """In the order of the seats. ``None``: the game had no result yet."""
    after: tuple[int, ...] | None
    """``None``: as played."""


class Apart(msgspec.Struct, frozen=True):
    """Players whom a host keeps apart."""

    players: tuple[int, ...]
    """Their numbers, in ascending order."""
    since: int
    """The first round in which no two of them meet."""


class Game(msgspec.Struct, frozen=True):
    """A pairing of two to four players in a round, or a bye."""

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
    """The score as played, once the result has been recorded. It is never stored here, because it follows
    from the journal."""
    ended_at: int | None = None
    """The time of its end, beside the score."""
    ruled: tuple[int, ...] | None = None
    """The half points that a host has set in its place."""
    others: tuple[int, ...] = ()
    """The players of the third and the fourth seat, if there are any."""
    bye: int = BYE
    """Half points of a bye; they depend on the format."""

    @property
    def players(self) -> tuple[int, ...]:
        return (self.first,) if self.second is None else (self.first, self.second, *self.others)

    @property
    def counted(self) -> Score | None:
        """The score that counts: what a host has set, or else what was played."""
        if self.ruled is None:
            return self.score
        return Score(self.ruled, (False,) * len(self.ruled) if self.score is None else self.score.left)

    @property
    def is_over(self) -> bool:
        return self.second is None or self.counted is not None

    def halves_of(self, player: int) -> int:
        """The half points of this player; 0 before the result has been recorded."""
        if self.second is None:
            return self.bye
        return 0 if self.counted is None else self.counted.halves[self.seat_of(player)]

    def seat_of(self, player: int) -> Seat:
        """The seat of one of the players."""
        return self.players.index(player)

    def other(self, player: int) -> int | None:
        """The opponent of this player, at a table of two."""
        return self.second if player == self.first else self.first

    def met(self, player: int) -> tuple[int, ...]:
        """The other players at this player's table."""
        return tuple(each for each in self.players if each != player)


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
    cohosts: tuple[str, ...] = ()
    """In the order in which they were named."""
    rulings: tuple[Ruling, ...] = ()
    apart: tuple[Apart, ...] = ()
    """In the order in which hosts have named them."""
    teams: tuple[Team, ...] = ()
    """In the order of naming."""
    matches: tuple[Match, ...] = ()
    """The matches of teams, in the order of rounds; their points follow from the games."""
    steps: tuple[Step, ...] = ()
    """The steps of a ladder, in the order of time."""
    vacations: dict[int, tuple[Vacation, ...]] = {}
    """The vacations of the players of a turn-based ladder, by their numbers; not stored here."""
    blocked: frozenset[tuple[int, int]] = frozenset()
    """The pairs of a ladder's players of whom one has blocked the other, each in order; not stored here."""
    people: dict[str, Known] = {}
    """The current data of hosts, players and those who have ruled, by id; not stored here."""

    @property
    def is_host_gone(self) -> bool:
        """True if the host's account was deleted or banned."""
        return self.is_gone(self.host)

    @property
    def waits_for_host(self) -> bool:
        """True if a host starts each round, and there is one who can."""
        return self.settings.by_hand and not all(map(self.is_gone, (self.host, *self.cohosts)))

    def is_gone(self, person: str) -> bool:
        """True if this person was deleted or banned."""
        known = self.people.get(person)
        return known is not None and (known.is_gone or known.is_barred)

    def is_hosted_by(self, people: tuple[str, ...]) -> bool:
        """True if the person with these ids is the host or a co-host."""
        return self.host in people or any(each in people for each in self.cohosts)

    def is_owned_by(self, people: tuple[str, ...]) -> bool:
        """True if the person with these ids may name co-hosts and hand the tournament over."""
        return self.host in people or (self.is_host_gone and self.is_hosted_by(people))

    @property
    def listed_players(self) -> tuple[Player, ...]:
        """The players without those who left before the start. These keep their numbers only if a host has
        named them."""
        return tuple(each for each in self.players if each.since or each.is_removed or not each.is_out)

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

    def kept_from(self, player: int) -> frozenset[int]:
        """The players whom this one must not meet."""
        groups = (each.players for each in self.apart if player in each.players)
        return frozenset(each for group in groups for each in group) - {player}

    def drawn_lot(self, player: int) -> bytes:
        """The player's lot, the last tie-break. It is drawn with the tournament's name."""
        return sha256(f"quincunx evening 1 {self.id} {player}".encode()).digest()
