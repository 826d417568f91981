"""Learning by playing: the games, and the updates of the weights. Kernels.

In self-play all seats use the network that learns. In a best response one team uses it, and the others play
the best move of a fixed network, the rival; only the turns of that team are learned from.

TD(λ) on afterstates: the value of a position to the player who has just moved is pulled towards a target, a
mixture of the same seat's next estimates and of the result (Sutton 1988; Tesauro 1995). The next player's
estimate is not used, since that player does not see the mover's hand: learning from it teaches that cards are
worthless, the more so the more players sit between two turns. Estimates are vectors of one chance for each
team, so that two and three sides are learned alike.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import inlined, kernel, part
from quincunx.engines.kernels.xorshift import Xorshift, below
from quincunx.games.cinco.bots.kernels.afterstate import hidden_of, make_and_note
from quincunx.games.cinco.bots.kernels.candidates import MOST_CANDIDATES, best_of, candidates
from quincunx.games.cinco.bots.kernels.encode import (
    CODES,
    DRAWN,
    GOING_ON,
    JOKER,
    PLAYERS,
    QUIET,
    SEAT,
    TEAMS,
    WINDOW_COUNT,
    WINNER,
    Position,
)
from quincunx.games.cinco.bots.kernels.evaluate import LEAK, chances, fill_accumulators, seen_code
from quincunx.games.cinco.bots.kernels.network import Network
from quincunx.games.cinco.bots.kernels.rules import deal
from quincunx.games.cinco.bots.layout import MOST_ACTIVE

START = np.float32(0.01)
"""The initial value of Adagrad's sums of squares."""
MOST_TURNS: Final = 400
"""The number of turns after which a game is truncated; it teaches nothing about its end."""
QUIET_LIMIT: Final = 60

EVERY_TEAM: Final = -1
"""Instead of a team that learns: self-play."""

# The sums in learn_games.
GAMES: Final = 0
TURNS: Final = 1
DRAWS: Final = 2
TRUNCATED: Final = 3
ERROR: Final = 4
"""The squared errors."""
ESTIMATES: Final = 5
TOTALS: Final = 6


class History(NamedTuple):
    """The turns of one game; all arrays have :data:`MOST_TURNS` entries."""

    seats: NDArray[np.int64]
    best: NDArray[np.float64]
    """The mover's chance to win after the best move."""
    lost: NDArray[np.float64]
    """The loss of the chosen move against the best one."""
    explored: NDArray[np.bool_]
    """True if another move than the best was chosen."""
    codes: NDArray[np.uint8]
    """``[turns, 126]``: the contents of the windows afterwards, from the mover's point of view."""
    found: NDArray[np.int64]
    """The number of other features of the afterstate."""
    features: NDArray[np.int64]
    """``[turns, most_active + 2]``: those features."""


@kernel
def learn_games(
    net: Network,
    rival: Network,
    is_response: bool,
    position: Position,
    games: int,
    rate: float,
    trace: float,
    explore: float,
    joker_share: float,
    xorshift: Xorshift,
    adagrad: Network,
    totals: NDArray[np.float64],
) -> None:
    """Play games and learn from each when it has ended. Changes ``net`` in place. In a response every team
    learns in turn, against ``rival``; in self-play ``rival`` is not read.

    ``rate`` is the learning rate, ``trace`` is λ, ``explore`` the share of moves that are random candidates,
    ``joker_share`` that of games with the joker. ``adagrad`` holds Adagrad's sums of squares; ``totals``
    receives the sums named by the constants above.
    """
    history = new_history(MOST_ACTIVE)
    for game in range(games):
        position[SEAT] = below(xorshift, int(position[PLAYERS]))
        position[JOKER] = 1 if below(xorshift, 1000) < joker_share * 1000 else 0
        learner = game % position[TEAMS] if is_response else EVERY_TEAM
        turns = play_game(net, rival, learner, position, explore, xorshift, history)
        turns = note_result(position, turns, totals)
        learn_from(net, position, history, turns, learner, rate, trace, adagrad, totals)


@part
def note_result(position: Position, turns: int, totals: NDArray[np.float64]) -> int:
    """Count a game that has ended in ``position``. Return the number of its turns that have an afterstate: a
    winning move has none."""
    winner = position[WINNER]
    totals[GAMES] += 1
    totals[TURNS] += turns
    if winner >= 0:
        return turns - 1
    totals[DRAWS if winner == DRAWN else TRUNCATED] += 1
    return turns


@kernel
def share_won(net: Network, rival: Network, position: Position, games: int, xorshift: Xorshift) -> float:
    """Play games between one team with ``net`` and the others with ``rival``, every team in turn, all on one
    ply. Return the share that the first won; a game without a winner counts as a fair share."""
    history = new_history(MOST_ACTIVE)
    won = 0.0
    for game in range(games):
        position[SEAT] = below(xorshift, int(position[PLAYERS]))
        learner = game % position[TEAMS]
        play_game(net, rival, learner, position, 0.0, xorshift, history)
        if position[WINNER] < 0:
            won += 1.0 / position[TEAMS]
        elif position[WINNER] == learner:
            won += 1.0
    return won / games


@part
def new_history(most_active: int) -> History:
    """Return room for a game, and for that many features of each position and two more numbers."""
    return History(
        np.empty(MOST_TURNS, np.int64),
        np.empty(MOST_TURNS, np.float64),
        np.empty(MOST_TURNS, np.float64),
        np.empty(MOST_TURNS, np.bool_),
        np.empty((MOST_TURNS, WINDOW_COUNT), np.uint8),
        np.empty(MOST_TURNS, np.int64),
        np.empty((MOST_TURNS, most_active + 2), np.int64),
    )


@part
def play_game(
    net: Network,
    rival: Network,
    learner: int,
    position: Position,
    explore: float,
    xorshift: Xorshift,
    history: History,
) -> int:
    """Deal and play a game into ``history``; return its number of turns. ``learner`` is the team that learns,
    or :data:`EVERY_TEAM`; the others play the best move of ``rival``."""
    teams = int(position[TEAMS])
    moves = np.empty(MOST_CANDIDATES, np.int64)
    values = np.empty(MOST_CANDIDATES, np.float64)
    accumulators = np.empty((teams, net.bias.shape[0]), np.float32)
    rivals = np.empty((teams, rival.bias.shape[0]), np.float32)
    deal(position, xorshift)
    fill_accumulators(net, position, accumulators)
    turn = 0
    while position[WINNER] == GOING_ON and position[QUIET] < QUIET_LIMIT and turn < MOST_TURNS:
        team = int(position[SEAT]) % teams
        if learner in (EVERY_TEAM, team):
            count = candidates(net, position, accumulators, moves, values)
        else:
            fill_accumulators(rival, position, rivals)
            count = candidates(rival, position, rivals, moves, values)
        best = best_of(values, count)
        chosen = best
        if learner in (EVERY_TEAM, team) and below(xorshift, 10000) < explore * 10000:
            chosen = below(xorshift, count)
        history.seats[turn] = position[SEAT]
        history.explored[turn] = chosen != best
        history.best[turn] = min(1.0, values[best])
        history.lost[turn] = history.best[turn] - values[chosen] if chosen != best else 0.0
        history.found[turn] = make_and_note(
            net, position, accumulators, moves[chosen], xorshift, history.features[turn]
        )
        for window in range(WINDOW_COUNT):
            history.codes[turn, window] = seen_code(position[CODES + window], team, teams)
        turn += 1
    return turn


@inlined
def learn_from(
    net: Network,
    position: Position,
    history: History,
    turns: int,
    learner: int,
    rate: float,
    trace: float,
    adagrad: Network,
    totals: NDArray[np.float64],
) -> None:
    """Go back over a game that has ended in ``position``, and pull each estimate of the team that learns
    towards its target."""
    teams, players, winner = int(position[TEAMS]), int(position[PLAYERS]), int(position[WINNER])
    goals = np.empty((players, teams), np.float64)  # the target of each seat's estimate, by team
    for seat in range(players):
        for k in range(teams):
            goals[seat, k] = 1.0 / teams if winner < 0 else (1.0 if k == winner else 0.0)
    hidden = np.empty(net.bias.shape[0], np.float32)
    result = np.empty(teams, np.float64)
    error = np.empty(teams, np.float32)
    for turn in range(turns - 1, -1, -1):
        seat = history.seats[turn]
        team = seat % teams
        if learner not in (EVERY_TEAM, team):
            continue
        hidden_of(net, history.codes[turn], history.features[turn], history.found[turn], hidden)
        chances(net, hidden, teams, result)
        for k in range(teams):
            error[k] = result[k] - goals[seat, (team + k) % teams]
        totals[ERROR] += error[0] * error[0]
        totals[ESTIMATES] += 1
        correct(net, history, turn, hidden, error, rate, adagrad)
        if history.explored[turn]:
            after_exploring(goals, seat, history.best[turn], history.lost[turn], result)
        else:
            for k in range(teams):
                other = (team + k) % teams
                goals[seat, other] = trace * goals[seat, other] + (1.0 - trace) * result[k]


@inlined
def after_exploring(
    goals: NDArray[np.float64], seat: int, best: float, lost: float, result: NDArray[np.float64]
) -> None:
    """Reset the targets before a random move: its result says nothing about earlier moves, so the best move's
    value replaces it. For the other seats, whose hands differ, add the mover's loss back."""
    players, teams = goals.shape
    team = seat % teams
    for other in range(players):
        if other != seat:
            before = goals[other, team]
            after = min(1.0, before + lost)
            for k in range(teams):
                goals[other, k] *= (1.0 - after) / max(1e-9, 1.0 - before)
            goals[other, team] = after
    rest = 1.0 - best
    for k in range(1, teams):
        share = result[k] / max(1e-9, 1.0 - result[0])
        goals[seat, (team + k) % teams] = rest * share
    goals[seat, team] = best


@inlined
def correct(
    net: Network,
    history: History,
    turn: int,
    hidden: NDArray[np.float32],
    error: NDArray[np.float32],
    rate: float,
    adagrad: Network,
) -> None:
    """Take one step of gradient descent with Adagrad (Duchi, Hazan and Singer 2011): one sum of squares for
    each weight of the last layer, and one for each row of the first."""
    units, small_rate = hidden.shape[0], np.float32(rate)
    slope = np.empty(units, np.float32)
    correct_outputs(net, hidden, error, small_rate, adagrad, slope)
    energy = np.float32(0.0)
    for j in range(units):
        energy += slope[j] * slope[j]
    energy /= np.float32(units)
    for window in range(WINDOW_COUNT):
        code = history.codes[turn, window]
        adagrad.windows[window, code, 0] += energy
        step = small_rate / np.float32(math.sqrt(adagrad.windows[window, code, 0] + START))
        for j in range(units):
            net.windows[window, code, j] -= step * slope[j]
    for i in range(history.found[turn]):
        feature = history.features[turn, i]
        adagrad.small[feature, 0] += energy
        step = small_rate / np.float32(math.sqrt(adagrad.small[feature, 0] + START))
        for j in range(units):
            net.small[feature, j] -= step * slope[j]
    adagrad.bias[0] += energy
    step = small_rate / np.float32(math.sqrt(adagrad.bias[0] + START))
    for j in range(units):
        net.bias[j] -= step * slope[j]


@inlined
def correct_outputs(
    net: Network,
    hidden: NDArray[np.float32],
    error: NDArray[np.float32],
    rate: np.float32,
    adagrad: Network,
    slope: NDArray[np.float32],
) -> None:
    """Take the step of the last layer; ``slope`` receives the gradient of the first sum."""
    outputs = 1 if error.shape[0] == 2 else error.shape[0]
    for j in range(hidden.shape[0]):
        h = hidden[j]
        gate = np.float32(1.0) if h > 0 else LEAK
        total = np.float32(0.0)
        for k in range(outputs):
            total += error[k] * net.out[k, j]
            step = error[k] * gate * h
            adagrad.out[k, j] += step * step
            net.out[k, j] -= rate * step / np.float32(math.sqrt(adagrad.out[k, j] + START))
        slope[j] = total * gate
    for k in range(outputs):
        adagrad.out_bias[k] += error[k] * error[k]
        net.out_bias[k] -= rate * error[k] / np.float32(math.sqrt(adagrad.out_bias[k] + START))
