"""Batches of games of Cinco, played by kernels (:class:`quincunx.engines.batches.Kernels`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.batches import (
    DRAW_LOTS,
    KEEP,
    NEXT_STEP,
    SAME_STEP,
    YOURS,
    Arrays,
    new_arrays,
    run_once,
)
from quincunx.engines.kernel_cache import inlined, kernel, part
from quincunx.engines.kernels.actions import first_illegal
from quincunx.engines.kernels.arrays import copy_bytes, row, table, word
from quincunx.engines.kernels.xorshift import Xorshift, below
from quincunx.games.cinco.actions import COMPACT_COUNT
from quincunx.games.cinco.bots.kernels.afterstate import make
from quincunx.games.cinco.bots.kernels.candidates import MOST_CANDIDATES, best_of, candidates
from quincunx.games.cinco.bots.kernels.encode import (
    CARDS,
    DRAWN,
    GOING_ON,
    PLAYERS,
    QUIET,
    RESHUFFLES,
    SEAT,
    SIZE,
    WINNER,
    Position,
    empty,
)
from quincunx.games.cinco.bots.kernels.evaluate import Accumulators, fill_accumulators
from quincunx.games.cinco.bots.kernels.greedy import greedy_move, line_counter_move
from quincunx.games.cinco.bots.kernels.moves import random_move
from quincunx.games.cinco.bots.kernels.network import Network, fresh
from quincunx.games.cinco.bots.kernels.playouts import QUIET_LIMIT
from quincunx.games.cinco.bots.kernels.rules import deal, team_of
from quincunx.games.cinco.bots.weights import shipped
from quincunx.games.cinco.learning.layout import GREEDY, LINE_COUNTER, NETWORK
from quincunx.games.cinco.learning.mirror import (
    FIRST,
    NUMBERS,
    Mirror,
    clear,
    note_after,
    note_move,
    play,
    row_count,
)
from quincunx.games.cinco.learning.observe import Mask, Planes, move_of, number_of, write, write_mask
from quincunx.games.cinco.types import CincoOptions


class Games(NamedTuple):
    """The positions of a batch."""

    positions: NDArray[np.int8]
    """``[games, SIZE]``."""
    mirrors: NDArray[np.uint8]
    """``[games, rows, 90]``."""
    xorshifts: NDArray[np.uint64]
    """``[games, 1]``: the chance of each game."""


class Opponents(NamedTuple):
    """The bots of the seats that are not the caller's, and the arrays that they need."""

    net: Network
    accumulators: NDArray[np.float32]
    """``[games, teams, units]``; ``[games, 0, units]`` if no opponent uses the network."""
    policies: NDArray[np.int64]
    """``[players]``: the policy of each seat, counted from the caller's own, which has :data:`YOURS`."""


@part
def make_move(
    net: Network,
    position: Position,
    mirror: Mirror,
    accumulators: Accumulators,
    move: int,
    xorshift: Xorshift,
) -> None:
    """Make a move; with accumulators, update them, too."""
    if accumulators.shape[0] == 0:
        play(position, mirror, move, xorshift)
        return
    note_move(position, mirror, move)
    before = word(position, RESHUFFLES)
    make(net, position, accumulators, move, xorshift)
    note_after(position, mirror, move, before)


@inlined
def is_over(position: Position) -> bool:
    """Return whether the game has ended or is to be truncated (C7)."""
    return position[WINNER] != GOING_ON or position[QUIET] >= QUIET_LIMIT


@part
def opponents_move(
    opponents: Opponents, position: Position, mirror: Mirror, game: int, own: int, xorshift: Xorshift
) -> None:
    """Make the moves of opponents until the caller is to move or the game is over."""
    players, net, policies = int(position[PLAYERS]), opponents.net, opponents.policies
    accumulators = opponents.accumulators[game]
    moves = np.empty(MOST_CANDIDATES, np.int64)
    values = np.empty(MOST_CANDIDATES, np.float64)
    worths = np.empty(CARDS, np.float64)
    while not is_over(position):
        policy = policies[(position[SEAT] - own + players) % players]
        if policy == YOURS:
            return
        if policy == GREEDY:
            move = greedy_move(position, worths, xorshift)
        elif policy == LINE_COUNTER:
            move = line_counter_move(position, worths, xorshift)
        elif policy == NETWORK:
            count = candidates(net, position, accumulators, moves, values)
            move = moves[best_of(values, count)]
        else:
            move = random_move(position, xorshift)
        make_move(net, position, mirror, accumulators, move, xorshift)


@part
def start_game(games: Games, opponents: Opponents | None, arrays: Arrays, game: int, own: int) -> None:
    """Start one game anew; ``own`` is the caller's seat, -1 for all, -2 to draw a lot, -3 for the same as
    before."""
    position, mirror, xorshift = games.positions[game], games.mirrors[game], games.xorshifts[game]
    players = int(position[PLAYERS])
    if own == KEEP:
        own = int(arrays.own[game])
    elif own == DRAW_LOTS:
        own = below(xorshift, players)
    arrays.own[game] = own
    first = mirror[NUMBERS, FIRST]
    position[SEAT] = first - 1 if first else below(xorshift, players)
    deal(position, xorshift)
    clear(position, mirror)
    if opponents is not None:
        if opponents.accumulators.shape[1]:
            fill_accumulators(opponents.net, position, opponents.accumulators[game])
        opponents_move(opponents, position, mirror, game, own, xorshift)
    arrays.terminated[game] = False
    arrays.truncated[game] = False


@inlined
def write_game(position: Position, mirror: Mirror, own: int, observation: Planes, mask: Mask) -> int:
    """Write a game's observation and mask. Return the seat to move; -1 after the end."""
    write(position, mirror, int(position[SEAT]) if own < 0 else own, observation)
    if is_over(position):
        mask[:] = 0
        return -1
    write_mask(position, mirror, mask)
    return position[SEAT]


@part
def show(games: Games, arrays: Arrays, game: int) -> None:
    """Write the observation, the mask and the seat to move."""
    position, mirror = games.positions[game], games.mirrors[game]
    observation, mask = arrays.observations[game], arrays.masks[game]
    arrays.to_move[game] = write_game(position, mirror, arrays.own[game], observation, mask)


@inlined
def write_rewards(position: Position, rewards: NDArray[np.float32]) -> None:
    """Write the rewards of a game that may have ended."""
    winner = position[WINNER]
    rewards[:] = 0.0
    if winner != GOING_ON and winner != DRAWN:
        for seat in range(int(position[PLAYERS])):
            rewards[seat] = 1.0 if team_of(position, seat) == winner else -1.0


@inlined
def copy_planes(planes: Planes, to: Planes) -> None:
    """Copy an observation."""
    for plane in range(planes.shape[0]):
        copy_bytes(to, CARDS * plane, planes, CARDS * plane, CARDS)


@inlined
def replace_game(games: Games, opponents: Opponents | None, arrays: Arrays, game: int, own: int) -> None:
    """Start a game anew in the step in which it has ended. Its flags and rewards stay."""
    truncated = arrays.truncated[game]
    copy_planes(arrays.observations[game], arrays.finals[game])
    start_game(games, opponents, arrays, game, own)
    show(games, arrays, game)
    arrays.terminated[game] = not truncated
    arrays.truncated[game] = truncated


@kernel
def start_games(
    games: Games,
    opponents: Opponents | None,
    arrays: Arrays,
    which: NDArray[np.bool_],
    seats: NDArray[np.int8],
) -> None:
    """Start those games anew."""
    for game in range(which.shape[0]):
        if which[game]:
            start_game(games, opponents, arrays, game, int(seats[game]))
            arrays.rewards[game, :] = 0.0
            show(games, arrays, game)


@kernel
def step_games(
    games: Games,
    opponents: Opponents | None,
    arrays: Arrays,
    actions: NDArray[np.int64],
    mode: int,
    seats: int,
) -> int:
    """Make a step in all games, as :meth:`quincunx.engines.batches.Kernels.step` says."""
    wrong = first_illegal(arrays, actions, mode)
    if wrong >= 0:
        return wrong
    # A call with a tuple copies it and counts a reference to each of its arrays, which takes longer than a
    # move. So the loop passes arrays, and tuples only where something rare or slow is done.
    positions, mirrors, xorshifts = games.positions, games.mirrors, games.xorshifts
    observations, masks, rewards = arrays.observations, arrays.masks, arrays.rewards
    terminated, truncated, to_move, own = arrays.terminated, arrays.truncated, arrays.to_move, arrays.own
    for game in range(actions.shape[0]):
        position, mirror, xorshift = row(positions, game), table(mirrors, game), row(xorshifts, game)
        if mode == NEXT_STEP and (terminated[game] or truncated[game]):
            rewards[game, :] = 0.0
            start_game(games, opponents, arrays, game, seats)
            show(games, arrays, game)
            continue
        move = move_of(position, actions[game])
        if opponents is None:
            play(position, mirror, move, xorshift)
        else:
            accumulators = table(opponents.accumulators, game)
            make_move(opponents.net, position, mirror, accumulators, move, xorshift)
            opponents_move(opponents, position, mirror, game, int(own[game]), xorshift)
        write_rewards(position, row(rewards, game))
        terminated[game] = position[WINNER] != GOING_ON
        truncated[game] = not terminated[game] and position[QUIET] >= QUIET_LIMIT
        observation, mask = table(observations, game), row(masks, game)
        to_move[game] = write_game(position, mirror, own[game], observation, mask)
        if mode == SAME_STEP and to_move[game] < 0:
            replace_game(games, opponents, arrays, game, seats)
    return -1


@kernel
def sample_games(
    positions: NDArray[np.int8], to_move: NDArray[np.int8], actions: NDArray[np.int64], sampler: Xorshift
) -> None:
    """Write a random legal action for each game; 0 after the end."""
    for game in range(actions.shape[0]):
        if to_move[game] < 0:
            actions[game] = 0
        else:
            position = row(positions, game)
            actions[game] = number_of(position, random_move(position, sampler))


class CincoKernels:
    """Implements :class:`quincunx.engines.batches.Kernels`."""

    def __init__(
        self,
        options: CincoOptions,
        seeds: NDArray[np.uint64],
        opponents: Sequence[int] = (),
        encoding: str = "plain",
    ) -> None:
        """``seeds`` has one number, not 0, for each game, and one for samples. ``opponents`` has the policy
        of each seat after the caller's."""
        games, has_lines = len(seeds) - 1, encoding == "lines"
        teams, players = options.teams, options.players
        positions = np.zeros((games, SIZE), np.int8)
        positions[:] = empty(options)
        mirrors = np.zeros((games, row_count(players, teams, has_lines), CARDS), np.uint8)
        mirrors[:, NUMBERS, FIRST] = 0 if options.first is None else options.first + 1
        self._games = Games(positions, mirrors, seeds[:games, None].copy())
        self._opponents: Opponents | None = (
            None  # so kernels without opponents are compiled without a network
        )
        if opponents:
            uses_network = NETWORK in opponents
            net = shipped(players, teams) if uses_network else fresh(teams, 0, 1)
            accumulators = np.zeros((games, teams if uses_network else 0, net.bias.shape[0]), np.float32)
            self._opponents = Opponents(net, accumulators, np.array((YOURS, *opponents), np.int64))
        self._sampler: Xorshift = seeds[games : games + 1].copy()
        self._planes = teams + players + 4

    @property
    def state(self) -> Mapping[str, NDArray[Any]]:
        """The arrays that hold the positions, by name."""
        arrays = {**self._games._asdict(), "sampler": self._sampler}
        if self._opponents is not None:
            arrays["accumulators"] = self._opponents.accumulators
        return arrays

    def start(self, arrays: Arrays, which: NDArray[np.bool_], seats: NDArray[np.int8]) -> None:
        """Start those games anew."""
        start_games(self._games, self._opponents, arrays, which, seats)

    def step(self, arrays: Arrays, actions: NDArray[np.int64], mode: int, seats: int) -> int:
        """Make a move in each game. Return -1, or the first game whose action is not legal."""
        return step_games(self._games, self._opponents, arrays, actions, mode, seats)

    def sample(self, arrays: Arrays, actions: NDArray[np.int64]) -> None:
        """Write a random legal action for each game."""
        sample_games(self._games.positions, arrays.to_move, actions, self._sampler)

    def observe(self, game: int, seat: int, data: Planes) -> None:
        """Write the observation of any seat into ``data``."""
        write(self._games.positions[game], self._games.mirrors[game], seat, data)

    def plain(self, game: int, seat: int) -> bytes:
        """Return the ``plain`` observation of any seat."""
        data = np.empty((self._planes, CARDS), np.uint8)
        write(self._games.positions[game], self._games.mirrors[game], seat, data)
        return data.tobytes()


def precompile() -> None:
    """Run each kernel once, with opponents and without."""
    options, games = CincoOptions(), 2
    arrays = new_arrays(games, options.players, (17, CARDS), COMPACT_COUNT)
    for opponents, seat in ((), -1), ((NETWORK,), 0):
        kernels = CincoKernels(options, np.arange(1, games + 2, dtype=np.uint64), opponents, "lines")
        run_once(kernels, arrays, seat)
