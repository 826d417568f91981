"""Gymnasium's interface for many games at once: ``gymnasium.make_vec("quincunx.rl:quincunx/GAME-v0", 64)``.

One call of compiled code makes a step in all games. Masks are ``infos["action_mask"]`` and
``action_masks()``. An illegal action raises :class:`~quincunx.rl.batches.IllegalAction`.
"""

from __future__ import annotations

import secrets
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from quincunx.games import GAMES
from quincunx.rl.batches import Autoreset, Batch
from quincunx.rl.setups import options_of

_MODES: Final[dict[AutoresetMode, Autoreset]] = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}
_MOST: Final = 255
_MOST_SEED: Final = 1 << 62


class QuincunxVectorEnv(VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """Games against opponents that kernels play, each seen from one seat."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        opponent: str = "random",
        seat: int | None = None,
        observation: str = "plain",
        *,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        **options: Any,
    ) -> None:
        """The arguments are those of :class:`~quincunx.rl.gym.QuincunxEnv`; opponents are only those that
        kernels know."""
        self.options = options_of(game, options)
        self.num_envs = num_envs
        self._seat = seat
        others = GAMES[game].players(self.options) - 1
        mode = AutoresetMode(autoreset_mode)
        self._batch = Batch(self.options, num_envs, 0, observation, (opponent,) * others, _MODES[mode])
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.single_observation_space = Box(0, _MOST, self._batch.shape, np.uint8)
        self.single_action_space = Discrete(self._batch.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._mode = mode
        self._rows = np.arange(num_envs)
        self._is_reset = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Start all games anew, or those of ``options={"reset_mask": …}``. A seed begins all random numbers
        anew; of a list, the first one."""
        mask = (options or {}).get("reset_mask")
        first = seed[0] if isinstance(seed, list) else seed
        if first is None and not self._is_reset:
            first = secrets.randbelow(_MOST_SEED)
        self._is_reset = True
        self._batch.reset(mask, self._seat, first)
        return self._batch.observations.copy(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Make a move in each game, and let opponents move until it is your turn again."""
        batch = self._batch
        seats = (
            batch.seats.copy() if len(batch.seats) and batch.seats[0] >= 0 else np.zeros(len(actions), int)
        )
        batch.step(np.asarray(actions, np.int64))
        rewards = batch.rewards[self._rows, seats].astype(np.float64)
        infos = self._infos()
        ended = batch.terminated | batch.truncated
        if self._mode is AutoresetMode.SAME_STEP and ended.any():
            final = np.full(self.num_envs, None, object)
            for game in np.flatnonzero(ended):
                final[game] = batch.final_observations[game].copy()
            infos |= {"final_obs": final, "_final_obs": ended, "final_info": {}, "_final_info": ended.copy()}
        return batch.observations.copy(), rewards, batch.terminated.copy(), batch.truncated.copy(), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return true for each legal action of each game; all false for a game that is over."""
        return self._batch.masks.copy()

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for each game."""
        return self._batch.sample()

    def _infos(self) -> dict[str, Any]:
        masks = self._batch.masks.astype(np.int8)
        return {"action_mask": masks, "_action_mask": np.ones(self.num_envs, np.bool_)}
