"""Scores, ratings and stopping rules. The unit is the deal, not the game: the games of a deal share their
cards, and only deals are independent of each other."""

from __future__ import annotations

import math
from statistics import fmean, pvariance, stdev
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ELO: Final = 400 / math.log(10)
"""Rating points for a factor e in the odds."""
Z95: Final = 1.959964


class Score(msgspec.Struct, frozen=True):
    """A share of the possible points, with half the width of its 95 % interval."""

    mean: float
    margin: float
    deals: int


class Rating(msgspec.Struct, frozen=True):
    """Rating points relative to the mean of all, with their 95 % interval."""

    name: str
    points: float
    low: float
    high: float


def score(scores: list[float], *, is_adjusted: bool = False) -> Score:
    """Return the mean of deals' scores with its interval, from the variance between deals; with no deals 0 ±
    1. Scores without luck are continuous: equal ones are no coincidence."""
    if not scores:
        return Score(0.0, 1.0, 0)
    mean = fmean(scores)
    if len(scores) == 1:
        return Score(mean, 1.0, 1)
    # One imaginary deal with the opposite result keeps the interval honest when all deals had the same one.
    padded = scores if is_adjusted else [*scores, 1 - mean]
    return Score(mean, Z95 * stdev(padded) / math.sqrt(len(scores)), len(scores))


def reduction(scores: list[float], adjusted: list[float]) -> float | None:
    """Return the variance of the scores divided by that of the adjusted ones: this many times as many deals
    would be needed without the adjustment. ``None`` if it cannot be told."""
    variance = pvariance(adjusted) if adjusted else 0.0
    return pvariance(scores) / variance if variance > 0 else None


def odds_points(share: float, sides: int) -> float:
    """Return the rating difference at which one against ``sides - 1`` equal others wins this share."""
    share = min(1 - 1e-6, max(1e-6, share))
    return ELO * math.log(share * (sides - 1) / (1 - share))


def expected_share(points: float, sides: int) -> float:
    """The inverse of :func:`odds_points` (Bradley and Terry; Plackett and Luce for three sides)."""
    odds = math.exp(points / ELO)
    return odds / (odds + sides - 1)


def rate(
    names: list[str],
    pairs: list[tuple[int, int]],
    scores: list[list[float]],
    sides: int,
    seed: int = 0,
    *,
    is_adjusted: bool = False,
) -> list[Rating]:
    """Maximum-likelihood ratings of all entrants, in the order of ``names``; intervals by resampling deals.

    ``scores[p]`` are the deals' scores of the first of ``pairs[p]``. An entrant without deals is rated 0.
    """
    import numpy as np

    random = np.random.default_rng(seed)
    means = np.array([np.mean(each) if each else 0.5 for each in scores])
    counts = np.array([len(each) for each in scores], float)
    best = _fit(len(names), pairs, means, counts, sides)
    # As in score: allow for results that have not occurred yet.
    opposite = [[] if is_adjusted else [1 - float(mean)] for mean in means]
    pools = [[*each, *other] if each else [0.5] for each, other in zip(scores, opposite, strict=True)]
    samples = np.empty((200, len(names)))
    for i in range(len(samples)):
        drawn = [
            float(np.mean(random.choice(pool, max(1, len(each)))))
            for pool, each in zip(pools, scores, strict=True)
        ]
        samples[i] = _fit(len(names), pairs, np.array(drawn), counts, sides)
    low, high = np.percentile(samples, [2.5, 97.5], axis=0)
    return [
        Rating(name, float(best[i]), float(min(low[i], best[i])), float(max(high[i], best[i])))
        for i, name in enumerate(names)
    ]


def _fit(
    count: int,
    pairs: list[tuple[int, int]],
    means: NDArray[np.float64],
    deals: NDArray[np.float64],
    sides: int,
) -> NDArray[np.float64]:
    """Maximise the likelihood by Newton's method, with a weak prior at 0 that keeps a clean sweep finite."""
    import numpy as np

    points = np.zeros(count)
    for _ in range(60):
        slope, curve = -1e-3 * points, np.eye(count) * 1e-3
        for (a, b), mean, weight in zip(pairs, means, deals, strict=True):
            expected = expected_share((points[a] - points[b]) * ELO, sides)
            # The prior: one deal in a thousand had the opposite result.
            shrunk = (mean * weight + 0.5 / sides) / (weight + 0.5) if weight else expected
            slope[a] += weight * (shrunk - expected)
            slope[b] -= weight * (shrunk - expected)
            steep = weight * expected * (1 - expected)
            curve[a, a] += steep
            curve[b, b] += steep
            curve[a, b] -= steep
            curve[b, a] -= steep
        step = np.linalg.solve(curve, slope)
        points += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-9:
            break
    centred: NDArray[np.float64] = (points - points.mean()) * ELO
    return centred


class Verdict(msgspec.Struct, frozen=True):
    """The state of a sequential test: ``accepted`` is ``better`` or ``not better`` once it is decided."""

    ratio: float
    lower: float
    upper: float
    accepted: str | None


def sequential_test(
    scores: list[float],
    points0: float,
    points1: float,
    sides: int,
    alpha: float = 0.05,
    beta: float = 0.05,
    *,
    is_adjusted: bool = False,
) -> Verdict:
    """Run a generalised sequential probability ratio test on deals' scores, for ``points1`` against
    ``points0``. The likelihood ratio is that of a normal mean with the observed variance (Van den Bergh)."""
    lower, upper = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
    if len(scores) < 8:
        return Verdict(0.0, lower, upper, None)
    # A variance of 0 after a clean sweep would decide everything at once; scores without luck are continuous.
    variance = max(pvariance(scores), 1e-9 if is_adjusted else 0.25 / len(scores))
    s0, s1 = expected_share(points0, sides), expected_share(points1, sides)
    ratio = len(scores) * (s1 - s0) * (2 * fmean(scores) - s0 - s1) / (2 * variance)
    accepted = "better" if ratio >= upper else "not better" if ratio <= lower else None
    return Verdict(ratio, lower, upper, accepted)
