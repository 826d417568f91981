"""``python -m tests.third.worker``: an engine worker that knows the third game, and nothing to compile."""

from __future__ import annotations

from quincunx.adapters.engines.worker import main
from quincunx.games import GAMES
from tests.third.game.game import GAME

if __name__ == "__main__":
    GAMES.clear()
    GAMES[GAME.name] = GAME
    main()
