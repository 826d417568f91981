"""Positions that a player cannot tell apart: everything hidden from a seat is dealt again."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from quincunx.core.values import Seat
from quincunx.games.cinco.state import ALL_CARDS, CincoState
from quincunx.games.cinco.types import CincoView


def rearranged(state: CincoState, seat: Seat, random: Random) -> CincoState:
    """Return the same position for one seat, with everything hidden from it dealt again."""
    fresh_cards = set(state.pile_cards)
    fresh = list(state.pile)
    older: list[int] = []
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


def deal_hidden(view: CincoView, random: Random) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
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


def position_of(view: CincoView, hands: tuple[tuple[int, ...], ...], pile: tuple[int, ...]) -> CincoState:
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
