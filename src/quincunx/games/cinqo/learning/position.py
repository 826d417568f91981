"""A position of Cinq-O as one array of integers, and its rules as kernels.

The rules (:mod:`quincunx.games.cinqo.rules`) are the oracle: the tests replay games of these kernels with
them, roll by roll. A position always waits for a move, or is over: dice are rolled as part of the move
before. Moves are not checked.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import inlined, kernel, part
from quincunx.engines.kernels.xorshift import Xorshift, below
from quincunx.games.cinqo.actions import BANK as TO_BANK
from quincunx.games.cinqo.actions import COMPACT_COUNT
from quincunx.games.cinqo.actions import RACK as TO_RACK
from quincunx.games.cinqo.card import DICE, FIVE_OF_A_KIND, HILO_FACES, ROLLS, STRAIGHT, number_of
from quincunx.games.cinqo.learning import layout
from quincunx.games.cinqo.learning.layout import FIVE, MOST_PLAYERS, MOST_TURNS, RACKS
from quincunx.games.cinqo.state import HUNDRED
from quincunx.games.cinqo.types import CinqoOptions

Position = NDArray[np.int16]
"""``int16[SIZE]``, laid out as below."""
History = NDArray[np.uint8]
"""``uint8[players, HISTORY]``, as in :mod:`.layout`, by the seats of the table."""

PLAYERS: Final = 0
GOAL: Final = 1
ROUNDS: Final = 2
FIRST: Final = 3
SEAT: Final = 4
ROUND: Final = 5
BONUS: Final = 6
ROLL: Final = 7
HILO: Final = 8
"""The face of the Hi/Lo die, 1 to 6; 0 before the first roll."""
BOXED: Final = 9
OVER: Final = 10
"""0: the game goes on; otherwise how it ended, from 1 (:data:`quincunx.games.cinqo.learning.layout.ENDS`)."""
TRAY: Final = 11  # the roll, as it fell
TRAY_SIZE: Final = TRAY + DICE
RACK: Final = TRAY_SIZE + 1  # ascending
RACK_SIZE: Final = RACK + DICE
BANK: Final = RACK_SIZE + 1  # ascending
BANK_SIZE: Final = BANK + DICE
SCORES: Final = BANK_SIZE + 1  # by seat
WINNERS: Final = SCORES + MOST_PLAYERS  # by seat
SIZE: Final = WINNERS + MOST_PLAYERS

FACES: Final = np.array((0, *HILO_FACES), np.int16)
"""``[7]``: the value of the Hi/Lo die by its face."""
READINGS: Final = np.array([[number_of(total, hi) for total in range(31)] for hi in (False, True)], np.int16)
"""``[2, 31]``: the card's number by side (1: Hi) and total."""


def _rack_numbers() -> NDArray[np.uint8]:
    found = np.zeros((7,) * DICE, np.uint8)
    for number, rack in enumerate(RACKS, 1):
        found[rack] = number
    return found


RACK_NUMBERS: Final = _rack_numbers()
"""``[7, 7, 7, 7, 7]``: the number of five ascending dice."""


def _legal() -> tuple[NDArray[np.uint8], NDArray[np.int16], NDArray[np.int16]]:
    """Return masks by key, and the legal numbers that leave the Hi/Lo die where it is, with their count."""
    fates = np.array([[fate // 3**place % 3 for place in range(DICE)] for fate in range(COMPACT_COUNT // 2)])
    # Of equal dice the first are racked, the next banked, and the last rolled again.
    rank = np.array([2, 0, 1])[fates]
    in_order = rank[:, :-1] <= rank[:, 1:]
    masks = np.zeros((KEYS, COMPACT_COUNT), np.uint8)
    numbers = np.zeros((KEYS, COMPACT_COUNT // 2), np.int16)
    counts = np.zeros(KEYS, np.int16)
    for tray in range(1, DICE + 1):
        for bank in range(DICE + 1 - tray):
            for equals in range(1 << (DICE - 1)):
                fits = (fates == TO_RACK).any(axis=1)
                fits &= (fates[:, tray : tray + bank] != TO_BANK).all(axis=1)
                fits &= (fates[:, tray + bank :] == 0).all(axis=1)
                for place in range(tray + bank - 1):
                    if equals >> place & 1 and place != tray - 1:
                        fits &= in_order[:, place]
                found = np.flatnonzero(fits)
                at = _key(tray, bank, equals)
                masks[at, 2 * found] = masks[at, 2 * found + 1] = 1
                numbers[at, : len(found)] = found
                counts[at] = len(found)
    return masks, numbers, counts


def _key(tray: int, bank: int, equals: int) -> int:
    return ((tray * (DICE + 1) + bank) << (DICE - 1)) + equals


KEYS: Final = _key(DICE, DICE, (1 << (DICE - 1)) - 1) + 1
_LEGAL: Final = _legal()
MASKS: Final = _LEGAL[0]
"""``[KEYS, 486]``: the legal numbers of an unboxed Hi/Lo die, by the key of tray and Bank."""
FATES: Final = _LEGAL[1]
"""``[KEYS, 243]``: the legal fates, ascending, then 0."""
FATE_COUNTS: Final = _LEGAL[2]
"""``[KEYS]``: their number."""


def empty(options: CinqoOptions) -> Position:
    """Return a position that has not been started."""
    position = np.zeros(SIZE, np.int16)
    position[PLAYERS] = options.players
    position[GOAL] = options.goal == "rounds"
    position[ROUNDS] = options.rounds
    position[FIRST] = options.first
    return position


@inlined
def start(position: Position, history: History, xorshift: Xorshift) -> None:
    """Start the game anew, with its first roll; the options stay."""
    for i in range(SEAT, SIZE):
        position[i] = 0
    history[:, :] = 0
    position[SEAT] = position[FIRST]
    position[ROUND] = 1
    roll(position, history, xorshift)


@part
def sorted_places(position: Position, dice: NDArray[np.int64]) -> int:
    """Write the dice that may be put away by their place: the tray ascending, then the Bank. Return the key
    of :data:`MASKS`."""
    size, bank = position[TRAY_SIZE], position[BANK_SIZE]
    for i in range(size):
        die = position[TRAY + i]
        j = i
        while j > 0 and dice[j - 1] > die:
            dice[j] = dice[j - 1]
            j -= 1
        dice[j] = die
    for i in range(bank):
        dice[size + i] = position[BANK + i]
    equals = 0
    for place in range(size + bank - 1):
        if dice[place] == dice[place + 1]:
            equals |= 1 << place
    return ((size * (DICE + 1) + bank) << (DICE - 1)) + equals


@part
def insert(position: Position, first: int, size_at: int, die: int) -> None:
    """Add a die to the Rack or the Bank, in order."""
    i = position[size_at]
    while i > 0 and position[first + i - 1] > die:
        position[first + i] = position[first + i - 1]
        i -= 1
    position[first + i] = die
    position[size_at] += 1


@part
def apply(position: Position, history: History, number: int, xorshift: Xorshift) -> None:
    """Make the legal move with this compact number, and roll the dice until the next move."""
    dice = np.empty(DICE, np.int64)
    sorted_places(position, dice)
    tray, bank = position[TRAY_SIZE], position[BANK_SIZE]
    if number & 1:
        position[BOXED] = 1
    fates = number >> 1
    position[TRAY_SIZE] = 0
    position[BANK_SIZE] = 0
    for i in range(DICE):
        position[TRAY + i] = 0
        position[BANK + i] = 0
    again = 0
    for place in range(tray + bank):
        fate = fates % 3
        fates //= 3
        if fate == TO_RACK:
            insert(position, RACK, RACK_SIZE, dice[place])
        elif fate == TO_BANK or place >= tray:
            insert(position, BANK, BANK_SIZE, dice[place])
        else:
            again += 1
    if again == 0:
        score(position, history, False)  # Q2: no die is left to roll
    if position[OVER] == 0:
        roll(position, history, xorshift)


@part
def roll(position: Position, history: History, xorshift: Xorshift) -> None:
    """Roll until a seat has a choice to make, or the game is over."""
    while position[OVER] == 0:
        count = DICE - position[RACK_SIZE] - position[BANK_SIZE]
        alike = count == DICE
        for i in range(count):
            position[TRAY + i] = below(xorshift, 6) + 1
            alike = alike and position[TRAY + i] == position[TRAY]
        position[TRAY_SIZE] = count
        if not position[BOXED]:
            position[HILO] = below(xorshift, 6) + 1
        position[ROLL] += 1
        if alike:
            score(position, history, True)
        elif position[ROLL] == ROLLS:
            score(position, history, False)  # 3.4
        else:
            return


@part
def score(position: Position, history: History, five: bool) -> None:
    """End the turn: everything left goes to the Rack and is scored (4)."""
    for i in range(position[TRAY_SIZE]):
        insert(position, RACK, RACK_SIZE, position[TRAY + i])
        position[TRAY + i] = 0
    for i in range(position[BANK_SIZE]):
        insert(position, RACK, RACK_SIZE, position[BANK + i])
        position[BANK + i] = 0
    position[TRAY_SIZE] = 0
    position[BANK_SIZE] = 0
    seat = position[SEAT]
    points = FIVE_OF_A_KIND if five else read(position) * abs(FACES[position[HILO]])  # Q3
    position[SCORES + seat] += points
    turns = history[seat, 0]
    if turns < MOST_TURNS:
        rack = RACK_NUMBERS[
            position[RACK], position[RACK + 1], position[RACK + 2], position[RACK + 3], position[RACK + 4]
        ]
        history[seat, 1 + 2 * turns] = rack
        history[seat, 2 + 2 * turns] = position[HILO] + (FIVE if five else 0)
        history[seat, 0] = turns + 1
    if position[GOAL] == 0 and position[SCORES + seat] >= HUNDRED:
        position[OVER] = 1  # Q4: at once
        position[WINNERS + seat] = 1
        return
    next_turn(position, five)


@inlined
def read(position: Position) -> int:
    """Return the card's number for the five dice in the Rack."""
    total = 0
    is_straight = True
    for i in range(DICE):
        total += position[RACK + i]
        is_straight = is_straight and position[RACK + i] == position[RACK] + i
    return STRAIGHT if is_straight else READINGS[1 if position[HILO] <= 3 else 0, total]


@inlined
def next_turn(position: Position, again: bool) -> None:
    """Begin the next turn, of the same seat after a five of a kind, or end a game of rounds."""
    if not again:
        seat = position[SEAT] + 1
        if seat == position[PLAYERS]:
            seat = 0
        if position[GOAL] == 1 and seat == position[FIRST] and position[ROUND] == position[ROUNDS]:
            finish_rounds(position)
            return
        position[SEAT] = seat
        if seat == position[FIRST]:
            position[ROUND] += 1
    position[BONUS] = 1 if again else 0
    position[ROLL] = 0
    position[HILO] = 0
    position[BOXED] = 0
    position[RACK_SIZE] = 0
    for i in range(DICE):
        position[RACK + i] = 0


@inlined
def finish_rounds(position: Position) -> None:
    """End a game of rounds: the seats with the most points have won."""
    most = 0
    for seat in range(position[PLAYERS]):
        most = max(most, position[SCORES + seat])
    for seat in range(position[PLAYERS]):
        position[WINNERS + seat] = 1 if position[SCORES + seat] == most else 0
    position[OVER] = 2


@kernel
def write(position: Position, history: History, seat: int, data: NDArray[np.uint8]) -> None:
    """Write the observation of a seat: ``now``, and the history if there is room for it."""
    players = position[PLAYERS]
    data[: layout.NUMBERS] = 0
    data[layout.VIEWER] = seat
    data[layout.PLAYERS] = players
    data[layout.GOAL] = position[GOAL]
    data[layout.ROUNDS] = position[ROUNDS]
    data[layout.FIRST] = position[FIRST]
    turn_of = (position[SEAT] - seat + players) % players
    data[layout.TO_MOVE] = 0 if position[OVER] else turn_of + 1
    data[layout.TURN_OF] = turn_of
    data[layout.ROUND] = position[ROUND]
    data[layout.BONUS] = position[BONUS]
    data[layout.ROLL] = position[ROLL]
    data[layout.HILO] = position[HILO]
    data[layout.BOXED] = position[BOXED]
    data[layout.END] = position[OVER]
    for i in range(DICE):
        data[layout.TRAY + i] = position[TRAY + i]
        data[layout.RACK + i] = position[RACK + i]
        data[layout.BANK + i] = position[BANK + i]
    has_history = data.shape[0] > layout.NUMBERS
    for step in range(players):
        other = (seat + step) % players
        data[layout.SCORES + 2 * step] = position[SCORES + other] & 255
        data[layout.SCORES + 2 * step + 1] = position[SCORES + other] >> 8
        data[layout.WINNERS + step] = position[WINNERS + other]
        if has_history:
            at = layout.NUMBERS + step * layout.HISTORY
            for i in range(layout.HISTORY):
                data[at + i] = history[other, i]


@inlined
def write_mask(position: Position, mask: NDArray[np.uint8]) -> None:
    """Write 1 for each legal compact number, and 0 for all others."""
    if position[OVER]:
        mask[:] = 0
        return
    dice = np.empty(DICE, np.int64)
    key = sorted_places(position, dice)
    for i in range(COMPACT_COUNT):
        mask[i] = MASKS[key, i]
    if position[BOXED]:
        for i in range(1, COMPACT_COUNT, 2):
            mask[i] = 0


@part
def random_number(position: Position, xorshift: Xorshift) -> int:
    """Return one of the legal compact numbers, each with the same probability."""
    dice = np.empty(DICE, np.int64)
    key = sorted_places(position, dice)
    count = FATE_COUNTS[key]
    chosen = below(xorshift, count if position[BOXED] else 2 * count)
    return 2 * FATES[key, chosen % count] + (1 if chosen >= count else 0)
