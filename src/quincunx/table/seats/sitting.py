"""Taking and leaving seats. Pure."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping
from typing import Final

from quincunx.core.reason import Refusal, refused
from quincunx.core.values import Outcome, Seat
from quincunx.engines.levels import default_level
from quincunx.table.chance.commit_reveal import checked, is_not_committing, open_if_full
from quincunx.table.commands import SitDown
from quincunx.table.deadlines.timeout import may_come_back
from quincunx.table.events import (
    BotPace,
    BotPaceSet,
    BotSeated,
    Ended,
    Event,
    SatDown,
    SeatOpened,
    StoodUp,
    TookBack,
)
from quincunx.table.seats.permission import exists, is_playing, is_your_seat
from quincunx.table.seats.person import Person, network_mark
from quincunx.table.seats.setup import checked_level
from quincunx.table.state import TableState, evolve

AWAY_MILLISECONDS: Final = 60_000
"""Time without a connection after which a bot may be called in for a person."""
IDLE_MILLISECONDS: Final = 5 * 60_000
"""Time without a move after which a bot may be called in for the player to move, connected or not."""

CANCELLED: Final = Outcome("cancelled", ())

# ---- permissions ---------------------------------------------------------------------------------------


def _is_waiting(state: TableState) -> None:
    if state.status == "ended" and state.position is None:
        raise refused("conflict", "table-closed", "This table was closed before the game started.")
    if state.status != "waiting":
        raise refused("conflict", "already-started", "The game has started already.")


def _is_host(state: TableState, person: Person) -> None:
    """Raise :class:`~quincunx.core.reason.Refusal` unless this person may change the waiting table."""
    _is_waiting(state)
    if person.id != state.host:
        raise refused("forbidden", "only-host", "Only the host of the table can do that.")
    if state.begins_by is not None:
        raise _appointment()


def _appointment() -> Refusal:
    sentence = "The seats of this table are spoken for. If somebody does not play, a bot does."
    return refused("conflict", "appointment", sentence)


# ---- before the game -------------------------------------------------------------------------------------


def sit_down(
    state: TableState, command: SitDown, person: Person, now: int, here: Container[str]
) -> tuple[Event, ...]:
    """Take an open seat, or one kept for this person."""
    seat = command.seat
    exists(state, seat)
    _is_waiting(state)
    wanted = state.seats[seat]
    if wanted.kind == "kept" and wanted.person != person.id:
        name = wanted.name or ""
        raise refused("forbidden", "seat-kept", f"That seat is kept for {name}.", name=name)
    if wanted.is_taken:
        raise refused("conflict", "seat-taken", "That seat is taken.")
    if not state.settings.one_device and state.seats_of(person.id):
        raise refused("conflict", "already-seated", "You are sitting at this table already.")
    commitment = checked(command.commitment)
    # On one device every player has their own name, but all are the same person to the server.
    called = wanted.name if state.settings.one_device and wanted.name else person.name
    events: list[Event] = [
        SatDown(
            seat,
            person.id,
            called,
            commitment=commitment,
            network=network_mark(state.id, state.seed, person.network),
        )
    ]
    if not state.settings.one_device:
        # A person who sits down elsewhere no longer needs the seat kept for them.
        events += [
            SeatOpened(kept)
            for kept, other in enumerate(state.seats)
            if kept != seat and other.kind == "kept" and other.person == person.id
        ]
    for event in events:
        state = evolve(state, event)
    return (*events, *open_if_full(state, now, here))


def seat_bot(
    state: TableState, seat: Seat, level: str, person: Person, now: int, here: Container[str]
) -> tuple[Event, ...]:
    """Put a bot on a free seat. Only the host may."""
    exists(state, seat)
    _is_host(state, person)
    if state.seats[seat].kind not in ("open", "kept"):
        raise refused("conflict", "seat-taken", "That seat is taken.")
    event = BotSeated(seat, checked_level(state.game, level))
    return (event, *open_if_full(evolve(state, event), now, here))


def open_seat(state: TableState, seat: Seat, person: Person) -> tuple[Event, ...]:
    """Open a bot's, a kept or a person's seat to anyone with the link. Only the host may."""
    exists(state, seat)
    _is_host(state, person)
    if state.seats[seat].kind not in ("bot", "kept", "person") or state.settings.one_device:
        raise refused("conflict", "seat-cannot-open", "That seat cannot be opened.")
    is_not_committing(state)
    return (SeatOpened(seat),)


def cancel(state: TableState, person: Person) -> tuple[Event, ...]:
    """Close the table before its game has started. Only the host may."""
    _is_host(state, person)
    is_not_committing(state)
    return (Ended(CANCELLED),)


def open_kept_apart(state: TableState, apart: Collection[tuple[str, str]]) -> tuple[Event, ...]:
    """Open the seats kept for people who must be kept apart from a person at the table. ``apart`` has their
    ids in pairs. If seats are kept for the host and a guest of a pair, the host keeps theirs. An appointment
    is left unchanged."""
    if state.status != "waiting" or state.begins_by is not None:
        return ()
    seated = {seat.person for seat in state.seats if seat.kind == "person"} | {state.host}
    kept = {seat.person for seat in state.seats if seat.kind == "kept"}

    def is_apart(person: str | None) -> bool:
        others = {other for pair in apart if person in pair for other in pair} - {person}
        return bool(others & (seated if person == state.host else seated | kept))

    return tuple(
        SeatOpened(number)
        for number, seat in enumerate(state.seats)
        if seat.kind == "kept" and is_apart(seat.person)
    )


def set_bot_pace(state: TableState, pace: BotPace, person: Person) -> tuple[Event, ...]:
    """Make bots move faster or more slowly. Only the host may."""
    if person.id != state.host:
        raise refused("forbidden", "only-host", "Only the host of the table can do that.")
    if state.status == "ended":
        raise Refusal(state.game.is_over)
    return (BotPaceSet(pace),)


# ---- leaving and coming back -----------------------------------------------------------------------------


def stand_up(state: TableState, seat: Seat, person: Person) -> tuple[Event, ...]:
    """Leave a seat, or decline one kept for this person. During the game a bot plays on at once."""
    exists(state, seat)
    if state.status == "waiting" and state.begins_by is not None and person.id in state.people:
        raise _appointment()
    if state.seats[seat].kind == "kept" and state.seats[seat].person == person.id:
        return (StoodUp(seat, None),)
    is_your_seat(state, seat, person)
    if state.status == "ended":
        raise Refusal(state.game.is_over)
    is_not_committing(state)
    return (StoodUp(seat, None if state.status == "waiting" else default_level(state.game.bots)),)


def take_back(state: TableState, seat: Seat, person: Person, now: int) -> tuple[Event, ...]:
    """Take back the seat that a bot holds for this person."""
    exists(state, seat)
    is_playing(state)
    taken = state.seats[seat]
    if taken.kind != "stand_in" or taken.person != person.id:
        raise refused("forbidden", "not-your-seat", "That is not your seat.")
    may_come_back(state, seat, now)
    return (TookBack(seat),)


def call_bot(
    state: TableState,
    seat: Seat,
    person: Person,
    now: int,
    last_seen: Mapping[str, int],
    up_since: int,
) -> tuple[Event, ...]:
    """Let a bot play on for a person who has been away, or has kept the others waiting, for long."""
    exists(state, seat)
    is_playing(state)
    if not state.seats_of(person.id):
        raise refused("forbidden", "not-at-table", "Only somebody who plays here can do that.")
    if state.clock is not None:
        sentence = "At this table the clock decides: a bot takes over when that player’s time has run out."
        raise refused("conflict", "clock-decides", sentence)
    taken = state.seats[seat]
    keeps_waiting = seat == idle_seat(state, now, up_since) and taken.person != person.id
    if taken.kind != "person" or not (keeps_waiting or is_away(taken.person, now, last_seen)):
        sentence = "That player has not been away, or kept the game waiting, for long enough."
        raise refused("conflict", "not-away", sentence)
    return (StoodUp(seat, default_level(state.game.bots)),)


def is_away(person: str | None, now: int, last_seen: Mapping[str, int]) -> bool:
    """True if a person has been disconnected for long. Connected people are not in ``last_seen``."""
    return person is not None and now - last_seen.get(person, now) >= AWAY_MILLISECONDS


def idle_seat(state: TableState, now: int, up_since: int = 0) -> Seat | None:
    """The seat whose person has kept the others waiting for long, connected or not. Moves were impossible
    before ``up_since``. Always ``None`` at a table with clocks, which decide there."""
    if state.clock is not None or now - max(state.moved_on, up_since, state.resumed_at) < IDLE_MILLISECONDS:
        return None
    seat = state.to_move()
    return seat if seat is not None and state.seats[seat].kind == "person" else None
