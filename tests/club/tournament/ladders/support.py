"""A ladder in a few words."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from quincunx.club.results.results import Ending
from quincunx.club.tournament.ladder.order import Ladder, ladder_of
from quincunx.club.tournament.ladder.wire import (
    AcceptChallenge,
    CancelChallenge,
    ChallengePlayer,
    DeclineChallenge,
)
from quincunx.club.tournament.scores import score_of
from quincunx.club.tournament.state import Game, Tournament
from quincunx.club.tournament.view import view
from quincunx.core.reason import Reason, Refusal
from tests.club.tournament.support import Club

HOUR = 3_600
DAY = 24 * HOUR


class OnLadder(Club):
    """A running ladder of players called p1, p2, … in the order of their places. Times are in seconds."""

    def __init__(self, players: int, **settings: Any) -> None:
        super().__init__(players, format="ladder", wait=DAY, **settings)
        self.start()

    @property
    def ladder(self) -> Ladder:
        return ladder_of(self.tournament)

    @property
    def order(self) -> list[int]:
        return list(self.ladder.order)

    def challenge(self, player: int, other: int) -> int:
        """The number of a new challenge."""
        self.do(ChallengePlayer(other), f"p{player}")
        return self.ladder.open[-1].number

    def accept(self, number: int) -> Game:
        """The game of a challenge that is accepted; its table is created."""
        self.do(AcceptChallenge(number), f"p{self._challenge(number).other}")
        self.make_tables()
        return next(game for game in self.tournament.games if game.board == number)

    def decline(self, number: int) -> Tournament:
        return self.do(DeclineChallenge(number), f"p{self._challenge(number).other}")

    def cancel(self, number: int) -> Tournament:
        return self.do(CancelChallenge(number), f"p{self._challenge(number).player}")

    def _challenge(self, number: int) -> Any:
        known = self.ladder.challenge(number)
        assert known is not None
        return known

    def end(self, number: int, own: Ending, others: Ending) -> None:
        """The game of a challenge ends like this for the challenger and the other player."""
        known = self._challenge(number)
        game = next(game for game in self.tournament.games if game.board == number)
        endings = {known.player: own, known.other: others}
        score = score_of([endings[player] for player in game.players])
        self.now += 1_000
        games = tuple(
            replace(each, score=score, ended_at=self.now) if each is game else each
            for each in self.tournament.games
        )
        self.tournament = replace(self.tournament, games=games, due=0)
        self.act(0)

    def play(self, player: int, other: int, own: Ending, others: Ending) -> None:
        """A challenge that is accepted, and its game."""
        number = self.challenge(player, other)
        self.accept(number)
        self.end(number, own, others)

    def wait(self, seconds: int) -> Tournament:
        """Let the system act until then, as often as it wants to."""
        until = self.now + 1_000 * seconds
        while self.tournament.due is not None and self.tournament.due <= until:
            self.now = max(self.now, self.tournament.due)
            self.act(0)
        self.now = until
        return self.tournament

    def why_not(self, player: int, other: int) -> str | None:
        """The code of the refusal of a challenge; ``None`` if it is possible. It is not made."""
        refusal = self.refusal(player, other)
        return None if refusal is None else refusal.code

    def refusal(self, player: int, other: int) -> Reason | None:
        """The refusal of a challenge; ``None`` if it is possible. It is not made."""
        before = self.tournament, self.now
        try:
            self.challenge(player, other)
        except Refusal as refusal:
            return refusal.reason
        finally:
            self.tournament, self.now = before
        return None

    def offered(self, player: int) -> list[int]:
        """The players whom the page offers to challenge."""
        you = view(self.tournament, (f"p{player}",), self.now).you
        return [each.player for each in you.rivals if each.reason is None]
