"""Any legal move, all alike: the floor below every other bot."""

from __future__ import annotations

from random import Random

from quincunx.games.cinco.bots import moves as cinco
from quincunx.games.cinqo.bots import moves as cinqo
from quincunx.engines.bot import OWN_PACE, Budget, Choice, Decision
from quincunx.games.cinco.types import CincoMove, CincoView
from quincunx.games.cinqo.types import CinqoMove, CinqoView


class RandomCinco:
    """Plays Cinco at random."""

    def choose(self, view: CincoView, random: Random, budget: Budget = OWN_PACE) -> Decision[CincoMove]:
        action = random.choice(cinco.legal_moves(view))
        return Decision(action, 0.0, (Choice(action, 0.0),))


class RandomCinqo:
    """Plays Cinq-O at random."""

    def choose(self, view: CinqoView, random: Random, budget: Budget = OWN_PACE) -> Decision[CinqoMove]:
        action = random.choice(cinqo.legal_moves(view))
        return Decision(action, 0.0, (Choice(action, 0.0),))
