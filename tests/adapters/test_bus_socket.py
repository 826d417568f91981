"""The bus between processes when its hub ends, or somebody on it stands still."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path

import pytest

from quincunx.adapters import bus_remote, bus_socket
from quincunx.adapters.bus_socket import SocketBus, SocketHub
from tests.contracts.bus import listener
from tests.contracts.journal import entry
from tests.node.support import until


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_remote, "PROBE_SECONDS", 0.05)
    monkeypatch.setattr(bus_remote, "LONGEST_WAIT", 0.1)


async def test_it_heals_when_the_hub_is_back(tmp_path: Path) -> None:
    path = tmp_path / "hub"
    hub = SocketHub(path)
    await hub.start()
    one, two = SocketBus(path), SocketBus(path)
    await one.open()
    await two.open()
    there = await listener(two)
    await hub.stop()
    await until(lambda: not one.is_well and not two.is_well)
    await one.publish(entry(1))
    hub = SocketHub(path)
    await hub.start()
    await until(lambda: one.is_well and two.is_well and there.gaps == 1)
    await one.publish(entry(2))
    assert await there.versions(1) == [2]
    for bus in (one, two):
        await bus.close()
    await hub.stop()


async def test_a_hub_that_repeats_nothing_is_a_loss_though_the_connection_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus_remote, "PATIENCE_SECONDS", 0.3)
    hub = SocketHub(tmp_path / "hub")
    await hub.start()
    bus = SocketBus(tmp_path / "hub")
    await bus.open()
    repeat = hub._send
    monkeypatch.setattr(hub, "_send", lambda frame: None)
    await until(lambda: not bus.is_well)
    monkeypatch.setattr(hub, "_send", repeat)
    await until(lambda: bus.is_well)
    await bus.close()
    await hub.stop()


async def test_a_process_that_reads_nothing_is_let_go_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus_socket, "MOST_BEHIND", 100_000)
    path = tmp_path / "hub"
    hub = SocketHub(path)
    await hub.start()
    _, stuck_writer = await asyncio.open_unix_connection(path, limit=1000)
    one, two = SocketBus(path), SocketBus(path)
    await one.open()
    await two.open()
    there = await listener(two)
    version = 0
    while len(hub._connected) == 3 and version < 100_000:
        version += 1
        await one.publish(entry(version, "k" * 2000))
        await asyncio.sleep(0)
    assert len(hub._connected) == 2
    await until(lambda: there.heard[-1:] == [entry(version, "k" * 2000)])
    assert one.is_well
    stuck_writer.close()
    for bus in (one, two):
        await bus.close()
    await hub.stop()


async def test_other_users_may_not_listen(tmp_path: Path) -> None:
    hub = SocketHub(tmp_path / "hub")
    await hub.start()
    assert stat.S_IMODE((tmp_path / "hub").stat().st_mode) & 0o077 == 0
    await hub.stop()


async def test_a_length_without_end_is_not_believed(tmp_path: Path) -> None:
    hub = SocketHub(tmp_path / "hub")
    await hub.start()
    reader, writer = await asyncio.open_unix_connection(tmp_path / "hub")
    writer.write(b"\xff\xff\xff\xff")
    assert await asyncio.wait_for(reader.read(), 20) == b""
    writer.close()
    await hub.stop()


async def test_a_hub_that_comes_later_is_found(tmp_path: Path) -> None:
    """A node may be started while the bus is away, as one that runs goes on without it."""
    bus = SocketBus(tmp_path / "hub")
    await bus.open()
    assert not bus.is_well
    there = await listener(bus)
    await bus.publish(entry(1))
    hub = SocketHub(tmp_path / "hub")
    await hub.start()
    await until(lambda: bus.is_well)
    assert there.gaps == 1
    await there.stop()
    await bus.close()
    await hub.stop()
