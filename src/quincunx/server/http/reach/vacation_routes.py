"""``/api/me/vacation``: an account's vacation from turn-based games."""

from __future__ import annotations

from litestar import delete, get, post
from litestar.params import JSONBody

from quincunx.club.reach.vacations import StartVacation, VacationView
from quincunx.server.http.requester import AnyRequest, somebody_in_person
from quincunx.server.services import services_of


@get("/api/me/vacation")
async def vacation(request: AnyRequest) -> VacationView:
    """Your vacation, and the days that are left this year."""
    return await services_of(request).vacations.view(await somebody_in_person(request))


@post("/api/me/vacation", status_code=200)
async def start_vacation(request: AnyRequest, data: JSONBody[StartVacation]) -> VacationView:
    """Start a vacation now: the clocks of your turns in turn-based games stand still until its end."""
    return await services_of(request).vacations.start(await somebody_in_person(request), data.days)


@delete("/api/me/vacation", status_code=200)
async def end_vacation(request: AnyRequest) -> VacationView:
    """End your vacation. Unused days come back."""
    return await services_of(request).vacations.end(await somebody_in_person(request))


VACATION_ROUTES = [vacation, start_vacation, end_vacation]
