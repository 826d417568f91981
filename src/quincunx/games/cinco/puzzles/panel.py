"""A panel of solvers who try a puzzle of Cinco, and the share of their tries that succeed.

The shares are computed, not sampled. Nothing in them depends on hidden cards or on a puzzle's name. The
levels' bots are not in the panel: each overlooks every move at one rate, however well it is hidden, so they
find all puzzles about equally often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.core.study import Study
from quincunx.games.cinco.actions import ACTIONS
from quincunx.games.cinco.board import WINDOWS
from quincunx.games.cinco.bots.greedy import LINES_ALONE, NUMBERS, GreedyCinco
from quincunx.games.cinco.bots.ranking import rank_view
from quincunx.games.cinco.notation import parse_move
from quincunx.games.cinco.types import CincoMove, CincoView, Play

ERRORS: Final = (0.02, 0.06, 0.15)
"""The errors, in chances to win, of solvers who judge by the network."""
PERSONS: Final = ((0.03, 1.0), (0.08, 0.5), (0.08, 1.0), (0.2, 1.0))
"""Solvers with errors like those, and the weight that they give to how conspicuous a move is."""
GREEDY: Final = {"greedy 0": (NUMBERS, 30), "greedy 1": (NUMBERS, 8), "lines 0": (LINES_ALONE, 15)}
"""Solvers who follow the greedy bots, and the number of their looks."""
LOOKS: Final = (4, 10, 25, 60)
"""The numbers of looks of solvers who see conspicuous moves first, and judge without errors."""
HIDDEN: Final = 0.4
"""How conspicuous a broken row of tokens is, compared with an unbroken one."""
CARDS: Final = 6.0
"""How conspicuous drawing and exchanging are; a token where there is no other near it is 1."""

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]


def shares(study: Study, seen: CincoView) -> dict[str, float]:
    """Return the share of successful tries of each solver."""
    right = {parse_move(move) for answer in study.answers if answer.right for move in answer.move.split("|")}
    return dict(_shares(seen, right.__contains__))


def _shares(seen: CincoView, is_right: Callable[[CincoMove], bool]) -> Iterator[tuple[str, float]]:
    _, ranking = rank_view(seen)
    moves = [ACTIONS.move_of(int(number)) for number in ranking.moves]
    right, values = np.array([is_right(move) for move in moves]), np.asarray(ranking.values)
    for number, error in enumerate(ERRORS):
        weights = np.exp((values - values.max()) / error)
        yield f"network {number}", float(weights[right].sum() / weights.sum())
    salience = _salience(seen, moves)
    for number, (error, weight) in enumerate(PERSONS):
        weights = salience**weight * np.exp((values - values.max()) / error)
        yield f"person {number}", float(weights[right].sum() / weights.sum())
    for number, looks in enumerate(LOOKS):
        yield f"eyes {number}", _noticing(right, 1 - np.exp(-looks * salience))
    for name, (numbers, looks) in GREEDY.items():
        preferred = [choice.action for choice in GreedyCinco(numbers).preferences(seen)]
        flags = np.array([is_right(move) for move in preferred])
        yield name, _noticing(flags, 1 - np.exp(-looks * _salience(seen, preferred)))


def _noticing(right: Flags, noticed: Array) -> float:
    """Return the chance of a solver who takes the best of the moves noticed, or any if none is. The moves are
    in the solver's order, and each is noticed with its own chance."""
    unseen = np.concatenate([[1.0], np.cumprod(1 - noticed)])
    return float((unseen[:-1] * noticed)[right].sum() + unseen[-1] * right.mean())


def _salience(seen: CincoView, moves: Sequence[CincoMove]) -> Array:
    """Return how conspicuous each move is, as a share of all."""
    spaces = _rows(seen)
    found = np.array(
        [spaces.get(move.space or 0, 1.0) if isinstance(move, Play) else CARDS for move in moves]
    )
    return np.asarray(found / found.sum())


def _rows(seen: CincoView) -> Mapping[int, float]:
    """Return how conspicuous a token on each space is: more, the more tokens of one team alone lie in a line
    with it, and less if their row is broken."""
    found: dict[int, float] = {}
    for window in WINDOWS:
        owners = [seen.board[space - 1] for space in window]
        teams = {owner for owner in owners if owner is not None}
        if len(teams) != 1:
            continue
        tokens = [place for place, owner in enumerate(owners) if owner is not None]
        for place, space in enumerate(window):
            if owners[place] is not None:
                continue
            row = sorted((*tokens, place))
            is_whole = row[-1] - row[0] == len(tokens)
            is_end = place in (row[0], row[-1])
            value = 1 + len(tokens) ** 2 * (1.0 if is_whole and is_end else HIDDEN)
            found[space] = max(found.get(space, 1.0), value)
    return found
