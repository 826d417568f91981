"""All of a view of Cinq-O as a picture: the case with Rack, Bank, box and tray, totals, score card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from quincunx.core.picture import Picture, Shape, Words, rectangle
from quincunx.core.values import Phrase, Say, Seat
from quincunx.games.cinqo import card
from quincunx.games.cinqo.drawing.dice import die, hilo_die
from quincunx.games.cinqo.state import HUNDRED
from quincunx.games.cinqo.types import CinqoView

_WIDTH: Final = 34.0
_HEIGHT: Final = 20.0
_CASE_X: Final = -7.3
_DIE: Final = 0.78
"""The size of a die in the case."""
_STEP: Final = 2.6
_BOX_X: Final = _CASE_X + 6.75
_LEFT: Final = 2.6
"""The left edge of everything beside the case."""
_RIGHT: Final = 16.2
_LONGEST_NAME: Final = 18
_TOTALS: Final = 9
"""The columns of the score card: totals from 30 down on the Hi side, from 5 up on the Lo side."""


def drawing(view: CinqoView, names: tuple[str, ...], say: Say) -> Picture:
    """Return the picture."""
    return Picture(_WIDTH, _HEIGHT, tuple(_shapes(view, names, say)))


def _shapes(view: CinqoView, names: tuple[str, ...], say: Say) -> Iterator[Shape]:
    yield rectangle(0.0, 0.0, _WIDTH, _HEIGHT, "paper")
    yield from _case(view, say)
    yield from _heading(view, names, say)
    for seat, name in enumerate(names):
        yield from _player(view, seat, name, -5.6 + 1.75 * seat)
    yield from _score_card(view, say)


def _case(view: CinqoView, say: Say) -> Iterator[Shape]:
    yield rectangle(_CASE_X, 0.0, 17.0, 18.0, "wood", 12.0)
    lines = (("rack", view.rack, -6.3), ("bank", view.bank, -1.9))
    for key, dice, y in lines:
        yield from _label(key, y - 1.95, say)
        for place in range(card.DICE):
            x = _place_x(place)
            yield rectangle(x, y, 2.0, 2.0, "well", 7.0)
            if place < len(dice):
                yield from die(x, y, dice[place], 6.0, _DIE)
    yield from _label("tray", 0.55, say)
    yield rectangle(_CASE_X - 1.8, 4.75, 12.5, 6.4, "felt", 8.0)
    for place, value in enumerate(view.tray):
        yield from die(_place_x(place) + 0.15, 3.2 if place % 2 else 4.4, value, 6.0, _DIE)
    yield Words(_BOX_X + 1.15, 0.55, say(Phrase("cinqo.box")), 0.75, "ink", "end")
    yield rectangle(_BOX_X, 2.9, 2.0, 2.0, "well", 7.0)
    if view.hilo is not None:
        x, y = (_BOX_X, 2.9) if view.boxed else (_place_x(2), 6.6)
        yield from hilo_die(x, y, view.hilo, 6.0, _DIE)


def _place_x(place: int) -> float:
    return _CASE_X - 6.95 + _STEP * place


def _label(key: str, y: float, say: Say) -> Iterator[Shape]:
    yield Words(_place_x(0) - 1.0, y, say(Phrase(f"cinqo.{key}")), 0.75, "ink", "start")


def _heading(view: CinqoView, names: tuple[str, ...], say: Say) -> Iterator[Shape]:
    if view.options.goal == "rounds":
        now = Phrase("cinqo.roundOf", {"round": view.round, "rounds": view.options.rounds})
    else:
        now = Phrase("cinqo.round", {"round": view.round})
    running = view.outcome is None
    parts = [say(now), _short(names[view.turn_of])] if running else [say(now)]
    yield Words(_LEFT, -8.9, " · ".join(parts), 0.9, "ink", "start", bold=True)
    if running:
        bonus = f" · {say(Phrase('cinqo.second'))}" if view.bonus else ""
        roll = say(Phrase("cinqo.rollOf", {"roll": view.roll}))
        yield Words(_LEFT, -7.8, roll + bonus, 0.62, "soft", "start")
    if view.points is not None:
        best = say(Phrase("cinqo.atBest", {"points": view.best}))
        yield Words(_RIGHT - 0.1, -7.8, best, 0.62, "soft", "end")
        lie = say(Phrase("cinqo.asTheyLie", {"points": view.points}))
        yield Words(_LEFT, -6.9, lie, 0.62, "soft", "start")


def _player(view: CinqoView, seat: Seat, name: str, y: float) -> Iterator[Shape]:
    score = view.scores[seat]
    has_won = view.outcome is not None and seat in view.outcome.winners
    if has_won or (view.outcome is None and view.turn_of == seat):
        yield rectangle(
            (_LEFT + _RIGHT) / 2, y + 0.25, _RIGHT - _LEFT + 0.5, 1.35, "lit" if has_won else "sheet", 5.0
        )
    yield Words(_LEFT, y, _short(name), 0.8, "ink", "start", bold=True)
    yield Words(_RIGHT - 0.1, y, str(score), 0.9, "ink", "end", bold=True)
    track = _RIGHT - _LEFT
    yield rectangle((_LEFT + _RIGHT) / 2, y + 0.75, track, 0.16, "line")
    length = track * min(score, HUNDRED) / HUNDRED
    if length:
        yield rectangle(_LEFT + length / 2, y + 0.75, length, 0.16, f"team{seat % 3}")


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def _score_card(view: CinqoView, say: Say) -> Iterator[Shape]:
    """Yield the card; the column is lit that the dice, as they lie, are read from."""
    left, width, top = _LEFT - 0.3, _RIGHT - _LEFT + 0.6, 5.1
    yield rectangle(left + width / 2, top + 2.0, width, 4.0, "sheet", 6.0)
    dice = (*view.rack, *view.bank, *view.tray)
    total = sum(dice) if view.number is not None and not card.is_straight(dice) else None
    is_hi = view.hilo is not None and view.hilo > 0
    first, step = left + 2.0, (width - 2.15) / _TOTALS
    for row, (key, arrow) in enumerate((("hi", "↑"), ("lo", "↓"))):
        yield Words(
            left + 0.2,
            top + 0.75 + row * 1.25,
            f"{say(Phrase(f'cinqo.{key}'))} {arrow}",
            0.68,
            "ink",
            "start",
            bold=True,
        )
    yield Words(left + 0.2, top + 3.3, "×", 0.75, "soft", "start")
    for column in range(_TOTALS):
        x = first + step * (column + 0.5)
        high, low = 30 - column, 5 + column
        for row, (shown, hi) in enumerate(((high, True), (low, False))):
            at = None if total is None or hi != is_hi else max(total, 22) if hi else min(total, 13)
            y = top + 0.75 + row * 1.25
            if at == shown:
                yield rectangle(x, y, step - 0.15, 0.95, "lit", 3.0)
            edge = ("≤" if hi else "≥") if column == _TOTALS - 1 else ""
            yield Words(x, y, f"{edge}{shown}", 0.62, "ink")
        yield Words(x, top + 3.3, str(card.number_of(high, hi=True)), 0.75, "soft", bold=True)
