"""A game's own data out of frames: who decodes one finds builtins where the game's values belong."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from quincunx.games import GAMES
from quincunx.table.wire.table import TableView


def typed(table: TableView) -> TableView:
    """The view with the game's own view in it, of the game's own type."""
    return table if table.game is None else replace(table, game=view_of(table.game))


def view_of(game: dict[str, Any]) -> Any:
    """A game's view from what a frame has of it."""
    return msgspec.convert(game, GAMES[game["game"]].view_type)
