"""``/api/me/push``: push notifications on this device."""

from __future__ import annotations

import base64
import binascii

from litestar import delete, get, post
from litestar.params import JSONBody

from quincunx.adapters.push.encryption import is_point
from quincunx.club.ports import NoSuchPerson
from quincunx.club.push import AUTH_BYTES, POINT_BYTES, PushRow, check_endpoint
from quincunx.club.wire import AskPush, PushState
from quincunx.core.reason import Reason, Refusal
from quincunx.server.errors import NO_COOKIE
from quincunx.server.http.me_routes import store_of
from quincunx.server.http.requester import AnyRequest, sessions_of, somebody_in_person
from quincunx.server.services import services_of
from quincunx.texts.catalogue import ENGLISH, languages

BAD_KEYS = Reason("malformed", "bad-push-keys", "Those are not the keys of a browser’s push subscription.")
OTHER_KEY = Reason(
    "conflict", "other-push-key", "That was asked with a key that is not this server’s; please ask anew."
)
NO_PUSH = Reason("conflict", "no-push", "This server tells nobody by push messages.")


def _keys_of(request: AnyRequest) -> tuple[bytes, ...]:
    pushes = services_of(request).pushes
    return pushes.courier.keys if pushes.courier is not None else ()


@get("/api/me/push")
async def push_state(request: AnyRequest) -> PushState:
    """True if this device gets notifications, and the key with which its browser subscribes to its push
    service."""
    identity = await somebody_in_person(request)
    assert identity.session is not None
    keys = _keys_of(request)
    device = await store_of(request).push_of(identity.session.id)
    if not keys:
        return PushState(None, is_on=False)
    key = base64.urlsafe_b64encode(keys[0]).rstrip(b"=").decode()
    return PushState(key, is_on=device is not None, is_current=device is not None and device.key == keys[0])


@post("/api/me/push", status_code=204)
async def start_push(request: AnyRequest, data: JSONBody[AskPush]) -> None:
    """Notify this device when a table waits for you while you are away. Notifications end with the
    session."""
    identity = await somebody_in_person(request)
    assert identity.session is not None
    keys = _keys_of(request)
    if not keys:
        raise Refusal(NO_PUSH)
    check_endpoint(data.subscription.endpoint)
    point = _bytes_of(data.subscription.keys.p256dh, POINT_BYTES)
    auth, key = _bytes_of(data.subscription.keys.auth, AUTH_BYTES), _bytes_of(data.key, POINT_BYTES)
    if not is_point(point):
        raise Refusal(BAD_KEYS)
    if key not in keys:
        raise Refusal(OTHER_KEY)
    push = PushRow(
        session=identity.session.id,
        person=identity.row.id,
        endpoint=data.subscription.endpoint,
        point=point,
        auth=auth,
        key=key,
        language=data.language if data.language in languages() else ENGLISH,
        made_at=services_of(request).clock.now(),
    )
    try:
        with sessions_of(request).checked_by_store(identity):
            await store_of(request).keep_push(push, identity.authority)
    except NoSuchPerson:
        raise Refusal(NO_COOKIE) from None


@delete("/api/me/push", status_code=204)
async def stop_push(request: AnyRequest) -> None:
    """Stop notifications on this device."""
    identity = await somebody_in_person(request)
    assert identity.session is not None
    device = await store_of(request).push_of(identity.session.id)
    if device is not None:
        await store_of(request).end_push(device.endpoint)


def _bytes_of(text: str, length: int) -> bytes:
    try:
        value = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise Refusal(BAD_KEYS) from None
    if len(value) != length:
        raise Refusal(BAD_KEYS)
    return value


PUSH_ROUTES = [push_state, start_push, stop_push]
