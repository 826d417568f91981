"""Order of a ladder's players, and its challenges: the fold of its steps and the results of its games. Pure.

A challenger who wins takes the place of the challenged player, and the players between move down by one. So
does a challenger whose challenge is declined or not answered in time. Nothing else changes the order, except
that players join at the bottom, and that those below a leaving player move up.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from quincunx.club.tournament.ladder.steps import Step
from quincunx.club.tournament.scores import WIN
from quincunx.club.tournament.state import Game, Tournament

ROUND: Final = 1
"""The round of all games of a ladder; their boards are the numbers of the challenges."""

ChallengeState = Literal[
    "open", "playing", "won", "lost", "drawn", "missed", "declined", "expired", "cancelled", "void"
]
"""``won`` and ``lost`` are the challenger's. ``missed``: both players left the game. ``void``: one of them
has left the ladder, the challenger has passed the other player, or the ladder is over."""
WALKOVERS: Final = ("declined", "expired")
SCORED: Final = ("won", "lost", "drawn", "missed")


class Challenge(msgspec.Struct, frozen=True):
    """A challenge, and its outcome."""

    number: int
    at: int
    player: int
    """The challenger's number."""
    other: int
    """The number of the challenged player."""
    state: ChallengeState = "open"
    ended_at: int | None = None
    """The time of its end; of a challenge that was accepted, the end of the game."""
    before: int | None = None
    """The place of the challenger when it ended; ``None`` if they were not on the ladder."""
    after: int | None = None


class Ladder(msgspec.Struct, frozen=True):
    """The present state of a ladder."""

    order: tuple[int, ...] = ()
    """The players on the ladder, the first place first."""
    challenges: tuple[Challenge, ...] = ()
    """All challenges, in the order in which they were made."""
    misses: dict[int, int] = {}
    """How many challenges in a row each player has missed: not answered, or left the game."""

    def place(self, player: int) -> int | None:
        """The player's place; ``None`` if they are not on the ladder."""
        return self.order.index(player) + 1 if player in self.order else None

    @property
    def open(self) -> tuple[Challenge, ...]:
        """The challenges that wait for an answer."""
        return tuple(each for each in self.challenges if each.state == "open")

    @property
    def pending(self) -> tuple[Challenge, ...]:
        """The challenges that wait for an answer or a result."""
        return tuple(each for each in self.challenges if each.state in ("open", "playing"))

    def challenge(self, number: int | None) -> Challenge | None:
        """The challenge of this number."""
        return next((each for each in self.challenges if each.number == number), None)


def ladder_of(tournament: Tournament) -> Ladder:
    """The present state of a tournament that is a ladder."""
    fold = _Fold()
    results = sorted(_results(tournament), key=lambda result: result[:2], reverse=True)
    for step in tournament.steps:
        while results and results[-1][0] <= step.at:
            fold.count(*results.pop())
        fold.take(step)
    while results:
        fold.count(*results.pop())
    if tournament.status == "ended":
        unmade = {game.board for game in tournament.games if not game.is_made and not game.is_over}
        fold.end(tournament.changed_at, unmade)
    return fold.ladder


def _results(tournament: Tournament) -> Iterable[tuple[int, int, Game]]:
    """The games with a result, with the time from which on it counts, and the challenge."""
    ruled: dict[int, int] = {}
    for ruling in tournament.rulings:
        ruled.setdefault(ruling.board, ruling.at)
    for game in tournament.games:
        if game.counted is not None:
            times = [] if game.ended_at is None else [game.ended_at]
            times += [] if game.ruled is None else [ruled[game.board]]
            # A game is accepted before it ends, whatever the clocks of two nodes say.
            yield max(game.began + 1, min(times, default=0)), game.board, game


class _Fold:
    """The state while it is computed."""

    def __init__(self) -> None:
        self._order: list[int] = []
        self._challenges: dict[int, Challenge] = {}
        self._misses: dict[int, int] = {}
        self._open: set[int] = set()

    @property
    def ladder(self) -> Ladder:
        return Ladder(tuple(self._order), tuple(self._challenges.values()), self._misses)

    def take(self, step: Step) -> None:
        if step.kind == "join":
            self._order.append(step.player)
            self._misses[step.player] = 0
        elif step.kind == "leave":
            if step.player in self._order:
                self._order.remove(step.player)
        elif step.kind == "challenge":
            self._challenges[step.number] = Challenge(step.number, step.at, step.player, step.other or 0)
            self._open.add(step.number)
        else:
            self._close_by(step)
        self._drop_void(step.at)

    def _close_by(self, step: Step) -> None:
        known = self._challenges[step.challenge or 0]
        self._open.discard(known.number)
        if step.kind == "accept":
            self._challenges[known.number] = replace(known, state="playing")
        elif step.kind == "cancel":
            self._close(known, "cancelled", step.at)
        else:
            is_expired = step.kind == "expire"
            self._misses[known.other] = self._misses[known.other] + 1 if is_expired else 0
            self._close(known, "expired" if is_expired else "declined", step.at, rises=True)

    def count(self, at: int, number: int, game: Game) -> None:
        known, score = self._challenges[number], game.counted
        assert score is not None
        for player in game.players:
            is_left = score.left[game.seat_of(player)]
            self._misses[player] = self._misses[player] + 1 if is_left else 0
        own, others = game.halves_of(known.player), game.halves_of(known.other)
        state: ChallengeState = "drawn" if own else "missed"
        if own != others:
            state = "won" if own == WIN else "lost"
        self._close(known, state, at, rises=state == "won")
        self._drop_void(at)

    def end(self, at: int, unmade: set[int]) -> None:
        for number in [*sorted(self._open), *sorted(unmade)]:
            self._close(self._challenges[number], "void", at)
        self._open.clear()

    def _close(self, known: Challenge, state: ChallengeState, at: int, *, rises: bool = False) -> None:
        before = self._place(known.player)
        if rises:
            self._rise(known.player, known.other)
        self._challenges[known.number] = replace(
            known, state=state, ended_at=at, before=before, after=self._place(known.player)
        )

    def _place(self, player: int) -> int | None:
        return self._order.index(player) + 1 if player in self._order else None

    def _rise(self, player: int, other: int) -> None:
        """Give a player the place of another one who is above."""
        if player in self._order and other in self._order:
            place = self._order.index(other)
            if place < self._order.index(player):
                self._order.remove(player)
                self._order.insert(place, player)

    def _drop_void(self, at: int) -> None:
        """Close the challenges of players who have left, or who have passed the other."""
        for number in sorted(self._open):
            known = self._challenges[number]
            own, other = self._place(known.player), self._place(known.other)
            if own is None or other is None or own < other:
                self._open.discard(number)
                self._close(known, "void", at)
