"""The only gate for Cinco's hidden information: the views and events of a seat or a spectator.

The order of the draw pile is hidden, and each hand from everyone but its holder, partners included.
Everything else is public (C4).
"""

from __future__ import annotations

from functools import lru_cache

from quincunx.core.chance import ChanceMove, Picked, Shuffled
from quincunx.core.values import Seat
from quincunx.games.cinco import legality
from quincunx.games.cinco.board import WINDOWS_THROUGH, bit, line_through, spaces_of
from quincunx.games.cinco.state import HAND, CincoState, reach, team_of
from quincunx.games.cinco.types import (
    CardReach,
    Chosen,
    CincoEvent,
    CincoMove,
    CincoView,
    Dealt,
    Draw,
    Drew,
    Exchange,
    Exchanged,
    Play,
    Played,
    Reshuffled,
)


def view(state: CincoState, viewer: Seat | None) -> CincoView:
    """Return what this viewer may know."""
    hand = () if viewer is None else state.hands[viewer]
    return _view(state, viewer, hand, None)


def reveal(state: CincoState) -> CincoView:
    """Return everything but the order of the pile, for a game that has ended."""
    return _view(state, None, (), state.hands)


def _view(
    state: CincoState,
    viewer: Seat | None,
    hand: tuple[int, ...],
    hands: tuple[tuple[int, ...], ...] | None,
) -> CincoView:
    waiting = state.asked is not None or state.outcome is not None
    why_not_play, why_not_draw, why_not_exchange = legality.why_not(state, viewer)
    return CincoView(
        options=state.options,
        viewer=viewer,
        to_move=None if waiting else state.seat,
        turn=state.turn,
        board=state.board,
        hand=hand,
        hand_sizes=tuple([len(each) for each in state.hands]),
        hands=hands,
        discards=state.discards,
        pile=len(state.pile),
        pile_cards=state.pile_cards,
        carried=state.carried,
        reshuffles=state.reshuffles,
        recent=state.recent,
        tokens_left=state.tokens_left,
        last_space=state.last_space,
        winning=_winning(state),
        reach=tuple([CardReach(card, reach(state, card)) for card in hand]),
        why_not_play=why_not_play,
        why_not_draw=why_not_draw,
        why_not_exchange=why_not_exchange,
        outcome=state.outcome,
    )


def _winning(state: CincoState) -> tuple[int, ...]:
    if state.outcome is None or state.outcome.termination != "five" or state.last_space is None:
        return ()
    tokens = state.tokens[team_of(state.options, state.outcome.winners[0])]
    line = 0
    for window in WINDOWS_THROUGH[state.last_space]:
        if tokens & window == window:
            line |= window
    return spaces_of(line)


def small(view: CincoView) -> str:
    """Write each space in order: ``.``, or the team's number; the last token is ``a``, ``b`` or ``c``."""
    spaces = ["." if team is None else str(team) for team in view.board]
    if view.last_space is not None:
        spaces[view.last_space - 1] = "abc"[int(spaces[view.last_space - 1])]
    return "".join(spaces)


def public_events(
    before: CincoState, move: CincoMove | ChanceMove, after: CincoState, viewer: Seat | None
) -> tuple[CincoEvent, ...]:
    """Return the events of a move for this viewer; drawn cards are shown only to the seat that drew them.

    If the pile runs out, a draw or an exchange is reported together with its reshuffle, when all its cards
    have come.
    """
    seat = before.seat
    match move:
        case Play(card=card, space=space):
            return (_played(before, card, space),)
        case Draw():
            return () if after.asked else (Drew(seat, _new_card(before, after, seat, viewer)),)
        case Exchange():
            return () if after.asked else (_exchanged(before.hands[seat], after, seat, viewer),)
        case Picked(number=number):
            return (Chosen(number),)
        case Shuffled(cards=cards) if before.owed:
            if before.exchanging:
                discarded = before.discards[seat][-HAND:]
                return (_exchanged(discarded, after, seat, viewer), Reshuffled(len(cards)))
            return (Reshuffled(len(cards)), Drew(seat, _new_card(before, after, seat, viewer)))
        case Shuffled():
            return (Dealt(None if viewer is None else after.hands[viewer]),)
        case _:
            return ()


def _exchanged(discarded: tuple[int, ...], after: CincoState, seat: Seat, viewer: Seat | None) -> Exchanged:
    return Exchanged(seat, discarded, after.hands[seat] if viewer == seat else None)


def _new_card(before: CincoState, after: CincoState, seat: Seat, viewer: Seat | None) -> int | None:
    if viewer != seat:
        return None
    (card,) = set(after.hands[seat]) - set(before.hands[seat])
    return card


def _played(before: CincoState, card: int, space: int | None) -> Played:
    seat = before.seat
    if space is None:
        return Played(seat, card, None, 0, 0, None)
    return Played(seat, card, space, *_meaning(before.tokens, team_of(before.options, seat), space))


# All viewers at a table get the same event.
@lru_cache(maxsize=256)
def _meaning(tokens: tuple[int, ...], team: int, space: int) -> tuple[int, int, int | None]:
    """Return the length of the line that a token there makes, and the length and team of the line that it
    blocks."""
    blocks, blocked = 0, None
    taken = 0
    for each in tokens:
        taken |= each
    for window in WINDOWS_THROUGH[space]:
        inside = taken & window
        if inside and inside.bit_count() > blocks:
            for other, theirs in enumerate(tokens):
                # A window with tokens of several teams is blocked already.
                if other != team and inside & theirs == inside:
                    blocks, blocked = inside.bit_count(), other
    return line_through(tokens[team] | bit(space), space), blocks, blocked
