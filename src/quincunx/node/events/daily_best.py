"""Best bot's result for a day's deal: a whole game of its own, played once and shown to all players."""

from __future__ import annotations

from typing import Any, Protocol

from quincunx.core.chance import CHANCE
from quincunx.core.day import SEAT, DayChance, bot_seed
from quincunx.core.game import AnyGame
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
    state, questions = game.initial(deal.options), 0
    asker = Asker(f"day-{game.name}", "", is_peopled=False)
    while (seat := game.to_move(state)) is not None:
        turn = game.turn(state).number
        if turn > LONGEST_GAME:
            return None
        if seat == CHANCE:
            move: Any = chance.answer(deal.streams(state), game.asks(state))
            questions += 1
        else:
            level = deal.best if seat == SEAT else deal.level
            dice = bot_seed(secret, game.name, turn, questions)
            move = await engine.choose_surely(level, game.view(state, seat), dice, asker)
        state = game.apply(state, move)
    outcome = game.outcome(state)
    return None if outcome is None else deal.result(state, outcome)
