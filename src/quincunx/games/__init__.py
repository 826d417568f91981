"""The games there are. Nothing registers itself: a third game is one more line here.

Each game's folder hands out one value; the rest of the program knows the games by these values alone.
"""

from __future__ import annotations

from typing import Any

from quincunx.core.game import AnyGame, name_in
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinqo.game import GAME as CINQO

GAMES: dict[str, AnyGame] = {game.name: game for game in (CINCO, CINQO)}


def game_of(options: Any) -> AnyGame:
    """The game that these options set up, or that this is a view of."""
    return GAMES[name_in(options)]
