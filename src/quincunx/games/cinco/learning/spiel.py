"""Cinco as a game of OpenSpiel: ``pyspiel.load_game("python_cinco")`` once this module is imported.

Observations are the planes of ``plain``; information states are all that a player has seen, in order.
The rules are those of :mod:`quincunx.games.cinco`. Chance is drawn card by card, as a card is needed, so that
every chance node has as many outcomes as there are possible cards. Moves have the numbers of
:mod:`quincunx.games.cinco.actions`. A game that does not end within ``max_turns`` is truncated and scored as
a draw (C7). The winning team gets 1 and the others share -1 in equal parts, seat by seat, so that the sum is
0.

Needs the extra ``quincunx[openspiel]``.
"""

from __future__ import annotations

from itertools import repeat
from random import Random
from typing import Any, Final

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from quincunx.core.chance import Shuffle, Shuffled
from quincunx.engines.learning import slices
from quincunx.games.cinco.actions import ACTIONS
from quincunx.games.cinco.board import SPACES
from quincunx.games.cinco.learning.encodings import PLAIN
from quincunx.games.cinco.learning.hidden import deal_hidden, position_of, rearranged
from quincunx.games.cinco.learning.recall import CincoRecall
from quincunx.games.cinco.notation import write_move
from quincunx.games.cinco.rules import apply, check, initial, legal_moves
from quincunx.games.cinco.state import ALL_CARDS, HAND, CincoState
from quincunx.games.cinco.types import CincoMove, CincoOptions, CincoView, Exchange, Play
from quincunx.games.cinco.view import view as view_of

try:
    import pyspiel
except ImportError as error:  # pragma: no cover
    raise ImportError("OpenSpiel is missing: install quincunx[openspiel].") from error

NAME: Final = "python_cinco"
MOST_PLAYERS: Final = 6
MOST_TURNS: Final = 400
_CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
_TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)


_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Cinco",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
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
        "teams": 2,
        "joker": False,
        "first": 0,
        "max_turns": MOST_TURNS,
    },
)


class CincoGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """The game with its parameters. Raises :class:`~quincunx.core.reason.Refusal` for a seating that rule 2
    does not allow."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.options = CincoOptions(
            int(given.get("players", 2)),
            int(given.get("teams", 2)),
            bool(given.get("joker", False)),
            int(given.get("first", 0)),
        )
        check(self.options)
        self.max_turns = int(given.get("max_turns", MOST_TURNS))
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS.count,
            max_chance_outcomes=SPACES + 1,
            num_players=self.options.players,
            min_utility=-1.0,
            max_utility=1.0 * (self.options.teams - 1),
            utility_sum=0.0,
            max_game_length=self.max_turns,
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self) -> CincoSpielState:
        return CincoSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CincoObserver | CincoRecall:
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            return CincoRecall(self.max_turns)
        return CincoObserver(self.options)


class CincoSpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A position and, while cards are being drawn, the cards drawn so far."""

    def __init__(self, game: CincoGame) -> None:
        super().__init__(game)
        self._max_turns = game.max_turns
        self.state: CincoState = initial(game.options)
        self.owed: CincoMove | None = None
        """The draw or exchange whose cards are being drawn; ``None`` also while the first hands are dealt."""
        self.is_dealing = True
        self.drawn: list[int] = []
        self.exchanged: tuple[tuple[int, ...], ...] = ()
        """The hands that were exchanged, in order: they were discarded for all to see."""
        self._numbered: tuple[CincoState, list[int]] | None = None
        """The numbers of a position's moves: OpenSpiel asks several times."""

    # ---- OpenSpiel's interface -------------------------------------------------------------------------

    def current_player(self) -> int:
        if self.is_terminal():
            return _TERMINAL
        if self.is_dealing or self.owed is not None:
            return _CHANCE
        return self.state.seat

    def is_terminal(self) -> bool:
        return self.state.outcome is not None or self.is_truncated

    @property
    def is_truncated(self) -> bool:
        """Return whether the game was truncated, without a result (C7)."""
        return self.state.outcome is None and self.state.turn >= self._max_turns

    def returns(self) -> list[float]:
        options, outcome = self.state.options, self.state.outcome
        if outcome is None or not outcome.winners:
            return [0.0] * options.players
        winner = outcome.winners[0] % options.teams
        return [
            float(options.teams - 1) if seat % options.teams == winner else -1.0
            for seat in range(options.players)
        ]

    def _legal_actions(self, player: int) -> list[int]:
        if self._numbered is None or self._numbered[0] is not self.state:
            self._numbered = self.state, sorted(map(ACTIONS.number_of, legal_moves(self.state)))
        return self._numbered[1]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        cards = self._possible()
        return list(zip(cards, repeat(1 / len(cards))))

    def _apply_action(self, action: int) -> None:
        if self.is_dealing or self.owed is not None:
            self.drawn.append(action)
            self._settle()
            return
        move = ACTIONS.move_of(action)
        if isinstance(move, Play):
            self.state = apply(self.state, move)
        else:
            self.owed = move
            if isinstance(move, Exchange):
                self.exchanged = (*self.exchanged, self.state.hands[self.state.seat])

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else write_move(ACTIONS.move_of(action))

    def __str__(self) -> str:
        return f"{self.state} {self.drawn}"

    def to_json(self) -> str:
        """Return the whole position, hidden cards included, as JSON."""
        return msgspec.json.encode({"state": self.state, "owed": self.owed, "drawn": self.drawn}).decode()

    # ---- cards one by one ---------------------------------------------------------------------------------

    def _cards_due(self) -> int:
        if self.is_dealing:
            return HAND * self.state.options.players
        return HAND if isinstance(self.owed, Exchange) else 1

    def _possible(self) -> list[int]:
        """Return the possible next cards, ascending."""
        if self.is_dealing:
            return sorted(set(ALL_CARDS).difference(self.drawn))
        if len(self.drawn) < len(self.state.pile):
            return sorted(set(self.state.pile).difference(self.drawn))
        # The pile is empty: every discard, including those of this exchange, makes a new one (C5).
        discards = [card for pile in self.state.discards for card in pile]
        if isinstance(self.owed, Exchange):
            discards += self.state.hands[self.state.seat]
        return sorted(set(discards).difference(self.drawn))

    def _settle(self) -> None:
        """Make the move once all its cards are drawn, with a pile that has them on top."""
        if len(self.drawn) < self._cards_due():
            return
        if self.is_dealing:
            rest = tuple(card for card in ALL_CARDS if card not in self.drawn)
            self.state = apply(self.state, Shuffled((*self.drawn, *rest)))
            self.is_dealing = False
        else:
            assert self.owed is not None
            from_pile = self.drawn[: len(self.state.pile)]
            rest = tuple(card for card in self.state.pile if card not in from_pile)
            state = apply(replace(self.state, pile=(*from_pile, *rest)), self.owed)
            if isinstance(question := state.asked, Shuffle):
                top = self.drawn[len(from_pile) :]
                below = tuple(card for card in question.cards if card not in top)
                state = apply(state, Shuffled((*top, *below)))
            self.state = state
            self.owed = None
        self.drawn = []

    # ---- hidden information -------------------------------------------------------------------

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> CincoSpielState:
        """Return a random position among those that the player cannot distinguish from this one, all equally
        likely; for OpenSpiel's IS-MCTS."""
        other: CincoSpielState = self.clone()
        random = Random(int(probability_sampler() * 2**53))  # noqa: S311  # a search's random numbers are no secret
        other.state = rearranged(self.state, player_id, random)
        return other


def state_from_view(view: CincoView, random: Random) -> CincoSpielState:
    """Return a position with this view, with the hidden cards dealt at random, to search from a view alone.
    The viewer must be to move."""
    game = CincoGame(
        {
            "players": view.options.players,
            "teams": view.options.teams,
            "joker": view.options.joker,
            "max_turns": view.turn + MOST_TURNS,
        }
    )
    found = game.new_initial_state()
    found.is_dealing = False
    found.state = position_of(view, *deal_hidden(view, random))
    return found


class CincoObserver:
    """A player's observations: the view as text, and the planes of ``plain`` as numbers."""

    def __init__(self, options: CincoOptions) -> None:
        parts = slices(PLAIN.parts(options))
        self.tensor: NDArray[np.float32] = np.zeros(list(parts.values())[-1].stop, np.float32)
        self.dict = {name: self.tensor[part] for name, part in parts.items()}

    def set_from(self, state: CincoSpielState, player: int) -> None:
        """Fill ``tensor``."""
        self.tensor[:] = np.frombuffer(PLAIN.encode(view_of(state.state, player)), np.uint8)

    def string_from(self, state: CincoSpielState, player: int) -> str:
        """Return the view and, for the player whose cards are being drawn, the cards so far."""
        view = view_of(state.state, player)
        mine = state.drawn if state.state.seat == player and not state.is_dealing else []
        seen = (
            view.turn, view.hand, view.board, view.discards, view.hand_sizes, view.carried,
            len(state.drawn), mine, type(state.owed).__name__,
        )  # fmt: skip
        return msgspec.json.encode(seen).decode()


pyspiel.register_game(_TYPE, CincoGame)
