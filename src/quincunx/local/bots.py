"""Bots that think in the place of a server's workers: at once, in this very process."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from quincunx.core.extras import MissingExtra
from quincunx.core.game import AnyGame, encode
from quincunx.core.values import Seat
from quincunx.engines.bot import Budget, Decision
from quincunx.engines.levels import AnyBot, fallback
from quincunx.games import GAMES
from quincunx.table.commands import MakeMove
from quincunx.table.state import TableState
from quincunx.table.wire.lists import Level
from quincunx.table.wire.table import Hint, HintedMove

BUDGET: Final = Budget(seconds=1.5)
"""The most time for a move or a hint."""


def bot_of(game: AnyGame, level: str) -> AnyBot | None:
    """The game's bot of this level; ``None`` if it cannot think here."""
    try:
        found: AnyBot = game.bots.bot(level)
    except MissingExtra:
        return None
    return found


def levels() -> tuple[Level, ...]:
    """The levels of all games that can think here."""
    return tuple(
        Level(game.name, level)
        for game in GAMES.values()
        for level in game.bots.levels
        if bot_of(game, level) is not None
    )


def choose(state: TableState, seat: Seat, dice: bytes) -> MakeMove:
    """The move of the bot on this seat. A level that cannot think here is played by the strongest
    baseline, as at a server without workers."""
    level = state.seats[seat].level
    assert level is not None
    return MakeMove(seat, encode(_decided(state, seat, bot_of(state.game, level), dice).action))


def _decided(state: TableState, seat: Seat, bot: AnyBot | None, dice: bytes) -> Decision[Any]:
    """The decision of the bot, or of the strongest baseline where there is none or its data are not here."""
    view = state.game.view(state.position, seat)
    baseline = fallback(state.game.bots)
    # The dice come from the device's entropy, and serve this move alone.
    try:
        return (bot or baseline).choose(view, Random(dice), BUDGET)  # noqa: S311  # seeded by entropy
    except (OSError, MissingExtra):
        return baseline.choose(view, Random(dice), BUDGET)  # noqa: S311  # seeded by entropy


def any_move(state: TableState, seat: Seat, dice: bytes) -> MakeMove:
    """Some legal move, for a bot that has failed: the game must go on."""
    moves: tuple[Any, ...] = tuple(state.game.legal_moves(state.position))
    return MakeMove(seat, encode(Random(dice).choice(moves)))  # noqa: S311  # seeded by entropy


def advise(state: TableState, seat: Seat, dice: bytes) -> Hint:
    """The choices of the best bot that can think here, from what the seat may know."""
    bots = state.game.bots
    able = (bot for level in reversed(bots.levels) if (bot := bot_of(state.game, level)) is not None)
    found = _decided(state, seat, next(able, None), dice)
    choices = tuple(HintedMove(each.action, each.value, each.error) for each in found.alternatives)
    return Hint(state.version, found.scale, choices)
