"""The planes of observations beside a kernel's position, kept up to date move by move.

A *mirror* holds what a view shows and bots do not need, in rows of 90 bytes that observations copy. Seats and
teams are those of the table. :func:`play` makes a move and changes the few bytes that it concerns, so that
positions of bots stay small and no observation is computed from the whole board.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import inlined, part
from quincunx.engines.kernels.arrays import word
from quincunx.engines.kernels.xorshift import Xorshift
from quincunx.games.cinco.actions import DRAW, EXCHANGE, PLAY_BASE
from quincunx.games.cinco.bots.kernels.encode import (
    BITS,
    CARDS,
    CODES,
    DEAD,
    HAND_SIZE,
    HANDS,
    LAST,
    LINES,
    MOST_PLAYERS,
    PATTERNS,
    PLAYERS,
    RESHUFFLES,
    SEAT,
    TEAMS,
    THROUGH,
    THROUGH_COUNT,
    Position,
)
from quincunx.games.cinco.bots.kernels.rules import apply, team_of
from quincunx.games.cinco.learning.layout import DREW, EXCHANGED, PLAYED
from quincunx.games.cinco.state import HAND

Mirror = NDArray[np.uint8]
"""``uint8[rows, 90]``."""

# The rows: numbers; tokens by team; the last token; discards by seat; the cards of the draw pile; free
# spaces; and, for ``lines``, empty windows, and those with 1 to 4 tokens by team.
NUMBERS: Final = 0
TOKENS: Final = 1

# The places of numbers in their row.
CARRIED: Final = 0  # by seat
COUNT: Final = CARRIED + MOST_PLAYERS  # by seat: its discards
RECENT: Final = COUNT + MOST_PLAYERS  # the last turns, newest first: kind, card, space
FIRST: Final = RECENT + 3 * MOST_PLAYERS
"""The seat that the options name as the first, and 1; 0: a lot decides. It stays when a game starts."""

WINDOWS: Final = np.zeros(CARDS, np.uint8)
"""``[90]``: the number of windows through each space."""
WINDOWS[:] = THROUGH_COUNT


def row_count(players: int, teams: int, has_lines: bool) -> int:
    """Return the number of rows."""
    return players + teams + 4 + (4 * teams + 1 if has_lines else 0)


@inlined
def last_row(position: Position) -> int:
    """Return the row of the last token. The rows of discards follow."""
    return TOKENS + position[TEAMS]


@inlined
def pile_row(position: Position) -> int:
    """Return the row of the draw pile's cards. Those of free spaces and of lines follow."""
    return TOKENS + position[TEAMS] + 1 + position[PLAYERS]


@inlined
def clear(position: Position, mirror: Mirror) -> None:
    """Set up a new game, in which all cards are in the pile."""
    first = mirror[NUMBERS, FIRST]
    mirror[:, :] = 0
    mirror[NUMBERS, FIRST] = first
    pile = pile_row(position)
    mirror[pile, :] = 1
    mirror[pile + 1, :] = 1
    if mirror.shape[0] > pile + 2:
        for space in range(CARDS):
            mirror[pile + 2, space] = WINDOWS[space]


@inlined
def discard(position: Position, mirror: Mirror, seat: int, card: int) -> None:
    """Record a discarded card."""
    mirror[NUMBERS, COUNT + seat] += 1
    mirror[last_row(position) + 1 + seat, card - 1] = mirror[NUMBERS, COUNT + seat]
    if word(position, RESHUFFLES) and not mirror[pile_row(position), card - 1]:
        mirror[NUMBERS, CARRIED + seat] -= 1


@inlined
def note_recent(mirror: Mirror, players: int, kind: int, card: int, space: int) -> None:
    """Record a turn as the newest."""
    for i in range(3 * players - 1, 2, -1):
        mirror[NUMBERS, RECENT + i] = mirror[NUMBERS, RECENT + i - 3]
    mirror[NUMBERS, RECENT] = kind
    mirror[NUMBERS, RECENT + 1] = card
    mirror[NUMBERS, RECENT + 2] = space


@part
def count_windows(position: Position, mirror: Mirror, space: int, change: int) -> None:
    """Add ``change`` to the rows of lines for each window through a space, as it is now."""
    first = pile_row(position) + 2
    for i in range(THROUGH_COUNT[space]):
        window = THROUGH[space, i]
        code = int(position[CODES + window])
        if code == DEAD:
            continue
        row = first
        if code:
            owner = (code - 1) // PATTERNS
            tokens = BITS[code - owner * PATTERNS]
            if tokens == 5:
                continue
            row += 4 * owner + tokens
        for j in range(5):
            mirror[row, LINES[window, j]] += change


@inlined
def note_move(position: Position, mirror: Mirror, move: int) -> None:
    """Record a move before it is made."""
    seat, players = int(position[SEAT]), int(position[PLAYERS])
    if move == DRAW:
        note_recent(mirror, players, DREW, 0, 0)
    elif move == EXCHANGE:
        note_recent(mirror, players, EXCHANGED, 0, 0)
        for i in range(HAND):
            discard(position, mirror, seat, position[HANDS + HAND * seat + i])
    else:
        card, space = move // PLAY_BASE, move % PLAY_BASE
        note_recent(mirror, players, PLAYED, card, space)
        discard(position, mirror, seat, card)
        if space:
            last, pile = last_row(position), pile_row(position)
            if position[LAST] >= 0:
                mirror[last, position[LAST]] = 0
            mirror[last, space - 1] = 1
            mirror[TOKENS + team_of(position, seat), space - 1] = 1
            mirror[pile + 1, space - 1] = 0
            if mirror.shape[0] > pile + 2:
                count_windows(position, mirror, space - 1, -1)


@inlined
def note_after(position: Position, mirror: Mirror, move: int, reshuffles: int) -> None:
    """Record a move after it was made; ``reshuffles`` were counted before."""
    if word(position, RESHUFFLES) != reshuffles:
        note_reshuffle(position, mirror)
    space = move % PLAY_BASE
    if move >= PLAY_BASE and space and mirror.shape[0] > pile_row(position) + 2:
        count_windows(position, mirror, space - 1, 1)


@part
def note_reshuffle(position: Position, mirror: Mirror) -> None:
    """Record that all discards have become the draw pile, of which cards may have been drawn already."""
    first, pile = last_row(position) + 1, pile_row(position)
    mirror[pile, :] = 0
    for seat in range(int(position[PLAYERS])):
        for card in range(CARDS):
            if mirror[first + seat, card]:
                mirror[pile, card] = 1
                mirror[first + seat, card] = 0
        mirror[NUMBERS, COUNT + seat] = 0
    for seat in range(int(position[PLAYERS])):
        older = 0
        for i in range(int(position[HAND_SIZE + seat])):
            older += 1 - mirror[pile, position[HANDS + HAND * seat + i] - 1]
        mirror[NUMBERS, CARRIED + seat] = older


@part
def play(position: Position, mirror: Mirror, move: int, xorshift: Xorshift) -> None:
    """Make a legal move, and record what is public about it."""
    note_move(position, mirror, move)
    reshuffles = word(position, RESHUFFLES)
    apply(position, move, xorshift)
    note_after(position, mirror, move, reshuffles)
