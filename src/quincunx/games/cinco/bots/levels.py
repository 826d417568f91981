"""The levels of Cinco, from a child's to the best there is.

The top one searches; the others play the evaluation's best move on one ply among those that they see. They
err like people: they overlook moves, a winning one too, and what they see they understand. Who overlooks
nothing is no level, being as good as halfway between two, but a baseline:
``py:quincunx.games.cinco.bots.search:LearnedCinco``.
"""

from __future__ import annotations

from random import Random
from typing import Final

from quincunx.games.cinco.bots.search import LearnedCinco, SearchingCinco
from quincunx.games.cinco.bots.weights import SEATINGS, shipped
from quincunx.engines.bot import Bot, Budget
from quincunx.games.cinco.rules import CINCO
from quincunx.games.cinco.state import ALL_CARDS
from quincunx.games.cinco.types import CincoMove, CincoOptions, CincoView
from quincunx.core.game import Shuffled

OVERLOOKED: Final = {"novice": 0.7, "casual": 0.59, "keen": 0.43, "skilled": 0.28, "expert": 0.1}
"""The share of moves that a level does not see. ``docs/bots.md`` has what it makes of them."""


def bot(name: str) -> Bot[CincoView, CincoMove]:
    """The bot of a level. Raises ``KeyError``."""
    return SearchingCinco() if name == "master" else LearnedCinco(OVERLOOKED[name])


def precompile() -> None:
    """Compile the kernels and read the weights."""
    for players, teams in SEATINGS:
        shipped(players, teams)
    dealt = CINCO.apply(CINCO.initial(CincoOptions(first=0)), Shuffled(ALL_CARDS))
    for name in ("expert", "master"):
        bot(name).choose(CINCO.view(dealt, 0), Random(0), Budget(simulations=2))  # noqa: S311  # a bot's taste
