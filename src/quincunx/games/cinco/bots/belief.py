"""What the others may hold: from a view to positions in which everybody's hand is filled in.

Known for certain, from the view alone: one's own hand, every discard (C4), how many cards each seat holds,
and after a reshuffle which cards are older than the pile and how many of them each seat has. Beyond that
people are taken to play sensibly in their last turn:

- who could have won, or kept others from winning, and did not, held no card as low as that space;
- who played card 45 on space 50 held none of 46 to 50, which would have cost less.

Only what was drawn in that turn is exempt. Nobody plays sensibly always, so one sample in sixteen pays no
heed to it. Partners are as hidden as opponents.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import kernel
from quincunx.games.cinco.actions import ACTIONS
from quincunx.games.cinco.bots.chance import Dice, below
from quincunx.games.cinco.bots.encode import (
    DECK,
    DREW,
    GONE,
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
    TURN,
    Position,
    empty,
    set_hand,
)
from quincunx.games.cinco.bots.kernels import CARDS, note_missed, place
from quincunx.games.cinco.types import CincoView, Play

HEEDLESS: Final = 16
"""One sample in so many takes no notice of how people have played."""
TRIES: Final = 12


class Belief(NamedTuple):
    """All that a seat knows: ``position`` lacks the others' cards and the pile's order."""

    position: Position
    fresh: NDArray[np.int64]
    """Unseen cards that were shuffled into the present pile: in it still, or in hands."""
    older: NDArray[np.int64]
    """Unseen cards that are older than the pile: all in hands."""
    carried: NDArray[np.int64]
    """``[6]``: how many of those each seat holds; 0 for one's own."""
    gaps: NDArray[np.int64]
    """``[6, 2]``: cards above the first number and up to the second are not held; equal: nothing is known."""


@kernel
def put_board(position: Position, owners: NDArray[np.int64]) -> None:
    """Place all tokens of ``owners`` (``[90]``, the team or -1) on an empty position."""
    for space in range(CARDS):
        if owners[space] >= 0:
            place(position, owners[space], space)


def belief_of(view: CincoView) -> Belief:
    """What the viewer knows; it must be their turn."""
    seat = view.viewer
    assert seat is not None
    players = view.options.players
    owners = np.array([-1 if team is None else team for team in view.board], np.int64)
    position = empty(view.options)
    put_board(position, owners)
    _note_last_turns(position, view, seat, owners.copy())
    position[SEAT] = seat
    position[TURN] = view.turn
    position[RESHUFFLES] = view.reshuffles
    position[QUIET] = 0
    for other, size in enumerate(view.hand_sizes):
        position[HAND_SIZE + other] = size
    set_hand(position, seat, view.hand)
    discarded = {card for pile in view.discards for card in pile}
    for card in discarded:
        position[GONE + card - 1] = 1
    position[PILE] = view.pile
    known = discarded | set(view.hand)
    fresh = [card for card in view.pile_cards if card not in known]
    older = [card for card in range(1, CARDS + 1) if card not in known and card not in set(view.pile_cards)]
    carried = np.zeros(MOST_PLAYERS, np.int64)
    carried[:players] = view.carried
    carried[seat] = 0
    gaps = np.zeros((MOST_PLAYERS, 2), np.int64)
    for back, move in enumerate(reversed(view.recent), 1):
        if isinstance(move, Play) and move.space is not None and move.card < move.space:
            gaps[(seat - back) % players] = move.card, move.space
    return Belief(position, np.array(fresh, np.int64), np.array(older, np.int64), carried, gaps)


def _note_last_turns(position: Position, view: CincoView, seat: int, owners: NDArray[np.int64]) -> None:
    """Go back over the last round, and note what each turn told of a hand."""
    for back, move in enumerate(reversed(view.recent), 1):
        other = (seat - back) % view.options.players
        if other == seat:
            break  # one's own last turn, a round ago
        if isinstance(move, Play) and move.space is not None:
            owners[move.space - 1] = -1
        before = empty(view.options)
        put_board(before, owners)
        note_missed(before, other, ACTIONS.number_of(move))
        position[MISSED + other] = before[MISSED + other]
        position[DREW + other] = before[DREW + other]


@kernel
def fill_in(
    belief: Belief, position: Position, fresh: NDArray[np.int64], older: NDArray[np.int64], dice: Dice
) -> None:
    """Copy the belief's position into ``position``; deal the others' hands at random, the pile is the rest.

    ``fresh`` and ``older`` are room for as many cards as the belief has.
    """
    source = belief.position
    for i in range(source.shape[0]):
        position[i] = source[i]
    fresh_left, older_left = belief.fresh.shape[0], belief.older.shape[0]
    for i in range(fresh_left):
        fresh[i] = belief.fresh[i]
    for i in range(older_left):
        older[i] = belief.older[i]
    seat, players = position[SEAT], position[PLAYERS]
    for step in range(1, players):
        other = (seat + step) % players
        size = position[HAND_SIZE + other]
        drew = min(size, position[DREW + other])
        missed = position[MISSED + other]
        low, high = belief.gaps[other, 0], belief.gaps[other, 1]
        heeded = below(dice, HEEDLESS) != 0
        at = HANDS + 4 * other
        for i in range(size):
            from_older = i < belief.carried[other]
            left = older_left if from_older else fresh_left
            pool = older if from_older else fresh
            pick = below(dice, left)
            if heeded and i < size - drew:
                for _ in range(TRIES):
                    card = pool[pick]
                    if card - 1 > missed and not (low < card <= high):
                        break
                    pick = below(dice, left)
            card = pool[pick]
            pool[pick] = pool[left - 1]
            if from_older:
                older_left -= 1
            else:
                fresh_left -= 1
            k = i
            while k > 0 and position[at + k - 1] > card:
                position[at + k] = position[at + k - 1]
                k -= 1
            position[at + k] = card
    position[LOOSE] = fresh_left
    for i in range(fresh_left):
        position[DECK + i] = fresh[i]
