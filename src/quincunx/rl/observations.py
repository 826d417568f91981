"""Observations of a seat as bytes: ``plain``, which holds exactly what a view holds, and others."""

from __future__ import annotations

from typing import Any

import msgspec

from quincunx.core.game import AnyGame
from quincunx.engines.learning import AnyLearning, Encoding
from quincunx.games import game_of


def learning_of(game: AnyGame) -> AnyLearning:
    """Return what a game offers to programs that learn. Raises ``ValueError`` if that is nothing."""
    if game.learning is None:
        raise ValueError(f"{game.title} has no observations.")
    found: AnyLearning = game.learning()
    return found


def encoding(options: msgspec.Struct, name: str = "plain") -> Encoding[Any, Any]:
    """Return an encoding of the game that options, or a view, belong to. Raises ``ValueError`` for a name
    that this game does not have."""
    game = game_of(options)
    encodings = learning_of(game).encodings
    if name not in encodings:
        raise ValueError(f"{game.title} has no observations “{name}”; it has {', '.join(encodings)}.")
    return encodings[name]


def observation(view: msgspec.Struct, name: str = "plain") -> bytes:
    """Return the observation of the view's own seat, part after part. Raises ``ValueError`` for the view of
    a spectator."""
    return encoding(view, name).encode(view)


def view_of(data: bytes, options: msgspec.Struct, name: str = "plain") -> Any:
    """Return the view that was encoded; ``options`` need only be of the same game."""
    return encoding(options, name).decode(data)
