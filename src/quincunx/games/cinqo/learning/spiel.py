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
from msgspec.structs import replace
from numpy.typing import NDArray

from quincunx.core.chance import Rolled
from quincunx.engines.learning import slices
from quincunx.games.cinqo.actions import ACTIONS
from quincunx.games.cinqo.card import DICE
from quincunx.games.cinqo.learning.encodings import PLAIN
from quincunx.games.cinqo.moves import Put
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
_ROLLS_OF_A_TURN: Final = 5
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
    provides_information_state_tensor=True,
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


@cache
def outcomes(dice: int, has_hilo: bool) -> tuple[tuple[int, float], ...]:
    """Return the number of every roll with its probability."""
    return tuple((number, probability) for number, (_, probability) in enumerate(rolls(dice, has_hilo)))


class SeenRoll(msgspec.Struct, frozen=True):
    """A roll, and what its player then put away."""

    seat: int
    dice: tuple[int, ...]
    hilo: int
    """The number of the face; 0: the die was not rolled."""
    put: Put | None = None


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

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CinqoObserver | CinqoRecall:
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            return CinqoRecall(self.max_turns)
        return CinqoObserver(self.options)


class CinqoSpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A position."""

    def __init__(self, game: CinqoGame) -> None:
        super().__init__(game)
        self._max_turns = game.max_turns
        self.state: CinqoState = initial(game.options)
        self.rolls: tuple[SeenRoll, ...] = ()
        self._numbered: tuple[CinqoState, list[int]] | None = None
        """The numbers of a position's moves: OpenSpiel asks several times."""

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
        if self._numbered is None or self._numbered[0] is not self.state:
            self._numbered = self.state, sorted(map(ACTIONS.number_of, legal_moves(self.state)))
        return self._numbered[1]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(outcomes(DICE - len(self.state.rack) - len(self.state.bank), not self.state.boxed))

    def _rolls(self) -> tuple[tuple[tuple[int, ...], float], ...]:
        return rolls(DICE - len(self.state.rack) - len(self.state.bank), not self.state.boxed)

    def _apply_action(self, action: int) -> None:
        if self.state.rolling:
            faces, has_hilo = self._rolls()[action][0], not self.state.boxed
            roll = SeenRoll(self.state.seat, faces[: len(faces) - has_hilo], faces[-1] if has_hilo else 0)
            self.rolls = (*self.rolls, roll)
            self.state = apply(self.state, Rolled(faces))
        else:
            put = ACTIONS.move_of(action)
            self.rolls = (*self.rolls[:-1], replace(self.rolls[-1], put=put))
            self.state = apply(self.state, put)

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
    """A player's observations: the view as text, and ``plain`` as numbers."""

    def __init__(self, options: CinqoOptions) -> None:
        parts = slices(PLAIN.parts(options))
        self.tensor: NDArray[np.float32] = np.zeros(list(parts.values())[-1].stop, np.float32)
        self.dict = {name: self.tensor[part] for name, part in parts.items()}

    def set_from(self, state: CinqoSpielState, player: int) -> None:
        """Fill ``tensor``."""
        self.tensor[:] = np.frombuffer(PLAIN.encode(view_of(state.state, player)), np.uint8)

    def string_from(self, state: CinqoSpielState, player: int) -> str:
        """Return the view."""
        return msgspec.json.encode(view_of(state.state, player)).decode()


class CinqoRecall:
    """A player's information states: everything that has happened, in order.

    The tensor has a row for each roll: the seat, from 1; five dice, ascending; the Hi/Lo die; five dice that
    were then racked, five that were banked, five that went from the Bank to the Rack; 1 if the Hi/Lo die was
    boxed. 0 stands for what there was not.
    """

    def __init__(self, max_turns: int) -> None:
        self.rows: NDArray[np.float32] = np.zeros((max_turns * _ROLLS_OF_A_TURN, 4 * DICE + 3), np.float32)
        self.tensor = self.rows.reshape(-1)
        self.dict = {"rolls": self.rows}

    def set_from(self, state: CinqoSpielState, player: int) -> None:
        """Fill ``tensor``."""
        self.tensor.fill(0)
        for row, roll in zip(self.rows, state.rolls, strict=False):
            row[0], row[DICE + 1] = roll.seat + 1, roll.hilo
            row[1 : 1 + len(roll.dice)] = roll.dice
            if roll.put is not None:
                row[-1] = roll.put.box
                for at, dice in enumerate((roll.put.rack, roll.put.bank, roll.put.from_bank)):
                    start = 2 + DICE * (at + 1)
                    row[start : start + len(dice)] = dice

    def string_from(self, state: CinqoSpielState, player: int) -> str:
        """Return the player and the history."""
        return f"{player}: {state.history_str()}"


pyspiel.register_game(_TYPE, CinqoGame)
