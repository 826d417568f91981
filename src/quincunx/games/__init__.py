"""The list of games. Nothing registers itself: a third game is one more line here.

Each game's folder exports one value; the rest of the program knows the games only by these values. They are
imported when the list is first used, so that a program that imports one game does not wait for all.
"""

from __future__ import annotations

from typing import Any

from quincunx.core.game import AnyGame, name_in

GAMES: dict[str, AnyGame]
"""Every game by its name."""


def game_of(options: Any) -> AnyGame:
    """Return the game of these options or of this view."""
    from quincunx.games import GAMES

    return GAMES[name_in(options)]


def _list() -> dict[str, AnyGame]:
    from quincunx.games.cinco.game import GAME as CINCO
    from quincunx.games.cinqo.game import GAME as CINQO

    return {game.name: game for game in (CINCO, CINQO)}


def __getattr__(name: str) -> object:
    if name != "GAMES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    games = globals()["GAMES"] = _list()
    return games
