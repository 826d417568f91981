"""Records of Cinq-O, played by lot or by a bot that sees some of the keeps."""

from __future__ import annotations

from random import Random
from typing import Any

from quincunx.core.chance import CHANCE, resolve_chance
from quincunx.core.record import Record
from quincunx.core.values import Outcome, Step
from quincunx.games.cinqo.bots.advisor import AdvisedCinqo
from quincunx.games.cinqo.game import GAME
from quincunx.games.cinqo.types import CinqoOptions

NAMES = ("Ada", "Bruno", "Carla", "Dario", "Elena", "Fabio")


def game_of(options: CinqoOptions, seed: int, sees: float | None = None) -> Record:
    """A whole game, played at random or by a player who considers this share of the keeps."""
    random, bot = Random(seed), None if sees is None else AdvisedCinqo(1 - sees)
    state, steps = GAME.initial(options), list[Step]()
    while (seat := GAME.to_move(state)) is not None:
        move: Any
        if seat == CHANCE:
            move = resolve_chance(GAME.asks(state), random)
        elif bot is None:
            move = random.choice(GAME.legal_moves(state))
        else:
            move = bot.choose(GAME.view(state, seat), random).action
        steps.append(Step(seat, move))
        state = GAME.apply(state, move)
    return record_of(options, steps, GAME.outcome(state))


def record_of(options: CinqoOptions, steps: list[Step], outcome: Outcome | None) -> Record:
    return Record(GAME, options, NAMES[: options.players], tuple(steps), outcome)
