"""A seat's belief about the hidden cards: from a view to positions with every hand filled in.

Some facts are certain from the view alone: the seat's own hand, every discard (C4), the number of cards that
each seat holds, and after a reshuffle which cards are older than the pile and how many of them each seat has.
Beyond that, players are assumed to have played sensibly in their last turn:

- a player who could have won, or stopped an opponent from winning, and did not, held no card as low as that
  space;
- a player who played card 45 on space 50 held none of 46 to 50, which would have cost less.

Cards drawn in that turn are exempt. No player always plays sensibly, so one sample in sixteen ignores these
assumptions. Partners' cards are as hidden as opponents'.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import inlined, kernel, part
from quincunx.engines.kernels.bits import highest_bit
from quincunx.engines.kernels.xorshift import Xorshift, below
from quincunx.games.cinco.actions import ACTIONS, DRAW, EXCHANGE, PLAY_BASE
from quincunx.games.cinco.bots.kernels.encode import (
    CARDS,
    DECK,
    DREW,
    GONE,
    HALF,
    HAND_SIZE,
    HANDS,
    LOOSE,
    MISSED,
    MOST_PLAYERS,
    PILE,
    PLAYERS,
    QUIET,
    RESHUFFLES,
    SEAT,
    TEAMS,
    TURN,
    WORD,
    Position,
    empty,
    set_hand,
    words,
)
from quincunx.games.cinco.bots.kernels.rules import place, team_of, wins_of
from quincunx.games.cinco.bots.unseen import HEEDLESS, TRIES, mover_of, unseen_of
from quincunx.games.cinco.state import HAND
from quincunx.games.cinco.types import CincoView, Play


class Belief(NamedTuple):
    """Everything that a seat knows: ``position`` lacks the others' cards and the pile's order."""

    position: Position
    fresh: NDArray[np.int64]
    """Unseen cards that were shuffled into the present pile: still in it, or in hands."""
    older: NDArray[np.int64]
    """Unseen cards that are older than the pile: all in hands."""
    carried: NDArray[np.int64]
    """``[6]``: the number of older cards that each seat holds; 0 for the seat itself."""
    gaps: NDArray[np.int64]
    """``[6, 2]``: the seat holds no card above the first number and up to the second; equal numbers:
    unknown."""


@inlined
def highest_of(low: int, high: int) -> int:
    """Return the highest space in two bit sets, 0 to 44 and 45 to 89; -1 if both are empty."""
    if high:
        return HALF + highest_bit(high)
    return highest_bit(low) if low else -1


@inlined
def highest_win(position: Position, team: int) -> int:
    """Return the highest space where a team would complete a line; -1 if there is none."""
    return highest_of(wins_of(position, team, 0), wins_of(position, team, 1))


@kernel
def note_turn(position: Position, seat: int, move: int) -> None:
    """Record in MISSED and DREW what a non-winning move reveals about a seat's hand; call it before the
    move."""
    team = team_of(position, seat)
    missed = highest_win(position, team)
    space = move % PLAY_BASE - 1 if move >= PLAY_BASE else -1
    for other in range(position[TEAMS]):
        if other == team:
            continue
        if space >= 0 and wins_of(position, other, space // HALF) >> space % HALF & 1:
            continue  # it was blocked
        missed = max(missed, highest_win(position, other))
    position[MISSED + seat] = missed
    position[DREW + seat] = 1 if move == DRAW else HAND if move == EXCHANGE else 0


@kernel
def put_board(position: Position, owners: NDArray[np.int64]) -> None:
    """Place all tokens of ``owners`` (``[90]``, the team or -1) on an empty position."""
    for space in range(CARDS):
        if owners[space] >= 0:
            place(position, owners[space], space)


def belief_of(view: CincoView) -> Belief:
    """Return the knowledge of the viewer, who must hold a seat. ``position`` has the viewer as the seat to
    move; ``view.to_move`` has the real one."""
    seat = view.viewer
    assert seat is not None
    position = _position_of(view, seat, mover_of(view))
    unseen = unseen_of(view)
    carried, gaps = np.zeros(MOST_PLAYERS, np.int64), np.zeros((MOST_PLAYERS, 2), np.int64)
    carried[: view.options.players] = unseen.carried
    gaps[: view.options.players] = unseen.gaps
    return Belief(position, np.array(unseen.fresh, np.int64), np.array(unseen.older, np.int64), carried, gaps)


def _position_of(view: CincoView, seat: int, mover: int) -> Position:
    """Return the position as far as the seat knows it."""
    owners = np.array([-1 if team is None else team for team in view.board], np.int64)
    position = empty(view.options)
    put_board(position, owners)
    _note_last_turns(position, view, mover, owners.copy())
    position[SEAT] = seat
    words(position)[TURN // WORD] = view.turn
    words(position)[RESHUFFLES // WORD] = view.reshuffles
    position[QUIET] = 0
    position[PILE] = view.pile
    for other, size in enumerate(view.hand_sizes):
        position[HAND_SIZE + other] = size
    set_hand(position, seat, view.hand)
    for pile in view.discards:
        for card in pile:
            position[GONE + card - 1] = 1
    return position


def _note_last_turns(position: Position, view: CincoView, mover: int, owners: NDArray[np.int64]) -> None:
    """Go back over the last round and record what each turn reveals about a hand. The viewer's turn is
    included, since the others draw conclusions from it."""
    for back, move in enumerate(reversed(view.recent), 1):
        other = (mover - back) % view.options.players
        if isinstance(move, Play) and move.space is not None:
            owners[move.space - 1] = -1
        before = empty(view.options)
        put_board(before, owners)
        note_turn(before, other, ACTIONS.number_of(move))
        position[MISSED + other] = before[MISSED + other]
        position[DREW + other] = before[DREW + other]


@kernel
def fill_in(
    belief: Belief, position: Position, fresh: NDArray[np.int64], older: NDArray[np.int64], xorshift: Xorshift
) -> None:
    """Copy the belief's position into ``position``; deal the others' hands at random and leave the rest in
    the pile.

    ``fresh`` and ``older`` are buffers for as many cards as the belief has.
    """
    source = belief.position
    for i in range(source.shape[0]):
        position[i] = source[i]
    fresh_left, older_left = belief.fresh.shape[0], belief.older.shape[0]
    for i in range(fresh_left):
        fresh[i] = belief.fresh[i]
    for i in range(older_left):
        older[i] = belief.older[i]
    seat, players = int(position[SEAT]), int(position[PLAYERS])
    for step in range(1, players):
        other = (seat + step) % players
        size = position[HAND_SIZE + other]
        drew = min(size, position[DREW + other])
        heeded = below(xorshift, HEEDLESS) != 0
        for i in range(size):
            avoids = heeded and i < size - drew
            if i < belief.carried[other]:
                card = deal_card(belief, position, other, older, older_left, avoids, xorshift)
                older_left -= 1
            else:
                card = deal_card(belief, position, other, fresh, fresh_left, avoids, xorshift)
                fresh_left -= 1
            k = HANDS + HAND * other + i
            while k > HANDS + HAND * other and position[k - 1] > card:
                position[k] = position[k - 1]
                k -= 1
            position[k] = card
    position[LOOSE] = fresh_left
    for i in range(fresh_left):
        position[DECK + i] = fresh[i]


@part
def deal_card(
    belief: Belief,
    position: Position,
    seat: int,
    pool: NDArray[np.int64],
    left: int,
    avoids: bool,
    xorshift: Xorshift,
) -> int:
    """Take a card for a seat from the first ``left`` of a pool. If ``avoids``, cards that a sensible player
    would not hold are taken only after some tries."""
    pick = below(xorshift, left)
    if avoids:
        missed = position[MISSED + seat]
        low, high = belief.gaps[seat, 0], belief.gaps[seat, 1]
        for _ in range(TRIES):
            card = pool[pick]
            if card - 1 > missed and not (low < card <= high):
                break
            pick = below(xorshift, left)
    card = pool[pick]
    pool[pick] = pool[left - 1]
    return card
