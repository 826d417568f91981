"""The rules of Cinco as kernels on positions (:mod:`quincunx.games.cinco.bots.encode`).

They trust their callers: a move must be legal. Tests play them move by move against the rules, in every
seating and variant.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.bits import count_bits, highest_bit, nth_bit
from quincunx.engines.kernel_cache import kernel
from quincunx.games.cinco.actions import DRAW, EXCHANGE, PLAY_BASE
from quincunx.games.cinco.bots.chance import Dice, below
from quincunx.games.cinco.bots.encode import (
    BOARD,
    CODE_TOKENS,
    CODES,
    DECK,
    DRAWN,
    DREW,
    FREE,
    FREE_HIGH,
    FREE_LOW,
    GONE,
    HALF,
    HAND_SIZE,
    HANDS,
    JOKER,
    LAST,
    LAST_EMPTY,
    LINES,
    LOOSE,
    MISSED,
    NEXT_CODE,
    PATTERNS,
    PILE,
    PLAYERS,
    QUIET,
    RESHUFFLES,
    SEAT,
    SIZE,
    TEAMS,
    THROUGH,
    THROUGH_COUNT,
    THROUGH_PLACE,
    TOKENS_LEFT,
    TURN,
    WINNER,
    WINS,
    Position,
)

CARDS = 90


@kernel
def first_reach(position: Position, card: int) -> int:
    """The lowest space that a card may be placed on counts from here: a card without a free space counts as
    a 1 with the joker, and as nothing (90) without (C2)."""
    start = card - 1
    if start < HALF:
        if position[FREE_HIGH] != 0 or position[FREE_LOW] >> start != 0:
            return start
    elif position[FREE_HIGH] >> (start - HALF) != 0:
        return start
    return 0 if position[JOKER] else CARDS


@kernel
def reach_count(position: Position, card: int) -> int:
    """How many spaces a card may be placed on. Nothing here jumps: where a card comes to lie cannot be
    foreseen."""
    low, high = position[FREE_LOW], position[FREE_HIGH]
    reached = count_bits(low >> min(card - 1, HALF)) + count_bits(high >> max(card - 1 - HALF, 0))
    everything = count_bits(low) + count_bits(high)
    return reached if reached else everything * position[JOKER]


@kernel
def nth_reach(position: Position, card: int, n: int) -> int:
    """The space with the nth place, from 0, among those that a card may be placed on."""
    start = first_reach(position, card)
    low = position[FREE_LOW] >> min(start, HALF) << min(start, HALF)
    high = position[FREE_HIGH] >> max(start - HALF, 0) << max(start - HALF, 0)
    in_low = count_bits(low)
    beyond = 1 if n >= in_low else 0
    return beyond * HALF + nth_bit(high if beyond else low, n - beyond * in_low)


@kernel
def team_of(position: Position, seat: int) -> int:
    """Teams alternate around the table. A remainder would cost as much as a whole search for a space."""
    teams = position[TEAMS]
    while seat >= teams:
        seat -= teams
    return seat


@kernel
def place(position: Position, team: int, space: int) -> bool:
    """Put a token of a team on a free space. Whether it completes a line of five."""
    position[BOARD + space] = team + 1
    position[FREE] -= 1
    position[TOKENS_LEFT + team] -= 1
    position[LAST] = space
    position[QUIET] = 0
    word = 0
    bit = 1 << space
    if space < HALF:
        position[FREE_LOW] &= ~bit
    else:
        word = 1
        bit = 1 << (space - HALF)
        position[FREE_HIGH] &= ~bit
    for other in range(position[TEAMS]):
        position[WINS + 2 * other + word] &= ~bit
    five = False
    for i in range(THROUGH_COUNT[space]):
        window = THROUGH[space, i]
        code = NEXT_CODE[position[CODES + window], 5 * team + THROUGH_PLACE[space, i]]
        position[CODES + window] = code
        if CODE_TOKENS[code] >= 4:
            if CODE_TOKENS[code] == 5:
                five = True
            else:
                target = LINES[window, LAST_EMPTY[code - team * PATTERNS]]
                position[WINS + 2 * team + target // HALF] |= 1 << target % HALF
    return five


@kernel
def remove_card(position: Position, seat: int, card: int) -> None:
    """Take a card out of a hand and put it on a discard pile."""
    at = HANDS + 4 * seat
    size = position[HAND_SIZE + seat]
    i = 0
    while position[at + i] != card:
        i += 1
    for j in range(i, size - 1):
        position[at + j] = position[at + j + 1]
    position[at + size - 1] = 0
    position[HAND_SIZE + seat] = size - 1
    position[GONE + card - 1] = 1


@kernel
def draw_card(position: Position, seat: int, dice: Dice) -> int:
    """Draw a card into a hand; an empty pile is made anew from all discards (C5). The card."""
    if position[PILE] == 0:
        count = 0
        for card in range(CARDS):
            if position[GONE + card]:
                position[GONE + card] = 0
                position[DECK + count] = card + 1
                count += 1
        position[PILE] = count
        position[LOOSE] = count
        position[RESHUFFLES] += 1
    pile = position[PILE]
    top = pile - 1
    position[PILE] = top
    card = position[DECK + top]
    if pile <= position[LOOSE]:
        # One step of Fisher and Yates: most games end long before all would have been shuffled.
        drawn = below(dice, pile)
        card, position[DECK + drawn] = position[DECK + drawn], card
        position[LOOSE] = top
    at = HANDS + 4 * seat
    i = position[HAND_SIZE + seat]
    while i > 0 and position[at + i - 1] > card:
        position[at + i] = position[at + i - 1]
        i -= 1
    position[at + i] = card
    position[HAND_SIZE + seat] += 1
    return card


@kernel
def highest_win(position: Position, team: int) -> int:
    """The highest space on which a team would complete a line; -1 if there is none."""
    high = position[WINS + 2 * team + 1]
    if high:
        return HALF + highest_bit(high)
    low = position[WINS + 2 * team]
    return highest_bit(low) if low else -1


@kernel
def note_missed(position: Position, seat: int, move: int) -> None:
    """Keep what a move that does not win tells of a seat's hand (MISSED and DREW)."""
    team = team_of(position, seat)
    missed = highest_win(position, team)
    space = move % PLAY_BASE - 1 if move >= PLAY_BASE else -1
    for other in range(position[TEAMS]):
        if other == team:
            continue
        if space >= 0 and position[WINS + 2 * other + space // HALF] >> space % HALF & 1:
            continue  # it was blocked
        missed = max(missed, highest_win(position, other))
    position[MISSED + seat] = missed
    position[DREW + seat] = 1 if move == DRAW else 4 if move == EXCHANGE else 0


@kernel
def apply(position: Position, move: int, dice: Dice) -> None:
    """Make a legal move. ``dice`` say which cards of a pile in no order are drawn."""
    seat = position[SEAT]
    position[TURN] += 1
    position[QUIET] += 1
    note_missed(position, seat, move)
    if move == DRAW:
        draw_card(position, seat, dice)
    elif move == EXCHANGE:
        for i in range(4):
            card = position[HANDS + 4 * seat + i]
            position[GONE + card - 1] = 1
            position[HANDS + 4 * seat + i] = 0
        position[HAND_SIZE + seat] = 0
        for _ in range(4):
            draw_card(position, seat, dice)
    else:
        remove_card(position, seat, move // PLAY_BASE)
        space = move % PLAY_BASE
        if space:
            team = team_of(position, seat)
            if place(position, team, space - 1):
                position[WINNER] = team
                return
            if position[TOKENS_LEFT + team] == 0 or position[FREE] == 0:
                position[WINNER] = DRAWN
                return
    seat += 1
    position[SEAT] = seat if seat < position[PLAYERS] else 0


@kernel
def deal(position: Position, dice: Dice) -> None:
    """Set up a whole game in place: players, teams, joker and the seat that starts are kept."""
    seat, players, teams, joker = position[SEAT], position[PLAYERS], position[TEAMS], position[JOKER]
    for i in range(SIZE):
        position[i] = 0
    position[SEAT] = seat
    position[PLAYERS] = players
    position[TEAMS] = teams
    position[JOKER] = joker
    position[FREE] = CARDS
    position[WINNER] = -1
    position[LAST] = -1
    position[FREE_LOW] = (1 << HALF) - 1
    position[FREE_HIGH] = (1 << HALF) - 1
    for team in range(teams):
        position[TOKENS_LEFT + team] = 35
    for player in range(players):
        position[MISSED + player] = -1
    for i in range(CARDS):
        position[DECK + i] = i + 1
    position[PILE] = CARDS
    position[LOOSE] = CARDS
    for player in range(players):
        for _ in range(4):
            draw_card(position, player, dice)


@kernel
def moves_into(position: Position, moves: NDArray[np.int64]) -> int:
    """Write all legal moves into ``moves`` (room for 400), in the rules' order. How many there are."""
    seat = position[SEAT]
    size = position[HAND_SIZE + seat]
    count = 0
    for i in range(size):
        card = position[HANDS + 4 * seat + i]
        start = first_reach(position, card)
        if start == CARDS:
            moves[count] = card * PLAY_BASE
            count += 1
        for space in range(start, CARDS):
            if position[BOARD + space] == 0:
                moves[count] = card * PLAY_BASE + space + 1
                count += 1
    if size < 4:
        moves[count] = DRAW
        count += 1
    else:
        moves[count] = EXCHANGE
        count += 1
    return count


@kernel
def ways(position: Position, place_in_hand: int) -> int:
    """How many moves a card of the hand allows, 1 if it can only be spent; 0 where there is no card."""
    card = position[place_in_hand]
    return max(1, reach_count(position, max(1, card))) if card else 0


@kernel
def random_move(position: Position, dice: Dice) -> int:
    """One of the legal moves, all alike."""
    at = HANDS + 4 * position[SEAT]
    # Up to and with each card, how many moves there are.
    first = ways(position, at)
    second = first + ways(position, at + 1)
    third = second + ways(position, at + 2)
    fourth = third + ways(position, at + 3)
    n = below(dice, fourth + 1)  # the last is the draw or the exchange
    if n == fourth:
        return DRAW if position[at + 3] == 0 else EXCHANGE
    i = (1 if n >= first else 0) + (1 if n >= second else 0) + (1 if n >= third else 0)
    n -= (first if i == 1 else 0) + (second if i == 2 else 0) + (third if i == 3 else 0)
    card = position[at + i]
    if first_reach(position, card) == CARDS:
        return card * PLAY_BASE
    return card * PLAY_BASE + nth_reach(position, card, n) + 1
