"""Kernels that write observations and masks of positions: the same bytes as :mod:`.encodings`."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import inlined, kernel
from quincunx.engines.kernels.arrays import and_bytes, clear_bytes, copy_bytes, word
from quincunx.games.cinco.actions import COMPACT_COUNT, DRAW, EXCHANGE, FIRST_COMPACT_PLAY, PLAY_BASE
from quincunx.games.cinco.bots.kernels import encode as of
from quincunx.games.cinco.bots.kernels.encode import (
    CARDS,
    DRAWN,
    GOING_ON,
    HAND_SIZE,
    HANDS,
    PILE,
    RESHUFFLES,
    SEAT,
    TURN,
    WINNER,
    Position,
)
from quincunx.games.cinco.bots.kernels.moves import first_reach
from quincunx.games.cinco.bots.kernels.rules import team_of
from quincunx.games.cinco.learning import layout
from quincunx.games.cinco.learning.mirror import (
    CARRIED,
    FIRST,
    NUMBERS,
    RECENT,
    TOKENS,
    Mirror,
    last_row,
    pile_row,
)
from quincunx.games.cinco.state import HAND

Planes = NDArray[np.uint8]
"""``uint8[planes, 90]``."""
Mask = NDArray[np.uint8]
"""``uint8[actions]``: 1 for each legal action."""


FROM: Final = np.repeat(np.array((0, 1), np.uint8), CARDS)
"""``[180]``: 90 zeros, then 90 ones; the 90 numbers from 90 - n on are 1 from place n on."""


@inlined
def wrapped(place: int, count: int) -> int:
    """Return a place around the table that is at most one round too far. A remainder would cost ten times
    as much."""
    return place - count if place >= count else place


@inlined
def copy(mirror: Mirror, row: int, planes: Planes, plane: int) -> None:
    """Copy a row of the mirror into a plane."""
    copy_bytes(planes, CARDS * plane, mirror, CARDS * row, CARDS)


@kernel
def write(position: Position, mirror: Mirror, seat: int, planes: Planes) -> None:
    """Write the planes of ``plain`` for a seat, and those of ``lines`` if there is room for them."""
    players, teams = int(position[of.PLAYERS]), int(position[of.TEAMS])
    own = team_of(position, seat)
    write_numbers(position, mirror, seat, planes[0])
    for step in range(teams):
        copy(mirror, TOKENS + wrapped(own + step, teams), planes, TOKENS + step)
    at, row = TOKENS + teams, last_row(position)
    copy(mirror, row, planes, at)
    clear_bytes(planes, CARDS * (at + 1), CARDS)
    for i in range(int(position[HAND_SIZE + seat])):
        planes[at + 1, position[HANDS + HAND * seat + i] - 1] = 1
    at += 2
    for step in range(players):
        copy(mirror, row + 1 + wrapped(seat + step, players), planes, at + step)
    at, row = at + players, pile_row(position)
    copy(mirror, row, planes, at)
    if planes.shape[0] > at + 1:
        copy(mirror, row + 2, planes, at + 1)
        for step in range(teams):
            for tokens in range(4):
                first = row + 3 + 4 * wrapped(own + step, teams)
                copy(mirror, first + tokens, planes, at + 2 + 4 * step + tokens)


@inlined
def write_numbers(position: Position, mirror: Mirror, seat: int, numbers: NDArray[np.uint8]) -> None:
    """Write the plane of numbers for a seat."""
    players, teams = int(position[of.PLAYERS]), int(position[of.TEAMS])
    clear_bytes(numbers, 0, CARDS)
    numbers[layout.VIEWER] = seat
    numbers[layout.PLAYERS] = players
    numbers[layout.TEAMS] = teams
    numbers[layout.JOKER] = position[of.JOKER]
    numbers[layout.FIRST] = mirror[NUMBERS, FIRST]
    winner = position[WINNER]
    if winner == GOING_ON:
        numbers[layout.TO_MOVE] = wrapped(position[SEAT] - seat + players, players) + 1
    numbers[layout.TURN] = word(position, TURN) & 255
    numbers[layout.TURN + 1] = word(position, TURN) >> 8
    numbers[layout.PILE] = position[PILE]
    numbers[layout.RESHUFFLES] = word(position, RESHUFFLES) & 255
    numbers[layout.RESHUFFLES + 1] = word(position, RESHUFFLES) >> 8
    own = team_of(position, seat)
    if winner == DRAWN:
        mover = team_of(position, position[SEAT])
        numbers[layout.END] = 2 if position[of.TOKENS_LEFT + mover] == 0 else 3
    elif winner != GOING_ON:
        numbers[layout.END] = 1
        numbers[layout.WINNER] = wrapped(winner - own + teams, teams) + 1
    for step in range(players):
        other = wrapped(seat + step, players)
        numbers[layout.HAND_SIZES + step] = position[HAND_SIZE + other]
        numbers[layout.CARRIED + step] = mirror[NUMBERS, CARRIED + other]
    for step in range(teams):
        numbers[layout.TOKENS_LEFT + step] = position[of.TOKENS_LEFT + wrapped(own + step, teams)]
    for i in range(3 * players):
        numbers[layout.RECENT + i] = mirror[NUMBERS, RECENT + i]


@inlined
def write_mask(position: Position, mirror: Mirror, mask: Mask) -> None:
    """Write 1 for each legal compact number, and 0 for all others."""
    if position[WINNER] != GOING_ON:
        clear_bytes(mask, 0, COMPACT_COUNT)
        return
    seat = int(position[SEAT])
    size = position[HAND_SIZE + seat]
    free = pile_row(position) + 1
    mask[DRAW] = size < HAND
    mask[EXCHANGE] = size == HAND
    for i in range(HAND):
        # The number of cards cannot be predicted, so places without a card are written like all others.
        at = FIRST_COMPACT_PLAY + PLAY_BASE * i
        card = int(position[HANDS + HAND * seat + i])
        start = first_reach(position, max(card, 1)) if card else CARDS
        mask[at] = start == CARDS and card != 0
        and_bytes(mask, at + 1, mirror, CARDS * free, FROM, CARDS - start, CARDS)


@inlined
def move_of(position: Position, number: int) -> int:
    """Return the move with a compact number."""
    if number < FIRST_COMPACT_PLAY:
        return number
    place = (number - FIRST_COMPACT_PLAY) // PLAY_BASE
    card = position[HANDS + HAND * position[SEAT] + place]
    return card * PLAY_BASE + (number - FIRST_COMPACT_PLAY) % PLAY_BASE


@inlined
def number_of(position: Position, move: int) -> int:
    """Return the compact number of a move."""
    if move < PLAY_BASE:
        return move
    card = move // PLAY_BASE
    place = 0
    while position[HANDS + HAND * position[SEAT] + place] != card:
        place += 1
    return FIRST_COMPACT_PLAY + PLAY_BASE * place + move % PLAY_BASE
