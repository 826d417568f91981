"""Samples of the hidden cards, and moves on them, in plain Python.

Hands are sampled as by the kernels (:func:`quincunx.games.cinco.bots.belief.fill_in`). Moves are made by the
rules.
"""

from __future__ import annotations

from random import Random

from quincunx.core.chance import Shuffle, Shuffled
from quincunx.games.cinco.actions import ACTIONS
from quincunx.games.cinco.board import bit
from quincunx.games.cinco.bots.plain.position import Notes, Position, cards_gone
from quincunx.games.cinco.bots.unseen import HEEDLESS, TRIES, Unseen, unseen_of
from quincunx.games.cinco.rules import apply
from quincunx.games.cinco.state import CincoState
from quincunx.games.cinco.types import CincoView, Play


class Belief:
    """A seat's knowledge of the cards. It deals the others' hands."""

    def __init__(self, view: CincoView, notes: Notes) -> None:
        self._view = view
        self._notes = notes
        self._unseen: Unseen = unseen_of(view)
        tokens = [0] * view.options.teams
        for space, team in enumerate(view.board, 1):
            if team is not None:
                tokens[team] |= bit(space)
        self._tokens = tuple(tokens)
        self._free = tuple(space for space, team in enumerate(view.board, 1) if team is None)

    def deal(self, random: Random) -> CincoState:
        """Return a state that the seat holds possible; the viewer is to move."""
        view, seat = self._view, self._view.viewer
        assert seat is not None
        fresh, older = list(self._unseen.fresh), list(self._unseen.older)
        hands = [view.hand] * view.options.players
        for step in range(1, view.options.players):
            other = (seat + step) % view.options.players
            hands[other] = self._hand(other, fresh, older, random)
        random.shuffle(fresh)
        return CincoState(
            options=view.options,
            seat=seat,
            asked=None,
            owed=0,
            exchanging=False,
            turn=view.turn,
            tokens=self._tokens,
            board=view.board,
            free=self._free,
            tokens_left=view.tokens_left,
            hands=tuple(hands),
            pile=tuple(fresh),
            pile_cards=view.pile_cards,
            discards=view.discards,
            carried=view.carried,
            reshuffles=view.reshuffles,
            recent=view.recent,
            last_space=view.last_space,
            outcome=None,
        )

    def _hand(self, other: int, fresh: list[int], older: list[int], random: Random) -> tuple[int, ...]:
        """Take a seat's cards from those that are left."""
        size, carried = self._view.hand_sizes[other], self._unseen.carried[other]
        held = size - min(size, self._notes.drew[other])
        heeded = random.randrange(HEEDLESS) != 0
        hand = [
            self._card(other, older if i < carried else fresh, heeded and i < held, random)
            for i in range(size)
        ]
        return tuple(sorted(hand))

    def _card(self, other: int, pool: list[int], avoids: bool, random: Random) -> int:
        """Take a card. If ``avoids``, cards that a sensible player would not hold are taken only after some
        tries."""
        pick = int(random.random() * len(pool))
        if avoids:
            missed, (low, high) = self._notes.missed[other], self._unseen.gaps[other]
            for _ in range(TRIES):
                card = pool[pick]
                if card - 1 > missed and not low < card <= high:
                    break
                pick = int(random.random() * len(pool))
        pool[pick], pool[-1] = pool[-1], pool[pick]
        return pool.pop()


class Game:
    """A sampled game that is played on."""

    def __init__(self, root: Position, state: CincoState, random: Random) -> None:
        self.state = state
        self._board = root.board.copy()
        self._notes = root.notes.copy()
        self._cards_gone = root.gone
        self._random = random

    def position(self) -> Position:
        """Return the position as the seat to move sees it."""
        state = self.state
        hands = state.hands[state.seat], tuple([len(hand) for hand in state.hands])
        return Position(
            state.options, state.seat, hands, state.free, self._cards_gone, (self._board, self._notes)
        )

    def make(self, number: int) -> None:
        """Make a move, with chance's answer if it asks for a reshuffle."""
        before, move = self.state, ACTIONS.move_of(number)
        seat, team = before.seat, before.seat % before.options.teams
        self._notes.add(self._board, seat, move)
        if isinstance(move, Play) and move.space is not None:
            self._board.place(team, move.space - 1)
        after = apply(before, move)
        while isinstance(after.asked, Shuffle):
            cards = after.asked.cards
            after = apply(after, Shuffled(tuple(self._random.sample(cards, len(cards)))))
        if isinstance(move, Play) and after.reshuffles == before.reshuffles:
            self._cards_gone |= 1 << move.card - 1
        elif after.discards != before.discards:
            self._cards_gone = cards_gone(after.discards)
        self.state = after
