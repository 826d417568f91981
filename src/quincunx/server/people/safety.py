"""Blocking a person, and reporting a person to the operator."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec

from quincunx.club.limits import admitted
from quincunx.club.ports import NoSuchPerson, Store
from quincunx.club.safety import MOST_BLOCKED, BlockRow, ReportRow
from quincunx.club.tournament.state import Tournament
from quincunx.club.tournament.talk.rules import person_of
from quincunx.club.tournament.talk.state import Talk
from quincunx.club.wire import Blocked
from quincunx.core.reason import Refusal, refused
from quincunx.core.values import Seat
from quincunx.node.ports import Clock
from quincunx.server.errors import NO_COOKIE
from quincunx.server.observability.watch import Watch
from quincunx.server.people.access.sessions import Sessions
from quincunx.server.people.identity import Identity
from quincunx.server.transport.limits import Limits
from quincunx.table.seats.person import checked_text, handle_of
from quincunx.table.state import TableState
from quincunx.table.wire.table import SaidLine


class Other(msgspec.Struct, frozen=True):
    """Another person whom the caller has met."""

    person: str
    name: str
    """Their name there."""
    said: Sequence[SaidLine] = ()
    """Their last lines there."""
    table: str = ""
    tournament: str | None = None
    """The tournament in whose chat they met, in place of a table."""


class Safety:
    """Blocks and reports. ``network`` is the caller's network. Methods raise
    :class:`~quincunx.core.reason.Refusal`, and :class:`~quincunx.club.ports.StoreUnavailable`."""

    def __init__(self, store: Store, sessions: Sessions, clock: Clock, watch: Watch, limits: Limits) -> None:
        self._store = store
        self._sessions = sessions
        self._clock = clock
        self._watch = watch
        self._limits = limits

    async def blocked_people(self, identity: Identity) -> tuple[Blocked, ...]:
        """The people whom the caller has blocked, the newest first."""
        return tuple(_blocked_of(row) for row in await self._store.blocks(identity.row.id))

    async def block(self, identity: Identity, other: Other, network: str) -> tuple[str, ...]:
        """Block a person, and return the ids by which tables may know them."""
        limits = self._limits
        with admitted((limits.blocks, identity.row.id, 1), (limits.blocks_of_address, network, 1)):
            row = await self._store.person(other.person)
            person = row.became or row.id if row is not None else other.person
            if row is not None and row.deleted_at is not None:
                raise refused("conflict", "nobody-there", "That seat is empty.")
            if any(each.id == person for each in identity.people):
                raise refused("conflict", "not-yourself", "That is you.")
            try:
                with self._sessions.checked_by_store(identity):
                    is_done = await self._store.block(
                        identity.row.id,
                        person,
                        other.name,
                        self._clock.now(),
                        MOST_BLOCKED,
                        identity.authority,
                    )
                if not is_done:
                    sentence = f"You have blocked {MOST_BLOCKED} people already."
                    raise refused("conflict", "too-many-blocks", sentence, most=MOST_BLOCKED)
            except NoSuchPerson:
                raise Refusal(NO_COOKIE) from None  # the caller has been deleted meanwhile
        self._watch.security.record_event("person_blocked")
        return tuple(dict.fromkeys((person, other.person)))

    async def unblock(self, identity: Identity, handle: str) -> None:
        """Unblock the person with this handle."""
        for row in await self._store.blocks(identity.row.id):
            if handle in map(handle_of, row.ids):
                with self._sessions.checked_by_store(identity):
                    await self._store.unblock(identity.row.id, row.ids, identity.authority)
                return
        raise refused("unknown", "not-blocked", "You have blocked nobody like that.")

    async def report(self, identity: Identity, other: Other, why: str, network: str) -> None:
        """Report a person to the operator, with their last messages."""
        why = checked_text(why) if why.strip() else ""
        limits = self._limits
        report = ReportRow(
            id=secrets.token_hex(4),
            at=self._clock.now(),
            person=identity.row.id,
            reported=other.person,
            name=other.name,
            tab=other.table,
            said=msgspec.json.encode(other.said).decode(),
            why=why,
            tournament=other.tournament,
        )
        counted = admitted((limits.reports, identity.row.id, 1), (limits.reports_of_address, network, 1))
        with counted, self._sessions.checked_by_store(identity):
            if not await self._store.report(report, identity.authority):
                raise refused("conflict", "reported-already", "You’ve already reported that.")
        self._watch.security.record_event("person_reported", table=other.table, report=report.id)


def other_on_seat(identity: Identity, state: TableState, seat: Seat) -> Other:
    """Another person on a seat. Raises :class:`~quincunx.core.reason.Refusal` for the caller's own seat and
    for a seat without a person."""
    if not 0 <= seat < len(state.seats):
        raise refused("malformed", "no-such-seat", "There is no such seat.")
    taken = state.seats[seat]
    if taken.person is None:
        raise refused("conflict", "nobody-there", "That seat is empty.")
    if any(each.id == taken.person for each in identity.people):
        raise refused("conflict", "not-yourself", "That is you.")
    said = tuple(line for line in state.talk.lines if line.seat == seat)
    return Other(taken.person, taken.name or "", said, state.id)


def other_in_tournament(identity: Identity, tournament: Tournament, talk: Talk, handle: str) -> Other:
    """Another person of a tournament or its chat. Raises :class:`~quincunx.core.reason.Refusal` for the
    caller themselves and for an unknown handle."""
    person = person_of(tournament, talk, handle)
    if any(each.id == person for each in identity.people):
        raise refused("conflict", "not-yourself", "That is you.")
    known = talk.people.get(person) or tournament.people.get(person)
    said = tuple(SaidLine(0, line.at, line.phrase, line.text) for line in talk.lines if line.person == person)
    return Other(person, "" if known is None else known.name, said, tournament=tournament.id)


def _blocked_of(row: BlockRow) -> Blocked:
    return Blocked(tuple(map(handle_of, row.ids)), row.name, row.at)
