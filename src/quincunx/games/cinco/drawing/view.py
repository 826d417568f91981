"""All of a view of Cinco as a picture: the numbered board, and beside it players, hands and draw pile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from quincunx.core.picture import Circle, Picture, Polygon, Shape, Words, rectangle
from quincunx.core.values import Phrase, Say, Seat
from quincunx.games.cinco.board import SPACES
from quincunx.games.cinco.drawing.shapes import centre, frame, hexagon, token
from quincunx.games.cinco.types import CincoView

_WIDTH: Final = 34.0
_HEIGHT: Final = 20.0
_BOARD_X: Final = -6.6
_LEFT: Final = 4.4
"""The left edge of everything beside the board."""
_RIGHT: Final = 16.4
_TOP: Final = -8.6
_OWN_ROWS: Final = 13.2
"""The height of all players' rows above the viewer's own hand."""
_OPEN_ROWS: Final = 17.6
"""The same without such a hand."""
_HIGHEST_ROW: Final = 3.5
_SHOWN_DISCARDS: Final = 8
_LONGEST_NAME: Final = 18


def drawing(view: CincoView, names: tuple[str, ...], say: Say) -> Picture:
    """Return the picture. Spaces within reach of the hand are green, the deeper the more cards reach them."""
    return Picture(_WIDTH, _HEIGHT, tuple(_shapes(view, names, say)))


def _shapes(view: CincoView, names: tuple[str, ...], say: Say) -> Iterator[Shape]:
    yield rectangle(0.0, 0.0, _WIDTH, _HEIGHT, "paper")
    yield from _board(view)
    rows = _OWN_ROWS if view.viewer is not None else _OPEN_ROWS
    row = min(_HIGHEST_ROW, rows / len(names))
    for seat, name in enumerate(names):
        yield from _player(view, seat, name, _TOP + row * seat, row)
    yield from _own_hand(view, say)
    yield from _pile(view, say)


def _board(view: CincoView) -> Iterator[Shape]:
    yield frame(_BOARD_X, 0.0)
    reached = [sum(space in reach.spaces for reach in view.reach) for space in range(1, SPACES + 1)]
    for space in range(1, SPACES + 1):
        x, y = centre(space)
        x += _BOARD_X
        team = view.board[space - 1]
        if team is None:
            count = min(reached[space - 1], 4)
            yield Polygon(hexagon(x, y), f"reach{count}" if count else "sheet")
            ink = "soft" if view.viewer is not None and not count else "ink"
            yield Words(x, y, str(space), 0.68, ink)
            continue
        yield Polygon(hexagon(x, y), "lit" if space in view.winning else "sheet")
        if space == view.last_space:
            yield Circle(x, y, 0.82, "lit", "ink", 1.8)
        yield token(x, y, team)
        # The middle of a triangle lies lower.
        yield Words(x, y + (0.14 if team == 2 else 0.0), str(space), 0.5, "white")


def _player(view: CincoView, seat: Seat, name: str, y: float, row: float) -> Iterator[Shape]:
    team = seat % view.options.teams
    has_won = view.outcome is not None and seat in view.outcome.winners
    if view.to_move == seat or has_won:
        middle = (_LEFT + _RIGHT) / 2
        yield rectangle(
            middle, y + row / 2 - 0.95, _RIGHT - _LEFT + 0.8, row - 0.4, "lit" if has_won else "sheet", 6.0
        )
    yield token(_LEFT + 0.6, y, team, 0.8)
    yield Words(_LEFT + 1.7, y, _short(name), 0.85, "ink", "start", bold=True)
    yield from _counts(view.hand_sizes[seat], view.tokens_left[team], team, y)
    discards = view.discards[seat]
    shown = discards[-_SHOWN_DISCARDS if view.hands is None else -3 :]
    words = ("… " if len(discards) > len(shown) else "") + "  ".join(map(str, shown))
    if view.hands is None:
        yield Words(_LEFT + 1.7, y + 1.05, words, 0.62, "soft", "start")
        return
    yield Words(_RIGHT - 0.2, y + 1.35, words, 0.62, "soft", "end")
    for index, card in enumerate(view.hands[seat]):
        yield from _card(_LEFT + 2.25 + 1.4 * index, y + 1.35, card, 0.52)


def _counts(cards: int, tokens: int, team: int, y: float) -> Iterator[Shape]:
    """Yield the number of cards on the back of a card, and that of the tokens left beside a token."""
    yield rectangle(_RIGHT - 3.4, y, 0.7, 0.95, "soft", 4.0)
    yield Words(_RIGHT - 3.4, y, str(cards), 0.62, "white", bold=True)
    yield token(_RIGHT - 1.7, y, team, 0.5)
    yield Words(_RIGHT - 0.2, y, str(tokens), 0.68, "soft", "end")


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def _own_hand(view: CincoView, say: Say) -> Iterator[Shape]:
    if view.viewer is None:
        return
    yield Words(_LEFT, 5.1, say(Phrase("cinco.hand")), 0.75, "soft", "start")
    for index, card in enumerate(view.hand):
        yield from _card(_LEFT + 1.2 + 3.0 * index, 7.4, card, 1.15)


def _card(x: float, y: float, card: int, scale: float) -> Iterator[Shape]:
    yield rectangle(x, y, 1.75 * scale, 2.35 * scale, "line", 11.0 * scale)
    yield rectangle(x, y, 1.65 * scale, 2.25 * scale, "ivory", 9.0 * scale)
    yield Words(x, y, str(card), 1.15 * scale, "ink", bold=True)


def _pile(view: CincoView, say: Say) -> Iterator[Shape]:
    words = say(Phrase("cinco.terminal.pile", {"count": view.pile}))
    yield Words(_RIGHT - 0.2, 9.4 if view.viewer is None else 5.1, words, 0.68, "soft", "end")
