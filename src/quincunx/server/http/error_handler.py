"""The handler of every exception that a route raises."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import MethodNotAllowedException

from quincunx.core.reason import Reason
from quincunx.server.errors import STATUS, log_failure, reason_of
from quincunx.server.services import services_of
from quincunx.server.transport.waits import retry_after


def handle(request: Request[Any, Any, Any], error: Exception) -> Response[Reason]:
    """Litestar's handler for every exception."""
    reason = reason_of(error)
    # A method that an address does not take is no bad media type, and HTTP has a status for each.
    status = 405 if isinstance(error, MethodNotAllowedException) else STATUS[reason.kind]
    watch = services_of(request).watch
    watch.denied(reason)
    if status >= 500:
        log_failure(watch, "request_failed", error, method=request.method, path=request.scope["path"])
    headers = retry_after(reason)
    if isinstance(error, MethodNotAllowedException) and error.headers:
        # HTTP asks for the methods that are allowed; the middleware answers HEAD wherever there is GET.
        headers |= {name: value.replace("GET", "GET, HEAD") for name, value in error.headers.items()}
    return Response(reason, status_code=status, headers=headers, media_type=MediaType.JSON)
