"""``quincunx play GAME``: a game in the terminal, against bots, among people, or among bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cyclopts import App

from quincunx.cli.games import command
from quincunx.cli.terminal.flags import PlayFlags
from quincunx.core.game import AnyGame, Flags
from quincunx.core.speech import join_list, t

HELP: Final = """Play in the terminal.

Exit code: 0, even if you quit the game; 1 if the record can’t be written; 130 after Ctrl-C."""


def group(games: Mapping[str, AnyGame]) -> App:
    """Return the command ``play``, with a subcommand for each game; without a game it plays the first one."""
    app = App(name="play", help=HELP)
    for game in games.values():
        levels = join_list(game.bots.levels)
        sentence = "Play {{game}}. Bot levels, weakest first: {{levels}}."
        help_ = t(sentence, game=game.title, levels=levels)
        app.command(command(play, game, PlayFlags), name=game.name, help=help_)
    app.default(command(play, next(iter(games.values())), PlayFlags))
    return app


def play(game: AnyGame, setup: Flags[Any], flags: PlayFlags) -> int:
    """Play one game; return the exit code."""
    from quincunx.cli.terminal.start import start

    return start(game, setup, flags)
