"""A lesson's last step: a whole game against the weakest bot, with a hint in words at every move."""

from __future__ import annotations

import os
from random import Random
from typing import Any, Final

from quincunx.cli.files import print_line
from quincunx.cli.terminal.engines import Engines
from quincunx.cli.terminal.match import Match
from quincunx.cli.terminal.seats import name_seats, seat_bots
from quincunx.cli.terminal.start import run
from quincunx.cli.terminal.text_screen import Aids, TextScreen
from quincunx.core.game import AnyGame
from quincunx.core.randomness import SEED_BYTES
from quincunx.core.values import Phrase
from quincunx.engines.bot import Budget
from quincunx.engines.levels import best
from quincunx.review.why import equal_moves, why_best
from quincunx.review.words import reason
from quincunx.texts.catalogue import Catalogue

MOST_REASONS: Final = 2
"""The largest number of reasons shown during a game."""
_PEOPLE: Final = (0,)
_BUDGET: Final = Budget(seconds=1.0)
_PAUSE_SECONDS: Final = 0.3


def play_guided(game: AnyGame, catalogue: Catalogue) -> int:
    """Play the game and return the exit code."""
    options = game.flags().options()
    seats, engines = game.players(options), Engines(game, catalogue, patient=False)
    bots = seat_bots(engines, seats, _PEOPLE, list(game.bots.levels[:1]))
    names = name_seats(catalogue, seats, _PEOPLE, [])
    match = Match(game, options, names, bots, os.urandom(SEED_BYTES))
    aids = Aids(below=_Guide(engines, catalogue).hint)
    return run(match, TextScreen(game, catalogue, names, _PEOPLE, _PAUSE_SECONDS, aids), None, catalogue)


class _Guide:
    """Prints the best bot's move, and the reasons for it."""

    def __init__(self, engines: Engines, catalogue: Catalogue) -> None:
        self._engines, self._catalogue = engines, catalogue
        self._random = Random()  # noqa: S311  # a bot's random choices are no secret

    def hint(self, view: Any) -> None:
        """Print a hint for the view's seat, based only on that view."""
        game = self._engines.game
        decision = self._engines.bot(best(game.bots)).choose(view, self._random, _BUDGET)
        moves = [choice.action for choice in decision.alternatives]
        move = game.text.write_move(moves[0])
        print_line(self._catalogue.translate(Phrase("terminal.learn.gameHint", {"move": move})))
        # Reasons need kernels too; a player who waits for those should not wait a second time for the words.
        why = why_best(game, view, moves, equal_moves(decision)) if self._engines.are_ready() else ()
        for each in why[:MOST_REASONS]:
            print_line(f"  {reason(each, game.name, self._catalogue)}")
