"""Positions and views for tests of Cinco's bots."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from quincunx.core.chance import CHANCE
from quincunx.games.cinco.board import bit
from quincunx.games.cinco.bots.kernels import encode
from quincunx.games.cinco.bots.kernels.encode import (
    DECK,
    GONE,
    HALF,
    PILE,
    RESHUFFLES,
    SEAT,
    TURN,
    WORD,
    Position,
    words,
)
from quincunx.games.cinco.bots.ranking import rank_view
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.state import ALL_CARDS, CincoState
from quincunx.games.cinco.types import CincoOptions, CincoView
from tests.engines.support import moves_of
from tests.games.cinco.boards import board_of


def from_state(state: CincoState) -> Position:
    """A whole position of the rules as kernels have it, hidden cards included, made without any kernel."""
    position = encode.empty(state.options)
    position[SEAT] = state.seat
    for team, tokens in enumerate(state.tokens):
        for space in range(encode.CARDS):
            if tokens >> space & 1:
                _put_token(position, team, space)
    _fill_windows(position)
    for seat, hand in enumerate(state.hands):
        encode.set_hand(position, seat, hand)
    position[PILE] = len(state.pile)
    position[DECK : DECK + len(state.pile)] = state.pile[::-1]
    for pile in state.discards:
        position[[GONE + card - 1 for card in pile]] = 1
    words(position)[TURN // WORD] = state.turn
    words(position)[RESHUFFLES // WORD] = state.reshuffles
    position[encode.LAST] = -1 if state.last_space is None else state.last_space - 1
    if state.outcome is not None:
        winners = state.outcome.winners
        position[encode.WINNER] = winners[0] % state.options.teams if winners else encode.DRAWN
    return position


def _put_token(position: Position, team: int, space: int) -> None:
    position[encode.BOARD + space] = team + 1
    position[encode.FREE] -= 1
    position[encode.TOKENS_LEFT + team] -= 1
    take_space(position, space)


def take_space(position: Position, space: int) -> None:
    """Remove a space from the free ones."""
    half = encode.FREE_LOW if space < HALF else encode.FREE_HIGH
    words(position)[half // WORD] &= ~(1 << space % HALF)


def _fill_windows(position: Position) -> None:
    for window in range(encode.WINDOW_COUNT):
        inside = position[encode.BOARD + encode.LINES[window]]
        owners = np.unique(inside[inside > 0]) - 1
        if len(owners) > 1:
            position[encode.CODES + window] = encode.DEAD
        elif len(owners) == 1:
            pattern = sum(1 << place for place in range(5) if inside[place])
            position[encode.CODES + window] = owners[0] * encode.PATTERNS + pattern
            if pattern.bit_count() == 4:
                (space,) = encode.LINES[window][inside == 0]
                word = encode.WINS // WORD + 2 * int(owners[0]) + int(space) // HALF
                words(position)[word] |= 1 << int(space) % HALF


def view_of(
    hand: tuple[int, ...],
    *teams: tuple[int, ...],
    options: CincoOptions | None = None,
    discarded: tuple[int, ...] = (),
) -> CincoView:
    """Seat 1's view when it is to move with these cards, and the teams' tokens stand like this.

    The others hold nothing; what is not discarded is in the pile.
    """
    options = options or CincoOptions()
    taken = {space for team in teams for space in team}
    empty: CincoState = CINCO.initial(options)
    others = options.players - 1
    state = replace(
        empty,
        seat=0,
        asked=None,
        tokens=tuple(sum(map(bit, team)) for team in teams),
        board=board_of(*teams),
        free=tuple(space for space in ALL_CARDS if space not in taken),
        hands=(hand, *((),) * others),
        pile=tuple(card for card in ALL_CARDS if card not in (*hand, *discarded)),
        discards=(discarded, *((),) * others),
    )
    return CINCO.view(state, 0)


def states(options: CincoOptions, seed: int, most: int = 150) -> list[tuple[CincoState, int]]:
    """Positions of a game between greedy and random players."""
    bots = [CINCO.bots.bot("greedy"), CINCO.bots.bot("random")]
    return [(state, seat) for state, seat, _ in moves_of(options, bots, seed, most) if seat != CHANCE]


def open_question() -> CincoView:
    """A position in which there is something to think about."""
    for state, seat in states(CincoOptions(first=0), 2):
        view = CINCO.view(state, seat)
        if state.turn > 8 and not rank_view(view)[1].is_clear:
            return view
    raise AssertionError("there is none")
