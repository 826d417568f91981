"""Refusals that pass say when to try again, in the header and in the reason alike."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from litestar.exceptions import TooManyRequestsException

from quincunx.club.ports import StoreUnavailable
from quincunx.core.reason import Reason, refused
from quincunx.node.ports import JournalDamaged, JournalUnavailable
from quincunx.server.errors import reason_of
from quincunx.server.http.error_handler import handle
from quincunx.server.observability.watch import Watch
from quincunx.server.services import KEY


def answered(error: Exception) -> tuple[int, dict[str, str], Reason]:
    app = SimpleNamespace(state={KEY: SimpleNamespace(watch=Watch())})
    request: Any = SimpleNamespace(app=app, method="GET", scope={"path": "/"})
    response = handle(request, error)
    assert isinstance(response.content, Reason)
    return response.status_code or 0, dict(response.headers), response.content


@pytest.mark.parametrize(
    ("error", "status", "seconds"),
    [
        (refused("too-fast", "too-many-tries", "Later.", seconds=77), 429, 77),
        (refused("too-fast", "download-under-way", "Later."), 429, None),
        (TooManyRequestsException(), 429, None),
        (refused("unavailable", "tournament-newer", "Later."), 503, None),
        (JournalUnavailable("full"), 503, None),
        (StoreUnavailable("away"), 503, None),
    ],
)
async def test_header_and_reason_say_the_same(error: Exception, status: int, seconds: int | None) -> None:
    found, headers, reason = answered(error)
    assert found == status
    assert int(headers["retry-after"]) == reason.params["seconds"] > 0
    assert seconds is None or reason.params["seconds"] == seconds
    # The same function creates a socket's text.
    assert reason_of(error).params["seconds"] == reason.params["seconds"]


@pytest.mark.parametrize("error", [refused("rule", "not-yours", "No."), JournalDamaged("x"), KeyError("x")])
async def test_coming_back_is_not_promised_where_it_does_not_help(error: Exception) -> None:
    _, headers, reason = answered(error)
    assert "retry-after" not in headers
    assert "seconds" not in msgspec.to_builtins(reason.params)
