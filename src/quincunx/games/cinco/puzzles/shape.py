"""Likeness of Cinco's puzzles. Two are alike if one key (:func:`shape`) describes both.

The spaces' numbers have no symmetry: turned by a sixth, another card would be needed for every space. But a
solver who has seen a line of tokens has seen it in every direction. So these differences do not count:

* turns and mirror images, and the place on the board;
* colours and seats: tokens are the team's own or another's;
* tokens off the three lines through the space in question, as far as a line of five can extend there;
* which cards are held, seen or hidden, as long as the space in question is the same.

If no space is in question, as when a card is to be drawn, what counts is how much each card of the hand
reaches, and how full the board is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from quincunx.core.study import Study
from quincunx.games.cinco.board import AXES, COORDINATES, LINE, NUMBERS, Coordinate
from quincunx.games.cinco.notation import parse_move
from quincunx.games.cinco.puzzles.sorts import SORTS_OF_THEMES
from quincunx.games.cinco.review.position import Position as Facts
from quincunx.games.cinco.state import CincoState, team_of
from quincunx.games.cinco.types import CincoView, Draw, Exchange, Play
from quincunx.games.cinco.view import view

_NEAR: Final = LINE - 1


def shape(seen: CincoView, sort: str, space: int | None) -> str:
    """Return the key that puzzles share if they are alike."""
    if space is None:
        return f"{sort} {hand(seen)}"
    assert seen.viewer is not None
    return f"{sort} {around(seen, space, team_of(seen.options, seen.viewer))}"


def shape_of_study(study: Study, state: CincoState) -> str:
    """Return the shape of a puzzle as :meth:`quincunx.core.puzzle.Puzzler.shape` does."""
    best = parse_move(study.answers[0].move)
    space = best.space if isinstance(best, Play) else None
    return shape(view(state, state.seat), sort_of_study(study, state), space)


def sort_of_study(study: Study, state: CincoState) -> str:
    """Return the sort of a puzzle as :meth:`quincunx.core.puzzle.Puzzler.sort` does."""
    theme, best = study.theme or "", parse_move(study.answers[0].move)
    if theme == "choose":
        return (
            f"choose-{'play' if isinstance(best, Play) else 'draw' if isinstance(best, Draw) else 'exchange'}"
        )
    if theme == "timing":
        return f"timing-{'yes' if isinstance(best, Exchange) else 'no'}"
    if theme == "chances":
        dangers = Facts(view(state, state.seat)).dangers()
        is_block = isinstance(best, Play) and best.space in dangers
        return f"chances-{'block' if is_block else 'leave'}"
    return SORTS_OF_THEMES[theme][0]


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
