"""``/api/schemas``: JSON Schemas of frames, views, moves and options, for programs in any language."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Final

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter

from quincunx.games import GAMES
from quincunx.table.wire.schemas import schema_of, schema_types

KEPT: Final = {"cache-control": "public, max-age=300"}
SchemaName = Annotated[str, PathParameter(description="A name from the list.", max_length=64)]


class Schemas(msgspec.Struct, frozen=True):
    """The names of all schemas."""

    names: tuple[str, ...]


@get("/api/schemas", sync_to_thread=False)
def schemas() -> Schemas:
    """The names of the JSON Schemas."""
    return Schemas(tuple(schema_types(GAMES)))


@get("/api/schemas/{name:str}", sync_to_thread=False, media_type="application/schema+json")
def schema(name: SchemaName) -> Response[bytes]:
    """The JSON Schema of a frame, a view, a move or options. 404 for a name that is not in the list."""
    if name not in schema_types(GAMES):
        raise NotFoundException
    return Response(_schema(name), headers=KEPT, media_type="application/schema+json")


@cache
def _schema(name: str) -> bytes:
    return schema_of(name, schema_types(GAMES)[name])
