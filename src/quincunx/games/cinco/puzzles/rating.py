"""The difficulty of a puzzle for people, estimated from its features.

Bots cannot measure it: their levels overlook each move with the same probability, however hidden it is. The
number of looks that a puzzle takes is the number of things to look at, more if its line is hidden, and fewer
if the difference is large. Twice as many looks are 120 points, as in :mod:`quincunx.lessons.grade` (ten
times: 400). ``docs/puzzles.md`` says how well this predicts solvers that do not know the formula.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log10
from typing import Final

from quincunx.core.study import Study
from quincunx.games.cinco.board import LINE, WINDOWS, WINDOWS_THROUGH
from quincunx.games.cinco.notation import parse_move
from quincunx.games.cinco.state import CincoState, reach, team_of
from quincunx.games.cinco.types import Play

MIDDLE: Final = 1300.0
"""The rating of a puzzle with the usual number of looks."""
USUAL: Final = {"win": 1.71, "block": 1.78, "threats": 1.25, "choose": 1.49}
"""The usual number of looks for each theme, as a power of ten: the mean over 75 puzzles of each."""
A_POWER: Final = 400.0
EASIEST: Final = 600.0
HARDEST: Final = 2400.0
HIDDEN: Final = {4: 0.0, 3: 0.5, 2: 1.0}
"""The concealment of a gap, as a power of ten, by the longest unbroken run of the four tokens beside it."""
THREE: Final = 3
MARGIN: Final = 0.1
"""A usual margin. Twice the margin takes half as many looks."""
LEAST: Final = 0.02
"""The smallest margin that makes a difference."""


def rating(study: Study, state: CincoState) -> float:
    """Return the rating of a person who would find it every other time."""
    theme = study.theme or ""
    power = _looks(study, state) - USUAL.get(theme, USUAL["choose"])
    return float(round(min(HARDEST, max(EASIEST, MIDDLE + A_POWER * power))))


def _looks(study: Study, state: CincoState) -> float:
    """Return the number of looks as a power of ten."""
    right = list(_right(study))
    spaces = {move.space for move in right if isinstance(move, Play)}
    space = spaces.pop() if len(spaces) == 1 else None
    hand = state.hands[state.seat]
    moves = sum(max(1, len(reach(state, card))) for card in hand) + 1
    # The share of right moves among all, and of cards in the hand that reach the space.
    power = 0.5 * log10(moves / len(right)) + 0.5 * log10(max(1, len(hand)) / _cards(right))
    if space is not None and study.theme in ("win", "block"):
        return power + _line(state, space, is_own=study.theme == "win")
    margin = max(LEAST, study.margin or MARGIN)
    return power + 0.5 * log10(_tokens(state)) + log10(MARGIN / margin)


def _right(study: Study) -> Iterator[object]:
    for answer in study.answers:
        if answer.right:
            yield from map(parse_move, answer.move.split("|"))


def _cards(right: Sequence[object]) -> int:
    """Return the number of cards that solve the puzzle."""
    return len({move.card for move in right if isinstance(move, Play)}) or len(right)


def _tokens(state: CincoState) -> int:
    return max(1, sum(tokens.bit_count() for tokens in state.tokens))


def _line(state: CincoState, space: int, *, is_own: bool) -> float:
    """Return the looks for the line itself: among all tokens, past the gap, and past similar lines."""
    own = team_of(state.options, state.seat)
    teams = [own] if is_own else [team for team in range(state.options.teams) if team != own]
    runs = [run for team in teams for run in _runs(state, space, team)]
    hidden = HIDDEN[max(runs, default=2)]
    return hidden + 0.25 * (log10(_tokens(state)) + log10(1 + _alike(state, space) / 4))


def _runs(state: CincoState, space: int, team: int) -> Iterator[int]:
    """Yield, for each line of this team that lacks only the space, its longest unbroken run beside the
    gap."""
    for window in WINDOWS_THROUGH_IN_ORDER[space]:
        if all(state.board[each - 1] == team for each in window if each != space):
            before = window.index(space)
            yield max(before, LINE - 1 - before)


def _alike(state: CincoState, space: int) -> int:
    """Count distracting lines, which lack two spaces: three tokens of one team, and none of another."""
    found = 0
    for window in WINDOWS:
        owners = [state.board[each - 1] for each in window]
        some = {owner for owner in owners if owner is not None}
        found += len(some) == 1 and owners.count(None) == LINE - THREE and space not in window
    return found


WINDOWS_THROUGH_IN_ORDER: Final = {
    space: tuple(window for window in WINDOWS if space in window) for space in range(1, len(WINDOWS_THROUGH))
}
"""The lines of five through each space, from one end to the other."""
