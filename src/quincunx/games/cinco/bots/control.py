"""The control variate of Cinco for two players.

The random events are the deal, every drawn card, and the moves of bots that tell their policy. After each of
them the estimate is the share of the player whose event it was, over the likely moves that follow. Both hands
are known to it, and how much both players overlook
(:mod:`quincunx.games.cinco.bots.kernels.open_hands`). Of several new cards each is an event of its own: it is
compared with all others that could have come after the same ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from quincunx.core.chance import ChanceMove, Shuffled
from quincunx.core.values import Seat
from quincunx.engines.control import Deviation, Policy
from quincunx.engines.kernels.xorshift import seeded
from quincunx.games.cinco.actions import ACTIONS
from quincunx.games.cinco.bots.kernels.afterstate import make
from quincunx.games.cinco.bots.kernels.encode import (
    DECK,
    GOING_ON,
    LOOSE,
    PILE,
    WINNER,
    Position,
    set_hand,
)
from quincunx.games.cinco.bots.kernels.evaluate import Accumulators
from quincunx.games.cinco.bots.kernels.network import Network
from quincunx.games.cinco.bots.kernels.open_hands import after_answers, with_hands
from quincunx.games.cinco.bots.ranking import root_of
from quincunx.games.cinco.bots.search import LearnedCinco
from quincunx.games.cinco.bots.weights import shipped_open
from quincunx.games.cinco.state import ALL_CARDS, HAND, CincoState
from quincunx.games.cinco.types import CincoMove, CincoOptions, Exchange, Play
from quincunx.games.cinco.view import view

HANDS: Final = 12
"""The number of hands that stand for all that an exchange or a draw may bring, where it is one of several
moves that a policy may choose."""
LIKELY: Final = 0.01
"""The least probability of a move whose share is estimated; every other counts as much as their mean."""

_NONE: Final[Deviation] = (0.0, 0.0)


class CincoControl:
    """The estimates of a game of two players. ``network`` and ``open_network`` are others than the shipped
    ones for moves and for shares."""

    def __init__(
        self,
        options: CincoOptions,
        bots: Sequence[Any],
        network: Network | None = None,
        open_network: Network | None = None,
    ) -> None:
        assert options.players == 2
        self._network = network
        self._open_network = open_network or shipped_open()
        self._rates = np.array(
            [bot.blunder_rate if isinstance(bot, LearnedCinco) else 0.0 for bot in bots], np.float64
        )

    def at_chance(self, before: CincoState, after: CincoState, answer: ChanceMove) -> Deviation:
        if not isinstance(answer, Shuffled):
            return _NONE
        if before.owed:
            # The pile ran out while the seat was drawing, so the rest comes from the discards.
            kept = before.hands[before.seat]
            return self._drawn(after, before.seat, kept, answer.cards[: before.owed], answer.cards)
        first, second = after.seat, 1 - after.seat
        hands = [answer.cards[seat : HAND * len(after.hands) : len(after.hands)] for seat in range(2)]
        ours = self._drawn(after, first, (), hands[first], ALL_CARDS)
        rest = [card for card in ALL_CARDS if card not in hands[first]]
        theirs = self._drawn(after, second, (), hands[second], rest)
        return ours[0] + theirs[0], ours[1] + theirs[1]

    def at_move(
        self, before: CincoState, after: CincoState, move: CincoMove, policy: Policy[CincoMove] | None
    ) -> Deviation:
        chosen = _NONE if policy is None else self._chosen(before, move, policy)
        if isinstance(move, Play) or after.asked is not None:
            return chosen  # no card has been drawn, or every card of the pile
        kept = () if isinstance(move, Exchange) else before.hands[before.seat]
        new = before.pile[: HAND if isinstance(move, Exchange) else 1]
        drawn = self._drawn(after, before.seat, kept, new, before.pile)
        return chosen[0] + drawn[0], chosen[1] + drawn[1]

    def _chosen(self, before: CincoState, move: CincoMove, policy: Policy[CincoMove]) -> Deviation:
        """Return the deviation of a move from the mean over its policy."""
        network, position, accumulators = self._known(before, before.pile)
        likely = [(each, chance) for each, chance in policy if chance >= LIKELY]
        shares = {
            each: self._after_move(network, position.copy(), accumulators.copy(), before, each)
            for each, _ in likely
        }
        of_all = sum(chance for _, chance in likely)
        mean = sum(chance * shares[each] for each, chance in likely) / of_all if likely else 0.0
        return _deviation(before.seat, shares.get(move, mean) - mean)

    def _after_move(
        self,
        network: Network,
        position: Position,
        accumulators: Accumulators,
        before: CincoState,
        move: CincoMove,
    ) -> float:
        """Make a move and return the mover's share; of a draw the mean over what may be drawn."""
        seat, xorshift = before.seat, seeded(before.turn)
        make(network, position, accumulators, ACTIONS.number_of(move), xorshift)
        if position[WINNER] != GOING_ON:
            return 1.0 if position[WINNER] == seat else 0.5
        if isinstance(move, Play):
            return after_answers(network, self._open_network, position, accumulators, self._rates, xorshift)
        kept = () if isinstance(move, Exchange) else before.hands[seat]
        # Of a pile that runs out while one draws, only the cards in it are taken into account.
        count = min(HAND if isinstance(move, Exchange) else 1, len(before.pile))
        random = Random(before.turn)  # noqa: S311  # an estimate is no secret
        hands = [(*kept, *random.sample(sorted(before.pile), count)) for _ in range(HANDS)]
        return float(self._shares(network, position, accumulators, seat, hands, before.turn).mean())

    def _drawn(
        self,
        after: CincoState,
        seat: Seat,
        kept: Sequence[int],
        new: Sequence[int],
        pool: Sequence[int],
    ) -> Deviation:
        """Return the deviation of a seat's new cards, in the order in which they came out of ``pool``,
        besides those it ``kept``."""
        network, position, accumulators = self._known(after, pool)
        more = 0.0
        for count, card in enumerate(new):
            held = (*kept, *new[:count])
            others = sorted(set(pool).difference(new[:count]))
            hands = [(*held, other) for other in others]
            shares = self._shares(network, position, accumulators, seat, hands, after.turn)
            more += float(shares[others.index(card)] - shares.mean())
        return _deviation(seat, more)

    def _known(self, state: CincoState, pool: Sequence[int]) -> tuple[Network, Position, Accumulators]:
        """Return the position with both hands, and these cards in the pile in no order."""
        root = root_of(view(state, state.seat), self._network)
        position = root.belief.position
        for seat, hand in enumerate(state.hands):
            set_hand(position, seat, hand)
        position[DECK : DECK + len(pool)] = sorted(pool)
        position[PILE] = position[LOOSE] = len(pool)
        return root.network, position, root.accumulators

    def _shares(
        self,
        network: Network,
        position: Position,
        accumulators: Accumulators,
        seat: Seat,
        hands: Sequence[Sequence[int]],
        turn: int,
    ) -> NDArray[np.float64]:
        """Return the seat's share with each of these hands."""
        cards = np.zeros((len(hands), HAND), np.int64)
        for row, hand in zip(cards, hands, strict=True):
            row[: len(hand)] = sorted(hand)
        shares = np.empty(len(hands))
        with_hands(
            network,
            self._open_network,
            position,
            accumulators,
            seat,
            cards,
            self._rates,
            seeded(turn),
            shares,
        )
        return shares


def _deviation(seat: Seat, more: float) -> Deviation:
    return (more, -more) if seat == 0 else (-more, more)
