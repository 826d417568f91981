"""The one gate for Cinco's secrets: what a seat or a spectator may know, and be told.

Hidden are the order of the draw pile, and each hand from everyone but its holder, partners included.
Everything else is public (C4).
"""

from __future__ import annotations

from quincunx.games.cinco.board import SPACES, WINDOWS_THROUGH, bit, line_through, spaces_of
from quincunx.games.cinco.state import HAND, CincoState, reach, team_of
from quincunx.games.cinco.types import (
    CardReach,
    Chosen,
    CincoMove,
    CincoEvent,
    CincoView,
    Dealt,
    Draw,
    Drew,
    Exchange,
    Exchanged,
    Play,
    Played,
    Reshuffled,
    Why,
)
from quincunx.core.game import Forbidden, ChanceMove, Picked, Seat, Shuffled

_NO_SEAT = Why("2", "no-seat", "You are watching; you hold no seat here.", {})
_NOT_STARTED = Why("3", "not-started", "The cards are being shuffled.", {})
_GAME_OVER = Why("6", "game-over", "The game is over.", {})
_NOT_YOUR_TURN = Why("4", "not-your-turn", "It is not your turn.", {})
_HAND_EMPTY = Why("4.2", "hand-empty", "Your hand is empty: you can only draw.", {})
_HAND_FULL = Why("4.2", "hand-full", "You hold four cards already; draw only with fewer.", {})


def forbidden(why: Why) -> Forbidden:
    """The same reason as an error."""
    return Forbidden(why.rule, why.code, why.sentence, **why.params)


def why_not_move(state: CincoState, seat: Seat | None) -> Why | None:
    """Why this seat may do nothing at all now; ``None`` if it is its turn."""
    if seat is None:
        return _NO_SEAT
    if state.outcome is not None:
        return _GAME_OVER
    if state.asked is not None:
        return _NOT_STARTED
    return None if seat == state.seat else _NOT_YOUR_TURN


def why_not_play(state: CincoState, seat: Seat | None) -> Why | None:
    """Why this seat may not play a card now (4.1)."""
    why = why_not_move(state, seat)
    if why is None and not state.hands[state.seat]:
        return _HAND_EMPTY
    return why


def why_not_draw(state: CincoState, seat: Seat | None) -> Why | None:
    """Why this seat may not draw now (4.2)."""
    why = why_not_move(state, seat)
    if why is None and len(state.hands[state.seat]) == HAND:
        return _HAND_FULL
    return why


def why_not_exchange(state: CincoState, seat: Seat | None) -> Why | None:
    """Why this seat may not exchange its hand now (4.3, C3)."""
    why = why_not_move(state, seat)
    held = len(state.hands[state.seat])
    if why is None and held != HAND:
        return Why(
            "4.3",
            "hand-not-full",
            f"Only a hand of exactly four cards can be exchanged; you hold {held}.",
            {"held": held},
        )
    return why


def view(state: CincoState, viewer: Seat | None) -> CincoView:
    """What this viewer may know."""
    hand = () if viewer is None else state.hands[viewer]
    return _view(state, viewer, hand, None)


def reveal(state: CincoState) -> CincoView:
    """Everything but the order of the pile, for a game that has ended."""
    return _view(state, None, (), state.hands)


def _view(
    state: CincoState,
    viewer: Seat | None,
    hand: tuple[int, ...],
    hands: tuple[tuple[int, ...], ...] | None,
) -> CincoView:
    waiting = state.asked is not None or state.outcome is not None
    return CincoView(
        options=state.options,
        viewer=viewer,
        to_move=None if waiting else state.seat,
        turn=state.turn,
        board=_board(state.tokens),
        hand=hand,
        hand_sizes=tuple(map(len, state.hands)),
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
        reach=tuple(CardReach(card, reach(state, card)) for card in hand),
        why_not_play=why_not_play(state, viewer),
        why_not_draw=why_not_draw(state, viewer),
        why_not_exchange=why_not_exchange(state, viewer),
        outcome=state.outcome,
    )


def _board(tokens: tuple[int, ...]) -> tuple[int | None, ...]:
    board: list[int | None] = [None] * SPACES
    for team, own in enumerate(tokens):
        while own:
            lowest = own & -own
            board[lowest.bit_length() - 1] = team
            own ^= lowest
    return tuple(board)


def _winning(state: CincoState) -> tuple[int, ...]:
    if state.outcome is None or state.outcome.termination != "five" or state.last_space is None:
        return ()
    tokens = state.tokens[team_of(state.options, state.outcome.winners[0])]
    line = 0
    for window in WINDOWS_THROUGH[state.last_space]:
        if tokens & window == window:
            line |= window
    return spaces_of(line)


def story(
    before: CincoState, move: CincoMove | ChanceMove, after: CincoState, viewer: Seat | None
) -> tuple[CincoEvent, ...]:
    """What this viewer is told of a move; cards drawn are told to the seat that drew them alone.

    When the pile is empty, a draw is told with the reshuffle that makes it possible; an exchange is told
    at once, and the viewer's own view has the cards.
    """
    seat = before.seat
    match move:
        case Play(card=card, space=space):
            return (_played(before, card, space),)
        case Draw():
            return () if after.asked else (Drew(seat, _new_card(before, after, seat, viewer)),)
        case Exchange():
            discarded = before.hands[seat]
            told = after.hands[seat] if viewer == seat and not after.asked else None
            return (Exchanged(seat, discarded, told),)
        case Picked(number=number):
            return (Chosen(number),)
        case Shuffled(cards=cards) if before.owed:
            if before.exchanging:  # told already, when its four were discarded
                return (Reshuffled(len(cards)),)
            return (Reshuffled(len(cards)), Drew(seat, _new_card(before, after, seat, viewer)))
        case Shuffled():
            return (Dealt(None if viewer is None else after.hands[viewer]),)
        case _:
            return ()


def _new_card(before: CincoState, after: CincoState, seat: Seat, viewer: Seat | None) -> int | None:
    if viewer != seat:
        return None
    (card,) = set(after.hands[seat]) - set(before.hands[seat])
    return card


def _played(before: CincoState, card: int, space: int | None) -> Played:
    seat = before.seat
    if space is None:
        return Played(seat, card, None, 0, 0, None)
    team = team_of(before.options, seat)
    blocks, blocked = 0, None
    for window in WINDOWS_THROUGH[space]:
        owners = [other for other, tokens in enumerate(before.tokens) if tokens & window]
        if len(owners) == 1 and owners[0] != team:
            count = (before.tokens[owners[0]] & window).bit_count()
            if count > blocks:
                blocks, blocked = count, owners[0]
    line = line_through(before.tokens[team] | bit(space), space)
    return Played(seat, card, space, line, blocks, blocked)
