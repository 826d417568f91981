"""A tournament in a few words, and its games as they might come out."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

from msgspec.structs import replace

from quincunx.club.results.results import Ending
from quincunx.club.tournament import commands, rounds
from quincunx.club.tournament.scores import SeatEnd, score_of, table_score
from quincunx.club.tournament.state import Game, Tournament
from quincunx.club.tournament.wire import JoinTournament, LeaveTournament, StartTournament, TournamentSettings
from quincunx.core.game import encode
from quincunx.games.cinco.types import CincoOptions
from quincunx.table.deadlines.outage import Outage
from quincunx.table.events import LivePace

HOST = ("host",)
Endings = tuple[Ending, Ending]
Ends = tuple[SeatEnd, ...]
"""The end of a game at a table of three or four."""
WON: Endings = ("won", "lost")
LOST: Endings = ("lost", "won")
DREW: Endings = ("drew", "drew")


def plan(**changed: Any) -> TournamentSettings:
    given: dict[str, Any] = {
        "name": "Club night",
        "format": "swiss",
        "options": encode(CincoOptions()),
        "pace": LivePace(300, 10),
        **changed,
    }
    return TournamentSettings(**given)


def names() -> Callable[[], str]:
    numbers = count(1)
    return lambda: f"table-{next(numbers)}"


class Club:
    """A tournament, and a clock that goes on by a second with everything that is done."""

    def __init__(self, players: int = 0, id: str = "tournament", **settings: Any) -> None:
        self.now = 1_000_000
        self.name = names()
        self.outages: tuple[Outage, ...] = ()
        self.tournament = commands.create_tournament(id, "host", plan(**settings), self.now)
        for number in range(1, players + 1):
            self.do(JoinTournament(), f"p{number}")

    def do(self, command: Any, *people: str) -> Tournament:
        self.now += 1_000
        self.tournament = commands.decide(self.tournament, command, people or HOST, self.now, self.name)
        return self.tournament

    def come_or_go(self, random: Random, person: str) -> Tournament:
        """A player leaves, or joins while there is a round to join for."""
        rounds = self.tournament.rounds
        is_last = rounds is not None and self.tournament.round >= rounds
        return self.do(
            LeaveTournament() if is_last else random.choice([JoinTournament(), LeaveTournament()]), person
        )

    def start(self) -> Tournament:
        self.do(StartTournament())
        return self.make_tables()

    def make_tables(self) -> Tournament:
        self.tournament = rounds.with_tables_created(self.tournament, self.now)
        return self.tournament

    def act(self, seconds: int = 1) -> Tournament:
        """Let the system act this many seconds later."""
        self.now += 1_000 * seconds
        self.tournament = rounds.act(self.tournament, self.now, self.name, self.outages)
        return self.tournament

    def be_away(self, seconds: int) -> Tournament:
        """No node runs for so long; what the first does that is there again."""
        self.outages = (*self.outages, Outage(self.now, self.now + 1_000 * seconds))
        return self.act(seconds)

    def count(self, table: str, result: Endings | Ends) -> None:
        """As the store does when a game has been counted."""
        ends = tuple(each for each in result if isinstance(each, SeatEnd))
        score = table_score(ends) if ends else score_of([each for each in result if isinstance(each, str)])
        games = tuple(
            replace(game, score=score) if game.table == table else game for game in self.tournament.games
        )
        is_on = self.tournament.status == "playing"
        self.tournament = replace(self.tournament, games=games, due=0 if is_on else self.tournament.due)

    def play_round(self, result: Callable[[Game], Endings | Ends]) -> Tournament:
        """All games of the round come out, and the next one begins (or the tournament ends)."""
        for game in self.tournament.in_round(self.tournament.round):
            if game.table is not None and game.score is None:
                self.count(game.table, result(game))
        self.act()
        if self.tournament.status == "playing":
            self.act(self.tournament.settings.pause)
        return self.make_tables() if self.tournament.status == "playing" else self.tournament

    def play(self, random: Random, of: tuple[Endings, ...] = (WON, LOST, DREW)) -> Tournament:
        """From the start to the end."""
        self.start()
        while self.tournament.status != "ended":
            self.play_round(lambda game: random.choice(of))
        return self.tournament


def meetings(tournament: Tournament) -> list[frozenset[int]]:
    return [frozenset(game.players) for game in tournament.games if game.second is not None]


def byes(tournament: Tournament) -> list[int]:
    return [game.first for game in tournament.games if game.second is None]
