"""Every bus there is keeps the same promises."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from quincunx.adapters.bus_memory import MemoryBus
from tests.contracts.bus import BusContract


class TestMemoryBus(BusContract):
    @pytest.fixture
    async def bus(self) -> AsyncIterator[MemoryBus]:
        bus = MemoryBus()
        await bus.open()
        yield bus
        await bus.close()
