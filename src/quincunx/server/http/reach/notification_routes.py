"""``/api/me/notifications``: what the caller is notified of, and the address that ends mails of one kind."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post, put
from litestar.params import JSONBody, PathParameter

from quincunx.club.reach.notifications import (
    Alert,
    NotificationChoices,
    Notifications,
    SetAlert,
    Unsubscribed,
)
from quincunx.server.http.requester import AnyRequest, somebody_in_person
from quincunx.server.people.reach.notifying import NotificationService
from quincunx.server.people.reach.unsubscribing import LONGEST, PATH
from quincunx.server.services import services_of

Token = Annotated[str, PathParameter(description="The token of a mail.", max_length=LONGEST)]


def _notifications_of(request: AnyRequest) -> NotificationService:
    notifications = services_of(request).notifications
    return notifications


@get("/api/me/notifications")
async def notifications(request: AnyRequest) -> Notifications:
    """The way by which you are notified of each kind of event, and the ways that are possible."""
    return await _notifications_of(request).view(await somebody_in_person(request))


@put("/api/me/notifications")
async def choose_notifications(request: AnyRequest, data: JSONBody[NotificationChoices]) -> Notifications:
    """Choose the way for each kind."""
    return await _notifications_of(request).choose(await somebody_in_person(request), data)


@get("/api/me/alert")
async def alert(request: AnyRequest) -> Alert:
    """The time until which you are notified once when another person seeks a game."""
    return await _notifications_of(request).alert(await somebody_in_person(request))


@put("/api/me/alert")
async def set_alert(request: AnyRequest, data: JSONBody[SetAlert]) -> Alert:
    """Be notified once, within four hours, when another person seeks a game. A device must get push
    notifications (409 ``no-device``)."""
    return await _notifications_of(request).set_alert(await somebody_in_person(request), data.is_on)


@post(f"{PATH}/{{token:str}}", status_code=200)
async def unsubscribe(request: AnyRequest, token: Token) -> Unsubscribed:
    """End mails of one kind to the reader of a mail, without signing in (RFC 8058). Any body is ignored."""
    return await _notifications_of(request).unsubscribe(token)


NOTIFICATION_ROUTES = [notifications, choose_notifications, alert, set_alert, unsubscribe]
