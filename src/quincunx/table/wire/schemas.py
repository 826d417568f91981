"""JSON Schemas (draft 2020-12) of what programs exchange with a server: frames, views, moves and options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from quincunx.core.game import AnyGame
from quincunx.table.commands import Command
from quincunx.table.events import TableSettings
from quincunx.table.wire.lists import MyClientFrame, MyServerFrame
from quincunx.table.wire.table import ClientFrame, ServerFrame, TableView

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
SHARED: Final[Mapping[str, Any]] = {
    "client-frame": ClientFrame,
    "server-frame": ServerFrame,
    "my-client-frame": MyClientFrame,
    "my-server-frame": MyServerFrame,
    "command": Command,
    "table-settings": TableSettings,
    "table-view": TableView,
}
"""The types of every game's tables, by name. A field of a game's own data takes any JSON here."""


def schema_types(games: Mapping[str, AnyGame]) -> dict[str, Any]:
    """Return the types that have a schema, by name: :data:`SHARED`, and each game's view, move and
    options."""
    return {
        **SHARED,
        **{
            f"{name}-{what}": kind
            for name, game in games.items()
            for what, kind in (
                ("view", game.view_type),
                ("move", game.move_type),
                ("options", game.options_type),
            )
        },
    }


def schema_of(name: str, kind: Any) -> bytes:
    """Return the JSON Schema of a type, as JSON."""
    return msgspec.json.encode({"$schema": DIALECT, "title": name, **msgspec.json.schema(kind)})
