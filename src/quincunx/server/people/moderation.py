"""The moderation page: reports, people and the record, and operators' bans.

Each act is checked and recorded in the transaction of its change.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from quincunx.club.moderation import acts
from quincunx.club.moderation.ports import ActsQuery, NumberedEntry, OperatorProtected, PeopleQuery, Which
from quincunx.club.moderation.wire import (
    ModeratedPeople,
    ModeratedPerson,
    ModeratedReport,
    ModeratedReports,
    ModerationAct,
    ModerationActs,
)
from quincunx.club.ports import Store
from quincunx.club.rows import OPERATOR, Authority, PersonRow
from quincunx.club.safety import ReportRow
from quincunx.core.reason import Refusal, refused
from quincunx.node.messages import PersonChanged
from quincunx.node.ports import Clock
from quincunx.server.people.access.sessions import Sessions
from quincunx.server.people.identity import Identity
from quincunx.table.seats.person import checked_text, handle_of
from quincunx.table.wire.table import SaidLine

AT_ONCE: Final = 25


class Moderation:
    """Lists and acts for operators. Methods raise :class:`~quincunx.core.reason.Refusal`, also for all other
    callers, and :class:`~quincunx.club.ports.StoreUnavailable`."""

    def __init__(self, store: Store, sessions: Sessions, clock: Clock) -> None:
        self._store = store
        self._sessions = sessions
        self._clock = clock

    async def people(self, identity: Identity, text: str, which: Which, after: str | None) -> ModeratedPeople:
        """A page of people."""
        _check_operator(identity)
        query = PeopleQuery(text.strip(), which, None if after is None else _place(after))
        rows = await self._store.list_people(query, AT_ONCE + 1)
        shown = rows[:AT_ONCE]
        more = f"{shown[-1].seen_at},{shown[-1].id}" if len(rows) > AT_ONCE else None
        return ModeratedPeople(tuple(map(_person, shown)), more)

    async def reports(self, identity: Identity, is_open: bool, after: str | None) -> ModeratedReports:
        """A page of reports."""
        _check_operator(identity)
        rows = await self._store.list_reports(is_open, None if after is None else _place(after), AT_ONCE + 1)
        shown = rows[:AT_ONCE]
        ids = [id for row in shown for id in (row.reported, row.person) if id is not None]
        people = await self._store.persons(ids)
        last = shown[-1] if len(rows) > AT_ONCE else None
        more = None if last is None else f"{last.at if is_open else last.closed_at},{last.id}"
        return ModeratedReports(tuple(_report(row, people) for row in shown), more)

    async def record(self, identity: Identity, query: ActsQuery) -> ModerationActs:
        """A page of operators' acts."""
        _check_operator(identity)
        found = await self._store.list_acts(query, AT_ONCE + 1)
        shown = found[:AT_ONCE]
        ids = [id for each in shown for id in (each.entry.person, acts.account_of(each.entry.actor)) if id]
        people = await self._store.persons(ids)
        return ModerationActs(
            tuple(_act(each, people) for each in shown),
            shown[-1].number if len(found) > AT_ONCE else None,
        )

    async def ban(self, identity: Identity, id: str, reason: str) -> ModeratedPerson:
        """Ban a person."""
        _check_operator(identity)
        why = checked_text(reason) if reason.strip() else ""
        person = await self._found(id)
        now, actor = self._clock.now(), acts.actor_of(identity.row.id)
        try:
            with self._sessions.checked_by_store(identity):
                is_done = await acts.ban(self._store, person, why, actor, now, _authority(identity))
        except OperatorProtected:
            sentence = "An operator can be banned from the command line only."
            raise refused("conflict", "operator-protected", sentence) from None
        if not is_done:
            raise _nobody()
        return await self._after(id, is_end=True)

    async def lift_ban(self, identity: Identity, id: str) -> ModeratedPerson:
        """Lift a person's ban. Harmless if they are not banned."""
        _check_operator(identity)
        person = await self._found(id)
        now, actor = self._clock.now(), acts.actor_of(identity.row.id)
        with self._sessions.checked_by_store(identity):
            await acts.lift_ban(self._store, person, actor, now, _authority(identity))
        return await self._after(id, is_end=False)

    async def close(self, identity: Identity, report: str) -> None:
        """Close a report. Harmless if it is closed already."""
        _check_operator(identity)
        now, actor = self._clock.now(), acts.actor_of(identity.row.id)
        with self._sessions.checked_by_store(identity):
            await acts.close_report(self._store, report, actor, now, _authority(identity))

    async def _found(self, id: str) -> PersonRow:
        person = await self._store.person(id)
        if person is None or person.deleted_at or person.became:
            raise _nobody()
        return person

    async def _after(self, id: str, is_end: bool) -> ModeratedPerson:
        """Apply the change on this node at once; other nodes hear of it by the record."""
        self._sessions.apply_news(PersonChanged(id, is_end=is_end))
        return _person(await self._found(id))


def _check_operator(identity: Identity) -> None:
    if identity.row.operator_at is None or identity.scopes is not None:
        raise refused("forbidden", "operators-only", "Only operators of this server may do that.")


def _authority(identity: Identity) -> Authority:
    return msgspec.structs.replace(identity.authority, not_by_link=True, is_operator=True)


def _nobody() -> Refusal:
    return refused("unknown", "person-gone", "There’s no such person here any more.")


def _place(text: str) -> tuple[int, str]:
    """The place in a list that a client names. Raises :class:`~quincunx.core.reason.Refusal`."""
    at, _, id = text.partition(",")
    if not (at.isascii() and at.isdigit() and len(at) <= 15 and id):
        raise refused("malformed", "malformed", "That request cannot be understood.")
    return int(at), id


def _person(row: PersonRow) -> ModeratedPerson:
    return ModeratedPerson(
        id=row.id,
        handle=handle_of(row.id),
        name=row.name,
        is_account=row.name_key is not None,
        is_operator=row.operator_at is not None,
        made_at=row.made_at,
        seen_at=row.seen_at,
        banned_at=row.banned_at,
        ban_reason=row.ban_reason,
    )


def _known(id: str | None, people: Mapping[str, PersonRow]) -> ModeratedPerson | None:
    row = None if id is None else people.get(id)
    return None if row is None or row.deleted_at else _person(row)


def _report(row: ReportRow, people: Mapping[str, PersonRow]) -> ModeratedReport:
    return ModeratedReport(
        id=row.id,
        at=row.at,
        table=row.tab,
        tournament=row.tournament,
        name=row.name,
        reported=_known(row.reported, people),
        reporter=_known(row.person, people),
        said=msgspec.json.decode(row.said, type=tuple[SaidLine, ...]),
        why=row.why,
        closed_at=row.closed_at,
    )


def _act(each: NumberedEntry, people: Mapping[str, PersonRow]) -> ModerationAct:
    entry = each.entry
    account = acts.account_of(entry.actor)
    operator, person = _known(account, people), _known(entry.person, people)
    user = "" if account is not None else entry.actor.removeprefix(OPERATOR).strip()
    return ModerationAct(
        number=each.number,
        at=entry.at,
        actor=operator.name if operator is not None else user,
        is_account=account is not None,
        act=entry.act,
        person="" if person is None else person.name,
        note=entry.note,
    )
