"""``quincunx play GAME``: a game in the terminal, against bots, among people, or bots among themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cyclopts import App

from quincunx.cli.games import command
from quincunx.core.game import AnyGame, Flags
from quincunx.core.speech import t

HELP: Final = """Play in the terminal.

The exit code is 0, also for a game that you quit; 1 if the record cannot be written; 130 after Ctrl-C."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayFlags:
    """The flags that all games share."""

    people: int = 1
    """How many people play; they take the first seats and pass the keyboard round."""
    watch: bool = False
    """Nobody but bots plays."""
    level: list[str] | None = None
    """The bots' level. Given several times, one for each bot in turn."""
    name: list[str] | None = None
    """The players' names, in seat order; may be given several times."""
    seed: str | None = None
    """Up to 64 hexadecimal digits: the same seed and moves give the same game."""
    record: Path | None = None
    """Write the game to this file when it ends or is left."""
    pause: float = 0.3
    """Seconds between the moves of bots, in a terminal."""
    json: bool = False
    """One JSON object a line, for programs."""


def group(games: Mapping[str, AnyGame]) -> App:
    """``play``, with a command for each game; without a game it plays the first of them."""
    app = App(name="play", help=HELP)
    for game in games.values():
        levels = ", ".join(game.bots.levels)
        sentence = "Play {{game}}. Its bots' levels, weakest first: {{levels}}."
        help_ = t(sentence, game=game.title, levels=levels)
        app.command(command(play, game, PlayFlags), name=game.name, help=help_)
    app.default(command(play, next(iter(games.values())), PlayFlags))
    return app


def play(game: AnyGame, setup: Flags[Any], flags: PlayFlags) -> int:
    """Play one game; the exit code."""
    from quincunx.cli.terminal.start import start

    return start(game, setup, flags)
