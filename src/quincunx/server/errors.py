"""Every refusal as a conventional status with a :class:`~quincunx.table.wire.Problem` as its body."""

from __future__ import annotations

from typing import Any

import structlog
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException

from quincunx.table.person import Refusal
from quincunx.node.ports import JournalUnavailable
from quincunx.node.service import NoSuchTable, NotForWatching
from quincunx.table.wire import Problem

log = structlog.get_logger("quincunx.server")

_FORBIDDEN = {"not-your-seat", "only-host", "not-at-table", "seat-kept"}
_MALFORMED = {"bad-key", "bad-version", "bad-entropy", "name-length", "name-unseemly", "no-such-seat"}
_SENTENCES = {
    400: "That request cannot be understood.",
    401: "Please say hello first: GET /api/me gives you a session cookie.",
    404: "There is nothing here.",
    405: "That cannot be asked for in this way.",
    413: "That is too large.",
    415: "Requests carry JSON.",
    429: "That was too fast; please wait a moment.",
}


def status_of(refusal: Refusal) -> int:
    """403 for what is somebody else's to do, 400 for what makes no sense, 409 for what a rule or the
    table's present state refuses."""
    if refusal.code in _FORBIDDEN:
        return 403
    return 400 if refusal.code in _MALFORMED else 409


def problem_of(error: Exception) -> Problem:
    """What an error is for the outside. Nothing of an unexpected one is shown."""
    match error:
        case Refusal():
            return Problem(
                status_of(error), error.code, error.sentence, error.rule, error.params, error.stale
            )
        case NoSuchTable():
            return Problem(404, "no-such-table", "There is no such table.")
        case NotForWatching():
            return Problem(403, "not-for-watching", "This table is only for those who sit at it.")
        case JournalUnavailable():
            # The file's place is the host's business; it is in the log.
            return Problem(
                503,
                "unavailable",
                "The server cannot store moves just now; nothing is lost. Please try again.",
            )
        case HTTPException():
            return Problem(error.status_code, f"http-{error.status_code}", _sentence(error))
    return Problem(500, "internal", "Something went wrong on the server; nothing is lost. Please try again.")


def _sentence(error: HTTPException) -> str:
    sentence = _SENTENCES.get(error.status_code, error.detail or "That did not work.")
    extra = error.extra
    if error.status_code == 400 and isinstance(extra, list) and extra and isinstance(extra[0], dict):
        first: dict[str, Any] = extra[0]
        where = f" ({first['key']})" if first.get("key") else ""
        return f"{sentence} {str(first.get('message', ''))[:200]}{where}".strip()
    return sentence


def handle(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Litestar's handler for every exception."""
    problem = problem_of(error)
    if problem.status >= 500:
        log.error("request_failed", method=request.method, path=request.scope["path"], exc_info=error)
    return Response(problem, status_code=problem.status, media_type=MediaType.JSON)
