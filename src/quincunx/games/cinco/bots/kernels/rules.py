"""The rules of Cinco as kernels on positions (:mod:`quincunx.games.cinco.bots.kernels.encode`).

Moves are not checked: callers must pass legal ones. The tests compare these kernels move by move with the
rules, in every seating and variant.
"""

from __future__ import annotations

from quincunx.engines.kernel_cache import inlined, kernel, part
from quincunx.engines.kernels.arrays import set_word, word
from quincunx.engines.kernels.xorshift import Xorshift, below
from quincunx.games.cinco.actions import DRAW, EXCHANGE, PLAY_BASE
from quincunx.games.cinco.bots.kernels.encode import (
    BOARD,
    CARDS,
    CODE_TOKENS,
    CODES,
    DECK,
    DRAWN,
    FREE,
    FREE_HIGH,
    FREE_LOW,
    GOING_ON,
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
    WORD,
    Position,
)
from quincunx.games.cinco.state import HAND, TOKENS


@part
def team_of(position: Position, seat: int) -> int:
    """Return a seat's team; teams alternate around the table. A remainder would cost as much as a whole
    search for a space."""
    teams = position[TEAMS]
    while seat >= teams:
        seat -= teams
    return seat


@inlined
def wins_of(position: Position, team: int, half: int) -> int:
    """Return where a team would complete a line, as a bit set of the spaces 0 to 44 or 45 to 89."""
    return word(position, WINS + WORD * (2 * team + half))


@kernel
def place(position: Position, team: int, space: int) -> bool:
    """Put a token of a team on a free space. Return whether it completes a line of five."""
    position[BOARD + space] = team + 1
    position[FREE] -= 1
    position[TOKENS_LEFT + team] -= 1
    position[LAST] = space
    position[QUIET] = 0
    half = 1 if space >= HALF else 0
    bit = 1 << (space - HALF * half)
    remove_bit(position, FREE_LOW + WORD * half, bit)
    for other in range(position[TEAMS]):
        remove_bit(position, WINS + WORD * (2 * other + half), bit)
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
                at = WINS + WORD * (2 * team + target // HALF)
                set_word(position, at, word(position, at) | 1 << target % HALF)
    return five


@inlined
def remove_bit(position: Position, at: int, bit: int) -> None:
    """Remove a space from a bit set."""
    set_word(position, at, word(position, at) & ~bit)


@inlined
def remove_card(position: Position, seat: int, card: int) -> None:
    """Move a card from a hand to a discard pile."""
    at = HANDS + HAND * seat
    # The place of a card cannot be predicted, so the code has no branches.
    gone = 0
    for i in range(HAND - 1):
        gone |= 1 if position[at + i] == card else 0
        position[at + i] = position[at + i + gone]
    position[at + HAND - 1] = 0
    position[HAND_SIZE + seat] -= 1
    position[GONE + card - 1] = 1


@kernel
def draw_card(position: Position, seat: int, xorshift: Xorshift) -> int:
    """Draw a card into a hand and return it; all discards are reshuffled into an empty pile (C5)."""
    if position[PILE] == 0:
        count = 0
        for card in range(CARDS):
            if position[GONE + card]:
                position[GONE + card] = 0
                position[DECK + count] = card + 1
                count += 1
        position[PILE] = count
        position[LOOSE] = count
        set_word(position, RESHUFFLES, word(position, RESHUFFLES) + 1)
    pile = position[PILE]
    top = pile - 1
    position[PILE] = top
    card = position[DECK + top]
    if pile <= position[LOOSE]:
        # One step of the Fisher–Yates shuffle: most games end long before the whole pile is needed.
        drawn = below(xorshift, pile)
        card, position[DECK + drawn] = position[DECK + drawn], card
        position[LOOSE] = top
    at = HANDS + HAND * seat
    moved = card  # no branches, as in remove_card
    for i in range(HAND):
        other = int(position[at + i])
        is_behind = other == 0 or other > moved
        position[at + i] = moved if is_behind else other
        moved = other if is_behind else moved
    position[HAND_SIZE + seat] += 1
    return card


@kernel
def apply(position: Position, move: int, xorshift: Xorshift) -> None:
    """Make a legal move. ``xorshift`` decides which cards are drawn from an unordered pile."""
    seat = int(position[SEAT])
    set_word(position, TURN, word(position, TURN) + 1)
    position[QUIET] += 1
    if move == DRAW:
        draw_card(position, seat, xorshift)
    elif move == EXCHANGE:
        for i in range(HAND):
            card = position[HANDS + HAND * seat + i]
            position[GONE + card - 1] = 1
            position[HANDS + HAND * seat + i] = 0
        position[HAND_SIZE + seat] = 0
        for _ in range(HAND):
            draw_card(position, seat, xorshift)
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
def deal(position: Position, xorshift: Xorshift) -> None:
    """Set up a new game in place; players, teams, joker and the starting seat stay the same."""
    seat, joker = position[SEAT], position[JOKER]
    players, teams = int(position[PLAYERS]), int(position[TEAMS])
    for i in range(SIZE):
        position[i] = 0
    position[SEAT] = seat
    position[PLAYERS] = players
    position[TEAMS] = teams
    position[JOKER] = joker
    position[FREE] = CARDS
    position[WINNER] = GOING_ON
    position[LAST] = -1
    set_word(position, FREE_LOW, (1 << HALF) - 1)
    set_word(position, FREE_HIGH, (1 << HALF) - 1)
    for team in range(teams):
        position[TOKENS_LEFT + team] = TOKENS
    for player in range(players):
        position[MISSED + player] = -1
    for i in range(CARDS):
        position[DECK + i] = i + 1
    position[PILE] = CARDS
    position[LOOSE] = CARDS
    for player in range(players):
        for _ in range(HAND):
            draw_card(position, player, xorshift)
