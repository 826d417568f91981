"""The network as kernels: accumulators, and the resulting chances to win."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import inlined, kernel
from quincunx.games.cinco.bots.kernels.encode import (
    CODES,
    DEAD,
    PATTERNS,
    TEAMS,
    THROUGH,
    THROUGH_COUNT,
    THROUGH_PLACE,
    WINDOW_COUNT,
    Position,
)
from quincunx.games.cinco.bots.kernels.network import Network

Accumulators = NDArray[np.float32]
"""``[teams, units]``: the windows' part of the network's first sum, from each team's point of view."""

LEAK = np.float32(0.125)


@kernel
def seen_code(code: int, team: int, teams: int) -> int:
    """Return the contents of a window, with teams counted from ``team``."""
    if code == 0:
        return 0
    if code == DEAD:
        return teams * PATTERNS + 1
    owner = (code - 1) // PATTERNS
    return (owner - team + teams) % teams * PATTERNS + (code - 1) % PATTERNS + 1


@kernel
def fill_accumulators(net: Network, position: Position, accumulators: Accumulators) -> None:
    """Fill ``accumulators`` from the board."""
    teams = int(position[TEAMS])
    units = net.bias.shape[0]
    for team in range(teams):
        for j in range(units):
            accumulators[team, j] = net.bias[j]
        for window in range(WINDOW_COUNT):
            code = seen_code(int(position[CODES + window]), team, teams)
            for j in range(units):
                accumulators[team, j] += net.windows[window, code, j]


@inlined
def update_accumulators(
    net: Network, position: Position, accumulators: Accumulators, team: int, space: int
) -> None:
    """Update ``accumulators``, before a team's token is placed."""
    teams = int(position[TEAMS])
    units = net.bias.shape[0]
    for i in range(THROUGH_COUNT[space]):
        window = THROUGH[space, i]
        before = int(position[CODES + window])
        if before == DEAD:
            continue
        after = team * PATTERNS + (1 << THROUGH_PLACE[space, i])
        if before != 0:
            owner = (before - 1) // PATTERNS
            after = DEAD if owner != team else before + (1 << THROUGH_PLACE[space, i])
        for point_of_view in range(teams):
            old = seen_code(before, point_of_view, teams)
            new = seen_code(after, point_of_view, teams)
            for j in range(units):
                accumulators[point_of_view, j] += net.windows[window, new, j] - net.windows[window, old, j]


@kernel
def chances(net: Network, hidden: NDArray[np.float32], teams: int, result: NDArray[np.float64]) -> None:
    """Write each team's chance to win into ``result``, beginning with the team whose point of view it is."""
    units = hidden.shape[0]
    if teams == 2:
        logit = net.out_bias[0]
        for j in range(units):
            h = hidden[j]
            logit += max(h, LEAK * h) * net.out[0, j]
        result[0] = 1.0 / (1.0 + math.exp(-logit))
        result[1] = 1.0 - result[0]
        return
    total = 0.0
    for k in range(teams):
        logit = net.out_bias[k]
        for j in range(units):
            h = hidden[j]
            logit += max(h, LEAK * h) * net.out[k, j]
        result[k] = math.exp(min(30.0, logit))
        total += result[k]
    for k in range(teams):
        result[k] /= total
