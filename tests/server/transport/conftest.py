"""Time that passes when nothing else is left to do, except where there are real sockets."""

from __future__ import annotations

from asyncio import AbstractEventLoop, SelectorEventLoop
from collections.abc import Callable, Mapping

import pytest

from tests.node.hours import HoursLoop


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], AbstractEventLoop]]:
    """Deadlines pass on a machine of any speed; by the clock where a network is waited for."""
    if item.get_closest_marker("by_the_clock") is not None:
        return {"clock": SelectorEventLoop}
    return {"hours": HoursLoop}
