"""The list of games. Nothing registers itself: a third game is one more line here.

Each game's folder exports one value; the rest of the program knows the games only by these values.
"""

from __future__ import annotations

from typing import Any

from quincunx.core.game import AnyGame, name_in
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinqo.game import GAME as CINQO

GAMES: dict[str, AnyGame] = {game.name: game for game in (CINCO, CINQO)}


def game_of(options: Any) -> AnyGame:
    """Return the game of these options or of this view."""
    return GAMES[name_in(options)]
