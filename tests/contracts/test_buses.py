"""Every bus there is keeps the same promises."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from quincunx.adapters.bus.memory import MemoryBus
from quincunx.adapters.bus.redis import RedisBus
from tests.contracts.bus import BusContract, opened
from tests.servers.valkey import Valkey


class TestMemoryBus(BusContract):
    @pytest.fixture
    async def bus(self) -> AsyncIterator[MemoryBus]:
        async with opened(MemoryBus()) as bus:
            yield bus

    @pytest.fixture
    async def other(self, bus: MemoryBus) -> AsyncIterator[MemoryBus]:
        async with opened(bus.end()) as other:
            yield other


class TestRedisBus(BusContract):
    @pytest.fixture
    def address(self, valkey: Valkey) -> str:
        return valkey.fresh()

    @pytest.fixture
    async def bus(self, address: str) -> AsyncIterator[RedisBus]:
        async with opened(RedisBus(address)) as bus:
            yield bus

    @pytest.fixture
    async def other(self, bus: RedisBus, address: str) -> AsyncIterator[RedisBus]:
        async with opened(RedisBus(address)) as other:
            yield other
