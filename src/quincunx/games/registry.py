"""The games there are, by name. Nothing registers itself: a third game is one more line in each place."""

from __future__ import annotations

from typing import Any

from quincunx.games.cinco.rules import CINCO
from quincunx.games.cinco.types import CincoMove, CincoOptions, CincoStory, CincoView
from quincunx.games.cinqo.rules import CINQO
from quincunx.games.cinqo.types import CinqoMove, CinqoOptions, CinqoStory, CinqoView
from quincunx.games.core import Game

Options = CincoOptions | CinqoOptions
Move = CincoMove | CinqoMove
View = CincoView | CinqoView
Story = CincoStory | CinqoStory

# The table does not know which game it holds, so the state's type is open here; each game's own
# module is fully typed.
AnyGame = Game[Any, Any, Any, Any, Any]

GAMES: dict[str, AnyGame] = {"cinco": CINCO, "cinqo": CINQO}


def game_of(options: Options) -> AnyGame:
    """The game that these options set up."""
    return CINCO if isinstance(options, CincoOptions) else CINQO
