"""``python -m tests.third.serve --port N --data FOLDER``: the server as it is, with one game more."""

from __future__ import annotations

import sys

from quincunx.cli.main import main
from quincunx.games import GAMES
from tests.third.game.game import GAME

if __name__ == "__main__":
    GAMES[GAME.name] = GAME
    sys.argv.insert(1, "serve")
    main()
