"""Permissions to act for a seat. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.core.reason import Refusal, refused
from quincunx.core.values import Seat
from quincunx.table.seats.person import SYSTEM, Person
from quincunx.table.state import TableState


def exists(state: TableState, seat: Seat) -> None:
    """Raise :class:`~quincunx.core.reason.Refusal` unless the seat exists."""
    if not 0 <= seat < len(state.seats):
        raise refused("malformed", "no-such-seat", "There is no such seat.")


def is_your_seat(state: TableState, seat: Seat, person: Person) -> None:
    """Raise :class:`~quincunx.core.reason.Refusal` unless this person acts for the seat now."""
    exists(state, seat)
    taken = state.seats[seat]
    if person.id == SYSTEM.id and taken.is_bot_played:
        return
    if taken.person == person.id and taken.ran_out:
        sentence = "Your time had run out: a bot plays for you until you take your seat back."
        raise refused("conflict", "time-ran-out", sentence)
    if taken.kind != "person" or taken.person != person.id:
        raise refused("forbidden", "not-your-seat", "That is not your seat.")


def is_playing(state: TableState) -> None:
    """Raise :class:`~quincunx.core.reason.Refusal` unless the game is running."""
    if state.status == "waiting":
        raise refused("conflict", "not-started", "The game has not started yet.")
    if state.status == "ended":
        raise Refusal(state.game.is_over)


def acting(state: TableState, people: Sequence[Person]) -> Person:
    """The person who acts at this table, out of the merged ids of one caller: the first with a seat there,
    otherwise the host, otherwise the first of all."""
    seated = {seat.person for seat in state.seats}
    for person in people:
        if person.id in seated:
            return person
    return next((person for person in people if person.id == state.host), people[0])
