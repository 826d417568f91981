"""PettingZoo's interface: ``pettingzoo.make("aec", "quincunx/GAME-v0")`` once :mod:`quincunx.rl` is
imported.

The observation is an array of bytes, and the mask of legal actions is ``infos[agent]["action_mask"]``, which
is also what ``last()`` returns. An illegal action ends the game: its agent gets -1, the others 0.
"""

from __future__ import annotations

import secrets
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray
from pettingzoo.utils.env import AECEnv

from quincunx.rl.batches import Batch
from quincunx.rl.drawing import RENDER_MODES, render
from quincunx.rl.setups import options_of

MOST: Final = 255
_MOST_SEED: Final = 1 << 62


class QuincunxAEC(AECEnv[str, NDArray[np.uint8], int]):  # type: ignore[misc]  # PettingZoo has no types
    """One game in which every agent is a seat: ``player_0`` is seat 0."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # PettingZoo has it as an attribute
        "render_modes": list(RENDER_MODES),
        "name": "quincunx",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self, game: str, observation: str = "plain", render_mode: str | None = None, **options: Any
    ) -> None:
        """``options`` are those of the game: ``players``, ``teams``, ``joker``, ``goal``, ``rounds``,
        ``first``."""
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"Choose a render mode from {', '.join(RENDER_MODES)}, not “{render_mode}”.")
        self.options = options_of(game, options)
        self.metadata = {**self.metadata, "name": f"{game}-v0"}
        self.render_mode = render_mode
        self._batch = Batch(self.options, 1, 0, observation, (), "disabled")
        self.possible_agents = [f"player_{seat}" for seat in range(self._batch.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        shape, count = self._batch.shape, self._batch.num_actions
        self.observation_spaces = {agent: Box(0, MOST, shape, np.uint8) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(count) for agent in self.possible_agents}
        self._none = np.zeros(count, np.int8)
        self._none.flags.writeable = False
        self._action = np.zeros(1, np.int64)
        self._random = np.random.default_rng(secrets.randbelow(_MOST_SEED))

    def observation_space(self, agent: str) -> Box:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. Equal seeds give equal games."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._batch.reset(seed=int(self._random.integers(_MOST_SEED)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": self._none} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def observe(self, agent: str) -> NDArray[np.uint8]:
        """Return what an agent sees, whether it is to move or not."""
        seat = self._seats[agent]
        if seat == self._batch.to_move[0]:
            return self._batch.observations[0].copy()
        return self._batch.observe(0, seat)

    def step(self, action: int | None) -> None:
        """Make the move of the agent that is selected; ``None`` for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("An agent whose game goes on needs an action.")
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if 0 <= action < len(self._none) and self._batch.masks[0, action]:
            self._move(int(action))
        else:
            self.rewards[agent] = -1
            self._end("terminations")
            self.infos[agent] = {"action_mask": self._none, "illegal_action": True}
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _move(self, action: int) -> None:
        batch = self._batch
        self.infos[self.agent_selection] = {"action_mask": self._none}
        self._action[0] = action
        batch.step(self._action)
        if batch.terminated[0]:
            for agent, reward in zip(self.possible_agents, batch.rewards[0].tolist(), strict=True):
                self.rewards[agent] = reward
            self._end("terminations")
        elif batch.truncated[0]:
            self._end("truncations")
        else:
            self._select()

    def _select(self) -> None:
        agent = self.possible_agents[self._batch.to_move[0]]
        self.agent_selection = agent
        self.infos[agent] = {"action_mask": self._batch.masks[0].astype(np.int8)}

    def _end(self, what: str) -> None:
        setattr(self, what, dict.fromkeys(self.agents, True))
        self._deads_step_first()

    def render(self) -> Any:
        """Return the position as seen by the agent that is selected, or print it."""
        seat = self._seats[self.agent_selection]
        return render(self._batch.view(0, seat), self.render_mode)

    def close(self) -> None:
        """Do nothing: there is no window."""


def env(**arguments: Any) -> QuincunxAEC:
    """Return an environment, for PettingZoo's registry."""
    return QuincunxAEC(**arguments)
