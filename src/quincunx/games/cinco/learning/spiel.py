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

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from quincunx.core.chance import Shuffle, Shuffled
from quincunx.core.values import Seat
from quincunx.games.cinco.actions import ACTIONS
from quincunx.games.cinco.board import SPACES
from quincunx.games.cinco.learning.encodings import PLAIN
from quincunx.games.cinco.learning.layout import DREW, EXCHANGED, PLAYED
from quincunx.games.cinco.notation import write_move
from quincunx.games.cinco.rules import apply, check, initial, legal_moves
from quincunx.games.cinco.state import ALL_CARDS, HAND, CincoState
from quincunx.games.cinco.types import CincoMove, CincoOptions, CincoView, Draw, Exchange, Play
from quincunx.games.cinco.view import view as view_of

try:
    import pyspiel
except ImportError as error:  # pragma: no cover
    raise ImportError("OpenSpiel is missing: install quincunx[openspiel].") from error

NAME: Final = "python_cinco"
MOST_PLAYERS: Final = 6
MOST_TURNS: Final = 400


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

    # ---- OpenSpiel's interface -------------------------------------------------------------------------

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.is_dealing or self.owed is not None:
            return int(pyspiel.PlayerId.CHANCE)
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
        return sorted(map(ACTIONS.number_of, legal_moves(self.state)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        cards = self._possible()
        return [(card, 1 / len(cards)) for card in cards]

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
            return [card for card in ALL_CARDS if card not in self.drawn]
        if len(self.drawn) < len(self.state.pile):
            return sorted(card for card in self.state.pile if card not in self.drawn)
        # The pile is empty: every discard, including those of this exchange, makes a new one (C5).
        discards = [card for pile in self.state.discards for card in pile]
        if isinstance(self.owed, Exchange):
            discards += self.state.hands[self.state.seat]
        return sorted(card for card in discards if card not in self.drawn)

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


def rearranged(state: CincoState, seat: Seat, random: Random) -> CincoState:
    """Return the same position for one seat, with everything hidden from it dealt again."""
    fresh_cards = set(state.pile_cards)
    fresh, older = list(state.pile), []
    for other, hand in enumerate(state.hands):
        if other != seat:
            fresh += [card for card in hand if card in fresh_cards]
            older += [card for card in hand if card not in fresh_cards]
    fresh.sort()
    older.sort()
    random.shuffle(fresh)
    random.shuffle(older)
    hands = tuple(
        hand
        if other == seat
        else tuple(sorted((fresh if card in fresh_cards else older).pop() for card in hand))
        for other, hand in enumerate(state.hands)
    )
    return replace(state, hands=hands, pile=tuple(fresh))


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
    found.state = _position(view, *_dealt(view, random))
    return found


def _dealt(view: CincoView, random: Random) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Deal hands, including the viewer's own, and the pile from all hidden cards, each where it can be."""
    known = {card for pile in view.discards for card in pile} | set(view.hand)
    fresh = [card for card in view.pile_cards if card not in known]
    older = [card for card in ALL_CARDS if card not in known and card not in set(view.pile_cards)]
    random.shuffle(fresh)
    random.shuffle(older)
    hands: list[tuple[int, ...]] = []
    for other, size in enumerate(view.hand_sizes):
        if other == view.viewer:
            hands.append(view.hand)
            continue
        kept = view.carried[other]
        dealt = [older.pop() for _ in range(kept)] + [fresh.pop() for _ in range(size - kept)]
        hands.append(tuple(sorted(dealt)))
    return tuple(hands), tuple(fresh)


def _position(view: CincoView, hands: tuple[tuple[int, ...], ...], pile: tuple[int, ...]) -> CincoState:
    """Return the view's position with these hands and this pile."""
    assert view.viewer is not None
    options = replace(view.options, first=0)
    tokens = [0] * options.teams
    for space, team in enumerate(view.board):
        if team is not None:
            tokens[team] |= 1 << space
    return CincoState(
        options=options,
        seat=view.viewer,
        asked=None,
        owed=0,
        exchanging=False,
        turn=view.turn,
        tokens=tuple(tokens),
        board=view.board,
        free=tuple(space for space, team in enumerate(view.board, 1) if team is None),
        tokens_left=view.tokens_left,
        hands=hands,
        pile=pile,
        pile_cards=view.pile_cards,
        discards=view.discards,
        carried=view.carried,
        reshuffles=view.reshuffles,
        recent=view.recent,
        last_space=view.last_space,
        outcome=None,
    )


class CincoObserver:
    """A player's observations: the view as text, and the planes of ``plain`` as numbers, together and by
    name."""

    def __init__(self, options: CincoOptions) -> None:
        parts = PLAIN.parts(options)
        self.tensor: NDArray[np.float32] = np.zeros(sum(size for _, size in parts), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        start = 0
        for name, size in parts:
            self.dict[name] = self.tensor[start : start + size]
            start += size

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


class CincoRecall:
    """A player's information states: everything that the player has seen and done, in order.

    The tensor has eleven numbers for each turn: the kind, the card and the space as in
    :mod:`quincunx.games.cinco.learning.layout`, four cards that were discarded, and four that this player has
    drawn. The first turn is the deal.
    """

    def __init__(self, max_turns: int) -> None:
        self.tensor: NDArray[np.float32] = np.zeros((max_turns + 1) * _NUMBERS_OF_A_TURN, np.float32)
        self.dict = {"turns": self.tensor.reshape(max_turns + 1, _NUMBERS_OF_A_TURN)}

    def set_from(self, state: CincoSpielState, player: int) -> None:
        """Fill ``tensor``."""
        self.tensor.fill(0)
        for row, turn in zip(self.dict["turns"], turns_seen(state, player), strict=False):
            row[:3] = turn.kind, turn.card, turn.space
            row[3 : 3 + len(turn.discarded)] = turn.discarded
            drawn = [card or 0 for card in turn.drawn]
            row[7 : 7 + len(drawn)] = drawn

    def string_from(self, state: CincoSpielState, player: int) -> str:
        """Return a line of text; a card that only another player has seen is ``?``."""
        return " ".join(map(str, turns_seen(state, player)))


_NUMBERS_OF_A_TURN: Final = 3 + 2 * HAND
_KINDS: Final = ("deal", "draw", "exchange", "play")


class SeenTurn(msgspec.Struct):
    """A turn as one player has seen it; cards that the player has not seen are ``None``."""

    kind: int
    card: int = 0
    space: int = 0
    discarded: tuple[int, ...] = ()
    drawn: list[int | None] = []

    def __str__(self) -> str:
        if self.kind == PLAYED:
            return f"{self.card}>{self.space or '-'}"
        cards = ",".join("?" if card is None else str(card) for card in self.drawn)
        discarded = ",".join(map(str, self.discarded))
        return f"{_KINDS[self.kind]}({discarded}{';' if discarded else ''}{cards})"


def turns_seen(state: CincoSpielState, player: int) -> list[SeenTurn]:
    """Return the deal and every turn so far, as this player has seen them."""
    players = state.state.options.players
    found = [SeenTurn(0)]
    exchanged = iter(state.exchanged)
    mover, dealt = -1, 0
    for entry in state.full_history():
        if entry.player != pyspiel.PlayerId.CHANCE:
            mover = entry.player
            found.append(_seen_turn(ACTIONS.move_of(entry.action), exchanged))
        elif mover >= 0:
            found[-1].drawn.append(entry.action if mover == player else None)
        else:
            if dealt % players == player:
                found[0].drawn.append(entry.action)
            dealt += 1
    return found


def _seen_turn(move: CincoMove, exchanged: Iterator[tuple[int, ...]]) -> SeenTurn:
    match move:
        case Play(card=card, space=space):
            return SeenTurn(PLAYED, card, space or 0)
        case Draw():
            return SeenTurn(DREW)
        case Exchange():
            return SeenTurn(EXCHANGED, discarded=next(exchanged))


pyspiel.register_game(_TYPE, CincoGame)
