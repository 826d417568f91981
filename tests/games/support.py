"""Small helpers that tests of the rules share: every way to set up a game, and a chance that rolls."""

from __future__ import annotations

from random import Random
from typing import Any

from quincunx.core.chance import CHANCE, ChanceMove, Pick, Picked, Question, Roll, Rolled, Shuffle, Shuffled
from quincunx.games import game_of
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions
from tests.examples import mostly_nightly

CINCO_SETUPS: tuple[CincoOptions, ...] = tuple(
    CincoOptions(players, teams, joker)
    for players, teams in ((2, 2), (3, 3), (4, 2), (6, 2), (6, 3))
    for joker in (False, True)
)
SOME_CINCO_SETUPS = mostly_nightly(
    CINCO_SETUPS, CincoOptions(2, 2), CincoOptions(3, 3, joker=True), CincoOptions(6, 3)
)
"""Parameters: the setups that differ most in every change, the others nightly."""
CINQO_SETUPS: tuple[CinqoOptions, ...] = (
    *(CinqoOptions(players) for players in range(1, 7)),
    *(CinqoOptions(players, "rounds", rounds) for players, rounds in ((2, 1), (2, 5), (3, 2), (6, 3))),
)
SETUPS: tuple[Any, ...] = (*CINCO_SETUPS, *CINQO_SETUPS)


def name_of(options: Any) -> str:
    """A setup's name in the list of tests."""
    if isinstance(options, CincoOptions):
        return f"cinco-{options.players}in{options.teams}{'-joker' if options.joker else ''}"
    return f"cinqo-{options.players}-{options.goal}{options.rounds if options.goal == 'rounds' else ''}"


def chance(question: Question, random: Random) -> ChanceMove:
    """Any answer that chance may give."""
    match question:
        case Pick(count=count):
            return Picked(random.randrange(count))
        case Shuffle(cards=cards):
            return Shuffled(tuple(random.sample(cards, len(cards))))
        case Roll(sides=sides):
            return Rolled(tuple(random.randint(1, side) for side in sides))


def any_move(state: Any, options: Any, random: Random) -> Any:
    """A legal move of the seat to move."""
    game = game_of(options)
    if game.to_move(state) == CHANCE:
        return chance(game.asks(state), random)
    return random.choice(game.legal_moves(state))


def random_game(options: Any, seed: int, most: int = 5000) -> list[tuple[Any, Any]]:
    """A whole random game: (move, state after it); the first pair is (None, initial state)."""
    game, random = game_of(options), Random(seed)
    state = game.initial(options)
    steps: list[tuple[Any, Any]] = [(None, state)]
    while game.to_move(state) is not None and len(steps) < most:
        move = any_move(state, options, random)
        state = game.apply(state, move)
        steps.append((move, state))
    return steps
