"""Decisions on commands: the events of a command, or its refusal. Pure: same arguments, same events."""

from __future__ import annotations

from collections.abc import Container, Mapping

from quincunx.core.game import encode
from quincunx.core.reason import Refusal, Unparseable, refused
from quincunx.core.values import Seat
from quincunx.table import draws
from quincunx.table.chance import commit_reveal
from quincunx.table.chance.answers import carry_on
from quincunx.table.chat import rules
from quincunx.table.commands import (
    CallBot,
    CancelTable,
    Command,
    Commit,
    DeclineDraw,
    MakeMove,
    OfferDraw,
    OpenSeat,
    Rematch,
    Resign,
    Reveal,
    Say,
    SeatBot,
    SetBotPace,
    SitDown,
    StandUp,
    TakeBack,
    TakeBackOffer,
    Write,
)
from quincunx.table.events import Event, Moved
from quincunx.table.seats import sitting
from quincunx.table.seats.permission import is_playing, is_your_seat
from quincunx.table.seats.person import Person
from quincunx.table.state import Step, TableState, follow


def decide(
    state: TableState,
    command: Command,
    person: Person,
    version: int,
    now: int,
    last_seen: Mapping[str, int],
    here: Container[str] = (),
    up_since: int = 0,
) -> tuple[Step, ...]:
    """The steps of a person's command, including all automatic consequences.

    ``version`` is the table's version that the person decided on. ``now`` is in milliseconds since 1970.
    ``last_seen`` has the time since when each absent person with a seat has been disconnected, and ``here``
    the ids of all connected people. ``up_since`` is the time since when moves have been possible. Raises
    :class:`~quincunx.core.reason.Refusal`. The service handles a rematch, because it owns more than one
    table.
    """
    if isinstance(command, MakeMove):
        return _move(state, command, person, version)
    return follow(state, _events(state, command, person, now, last_seen, here, up_since))


def _events(
    state: TableState,
    command: Command,
    person: Person,
    now: int,
    last_seen: Mapping[str, int],
    here: Container[str],
    up_since: int,
) -> tuple[Event, ...]:
    """The events of any command but a move."""
    match command:
        case SitDown():
            return sitting.sit_down(state, command, person, now, here)
        case Commit():
            return commit_reveal.commit(state, command, person, now)
        case Reveal():
            return commit_reveal.reveal(state, command, person)
        case StandUp(seat=seat):
            return sitting.stand_up(state, seat, person)
        case TakeBack(seat=seat):
            return sitting.take_back(state, seat, person, now)
        case CallBot(seat=seat):
            return sitting.call_bot(state, seat, person, now, last_seen, up_since)
        case SeatBot(seat=seat, level=level):
            return sitting.seat_bot(state, seat, level, person, now, here)
        case OpenSeat(seat=seat):
            return sitting.open_seat(state, seat, person)
        case CancelTable():
            return sitting.cancel(state, person)
        case SetBotPace(pace=pace):
            return sitting.set_bot_pace(state, pace, person)
        case OfferDraw(seat=seat):
            return draws.offer_draw(state, seat, person)
        case TakeBackOffer(seat=seat):
            return draws.take_back_offer(state, seat, person)
        case DeclineDraw(seat=seat):
            return draws.decline_draw(state, seat, person)
        case Resign(seat=seat):
            return draws.resign(state, seat, person)
        case Say():
            return rules.say_phrase(state, command, person, now)
        case Write():
            return rules.write(state, command, person, now)
        case Rematch():
            raise ValueError("a rematch concerns two tables")
        case MakeMove():
            raise AssertionError  # a move has its own steps


def _move(state: TableState, command: MakeMove, person: Person, version: int) -> tuple[Step, ...]:
    seat = command.seat
    is_your_seat(state, seat, person)
    is_playing(state)
    try:
        # Encoded again, so that the journal has one spelling for each move.
        moved = Moved(seat, encode(state.game.decode_move(command.move)))
    except Unparseable as error:
        raise refused("malformed", "no-such-move", str(error)) from None
    if version < state.moved_at:
        raise refused("stale", "stale", "The game has moved on in the meantime.")
    _is_your_turn(state, seat)
    steps = follow(state, (moved,))
    return (*steps, *carry_on(steps[-1].after))


def _is_your_turn(state: TableState, seat: Seat) -> None:
    if state.to_move() != seat:
        raise Refusal(state.game.not_your_turn)


def check_hint(state: TableState, seat: Seat, person: Person) -> None:
    """Raise :class:`~quincunx.core.reason.Refusal` unless this person may have a hint for this seat now."""
    if not state.settings.hints:
        raise refused("conflict", "no-hints", "Hints are turned off at this table.")
    is_your_seat(state, seat, person)
    is_playing(state)
    _is_your_turn(state, seat)
