"""Summary row of a table: its line in the lists, and when the system must act. Projected at every change."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from quincunx.core.record.model import NO_RESULT
from quincunx.core.sentence import sentence
from quincunx.table.deadlines.absence import begins_at
from quincunx.table.deadlines.expiry import expires_at
from quincunx.table.my_tables import awaited
from quincunx.table.record.chain import Damaged
from quincunx.table.seats.person import handle_of
from quincunx.table.state import TableState
from quincunx.table.wire.lists import OpenTable

DAY: Final = 24 * 3_600_000
"""Time for which a finished game is listed among those of the day, in milliseconds."""
LINES: Final = msgspec.json.Decoder(OpenTable)
"""Decodes the lobby's line of a row."""


class Summary(msgspec.Struct, frozen=True, gc=False):
    """One row per table, stored beside its last entry.

    ``due`` is the time at which the system must act next, in milliseconds since 1970, or ``None`` if it need
    not. An index on it finds the work. A bot's turn and the recording of a result are due at once. Other due
    times are the deadline of a commit–reveal, the end of a player's time, and the expiry of an idle table.
    ``timed`` tells that it is the end of a player's time.

    ``listing`` is the JSON of the lobby's line, or ``None`` if the table is not shown there. A finished game
    is listed for its day. ``changed`` is the time of the last entry. ``people`` are the sorted ids of people
    who have a seat or a kept seat there, until the end. ``awaited`` are those among them for whom the table
    waits. ``origin``, only with a listing, is the mark of the network from which the table was created, or
    else its host.
    """

    table: str
    version: int
    status: str
    due: int | None
    listing: bytes | None
    changed: int
    people: tuple[str, ...] = ()
    awaited: tuple[str, ...] = ()
    origin: str | None = None
    timed: bool = False


@lru_cache(maxsize=4096)
def people_text(people: tuple[str, ...]) -> str:
    """Encode the people of a row as journals store them: a JSON list."""
    return msgspec.json.encode(people).decode()


def summary_of(
    table: str,
    version: int,
    status: str,
    due: int | None,
    listing: bytes | None,
    changed: int,
    people: str,
    awaited: str,
    origin: str | None,
    timed: int,
) -> Summary:
    """Decode a row stored by a journal, with its people encoded by :func:`people_text`. Raises
    :class:`~quincunx.table.record.chain.Damaged` if they are no such list."""
    try:
        named = tuple(msgspec.json.decode(people, type=list[str]))
        waited_for = tuple(msgspec.json.decode(awaited, type=list[str]))
    except (msgspec.MsgspecError, UnicodeDecodeError, TypeError) as error:
        raise Damaged(version, sentence("Its row in the lists can’t be read.")) from error
    return Summary(table, version, status, due, listing, changed, named, waited_for, origin, bool(timed))


def summarize(state: TableState, at: int) -> Summary:
    """The row of a table in this state, reached at time ``at``."""
    listing = _listing(state, at)
    return Summary(
        table=state.id,
        version=state.version,
        status=state.status,
        due=_due(state, at),
        listing=listing,
        changed=at,
        people=() if state.status == "ended" else state.people,
        awaited=awaited(state),
        origin=None if listing is None else state.origin or state.host,
        timed=_is_timed(state),
    )


def damaged_parts(row: Summary, state: TableState, at: int) -> tuple[str, ...]:
    """Names of the parts of a stored row that no released version of the program can have written for this
    state and time.

    A version may list other games of the day, write lines with fewer members, and close idle tables sooner.
    None of that is damage.
    """
    now = summarize(state, at)
    parts = {
        "status": row.status == now.status,
        "due": _may_be_due(row, now),
        "listing": _may_be_listed(row, now, state),
        "changed": row.changed == now.changed,
        "people": row.people == now.people,
        "awaited": row.awaited == now.awaited,
        "origin": row.listing is None or now.listing is None or row.origin == now.origin,
        "timed": row.timed == now.timed,
    }
    return tuple(name for name, is_well in parts.items() if not is_well)


def _may_be_due(row: Summary, now: Summary) -> bool:
    if now.status == "ended":
        return row.due in (None, now.due)  # None once the result has been recorded
    return isinstance(row.due, int) and now.due is not None and row.due <= now.due


def _may_be_listed(row: Summary, now: Summary, state: TableState) -> bool:
    is_over = now.status == "ended"
    if row.listing is None:
        return now.listing is None or is_over
    try:
        line = LINES.decode(row.listing)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, TypeError):
        return False
    is_meant = state.settings.listed if is_over else now.listing is not None
    return is_meant and (line.id, line.status) == (now.table, now.status)


def seat_names(state: TableState) -> tuple[str | None, ...]:
    """The names of the seats in the lobby's line: people's names and bots' levels."""
    return tuple(seat.name or seat.level for seat in state.seats)


def _due(state: TableState, at: int) -> int | None:
    if state.status == "ended":
        return at  # until the result is recorded, which sets ``due`` to None in the journal
    if _is_bots_turn(state):
        return at
    return next_due(state) or expires_at(state)


def _is_bots_turn(state: TableState) -> bool:
    # A game among bots alone waits for a spectator, whose presence triggers the moves.
    return state.bot_to_move() is not None and (state.is_peopled or state.goes_on_alone)


def _is_timed(state: TableState) -> bool:
    """True if the table is due at the end of a player's time."""
    is_running = state.clock is not None and state.clock.ends_at is not None
    return is_running and state.status == "playing" and not _is_bots_turn(state)


def next_due(state: TableState) -> int | None:
    """The time at which the system must act without a further event, in milliseconds since 1970. It is the
    deadline of a commit–reveal, of an appointment, or of the player to move. ``None`` if there is none."""
    if state.clock is not None:
        return state.clock.ends_at
    return begins_at(state) if state.commit_reveal.until is None else state.commit_reveal.until


def _listing(state: TableState, at: int) -> bytes | None:
    if not state.settings.listed:
        return None
    if state.status != "waiting" and not state.settings.watchable:
        return None
    if state.status == "ended" and not _is_of_the_day(state, at):
        return None
    return msgspec.json.encode(
        OpenTable(
            id=state.id,
            status=state.status,
            host=state.host_name,
            settings=state.settings,
            names=seat_names(state),
            since=state.made_at,
            handle=handle_of(state.host),
            handles=tuple(None if seat.person is None else handle_of(seat.person) for seat in state.seats),
            ended=state.moved_on if state.status == "ended" else None,
            winners=() if state.outcome is None else state.outcome.winners,
            small=_final(state),
            origin=state.origin,
        )
    )


def _final(state: TableState) -> str | None:
    """The small picture of a game's end."""
    if state.status != "ended" or state.game.small is None:
        return None
    small: str = state.game.small(state.game.view(state.position, None))
    return small


def _is_of_the_day(state: TableState, at: int) -> bool:
    """True for a recent game with people that came to a proper end, worth showing in the lobby."""
    outcome = state.outcome
    if (
        outcome is None
        or state.position is None
        or (outcome.termination in NO_RESULT and not outcome.winners)
    ):
        return False
    # Chat after the end does not move the game to a later day.
    return any(seat.person is not None for seat in state.seats) and at - state.moved_on < DAY
