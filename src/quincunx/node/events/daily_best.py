"""Best bot's result for a day's deal: a whole game of its own, played once and shown to all players."""

from __future__ import annotations

from typing import Any, Protocol

from quincunx.core.day import SEAT, DayChance, bot_seed
from quincunx.core.game import AnyGame
from quincunx.core.run import GameRun
from quincunx.node.ports import Asker
from quincunx.table.chance.answers import LONGEST_GAME
from quincunx.table.chance.day import deal_of


class SurePlayer(Protocol):
    """The needed part of an :class:`~quincunx.node.ports.Engine`."""

    async def choose_surely(self, level: str, view: Any, seed: bytes, asker: Asker) -> Any:
        """See :meth:`quincunx.node.ports.Engine.choose_surely`."""
        ...


async def best_number(engine: SurePlayer, game: AnyGame, seed: str) -> int | None:
    """The result of the deal's best bot against the bots that people meet there; ``None`` if its game has no
    result. The bot knows no more of the deal than people do. Raises :class:`~quincunx.node.ports.Busy`."""
    deal, secret = deal_of(game), bytes.fromhex(seed)
    chance = DayChance(secret, game.name)
    asker = Asker(f"day-{game.name}", "", is_peopled=False)
    run = GameRun(
        game,
        deal.options,
        lambda _, state: chance.chance_move(deal.streams(state), game.asks(state)),
        stops=lambda run: game.turn(run.state).number > LONGEST_GAME,
    )
    for seat in run.choices():
        level = deal.best if seat == SEAT else deal.level
        dice = bot_seed(secret, game.name, game.turn(run.state).number, run.questions)
        run.move(await engine.choose_surely(level, game.view(run.state, seat), dice, asker))
    outcome = game.outcome(run.state)
    return None if outcome is None else deal.result(run.state, outcome)
