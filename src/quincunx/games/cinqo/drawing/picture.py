"""The last turn of a game of Cinq-O as a picture: the dice in the Rack, and the Hi/Lo die in its box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quincunx.core.picture import Picture, Shape, rectangle
from quincunx.games.cinqo.drawing.dice import die, hilo_die
from quincunx.games.cinqo.types import CinqoView


def picture(view: CinqoView) -> Picture:
    """Return the view as a picture; an empty case before the first turn has ended."""
    return Picture(20.0, 14.0, tuple(_shapes(view)))


def _shapes(view: CinqoView) -> Iterator[Shape]:
    last = view.history[-1] if view.history else None
    dice: Sequence[int] = last.rack if last else ()
    yield rectangle(0.0, 0.0, 19.0, 12.6, "wood", 16.0)
    yield rectangle(0.0, -2.2, 17.6, 6.6, "felt", 8.0)
    yield rectangle(0.0, 3.9, 17.6, 3.4, "well", 8.0)
    for index, value in enumerate(dice):
        yield from die(3.3 * (index - 2), -3.3 if index % 2 else -1.6, value, 12.0)
    if last is not None:
        yield from hilo_die(0.0, 3.9, last.hilo, 12.0)
