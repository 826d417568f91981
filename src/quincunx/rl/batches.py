"""Many games at once, played by compiled code: :func:`batch`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from quincunx.core.extras import MissingExtra
from quincunx.games import GAMES, game_of
from quincunx.rl.observations import encoding, learning_of

try:
    import numpy as np
    from numpy.typing import NDArray

    from quincunx.engines.batches import (
        DISABLED,
        DRAW_LOTS,
        KEEP,
        NEXT_STEP,
        SAME_STEP,
        Arrays,
        Kernels,
        new_arrays,
    )
except ImportError as error:
    raise MissingExtra("bots") from error

Autoreset = Literal["same_step", "next_step", "disabled"]
MODES: Final[Mapping[str, int]] = {"same_step": SAME_STEP, "next_step": NEXT_STEP, "disabled": DISABLED}
_ALL: Final = -1


class IllegalAction(ValueError):
    """An action that is not legal in its game. Nothing was changed."""


class Batch:
    """Games that advance together. All arrays are the same objects after each step, which writes into
    them."""

    def __init__(
        self,
        options: msgspec.Struct,
        num_envs: int,
        seed: int,
        observation: str,
        opponents: Sequence[str],
        autoreset: Autoreset,
    ) -> None:
        game = game_of(options)
        game.check(options)
        learning = learning_of(game)
        if learning.kernels is None or game.compact is None:
            raise ValueError(f"{game.title} has no batches.")
        players = game.players(options)
        if len(opponents) not in (0, players - 1):
            raise ValueError(f"{players - 1} opponents are needed, or none; not {len(opponents)}.")
        unknown = [name for name in opponents if name not in learning.policies]
        if unknown:
            known = ", ".join(learning.policies)
            raise ValueError(f"Unknown opponent “{unknown[0]}”. Choose from {known}.")
        self.options = options
        self.num_envs = num_envs
        self.players = players
        self.num_actions = game.compact.count
        self.shape = encoding(options, observation).shape(options)
        self._plain = encoding(options)
        if autoreset not in MODES:
            raise ValueError(f"Choose “autoreset” from {', '.join(MODES)}.")
        self._mode = MODES[autoreset]
        self._next_seats = DRAW_LOTS if opponents else _ALL
        self._has_opponents = bool(opponents)
        self._arrays: Arrays = new_arrays(num_envs, players, self.shape, self.num_actions)
        self._kernels: Kernels = learning.kernels()(
            options, seeds_of(seed, num_envs), [learning.policies[name] for name in opponents], observation
        )
        self.reset()

    @property
    def observations(self) -> NDArray[np.uint8]:
        """``[num_envs, *shape]``: of the seat to move; with opponents, always of your seat."""
        return self._arrays.observations

    @property
    def masks(self) -> NDArray[np.bool_]:
        """``[num_envs, num_actions]``: true for each legal action."""
        return self._arrays.masks.view(np.bool_)

    @property
    def rewards(self) -> NDArray[np.float32]:
        """``[num_envs, players]``: at the end 1 for the seats that have won and -1 for the others; 0 for a
        draw, and while the game goes on."""
        return self._arrays.rewards

    @property
    def terminated(self) -> NDArray[np.bool_]:
        """``[num_envs]``: the game has ended by its rules in this step."""
        return self._arrays.terminated

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """``[num_envs]``: the game was stopped in this step, because it got no nearer to its end."""
        return self._arrays.truncated

    @property
    def to_move(self) -> NDArray[np.int8]:
        """``[num_envs]``: the seat to move; -1 after the end."""
        return self._arrays.to_move

    @property
    def seats(self) -> NDArray[np.int8]:
        """``[num_envs]``: your seat if the others are opponents; -1 if you move for all."""
        return self._arrays.own

    @property
    def final_observations(self) -> NDArray[np.uint8]:
        """``[num_envs, *shape]``: the last observation of games that ended in this step and were replaced
        in it; otherwise not written."""
        return self._arrays.finals

    def reset(
        self,
        mask: NDArray[np.bool_] | None = None,
        seats: int | Sequence[int] | None = None,
        seed: int | None = None,
    ) -> NDArray[np.uint8]:
        """Start games anew, all or those of a mask, and return the observations.

        With opponents, ``seats`` are your seats, one or one for each game; games that replace others keep
        them. Otherwise lots are drawn. A seed begins all random numbers anew.
        """
        if seed is not None:
            fresh = seeds_of(seed, self.num_envs)
            self._kernels.state["xorshifts"][:, 0] = fresh[: self.num_envs]
            self._kernels.state["sampler"][:] = fresh[self.num_envs :]
        which = np.ones(self.num_envs, np.bool_) if mask is None else np.asarray(mask, np.bool_)
        self._next_seats = (DRAW_LOTS if seats is None else KEEP) if self._has_opponents else _ALL
        chosen = np.full(self.num_envs, self._next_seats, np.int8)
        if seats is not None and self._has_opponents:
            chosen[:] = np.asarray(seats)
            if chosen.min() < 0 or chosen.max() >= self.players:
                raise ValueError(f"Seats are 0 to {self.players - 1}.")
        self._kernels.start(self._arrays, which, chosen)
        return self.observations

    def step(self, actions: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Make a move in each game, and return the observations. Raises :class:`IllegalAction`, and changes
        nothing then. Games that have ended wait for :meth:`reset` with ``autoreset="disabled"``."""
        wrong = self._kernels.step(self._arrays, actions, self._mode, self._next_seats)
        if wrong >= 0:
            raise IllegalAction(f"Action {actions[wrong]} is not legal in game {wrong}.")
        return self.observations

    def sample(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """Return a random legal action for each game, all equally likely; 0 for a game that has ended."""
        actions = np.empty(self.num_envs, np.int64) if out is None else out
        self._kernels.sample(self._arrays, actions)
        return actions

    def observe(self, env: int, seat: int) -> NDArray[np.uint8]:
        """Return a seat's observation of one game, whichever seat is to move."""
        data = np.empty(self.shape, np.uint8)
        self._kernels.observe(env, seat, data)
        return data

    def view(self, env: int, seat: int) -> Any:
        """Return a seat's view of one game."""
        return self._plain.decode(self._kernels.plain(env, seat))

    def state_dict(self) -> dict[str, NDArray[Any]]:
        """Return a copy of everything, random numbers included."""
        arrays = {f"arrays.{name}": array for name, array in self._arrays._asdict().items()}
        return {name: array.copy() for name, array in {**self._kernels.state, **arrays}.items()}

    def load_state_dict(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go back to a state of a batch with the same arguments. Raises ``ValueError`` for any other."""
        arrays = {f"arrays.{name}": array for name, array in self._arrays._asdict().items()}
        targets = {**self._kernels.state, **arrays}
        if {name: array.shape for name, array in targets.items()} != {
            name: array.shape for name, array in state.items()
        }:
            raise ValueError("This is the state of another kind of batch.")
        for name, array in targets.items():
            array[...] = state[name]


def batch(
    game: str | msgspec.Struct,
    num_envs: int,
    seed: int,
    *,
    observation: str = "plain",
    opponents: str | Sequence[str] = (),
    autoreset: Autoreset = "same_step",
) -> Batch:
    """Return that many games, which have been started.

    ``game`` is a game's name or options. Without opponents you move for all seats; with one name, or one for
    each seat after yours, kernels move for the others. Raises ``ValueError``, and
    :class:`~quincunx.core.reason.Refusal` for options that the rules do not allow.
    """
    options = GAMES[game].flags().options() if isinstance(game, str) else game
    if isinstance(opponents, str):
        opponents = (opponents,) * (game_of(options).players(options) - 1)
    return Batch(options, num_envs, seed, observation, opponents, autoreset)


def precompile(game: str) -> None:
    """Compile a game's batches and opponents ahead of their first use, once for this machine, for about a
    minute."""
    learning = learning_of(GAMES[game])
    if learning.precompile is not None:
        learning.precompile()


def seeds_of(seed: int, games: int) -> NDArray[np.uint64]:
    """Return a number for each game, and one for samples; none is 0, which no generator leaves."""
    found = np.random.SeedSequence(seed).generate_state(games + 1, np.uint64).astype(np.uint64)
    found[found == 0] = 1
    return found
