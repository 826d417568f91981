"""The handler of all exceptions that routes raise."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import MethodNotAllowedException

from quincunx.core.reason import Reason
from quincunx.server.errors import STATUS, log_failure, reason_of
from quincunx.server.http.requester import ban_cookies
from quincunx.server.people.identity import BannedPerson
from quincunx.server.services import services_of
from quincunx.server.transport.waits import retry_after


def handle(request: Request[Any, Any, Any], error: Exception) -> Response[Reason]:
    """Turn an exception into a response whose body is a reason. Litestar calls this for every exception."""
    reason = reason_of(error)
    # The kind “unsupported” covers both, but HTTP has 405 for a method and 415 for a media type.
    status = 405 if isinstance(error, MethodNotAllowedException) else STATUS[reason.kind]
    watch = services_of(request).watch
    watch.denied(reason)
    if status >= 500:
        log_failure(watch, "request_failed", error, method=request.method, path=request.scope["path"])
    headers = retry_after(reason)
    if isinstance(error, MethodNotAllowedException) and error.headers:
        # HTTP requires the list of allowed methods. The middleware answers HEAD wherever GET is allowed.
        headers |= {name: value.replace("GET", "GET, HEAD") for name, value in error.headers.items()}
    cookies = ban_cookies(request, error.person) if isinstance(error, BannedPerson) else []
    return Response(reason, status_code=status, headers=headers, media_type=MediaType.JSON, cookies=cookies)
