"""Games of bots for an export. The same number gives the same game, so a stopped export can continue."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from quincunx.arena.deal import IDLE_LIMIT
from quincunx.core.chance import resolve_chance
from quincunx.core.reason import GameError
from quincunx.core.run import GameRun
from quincunx.core.values import Outcome, Seat
from quincunx.engines.control import policy_of
from quincunx.engines.players import Entrant, entrant
from quincunx.engines.program import Fault
from quincunx.games import game_of
from quincunx.rl.data.rows import TRUNCATED, Collector, GameRows, Header


class PlayedGames:
    """Games that bots play as in the arena. Each deal is played from every side; lots decide which of the
    bots meet."""

    def __init__(self, options: Any, entrants: Sequence[Entrant], seed: int, header: Header) -> None:
        self._options = options
        self._entrants = entrants
        self._seed = seed
        self._header = header
        self._game = game_of(options)
        self._sides = self._game.sides(options)
        self._count = len(set(self._sides))

    def id_of(self, number: int) -> str:
        """Return the id of a game: the seed, the deal, and how far the bots have changed sides."""
        deal, shift = divmod(number, self._count)
        return f"{self._seed}-{deal}-{shift}"

    def play(self, number: int) -> GameRows:
        """Play a game to its end, or until it is truncated. Raises :class:`Fault` for a bot's error."""
        game, (deal, shift) = self._game, divmod(number, self._count)
        options = replace(self._options, first=deal % len(self._sides))
        lineup = self._lineup(deal)
        seats = [lineup[(side - shift) % self._count] for side in self._sides]
        collector = Collector(self.id_of(number), options, [each.bot for each in seats], self._header)
        chance = Random(f"{self._seed} {deal}")  # noqa: S311  # a bots' game has no secrets
        taste = Random(f"{self._seed} {deal} {shift} taste")  # noqa: S311  # nor have its bots
        run = GameRun(
            game,
            options,
            lambda _, state: resolve_chance(game.asks(state), chance),
            stops=lambda run: game.idle_turns(run.state) >= IDLE_LIMIT,
            on_ply=collector.add,
        )
        for seat in run.choices():
            _move(run, seat, seats[seat], taste, collector)
        return collector.finish(game.outcome(run.state) or Outcome(TRUNCATED, ()))

    def _lineup(self, deal: int) -> list[Entrant]:
        """Return one bot for each side, by lot; every bot takes part if there are enough sides."""
        lots = Random(f"{self._seed} {deal} lineup")  # noqa: S311  # no secret either
        drawn = lots.sample(self._entrants, len(self._entrants))
        return [drawn[side % len(drawn)] for side in range(self._count)]


def play_game(header: Header, number: int) -> GameRows:
    """Play a game of an export, in any process. Raises :class:`Fault` for a bot's error."""
    return _games_of(msgspec.json.encode(header)).play(number)


@cache
def _games_of(data: bytes) -> PlayedGames:
    """Return the games of an export, with bots of this process. ``data`` is the header."""
    header = msgspec.json.decode(data, type=Header)
    game = game_of(header.setup)
    entrants = [entrant(game, name, header.seconds, header.simulations) for name in header.bots]
    assert header.seed is not None  # bots play by a seed
    return PlayedGames(header.setup, entrants, header.seed, header)


def _move(run: GameRun, seat: Seat, entrant: Entrant, taste: Random, collector: Collector) -> None:
    """Make the bot's move. Raises :class:`Fault`."""
    view = run.game.view(run.state, seat)
    try:
        if collector.luck is not None:
            collector.luck.policy = policy_of(entrant.bot, view, entrant.budget)
        move = entrant.bot.choose(view, taste, entrant.budget).action
        if move not in view.moves:
            raise Fault("illegal move")
    except (Fault, GameError) as error:
        raise Fault(f"{entrant.text}: {error}") from error
    run.move(move)
