"""Every sensible move, valued by the network on one ply, in plain Python.

Moves come in the same order as from the kernels, and their features are the same number by number
(:mod:`quincunx.games.cinco.bots.kernels.candidates` says why these moves). An afterstate's sum is that of the
hand that remains, plus the changes that a token makes in the windows through its space.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from quincunx.games.cinco.actions import DRAW, EXCHANGE, PLAY_BASE
from quincunx.games.cinco.board import LINE, SPACES
from quincunx.games.cinco.bots.layout import (
    CARD_FEATURES,
    JOKER_FEATURE,
    LINE_FEATURES,
    OTHER_SIZE_FEATURES,
    TIME_FEATURES,
    UNKNOWN_FEATURES,
)
from quincunx.games.cinco.bots.lines import BITS, GAPS, LAST_EMPTY, LINES, PATTERNS, THROUGH
from quincunx.games.cinco.bots.plain.position import Position, seen_codes, start_of
from quincunx.games.cinco.bots.plain.threats import Threats
from quincunx.games.cinco.state import HAND

CERTAIN: Final = 2.0
"""The value of a move that wins at once: above every chance."""

_KINDS: Final = 5
"""Kinds of windows with three tokens (:data:`~quincunx.games.cinco.bots.layout.LINE_FEATURES`)."""
_NOTHING, _LENGTHENS, _THREATENS, _BLOCKS = range(4)
"""The meaning of an own token in a window: a third own one, a fourth, or one beside three of another team."""


def _meanings() -> bytes:
    found = bytearray(3 * PATTERNS + 2)
    for pattern in range(1, PATTERNS + 1):
        if BITS[pattern] in (2, 3):
            found[pattern] = _LENGTHENS if BITS[pattern] == 2 else _THREATENS
        if BITS[pattern] == 3:
            found[PATTERNS + pattern] = found[2 * PATTERNS + pattern] = _BLOCKS
    return bytes(found)


_MEANINGS: Final = _meanings()
"""By the contents of the window before, seen by the team that places the token."""


class Hand(NamedTuple):
    """The hand after a possible action."""

    card: int
    """The card played; 0 for a draw or an exchange."""
    start: int
    """The lowest space that this card reaches, 90 for none."""
    sum: int
    """The network's sum, without the contributions of tokens, threats and lines."""
    lowest: int
    """The lowest space that the hand then reaches with one card …"""
    second: int
    """… and with another; 90 for none."""
    kinds: tuple[int, ...]
    """The number of windows of each kind with three tokens, for that reach."""


class Candidates(NamedTuple):
    """Moves by their numbers, the chance to win of the team to move after each (a move that wins at once:
    :data:`CERTAIN`), and the network's sums, of which all teams' chances follow."""

    moves: list[int]
    values: list[float]
    sums: list[int]


def candidates(position: Position) -> Candidates:
    """Return every sensible move of the seat to move."""
    return _Valuation(position).candidates()


class _Valuation:
    def __init__(self, position: Position) -> None:
        options, board = position.options, position.board
        self._position = position
        self._network = board.network
        self._team = position.seat % options.teams
        self._seen = board.codes.translate(seen_codes(self._team, options.teams))
        self._meanings = _MEANINGS[: board.network.codes - 1] + bytes([_NOTHING])
        self._threats = Threats(position)
        self._line_rows: dict[tuple[int, ...], int] = {}

    def candidates(self) -> Candidates:
        found = Candidates([], [], [])
        hands = self._hands()
        wins = self._position.board.wins
        own_wins = wins[self._team]
        for hand, space in _places(hands, self._position.free):
            found.moves.append(hand.card * PLAY_BASE + space + 1)
            if own_wins >> space & 1:
                found.values.append(CERTAIN)
                found.sums.append(0)
            else:
                self._append(found, self._after_token(hand, space, wins))
        size = len(hands) - 1
        if size and hands[0].start == SPACES:
            # Of cards that reach nothing only the highest may be spent, since all have the same effect.
            found.moves.append(hands[0].card * PLAY_BASE)
            self._append(found, self._after(hands[0], hands[0].sum, hands[0].kinds, wins))
        found.moves.append(DRAW if size < HAND else EXCHANGE)
        self._append(found, self._after(hands[-1], hands[-1].sum, hands[-1].kinds, wins))
        return found

    def _append(self, found: Candidates, total: int) -> None:
        found.sums.append(total)
        found.values.append(self._network.chances(total)[0])

    def _after_token(self, hand: Hand, space: int, wins: Sequence[int]) -> int:
        """Return the network's sum after a token on a space, which does not win."""
        total, seen, meanings = hand.sum, self._seen, self._meanings
        changes, size = self._network.changes, self._network.codes
        kinds: list[int] | None = None
        new_wins = 0
        for window, place in THROUGH[space]:
            code = seen[window]
            total += changes[(window * LINE + place) * size + code]
            if meaning := meanings[code]:
                kinds = kinds or [*hand.kinds]
                if meaning == _LENGTHENS:
                    _count(kinds, 1, True, GAPS[window][code | 1 << place], hand)
                elif meaning == _THREATENS:
                    _count(kinds, -1, True, GAPS[window][code], hand)
                    new_wins |= 1 << LINES[window][LAST_EMPTY[code | 1 << place]]
                else:
                    _count(kinds, -1, False, GAPS[window][(code - 1) % PATTERNS + 1], hand)
        if new_wins or any(wins):
            taken = ~(1 << space)
            wins = [spaces & taken for spaces in wins]
            wins[self._team] |= new_wins
        return self._after(hand, total, kinds or hand.kinds, wins)

    def _after(self, hand: Hand, total: int, kinds: Sequence[int], wins: Sequence[int]) -> int:
        """Return the sum with threats and lines."""
        return total + self._threats.row(hand.lowest, wins) + self._lines(kinds)

    def _lines(self, kinds: Sequence[int]) -> int:
        key = tuple(kinds)
        row = self._line_rows.get(key)
        if row is None:
            small = self._network.small
            features = [LINE_FEATURES + kind * 4 + min(3, count) for kind, count in enumerate(kinds)]
            row = self._line_rows[key] = sum(small[feature] for feature in features)
        return row

    # ---- the hand ---------------------------------------------------------------------------------------

    def _hands(self) -> list[Hand]:
        """Return the hands after each possible action: without one of its cards, the one that reaches least
        first, and at the end after a draw or an exchange."""
        position = self._position
        hand, small = position.hand, self._network.small
        steady = position.board.accumulators[self._team]
        steady += sum(small[feature] for feature in self._steady_features())
        threes = self._threes()
        starts = [start_of(position, card) for card in hand]
        order = sorted(range(len(hand)), key=lambda place: -starts[place])
        found: list[Hand] = []
        for k, place in enumerate([*order, None]):
            if place is not None:
                held, unknown = hand[:place] + hand[place + 1 :], 0
            else:
                held, unknown = (hand, 1) if len(hand) < HAND else ((), HAND)
            rest = [starts[other] for other in order[:k] + order[k + 1 :]] if held else []
            lowest, second = (*reversed(rest), SPACES, SPACES)[:2]
            kinds = [0] * _KINDS
            reach = Hand(0, SPACES, 0, lowest, second, ())
            for own, gaps in threes:
                _count(kinds, 1, own, gaps, reach)
            total = steady + sum(small[feature] for feature in _hand_features(held, unknown))
            card, start = (0, SPACES) if place is None else (hand[place], starts[place])
            found.append(Hand(card, start, total, lowest, second, tuple(kinds)))
        return found

    def _steady_features(self) -> Iterator[int]:
        """The features that no move changes."""
        position = self._position
        players = position.options.players
        for step in range(1, players):
            yield OTHER_SIZE_FEATURES + step * 5 + position.sizes[(position.seat + step) % players]
        yield TIME_FEATURES + (SPACES - len(position.free)) // 6
        if position.options.joker:
            yield JOKER_FEATURE

    def _threes(self) -> list[tuple[bool, tuple[int, int]]]:
        """Return the windows with three tokens of one team alone: whether they are own ones, and the lowest
        and the highest empty space."""
        found: list[tuple[bool, tuple[int, int]]] = []
        for window, code in enumerate(self._seen):
            if code and code < self._network.codes - 1:
                pattern = (code - 1) % PATTERNS + 1
                if BITS[pattern] == 3:
                    found.append((code <= PATTERNS, GAPS[window][pattern]))
        return found


def _places(hands: list[Hand], free: tuple[int, ...]) -> Iterator[tuple[Hand, int]]:
    """Yield every free space within reach, the highest first, with the hand after the card that reaches
    least."""
    k, size = 0, len(hands) - 1
    for space in reversed(free):
        while k < size and hands[k].start >= space:
            k += 1  # this card does not reach so low
        if k == size:
            return
        yield hands[k], space - 1


def _count(kinds: list[int], by: int, own: bool, gaps: tuple[int, int], hand: Hand) -> None:
    """Count a window with three tokens, and these lowest and highest empty spaces, by its kind."""
    low, high = gaps
    if own:
        if high >= hand.lowest:
            kinds[0 if low >= hand.lowest and high >= hand.second else 1] += by
    else:
        kinds[2 if low >= hand.lowest else 3 if high >= hand.lowest else 4] += by


def _hand_features(held: tuple[int, ...], unknown: int) -> list[int]:
    cards = (*held, *(0,) * (HAND - len(held)))
    return [CARD_FEATURES + place * 91 + card for place, card in enumerate(cards)] + [
        UNKNOWN_FEATURES + unknown
    ]
