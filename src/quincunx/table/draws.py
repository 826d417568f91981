"""Draws by consent (C7) and resignation: ends of a game outside its rules. Pure."""

from __future__ import annotations

from typing import Final

from quincunx.core.reason import Refusal, refused
from quincunx.core.values import Outcome, Seat
from quincunx.table.events import DrawDeclined, DrawOffered, Ended, Event, OfferTakenBack, Resigned
from quincunx.table.seats.permission import is_playing, is_your_seat
from quincunx.table.seats.person import Person
from quincunx.table.state import TableState

TURNS_BETWEEN_OFFERS: Final = 10
"""Turns before a player may offer again. Agreeing to another player's offer is always possible."""
PATIENCE_OF_BOTS: Final = 150
"""Turns after which bots agree to a draw (C7); before, they play on."""


def offer_draw(state: TableState, seat: Seat, person: Person) -> tuple[Event, ...]:
    """Offer a draw, or agree to one. The game is drawn once every person at the table has offered."""
    _may_speak(state, seat, person)
    if state.game.no_draws is not None:
        raise Refusal(state.game.no_draws)
    if seat in state.offers:
        raise refused("conflict", "already-offered", "You have offered a draw already.", "C7")
    turn = state.game.turn(state.position).number
    if not state.offers and any(
        turn < since + TURNS_BETWEEN_OFFERS for at, since in state.offered if at == seat
    ):
        sentence = "You offered a draw not long ago. Play on for a few turns first."
        raise refused("conflict", "offered-lately", sentence, "C7")
    turns = turn - 1
    if turns < PATIENCE_OF_BOTS and any(each.is_bot_played for each in state.seats):
        sentence = f"The bots agree to a draw only after {PATIENCE_OF_BOTS} turns."
        raise refused("conflict", "bots-play-on", sentence, "C7", turns=PATIENCE_OF_BOTS)
    # On one device its holder speaks for everyone there. Any other person has one seat.
    mine = state.seats_of(person.id)
    offers = tuple(DrawOffered(each) for each in mine if each not in state.offers)
    agreed = {*state.offers, *mine}
    if all(each.is_bot_played or at in agreed for at, each in enumerate(state.seats)):
        return (*offers, Ended(Outcome("agreed", ())))
    return offers


def take_back_offer(state: TableState, seat: Seat, person: Person) -> tuple[Event, ...]:
    """Withdraw the person's own offer."""
    is_your_seat(state, seat, person)
    if seat not in state.offers:
        raise refused("conflict", "no-offer", "You have not offered a draw.")
    return (OfferTakenBack(seat),)


def decline_draw(state: TableState, seat: Seat, person: Person) -> tuple[Event, ...]:
    """Decline the others' offer. All offers end."""
    _may_speak(state, seat, person)
    if not set(state.offers) - {seat}:
        raise refused("conflict", "nothing-offered", "Nobody offers a draw just now.")
    return (DrawDeclined(seat),)


def resign(state: TableState, seat: Seat, person: Person) -> tuple[Event, ...]:
    """Resign. A side has lost once all people on it have. With more than two sides, the player leaves the
    seat instead."""
    _may_speak(state, seat, person)
    if seat in state.resigned:
        raise refused("conflict", "already-resigned", "You have resigned already; your partners play on.")
    sides = state.game.sides(state.options)
    if len(set(sides)) > 2:
        sentence = "With more than two sides nobody resigns: leave your seat, and a bot plays on."
        raise refused("conflict", "resign-many", sentence)
    mine = [each for each in state.seats_of(person.id) if sides[each] == sides[seat]]
    resigned = tuple(Resigned(each) for each in mine if each not in state.resigned)
    gone = {*state.resigned, *mine}
    partners = [at for at, side in enumerate(sides) if side == sides[seat]]
    if all(state.seats[at].is_bot_played or at in gone for at in partners):
        winners = tuple(at for at, side in enumerate(sides) if side != sides[seat])
        return (*resigned, Ended(Outcome("resigned", winners)))
    return resigned


def _may_speak(state: TableState, seat: Seat, person: Person) -> None:
    """Raise :class:`~quincunx.core.reason.Refusal` unless this person plays on the seat. The system moves for
    bots, but offers no draw for them and does not resign."""
    is_your_seat(state, seat, person)
    if state.seats[seat].is_bot_played:
        raise refused("forbidden", "not-your-seat", "That is not your seat.")
    is_playing(state)
