"""Cinq-O as a game of OpenSpiel: ``pyspiel.load_game("python_cinqo")`` once this module is imported.

The rules are those of :mod:`quincunx.games.cinqo`. A roll is one chance node: its outcomes are the dice in
ascending order together with the Hi/Lo die, if that is rolled. Moves have the numbers of
:mod:`quincunx.games.cinqo.actions`. Each player pays 1 and the winners share it, so that the sum is 0. A game
of rounds that does not end within ``max_turns`` for each player, because of ever more turns after fives of a
kind, is truncated and scored as a draw.

Needs the extra ``quincunx[openspiel]``.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from quincunx.core.chance import Rolled
from quincunx.games.cinqo.actions import ACTIONS
from quincunx.games.cinqo.card import DICE
from quincunx.games.cinqo.learning.encodings import PLAIN
from quincunx.games.cinqo.notation import write_move
from quincunx.games.cinqo.rules import apply, check, initial, legal_moves
from quincunx.games.cinqo.state import CinqoState
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.games.cinqo.view import view as view_of

try:
    import pyspiel
except ImportError as error:  # pragma: no cover
    raise ImportError("OpenSpiel is missing: install quincunx[openspiel].") from error

NAME: Final = "python_cinqo"
MOST_PLAYERS: Final = 6
MOST_TURNS: Final = 100
"""The largest number of turns of each player: a game to 100 has no more, since each scores a point."""
_CHOICES_OF_A_TURN: Final = 4
_FACES: Final = 6
_MOST_ROLLS: Final = 252 * _FACES

_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Cinq-O",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_PLAYERS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={
        "players": 2,
        "goal": "hundred",
        "rounds": 5,
        "first": 0,
        "max_turns": MOST_TURNS,
    },
)


@cache
def rolls(dice: int, has_hilo: bool) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Return every roll in ascending order, the Hi/Lo die last, with its probability."""
    found: list[tuple[tuple[int, ...], float]] = []
    for faces in combinations_with_replacement(range(1, _FACES + 1), dice):
        ways = factorial(dice) / prod(factorial(faces.count(face)) for face in set(faces))
        for hilo in range(1, _FACES + 1) if has_hilo else (0,):
            probability = ways / _FACES ** (dice + has_hilo)
            found.append(((*faces, hilo) if has_hilo else faces, probability))
    return tuple(found)


class CinqoGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """The game with its parameters. Raises :class:`~quincunx.core.reason.Refusal` for options that the rules
    do not allow."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.options = CinqoOptions(
            int(given.get("players", 2)),
            "rounds" if given.get("goal", "hundred") == "rounds" else "hundred",
            int(given.get("rounds", 5)),
            int(given.get("first", 0)),
        )
        check(self.options)
        players = self.options.players
        self.max_turns = players * int(given.get("max_turns", MOST_TURNS))
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS.count,
            max_chance_outcomes=_MOST_ROLLS,
            num_players=players,
            min_utility=-1.0,
            max_utility=players - 1.0,
            utility_sum=0.0,
            max_game_length=self.max_turns * _CHOICES_OF_A_TURN,
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self) -> CinqoSpielState:
        return CinqoSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CinqoObserver:
        return CinqoObserver(self.options, iig_obs_type is not None and iig_obs_type.perfect_recall)


class CinqoSpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A position."""

    def __init__(self, game: CinqoGame) -> None:
        super().__init__(game)
        self._max_turns = game.max_turns
        self.state: CinqoState = initial(game.options)

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.state.rolling else self.state.seat

    def is_terminal(self) -> bool:
        return self.state.outcome is not None or len(self.state.history) >= self._max_turns

    def returns(self) -> list[float]:
        players, outcome = self.state.options.players, self.state.outcome
        if outcome is None:
            return [0.0] * players
        share = players / len(outcome.winners)
        return [share - 1 if seat in outcome.winners else -1.0 for seat in range(players)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(map(ACTIONS.number_of, legal_moves(self.state)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, probability) for number, (_, probability) in enumerate(self._rolls())]

    def _rolls(self) -> tuple[tuple[tuple[int, ...], float], ...]:
        return rolls(DICE - len(self.state.rack) - len(self.state.bank), not self.state.boxed)

    def _apply_action(self, action: int) -> None:
        if self.state.rolling:
            self.state = apply(self.state, Rolled(self._rolls()[action][0]))
        else:
            self.state = apply(self.state, ACTIONS.move_of(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"roll {''.join(map(str, self._rolls()[action][0]))}"
        return write_move(ACTIONS.move_of(action))

    def __str__(self) -> str:
        return str(self.state)

    def to_json(self) -> str:
        """Return the position as JSON: everything that a spectator sees."""
        return msgspec.json.encode(view_of(self.state, None)).decode()


class CinqoObserver:
    """A player's observations: the view as text, and ``plain`` as numbers, together and by name. With perfect
    recall the text is the history."""

    def __init__(self, options: CinqoOptions, has_recall: bool) -> None:
        parts = PLAIN.parts(options)
        self._has_recall = has_recall
        self.tensor: NDArray[np.float32] = np.zeros(sum(size for _, size in parts), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        start = 0
        for name, size in parts:
            self.dict[name] = self.tensor[start : start + size]
            start += size

    def set_from(self, state: CinqoSpielState, player: int) -> None:
        """Fill ``tensor``."""
        self.tensor[:] = np.frombuffer(PLAIN.encode(view_of(state.state, player)), np.uint8)

    def string_from(self, state: CinqoSpielState, player: int) -> str:
        """Return the view, or the history."""
        if self._has_recall:
            return f"{player}: {state.history_str()}"
        return msgspec.json.encode(view_of(state.state, player)).decode()


pyspiel.register_game(_TYPE, CinqoGame)
