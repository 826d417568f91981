"""Compact action numbers: few enough for the output of a network, and relative to what the seat holds.

A compact number has a meaning only together with a view. The numbers of a game's ``actions``
mean the same everywhere, but there are many more of them.
"""

from __future__ import annotations

from typing import Any

import msgspec

from quincunx.core.game import CompactActions
from quincunx.games import game_of


def compact(view: msgspec.Struct) -> CompactActions[Any, Any]:
    """Return the compact numbers of the game that a view, or options, belong to: how many there are, and both
    conversions. Raises ``ValueError`` for a game without them."""
    game = game_of(view)
    if game.compact is None:
        raise ValueError(f"{game.title} has no compact action numbers.")
    return game.compact


def legal_numbers(view: Any) -> tuple[int, ...]:
    """Return the compact numbers of the viewer's legal moves, ascending; none unless the viewer is to
    move."""
    actions = compact(view)
    return tuple(sorted(actions.number_of(view, move) for move in view.moves))


def mask(view: Any) -> bytes:
    """Return one byte for each compact number: 1 for a legal move, 0 otherwise."""
    found = bytearray(compact(view).count)
    for number in legal_numbers(view):
        found[number] = 1
    return bytes(found)
