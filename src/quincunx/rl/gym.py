"""Gymnasium's interface for one player: ``gymnasium.make("quincunx.rl:quincunx/GAME-v0")``.

The observation is an array of bytes, and the mask of legal actions is ``info["action_mask"]`` and
``action_masks()``. An illegal action ends the game with a reward of -1.
"""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, Final

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from quincunx.engines.players import AnyBotLike, Entrant, entrant
from quincunx.games import GAMES
from quincunx.rl.batches import Batch
from quincunx.rl.drawing import RENDER_MODES, render
from quincunx.rl.observations import learning_of
from quincunx.rl.setups import options_of

Step = tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]
_MOST: Final = 255
_MOST_SEED: Final = 1 << 62


class QuincunxEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """A game against opponents, seen from one seat."""

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]  # Gymnasium has it as an attribute
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        opponent: AnyBotLike = "random",
        seat: int | None = None,
        observation: str = "plain",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """``opponent`` plays all other seats: ``random``, ``greedy`` or another name that kernels know, or
        anything that counts as a bot. Without ``seat`` lots are drawn for each game. ``options`` are those of
        the game."""
        self.options = options_of(game, options)
        self.game = GAMES[game]
        self.render_mode = render_mode
        self._seat = seat
        others = self.game.players(self.options) - 1
        is_known = isinstance(opponent, str) and opponent in learning_of(self.game).policies
        self._bot: Entrant | None = None if is_known else entrant(self.game, opponent)
        names = (str(opponent),) * others if is_known else ()
        self._batch = Batch(self.options, 1, 0, observation, names, "disabled")
        self.own = 0
        """Your seat in this game."""
        self.observation_space = Box(0, _MOST, self._batch.shape, np.uint8)
        self.action_space = Discrete(self._batch.num_actions)
        self._random = Random(0)  # noqa: S311  # a bot's random choices are no secret
        self._action = np.zeros(1, np.int64)
        self._is_over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Start a new game; equal seeds give equal games. ``options={"seat": 1}`` sets your seat in it."""
        super().reset(seed=seed)
        players = self._batch.players
        wanted = (options or {}).get("seat", self._seat)
        self.own = int(self.np_random.integers(players)) if wanted is None else int(wanted)
        if not 0 <= self.own < players:
            raise ValueError(f"Seats are 0 to {players - 1}.")
        start = int(self.np_random.integers(_MOST_SEED))
        self._random.seed(start)
        self._batch.reset(seats=self.own, seed=start)
        self._is_over = False
        self._bots_move()
        return self._observed(), self._info()

    def step(self, action: int | np.int64) -> Step:
        """Make a move, and let opponents move until it is your turn again."""
        if self._is_over:
            raise gymnasium.error.ResetNeeded("The game is over: call reset().")
        number = int(action)
        if not (0 <= number < self._batch.num_actions and self._batch.masks[0, number]):
            self._is_over = True
            return self._observed(), -1.0, True, False, {**self._info(), "illegal_action": True}
        self._move(number)
        self._bots_move()
        batch = self._batch
        terminated, truncated = bool(batch.terminated[0]), bool(batch.truncated[0])
        self._is_over = terminated or truncated
        return self._observed(), float(batch.rewards[0, self.own]), terminated, truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return true for each legal action; all false when the game is over."""
        if self._is_over:
            return np.zeros(self._batch.num_actions, np.bool_)
        return self._batch.masks[0].copy()

    def view(self) -> Any:
        """Return your view of the game, for programs that want more than bytes."""
        return self._batch.view(0, self.own)

    def render(self) -> Any:
        """Return your view as text or pixels, or print it."""
        return render(self.view(), self.render_mode)

    def _observed(self) -> NDArray[np.uint8]:
        if self._bot is None:
            return self._batch.observations[0].copy()
        return self._batch.observe(0, self.own)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().view(np.int8)}

    def _move(self, number: int) -> None:
        self._action[0] = number
        self._batch.step(self._action)

    def _bots_move(self) -> None:
        """Let a bot that kernels do not know move until it is your turn."""
        if self._bot is None:
            return
        assert self.game.compact is not None
        while (seat := int(self._batch.to_move[0])) >= 0 and seat != self.own:
            view = self._batch.view(0, seat)
            decision = self._bot.bot.choose(view, self._random, self._bot.budget)
            self._move(self.game.compact.number_of(view, decision.action))
