"""Positions as text and as pixels, for the frameworks' ``render``."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from quincunx.core.extras import MissingExtra
from quincunx.games import game_of
from quincunx.texts.catalogue import Catalogue

RENDER_MODES: Final = ("ansi", "human", "rgb_array")


def render(view: Any, mode: str | None) -> Any:
    """Return the view as text (``ansi``) or as an array of pixels (``rgb_array``); print it (``human``)."""
    if mode == "rgb_array":
        return pixels(view)
    text = drawn(view)
    if mode == "human":
        print(text)
        return None
    return text


def drawn(view: Any) -> str:
    """Return the view as plain text in English."""
    game = game_of(view)
    names = tuple(f"player_{seat}" for seat in range(game.players(view.options)))
    return game.text.draw(view, names, Catalogue("en").translate)


def pixels(view: Any) -> Any:
    """Return the view as ``uint8[height, width, 3]``."""
    game = game_of(view)
    assert game.drawing is not None
    names = tuple(f"player_{seat}" for seat in range(game.players(view.options)))
    picture = game.drawing(view, names, Catalogue("en").translate)
    from quincunx.pages import raster

    try:
        painted = raster.pixels(picture)
    except ImportError as error:
        raise MissingExtra("server") from error
    return np.array(np.asarray(painted)[:, :, :3])
