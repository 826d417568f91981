"""``/api/moderation``: reports, people and the record, for operators alone."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from quincunx.club.moderation.ports import ActsQuery, Which
from quincunx.club.moderation.wire import (
    BanPerson,
    ModeratedPeople,
    ModeratedPerson,
    ModeratedReports,
    ModerationActs,
)
from quincunx.server.http.requester import AnyRequest, somebody_in_person
from quincunx.server.people.moderation import Moderation
from quincunx.server.services import services_of
from quincunx.table.seats.person import Person

PersonId = Annotated[str, PathParameter(description="A person's id, as in the list.", max_length=64)]
ReportId = Annotated[str, PathParameter(description="A report's id, as in the list.", max_length=64)]
Text = Annotated[str, QueryParameter(description="An id, or the start of a name.", max_length=64)]
Kind = Annotated[Which, QueryParameter(description="The kind of people.")]
After = Annotated[
    str | None, QueryParameter(description="The place after which the next page begins.", max_length=96)
]
Before = Annotated[int | None, QueryParameter(description="The number before which the page ends.", ge=0)]
Act = Annotated[str | None, QueryParameter(description="The kind of act, such as `ban`.", max_length=32)]
Closed = Annotated[bool, QueryParameter(description="True for closed reports.")]


def _moderation_of(request: AnyRequest) -> Moderation:
    moderation = services_of(request).moderation
    return moderation


@get("/api/moderation/reports")
async def moderated_reports(
    request: AnyRequest, closed: Closed = False, after: After = None
) -> ModeratedReports:
    """Open reports, the oldest first; or closed ones, those closed last first."""
    identity = await somebody_in_person(request)
    return await _moderation_of(request).reports(identity, not closed, after)


@post("/api/moderation/reports/{report:str}/close", status_code=204)
async def close_report(request: AnyRequest, report: ReportId) -> None:
    """Close a report."""
    await _moderation_of(request).close(await somebody_in_person(request), report)


@get("/api/moderation/people")
async def moderated_people(
    request: AnyRequest, text: Text = "", which: Kind = "all", after: After = None
) -> ModeratedPeople:
    """People, the last seen first."""
    identity = await somebody_in_person(request)
    return await _moderation_of(request).people(identity, text, which, after)


@post("/api/moderation/people/{person:str}/ban", status_code=200)
async def ban_person(request: AnyRequest, person: PersonId, data: JSONBody[BanPerson]) -> ModeratedPerson:
    """Ban a person: their tokens end, and they are told of it wherever they are."""
    banned = await _moderation_of(request).ban(await somebody_in_person(request), person, data.reason)
    await services_of(request).vacations.tell([Person(banned.id, banned.name)])
    return banned


@delete("/api/moderation/people/{person:str}/ban", status_code=200)
async def lift_ban(request: AnyRequest, person: PersonId) -> ModeratedPerson:
    """Lift a ban."""
    lifted = await _moderation_of(request).lift_ban(await somebody_in_person(request), person)
    await services_of(request).vacations.tell([Person(lifted.id, lifted.name)])
    return lifted


@get("/api/moderation/acts")
async def moderation_acts(
    request: AnyRequest, act: Act = None, person: Text = "", before: Before = None
) -> ModerationActs:
    """Operators' acts, the newest first; all, or those of a kind or about people."""
    query = ActsQuery(act, person.strip(), before)
    return await _moderation_of(request).record(await somebody_in_person(request), query)


MODERATION_ROUTES = [
    moderated_reports,
    close_report,
    moderated_people,
    ban_person,
    lift_ban,
    moderation_acts,
]
