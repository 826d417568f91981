"""HTTP statuses for refusals, each with a :class:`~quincunx.core.reason.Reason`."""

from __future__ import annotations

from typing import Any, Final

import structlog
from litestar.exceptions import HTTPException

from quincunx.club.ports import StoreUnavailable
from quincunx.core.reason import Reason, Refusal
from quincunx.node.ports import JournalDamaged, JournalUnavailable
from quincunx.server.observability.watch import Watch
from quincunx.server.transport.waits import with_wait
from quincunx.table.wire.statuses import STATUS as STATUS

log = structlog.get_logger("quincunx.server")

NO_COOKIE: Final = Reason(
    "unauthenticated", "no-cookie", "Please say hello first: GET /api/me gives you a session cookie."
)
INTERNAL: Final = Reason("internal", "internal", "Something went wrong on the server. Please try again.")
# The path of the file is for the host alone; it is in the log.
_UNAVAILABLE: Final = Reason(
    "unavailable",
    "unavailable",
    "The server cannot store moves just now; nothing is lost. Please try again.",
)
_NOBODY_KNOWN: Final = Reason(
    "unavailable",
    "people-unavailable",
    "The server cannot look up who you are just now; nothing is lost. Please try again.",
)
# This reason does not say that nothing is lost, as something is.
DAMAGED: Final = Reason(
    "internal",
    "damaged",
    "This table’s stored data is damaged. The server’s operator must restore it from a backup.",
)
# Refusals by Litestar itself, whose own sentences are for programmers.
_HTTP: Final[dict[int, Reason]] = {
    400: Reason("malformed", "malformed", "That request cannot be understood."),
    401: NO_COOKIE,
    404: Reason("unknown", "not-found", "There is nothing here."),
    405: Reason("unsupported", "wrong-method", "That cannot be asked for in this way."),
    413: Reason("too-large", "too-large", "That is too large."),
    415: Reason("unsupported", "not-json", "Requests carry JSON, and say so in Content-Type."),
    429: Reason("too-fast", "too-fast", "That was too fast; please wait a moment."),
}


def reason_of(error: Exception) -> Reason:
    """The public reason for an error. Nothing of an unexpected error is shown.

    For a refusal of a kind with a wait (:data:`~quincunx.server.transport.waits.WAITS`), ``params`` holds the
    ``seconds`` after which to retry.
    """
    return with_wait(_reason_of(error))


def _reason_of(error: Exception) -> Reason:
    match error:
        case Refusal():
            return error.reason
        case JournalDamaged():
            return DAMAGED
        case JournalUnavailable():
            return _UNAVAILABLE
        case StoreUnavailable():
            return _NOBODY_KNOWN
        case HTTPException() if error.status_code in _HTTP:
            return _explained(error, _HTTP[error.status_code])
        case HTTPException() if error.status_code < 500:
            return Reason("malformed", f"http-{error.status_code}", error.detail or "That did not work.")
    return INTERNAL


def _explained(error: HTTPException, reason: Reason) -> Reason:
    """The reason, with Litestar's message about the part of the request at fault if there is one."""
    extra = error.extra
    if error.status_code == 400 and isinstance(extra, list) and extra and isinstance(extra[0], dict):
        first: dict[str, Any] = extra[0]
        where = f" ({first['key']})" if first.get("key") else ""
        sentence = f"{reason.sentence} {str(first.get('message', ''))[:200]}{where}".strip()
        return Reason(reason.kind, reason.code, sentence)
    return reason


def log_failure(watch: Watch, event: str, error: Exception, **fields: str) -> None:
    """Log a fault of the server with a traceback, at a limited rate; rarer still while journal or store is
    away."""
    is_away = isinstance(error, JournalUnavailable | StoreUnavailable)
    if is_away and not isinstance(error, JournalDamaged):
        left_out = watch.failures_left_out()
        if left_out is None:
            return
        if left_out:
            log.error(event, exc_info=error, left_out=left_out, **fields)
            return
    # Any client can repeat a failed request; the first few tracebacks are enough to find the fault.
    left_out = watch.faults.admit(f"{event} {type(error).__name__}")
    if left_out is not None:
        log.error(event, exc_info=error, **fields, **({"left_out": left_out} if left_out else {}))
