"""Equality of Cinco's puzzles: turned, mirrored or moved ones are the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from quincunx.games.cinco.board import AXES, COORDINATES, LINE, NUMBERS, Coordinate
from quincunx.games.cinco.types import CincoView

_NEAR: Final = LINE - 1


def _turned(at: Coordinate) -> Coordinate:
    return -at[1], at[0] + at[1]


def _images(points: tuple[tuple[Coordinate, str], ...]) -> Iterator[tuple[tuple[Coordinate, str], ...]]:
    """Yield the twelve images of some places around the middle."""
    for flipped in (points, tuple(((q[1], q[0]), owner) for q, owner in points)):
        image = flipped
        for _ in range(6):
            image = tuple((_turned(at), owner) for at, owner in image)
            yield tuple(sorted(image))


def around(view: CincoView, space: int, team: int) -> str:
    """Return the owners of the places on the three lines through a space, as far as a line of five can
    extend."""
    q, r = COORDINATES[space - 1]
    places: list[tuple[Coordinate, str]] = []
    for step_q, step_r in AXES:
        for distance in (*range(-_NEAR, 0), *range(1, _NEAR + 1)):
            at = (step_q * distance, step_r * distance)
            number = NUMBERS.get((q + at[0], r + at[1]))
            places.append((at, _owner(view, number, team)))
    image = min(_images(tuple(places)))
    return "".join(owner for _, owner in image)


def _owner(view: CincoView, number: int | None, team: int) -> str:
    if number is None:
        return "#"
    owner = view.board[number - 1]
    return "." if owner is None else "x" if owner == team else "o"


def hand(view: CincoView) -> str:
    """Return the approximate reach of the hand, and the fullness of the board."""
    tokens = sum(owner is not None for owner in view.board)
    reach = " ".join(str(len(each.spaces) // 6) for each in view.reach)
    return f"{tokens // 4} {reach}"
