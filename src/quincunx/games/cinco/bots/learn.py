"""Learning by self-play: games against itself, and what follows from them for the weights. Kernels.

TD(λ) on afterstates: what a position is worth to whoever has just moved is pulled towards what the game
makes of it, which is a mixture of the same seat's next estimates and of the result (Sutton 1988; Tesauro
1995). Not of the next player's estimate, who does not see the mover's hand: whoever learns from that
learns that cards are worth nothing, and the more so the more players sit between two turns. Estimates are
vectors of one chance a team, so that two and three sides are learned alike.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import kernel
from quincunx.games.cinco.actions import PLAY_BASE
from quincunx.games.cinco.bots.afterstate import finish_rows, hidden_of, note_rows
from quincunx.games.cinco.bots.chance import Dice, below
from quincunx.games.cinco.bots.encode import (
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
from quincunx.games.cinco.bots.evaluate import (
    LEAK,
    MOST_CANDIDATES,
    candidates,
    chances,
    seen_code,
    sum_windows,
    update_sums,
)
from quincunx.games.cinco.bots.kernels import CARDS, apply, deal
from quincunx.games.cinco.bots.network import SMALL_ACTIVE, Network
from quincunx.games.cinco.bots.playouts import best_candidate

START = np.float32(0.01)
MOST_TURNS = 400
"""Longer games are given up and teach nothing about their end."""
QUIET_LIMIT = 60


@kernel
def learn_games(
    net: Network,
    position: Position,
    games: int,
    rate: float,
    trace: float,
    explore: float,
    joker_share: float,
    dice: Dice,
    heat: Network,
    totals: NDArray[np.float64],
) -> None:
    """Play games against itself and learn from each when it has ended. Changes ``net`` in place.

    ``rate`` is the step of the rows, ``trace`` is λ, ``explore`` the share of moves that are random
    candidates, ``joker_share`` that of games with the joker. ``totals`` gathers games, turns, draws,
    truncated games and the sum of squared errors.
    """
    teams, players = position[TEAMS], position[PLAYERS]
    units = net.bias.shape[0]
    moves = np.empty(MOST_CANDIDATES, np.int64)
    values = np.empty(MOST_CANDIDATES, np.float64)
    sums = np.empty((teams, units), np.float32)
    counts = np.empty(CARDS + 1, np.int64)
    codes = np.empty((MOST_TURNS, WINDOW_COUNT), np.uint8)
    rows = np.empty((MOST_TURNS, SMALL_ACTIVE + 2), np.int64)
    found = np.empty(MOST_TURNS, np.int64)
    seats = np.empty(MOST_TURNS, np.int64)
    best = np.empty(MOST_TURNS, np.float64)
    lost = np.empty(MOST_TURNS, np.float64)
    explored = np.empty(MOST_TURNS, np.bool_)
    hidden = np.empty(units, np.float32)
    slope = np.empty(units, np.float32)
    result = np.empty(teams, np.float64)
    goals = np.empty((players, teams), np.float64)  # by the seat that looks, and by team
    error = np.empty(teams, np.float32)
    small_rate = np.float32(rate)
    for _ in range(games):
        position[SEAT] = below(dice, players)
        position[JOKER] = 1 if below(dice, 1000) < joker_share * 1000 else 0
        deal(position, dice)
        sum_windows(net, position, sums)
        turn = 0
        while position[WINNER] == GOING_ON and position[QUIET] < QUIET_LIMIT and turn < MOST_TURNS:
            seat = position[SEAT]
            team = seat % teams
            count = candidates(net, position, sums, moves, values)
            top = best_candidate(values, count)
            chosen = top
            if below(dice, 10000) < explore * 10000:
                chosen = below(dice, count)
            explored[turn] = chosen != top
            best[turn] = min(1.0, values[top])
            lost[turn] = best[turn] - values[chosen] if chosen != top else 0.0
            seats[turn] = seat
            move = moves[chosen]
            noted = note_rows(position, move, rows[turn], counts)
            lowest, second = rows[turn, noted], rows[turn, noted + 1]
            if move >= PLAY_BASE and move % PLAY_BASE:
                update_sums(net, position, sums, team, move % PLAY_BASE - 1)
            apply(position, move, dice)
            found[turn] = noted + finish_rows(position, seat, lowest, second, rows[turn, noted:], counts)
            for window in range(WINDOW_COUNT):
                codes[turn, window] = seen_code(position[CODES + window], team, teams)
            turn += 1
        totals[0] += 1
        totals[1] += turn
        winner = position[WINNER]
        last = turn - 1 if winner >= 0 else turn  # a winning move has no afterstate
        if winner < 0:
            totals[2 if winner == DRAWN else 3] += 1
        for other in range(players):
            for k in range(teams):
                goals[other, k] = 1.0 / teams if winner < 0 else (1.0 if k == winner else 0.0)
        for i in range(last - 1, -1, -1):
            seat = seats[i]
            team = seat % teams
            goal = goals[seat]
            hidden_of(net, codes[i], rows[i], found[i], hidden)
            chances(net, hidden, teams, result)
            for k in range(teams):
                error[k] = result[k] - goal[(team + k) % teams]
            totals[4] += error[0] * error[0]
            totals[5] += 1
            outputs = 1 if teams == 2 else teams
            for j in range(units):
                h = hidden[j]
                gate = np.float32(1.0) if h > 0 else LEAK
                total = np.float32(0.0)
                for k in range(outputs):
                    total += error[k] * net.out[k, j]
                    step = error[k] * gate * h
                    heat.out[k, j] += step * step
                    net.out[k, j] -= small_rate * step / np.float32(math.sqrt(heat.out[k, j] + START))
                slope[j] = total * gate
            for k in range(outputs):
                heat.out_bias[k] += error[k] * error[k]
                net.out_bias[k] -= small_rate * error[k] / np.float32(math.sqrt(heat.out_bias[k] + START))
            energy = np.float32(0.0)
            for j in range(units):
                energy += slope[j] * slope[j]
            energy /= np.float32(units)
            for window in range(WINDOW_COUNT):
                code = codes[i, window]
                heat.windows[window, code, 0] += energy
                step = small_rate / np.float32(math.sqrt(heat.windows[window, code, 0] + START))
                for j in range(units):
                    net.windows[window, code, j] -= step * slope[j]
            for r in range(found[i]):
                heat.small[rows[i, r], 0] += energy
                step = small_rate / np.float32(math.sqrt(heat.small[rows[i, r], 0] + START))
                for j in range(units):
                    net.small[rows[i, r], j] -= step * slope[j]
            heat.bias[0] += energy
            step = small_rate / np.float32(math.sqrt(heat.bias[0] + START))
            for j in range(units):
                net.bias[j] -= step * slope[j]
            if explored[i]:
                # What came of a random move says nothing of the moves before it: the best one would have.
                # Others, who see it with other cards in their hands, take what was lost by it from the mover.
                for other in range(players):
                    if other != seat:
                        before = goals[other, team]
                        after = min(1.0, before + lost[i])
                        for k in range(teams):
                            goals[other, k] *= (1.0 - after) / max(1e-9, 1.0 - before)
                        goals[other, team] = after
                rest = 1.0 - best[i]
                for k in range(1, teams):
                    share = result[k] / max(1e-9, 1.0 - result[0])
                    goal[(team + k) % teams] = rest * share
                goal[team] = best[i]
            else:
                for k in range(teams):
                    other = (team + k) % teams
                    goal[other] = trace * goal[other] + (1.0 - trace) * result[k]
