"""Options of a game from keyword arguments, as frameworks pass them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from quincunx.core.reason import Refusal
from quincunx.games import GAMES


def options_of(game: str, given: Mapping[str, Any]) -> msgspec.Struct:
    """Return the options of a game. Raises ``ValueError`` for an unknown game or a wrong type, and
    :class:`~quincunx.core.reason.Refusal` for options that the rules do not allow."""
    if game not in GAMES:
        raise ValueError(f"Unknown game “{game}”. Choose from {', '.join(GAMES)}.")
    kind = GAMES[game].options_type
    try:
        options: msgspec.Struct = msgspec.convert({"game": game, **given}, kind)
    except msgspec.ValidationError as error:
        raise ValueError(f"These are no options of {GAMES[game].title}: {error}.") from error
    GAMES[game].check(options)
    return options


def all_options(game: str) -> tuple[msgspec.Struct, ...]:
    """Return options of every seating, and of every variant that is a choice between two or a few words."""
    found: list[msgspec.Struct] = []
    kind = GAMES[game].options_type
    fields = msgspec.structs.fields(kind)
    for seating in GAMES[game].seatings:
        basis: dict[str, Any] = {"players": seating.players}
        if "teams" in {field.name for field in fields}:
            basis["teams"] = seating.sides
        variants: list[dict[str, Any]] = [{}]
        for field in fields:
            if choices := _choices(field.type):
                variants = [{**each, field.name: choice} for each in variants for choice in choices]
        for variant in variants:
            options: msgspec.Struct = msgspec.convert({"game": game, **basis, **variant}, kind)
            if _is_allowed(game, options):
                found.append(options)
    return tuple(found)


def _choices(kind: Any) -> tuple[Any, ...]:
    """Return the values of a truth value or of a literal type."""
    if kind is bool:
        return (False, True)
    return tuple(getattr(kind, "__args__", ())) if getattr(kind, "__origin__", None) is Literal else ()


def _is_allowed(game: str, options: msgspec.Struct) -> bool:
    try:
        GAMES[game].check(options)
    except Refusal:
        return False
    return True
