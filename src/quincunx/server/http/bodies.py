"""Request bodies that hold a game's own data. Only the game can read that part, so a body is decoded in one
step.

Litestar decodes bodies into Python's own types, which would lose raw JSON. So these routes take the bytes,
and :func:`described` states their type in the OpenAPI document.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec
from litestar.openapi.spec import OpenAPIMediaType, Operation, RequestBody

from quincunx.games import GAMES


def takes(encoding: str, accepted: str) -> bool:
    """True if a client with this ``Accept-Encoding`` accepts an encoding, such as "gzip". What it says of the
    encoding itself goes before what it says of all."""
    qualities = dict(_quality(each) for each in accepted.lower().split(","))
    names = (encoding, f"x-{encoding}", "*")
    said = next((qualities[name] for name in names if name in qualities), "q=0")
    return said not in ("q=0", "q=0.0", "q=0.00", "q=0.000")


def _quality(each: str) -> tuple[str, str]:
    """An encoding of a client's list, and its quality."""
    name, _, quality = each.partition(";")
    return name.strip(), quality.replace(" ", "")


def described(kind: Any) -> type[Operation]:
    """The class of an operation whose request body has this type, for the OpenAPI document."""
    body = RequestBody(content={"application/json": OpenAPIMediaType(schema=schema_of(kind))}, required=True)

    @dataclass
    class Described(Operation):
        request_body: Any = field(default_factory=lambda: body)

        def __post_init__(self) -> None:
            self.request_body = body

    return Described


def schema_of(kind: Any) -> Any:
    """The type's JSON schema with its references resolved. A game's own data may be that of any game."""
    whole = msgspec.json.schema(kind)
    return _resolved(whole, whole.get("$defs", {}))


def _resolved(schema: Any, definitions: dict[str, Any]) -> Any:
    if isinstance(schema, list):
        return [_resolved(each, definitions) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _resolved(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    found = {
        # The discriminator refers to definitions, and none are left.
        key: _resolved(value, definitions)
        for key, value in schema.items()
        if key not in ("$defs", "discriminator")
    }
    if "properties" in found:
        found["properties"] = {
            name: _game_data(name) if value == {} else value for name, value in found["properties"].items()
        }
    return found


def _game_data(name: str) -> Any:
    kinds = [game.options_type if name == "options" else game.move_type for game in GAMES.values()]
    return {"anyOf": [schema_of(each) for each in kinds]}
