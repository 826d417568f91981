"""Batches of games of Cinq-O, played by kernels (:class:`quincunx.engines.batches.Kernels`)."""

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
from quincunx.engines.kernels.arrays import row, table
from quincunx.engines.kernels.xorshift import Xorshift, below
from quincunx.games.cinqo.actions import COMPACT_COUNT
from quincunx.games.cinqo.learning.greedy import Plans, greedy_number, plans
from quincunx.games.cinqo.learning.layout import GREEDY, HISTORY, NUMBERS
from quincunx.games.cinqo.learning.position import (
    OVER,
    PLAYERS,
    SEAT,
    SIZE,
    WINNERS,
    History,
    Position,
    apply,
    empty,
    random_number,
    start,
    write,
    write_mask,
)
from quincunx.games.cinqo.types import CinqoOptions

Bytes = NDArray[np.uint8]
"""``uint8[…]``: a game's observation or mask."""


class Games(NamedTuple):
    """The positions of a batch."""

    positions: NDArray[np.int16]
    """``[games, SIZE]``."""
    histories: NDArray[np.uint8]
    """``[games, players, HISTORY]``."""
    xorshifts: NDArray[np.uint64]
    """``[games, 1]``: the chance of each game."""


class Opponents(NamedTuple):
    """The bots of the seats that are not the caller's, and the arrays that they need."""

    policies: NDArray[np.int64]
    """``[players]``: the policy of each seat, counted from the caller's own, which has :data:`YOURS`."""
    plans: Plans
    """Of the greedy policy; one number if it has no seat."""


@part
def opponents_move(
    opponents: Opponents, position: Position, history: History, own: int, xorshift: Xorshift
) -> None:
    """Make the moves of opponents until the caller is to move or the game is over."""
    players = position[PLAYERS]
    while position[OVER] == 0:
        policy = opponents.policies[(position[SEAT] - own + players) % players]
        if policy == YOURS:
            return
        if policy == GREEDY:
            number = greedy_number(position, opponents.plans, xorshift)
        else:
            number = random_number(position, xorshift)
        apply(position, history, number, xorshift)


@part
def start_game(games: Games, opponents: Opponents | None, arrays: Arrays, game: int, own: int) -> None:
    """Start one game anew; ``own`` is the caller's seat, -1 for all, -2 to draw a lot, -3 for the same as
    before. A game in which the caller never gets to move, because opponents end it first, is started
    again."""
    position, history, xorshift = games.positions[game], games.histories[game], games.xorshifts[game]
    if own == KEEP:
        own = int(arrays.own[game])
    elif own == DRAW_LOTS:
        own = below(xorshift, position[PLAYERS])
    arrays.own[game] = own
    while True:
        start(position, history, xorshift)
        if opponents is not None:
            opponents_move(opponents, position, history, own, xorshift)
        if position[OVER] == 0:
            break
    arrays.terminated[game] = False
    arrays.truncated[game] = False


@inlined
def write_game(position: Position, history: History, own: int, observation: Bytes, mask: Bytes) -> int:
    """Write a game's observation and mask. Return the seat to move; -1 after the end."""
    write(position, history, int(position[SEAT]) if own < 0 else own, observation)
    write_mask(position, mask)
    return -1 if position[OVER] else position[SEAT]


@part
def show(games: Games, arrays: Arrays, game: int) -> None:
    """Write the observation, the mask and the seat to move."""
    observation, mask = arrays.observations[game], arrays.masks[game]
    position, history = games.positions[game], games.histories[game]
    arrays.to_move[game] = write_game(position, history, arrays.own[game], observation, mask)


@inlined
def write_rewards(position: Position, rewards: NDArray[np.float32]) -> None:
    """Write the rewards of a game that may have ended. A game without a single winner is a draw of the
    best."""
    rewards[:] = 0.0
    if position[OVER]:
        players = position[PLAYERS]
        winners = 0
        for seat in range(players):
            winners += position[WINNERS + seat]
        for seat in range(players):
            if position[WINNERS + seat] == 0:
                rewards[seat] = -1.0
            elif winners == 1:
                rewards[seat] = 1.0


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
    # A call with a tuple copies it and counts a reference to each of its arrays. So the loop passes arrays,
    # and tuples only where something rare or slow is done.
    positions, histories, xorshifts = games.positions, games.histories, games.xorshifts
    observations, masks, rewards = arrays.observations, arrays.masks, arrays.rewards
    terminated, to_move, own = arrays.terminated, arrays.to_move, arrays.own
    for game in range(actions.shape[0]):
        position, history, xorshift = row(positions, game), table(histories, game), row(xorshifts, game)
        if mode == NEXT_STEP and terminated[game]:
            rewards[game, :] = 0.0
            start_game(games, opponents, arrays, game, seats)
            show(games, arrays, game)
            continue
        apply(position, history, actions[game], xorshift)
        if opponents is not None:
            opponents_move(opponents, position, history, int(own[game]), xorshift)
        write_rewards(position, row(rewards, game))
        terminated[game] = position[OVER] != 0
        observation, mask = row(observations, game), row(masks, game)
        to_move[game] = write_game(position, history, own[game], observation, mask)
        if mode == SAME_STEP and terminated[game]:
            for i in range(observations.shape[1]):  # an assignment of arrays compiles the words of its error
                arrays.finals[game, i] = observations[game, i]
            start_game(games, opponents, arrays, game, seats)
            show(games, arrays, game)
            terminated[game] = True
    return -1


@kernel
def sample_games(
    positions: NDArray[np.int16], to_move: NDArray[np.int8], actions: NDArray[np.int64], sampler: Xorshift
) -> None:
    """Write a random legal action for each game; 0 after the end."""
    for game in range(actions.shape[0]):
        actions[game] = 0 if to_move[game] < 0 else random_number(row(positions, game), sampler)


class CinqoKernels:
    """Implements :class:`quincunx.engines.batches.Kernels`."""

    def __init__(
        self,
        options: CinqoOptions,
        seeds: NDArray[np.uint64],
        opponents: Sequence[int] = (),
        encoding: str = "plain",
    ) -> None:
        """``seeds`` has one number, not 0, for each game, and one for samples. ``opponents`` has the policy
        of each seat after the caller's. Every encoding is written by its size."""
        games, players = len(seeds) - 1, options.players
        positions = np.zeros((games, SIZE), np.int16)
        positions[:] = empty(options)
        histories = np.zeros((games, players, HISTORY), np.uint8)
        self._games = Games(positions, histories, seeds[:games, None].copy())
        self._opponents: Opponents | None = None  # so kernels without opponents are compiled without them
        if opponents:
            known = plans() if GREEDY in opponents else np.zeros((1, 1, 1, 1))
            self._opponents = Opponents(np.array((YOURS, *opponents), np.int64), known)
        self._sampler: Xorshift = seeds[games : games + 1].copy()

    @property
    def state(self) -> Mapping[str, NDArray[Any]]:
        """The arrays that hold the positions, by name."""
        return {**self._games._asdict(), "sampler": self._sampler}

    def start(self, arrays: Arrays, which: NDArray[np.bool_], seats: NDArray[np.int8]) -> None:
        """Start those games anew."""
        start_games(self._games, self._opponents, arrays, which, seats)

    def step(self, arrays: Arrays, actions: NDArray[np.int64], mode: int, seats: int) -> int:
        """Make a move in each game. Return -1, or the first game whose action is not legal."""
        return step_games(self._games, self._opponents, arrays, actions, mode, seats)

    def sample(self, arrays: Arrays, actions: NDArray[np.int64]) -> None:
        """Write a random legal action for each game."""
        sample_games(self._games.positions, arrays.to_move, actions, self._sampler)

    def observe(self, game: int, seat: int, data: NDArray[np.uint8]) -> None:
        """Write the observation of any seat into ``data``."""
        write(self._games.positions[game], self._games.histories[game], seat, data)

    def plain(self, game: int, seat: int) -> bytes:
        """Return the ``plain`` observation of any seat."""
        data = np.empty(NUMBERS + self._games.histories.shape[1] * HISTORY, np.uint8)
        self.observe(game, seat, data)
        return data.tobytes()


def precompile() -> None:
    """Run each kernel once, with opponents and without."""
    options, games = CinqoOptions(), 2
    arrays = new_arrays(games, options.players, (NUMBERS,), COMPACT_COUNT)
    for opponents, seat in ((), -1), ((GREEDY,), 0):
        kernels = CinqoKernels(options, np.arange(1, games + 2, dtype=np.uint64), opponents, "now")
        run_once(kernels, arrays, seat)
