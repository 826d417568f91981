"""Panels of solvers whose results rate the puzzles, and how well the ratings predict solvers left out.

    python -m benchmarks.puzzle_panels cinco

Fits abilities, slopes and difficulties to the share of tries in which each solver of the game's panel finds
each puzzle (:mod:`quincunx.engines.difficulty`), and prints the panel for the game's ``puzzles/rating.py``.
Then each family of solvers is left out in turn, and the difficulties are fitted to the others. For each
solver left out it prints

*rank*      Spearman's correlation between those difficulties and how seldom it finds the puzzles;
*error*     the mean distance between its predicted and its real share of puzzles found, over ten groups of
            equally many. Its ability and slope come from a half of the puzzles, the groups from the other.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from quincunx.core.study import Study
from quincunx.games import GAMES
from quincunx.lessons.library import puzzles
from quincunx.lessons.position import reach

MIDDLE: Final = 1500.0
DEVIATION: Final = 320.0
"""The mean and standard deviation of a collection's difficulties, in points."""
POINTS: Final = 400 / np.log(10)
"""Points per logit, at a slope of 1."""
CERTAIN: Final = 1e-4
"""Shares nearer to 0 and 1 than this are taken for this."""
PRIOR: Final = 0.02
"""The weight, per puzzle, of the assumption that a slope is 1."""
STEPS: Final = 400
GROUPS: Final = 10

Array = NDArray[np.float64]


def cinco_shares(study: Study, states: Sequence[Any]) -> Mapping[str, float]:
    from quincunx.games.cinco.puzzles.panel import shares

    return shares(study, GAMES["cinco"].view(states[-1], states[-1].seat))


def cinqo_shares(study: Study, states: Sequence[Any]) -> Mapping[str, float]:
    from quincunx.games.cinqo.puzzles.panel import shares
    from quincunx.games.cinqo.puzzles.weigh import weighed_at

    return shares(weighed_at(states))


SHARES: Final[Mapping[str, Callable[[Study, Sequence[Any]], Mapping[str, float]]]] = {
    "cinco": cinco_shares,
    "cinqo": cinqo_shares,
}


def results(game: str, studies: Sequence[Study]) -> tuple[list[str], Array]:
    """Return the names of the solvers, and ``[solvers, puzzles]``: their shares."""
    found = [SHARES[game](study, reach(study.position, GAMES).states) for study in studies]
    names = list(found[0])
    return names, np.array([[shares[name] for shares in found] for name in names])


def fit(shares: Array, steps: int = STEPS) -> tuple[Array, Array, Array]:
    """Return abilities, slopes and difficulties in logits. Difficulties have the mean 0, and slopes 1."""
    found = np.clip(shares, CERTAIN, 1 - CERTAIN)
    ability = _logit(found).mean(1)
    hard, slope = -_logit(found).mean(0), np.ones(len(found))
    for _ in range(steps):
        left, weight = _left(found, ability, slope, hard)
        hard = hard - 0.7 * _bounded((slope[:, None] * left).sum(0) / (slope[:, None] ** 2 * weight).sum(0))
        ability, hard = ability - hard.mean(), hard - hard.mean()
        left, weight = _left(found, ability, slope, hard)
        ability = ability + 0.7 * _bounded(
            (slope[:, None] * left).sum(1) / (slope[:, None] ** 2 * weight).sum(1)
        )
        left, weight = _left(found, ability, slope, hard)
        above, prior = ability[:, None] - hard, PRIOR * found.shape[1]
        change = ((left * above).sum(1) - prior * (slope - 1)) / ((weight * above**2).sum(1) + prior)
        slope = np.clip(slope + 0.5 * np.clip(change, -0.3, 0.3), 0.02, 6.0)
        mean = slope.mean()
        slope, hard, ability = slope / mean, hard * mean, ability * mean
    return ability, slope, hard


def _left(found: Array, ability: Array, slope: Array, hard: Array) -> tuple[Array, Array]:
    """Return what the curves do not explain, and the weight of each share."""
    chance = _chance(slope[:, None] * (ability[:, None] - hard))
    return found - chance, chance * (1 - chance) + 1e-6


def _chance(logit: NDArray[np.floating[Any]]) -> Array:
    return np.asarray(1 / (1 + np.exp(-logit)))


def _logit(share: Array) -> Array:
    return np.asarray(np.log(share / (1 - share)))


def _bounded(change: Array) -> Array:
    return np.clip(change, -1, 1)


def panel(names: Sequence[str], shares: Array) -> Iterator[tuple[str, float, float]]:
    """Yield each solver with its ability in points and its slope."""
    ability, slope, hard = fit(shares)
    unit = DEVIATION / hard.std()
    for name, each, steep in zip(names, ability, slope, strict=True):
        yield name, MIDDLE + unit * each, steep * POINTS / unit


def left_out(names: Sequence[str], shares: Array) -> Iterator[tuple[str, float, float]]:
    """Yield each solver with the rank correlation and the calibration error of difficulties that its family
    had no part in."""
    families = np.array([name.split()[0] for name in names])
    for family in dict.fromkeys(families.tolist()):
        _, _, hard = fit(shares[families != family], STEPS // 2)
        for place in np.flatnonzero(families == family):
            yield names[int(place)], correlation(hard, -shares[place]), _error(hard, shares[place])


def _error(hard: Array, shares: Array) -> float:
    """Return the mean distance between predicted and real shares, over groups of the odd puzzles."""
    known, asked = slice(0, None, 2), slice(1, None, 2)
    line, powers = np.zeros(2), np.stack([hard[known], np.ones_like(hard[known])], axis=1)
    for _ in range(50):
        expected = _chance(powers @ line)
        weight = expected * (1 - expected) + 1e-6
        curved = (powers * weight[:, None]).T @ powers + 1e-3 * np.eye(2)
        line = line + np.linalg.solve(curved, powers.T @ (shares[known] - expected))
    predicted = _chance(line[0] * hard[asked] + line[1])
    groups = np.array_split(np.argsort(predicted), GROUPS)
    return float(np.mean([abs(predicted[some].mean() - shares[asked][some].mean()) for some in groups]))


def correlation(one: Array, other: Array) -> float:
    """Return Spearman's rank correlation; equal values share their mean rank."""
    return float(np.corrcoef(_ranks(one), _ranks(other))[0, 1])


def _ranks(values: Array) -> Array:
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(count)
    return np.asarray((last - (count - 1) / 2)[place])


def main() -> None:
    """Print the panel and the solvers left out, for the game in the first argument."""
    game = sys.argv[1]
    names, shares = results(game, puzzles(GAMES[game]))
    for name, ability, slope in panel(names, shares):
        print(f'    "{name}": Solver({ability:.0f}, {slope:.2f}),')
    print("| solver left out | finds | rank | error |\n| --- | ---: | ---: | ---: |")
    for (name, rank, error), found in zip(left_out(names, shares), shares, strict=True):
        print(f"| {name} | {100 * found.mean():.0f} % | {rank:+.2f} | {error:.3f} |")


if __name__ == "__main__":
    main()
