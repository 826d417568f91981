"""A world for each test, whose nodes are stopped after it."""

from __future__ import annotations

from asyncio import AbstractEventLoop, BaseEventLoop, SelectorEventLoop
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from typing import Any

import pytest
import structlog
from structlog.testing import LogCapture

from quincunx.node.cluster import membership, sync
from quincunx.node.live import presence
from tests import log_lines
from tests.node.hours import HoursLoop
from tests.node.support import World


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], AbstractEventLoop]]:
    """Time passes when nothing else is left to do; by the clock where a store's threads are waited for."""
    if item.get_closest_marker("by_the_clock") is not None:
        return {"clock": SelectorEventLoop}
    return {"hours": HoursLoop}


@pytest.fixture
async def world() -> AsyncIterator[World]:
    world = World()
    yield world
    await world.stop()


@pytest.fixture(autouse=True)
def no_fault_passes_unnoticed(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """A fault that is logged fails its test, unless the test is marked with it (``faults``) or reads the log.
    Loops survive a fault, and nobody awaits some tasks, so nothing else would tell."""
    expected = {event for marker in request.node.iter_markers("faults") for event in marker.args}
    faults: set[str | None] = set()
    base: Any = structlog.BoundLoggerBase
    say = base._proxy_to_logger

    def said(logger: Any, level: str, event: str | None = None, /, **fields: Any) -> Any:
        is_read = any(isinstance(each, LogCapture) for each in structlog.get_config()["processors"])
        if level in ("error", "exception") and not is_read:
            faults.add(event)
            if event in expected:
                # Printing a traceback with all its values may take a second.
                log_lines.check_line(level, event, fields)
                return None
        return say(logger, level, event, **fields)

    def unhandled(loop: BaseEventLoop, context: dict[str, Any]) -> None:
        faults.add(context["message"])

    monkeypatch.setattr(base, "_proxy_to_logger", said)
    # A task that nobody awaits, or a callback.
    monkeypatch.setattr(BaseEventLoop, "call_exception_handler", unhandled)
    yield
    assert faults == expected


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that nodes do now and then, they do at once."""
    monkeypatch.setattr(presence, "GATHERING_SECONDS", 0.001)
    monkeypatch.setattr(membership, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(membership, "SETTLE_SECONDS", 0.1)
    monkeypatch.setattr(sync, "DEAF_SECONDS", 0.02)
