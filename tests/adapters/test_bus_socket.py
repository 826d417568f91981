"""The bus between processes when its hub ends, or somebody on it stands still."""

from __future__ import annotations

import asyncio
import contextlib
import stat
from pathlib import Path

import msgspec
import pytest
import uvloop

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
    repeat = hub.repeat
    monkeypatch.setattr(hub, "repeat", lambda message, sender: None)
    await until(lambda: not bus.is_well)
    monkeypatch.setattr(hub, "repeat", repeat)
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


class Raw:
    """Somebody on the hub who speaks in bytes."""

    async def connect(self, path: Path) -> Raw:
        self.reader, self.writer = await asyncio.open_unix_connection(path)
        return self

    def say(self, message: bytes) -> None:
        self.writer.write(len(message).to_bytes(4, "big") + message)

    async def hear(self) -> bytes:
        async with asyncio.timeout(20):
            return await self.reader.readexactly(int.from_bytes(await self.reader.readexactly(4), "big"))


async def test_of_what_one_says_it_gets_back_what_has_a_probe_and_nothing_else(tmp_path: Path) -> None:
    hub = SocketHub(tmp_path / "hub")
    await hub.start()
    one, two = [await Raw().connect(tmp_path / "hub") for _ in range(2)]
    await until(lambda: len(hub._connected) == 2)
    said = (b"a\ne1", b"a\np\ne2", b"a\ne3", b"a\np")
    for message in said:
        one.say(message)
    assert [await two.hear() for _ in range(4)] == list(said)
    assert [await one.hear() for _ in range(2)] == [b"a\np\ne2", b"a\np"]
    for each in (one, two):
        each.writer.close()
    await hub.stop()


async def test_messages_come_in_pieces_of_any_size(tmp_path: Path) -> None:
    hub = SocketHub(tmp_path / "hub")
    await hub.start()
    bus, raw = SocketBus(tmp_path / "hub"), await Raw().connect(tmp_path / "hub")
    await bus.open()
    there = await listener(bus)
    raw.writer.transport.set_write_buffer_limits(0)
    line = b'a\ne["table-of-the-tests-0001",%d,"%s",1,[]]'
    for number in (1, 2):
        message = line % (number, b"k" * number)
        for byte in len(message).to_bytes(4, "big") + message:
            raw.writer.write(bytes([byte]))
            await asyncio.sleep(0)
    for number in range(3, 8):
        raw.say(line % (number, b"k" * 300_000))
    assert await there.versions(7) == list(range(1, 8))
    assert [len(each.key) for each in there.heard] == [1, 2] + [300_000] * 5
    raw.writer.close()
    await bus.close()
    await hub.stop()


async def test_a_process_of_an_earlier_version_understands_and_is_understood(tmp_path: Path) -> None:
    """It puts its probes anywhere among its news."""
    hub = SocketHub(tmp_path / "hub")
    await hub.start()
    bus, raw = SocketBus(tmp_path / "hub"), await Raw().connect(tmp_path / "hub")
    await bus.open()
    there = await listener(bus)
    lines = [
        b'e["table-of-the-tests-0001",1,"key-1",1,[]]',
        b'e["table-of-the-tests-0001",2,"key-2",2,{"chain":"abc","events":[]}]',
    ]
    raw.say(b"somebody\n" + lines[0] + b"\np\n" + lines[1])
    await there.versions(2)
    heard = [entry(1), msgspec.structs.replace(entry(2), chain="abc", raw=b"[]")]
    assert there.heard == heard
    for each in heard:
        await bus.publish(each)
    said: list[bytes] = []
    while len(said) < 2:
        _, *more = (await raw.hear()).split(b"\n")
        said += [line for line in more if line != b"p"]
    assert said == lines
    raw.writer.close()
    await bus.close()
    await hub.stop()


def test_a_connection_that_has_ended_is_a_loss_on_the_other_event_loop_too(tmp_path: Path) -> None:
    async def lose() -> None:
        hub = SocketHub(tmp_path / "hub")
        await hub.start()
        wire = await bus_socket._connect(tmp_path / "hub")
        await until(lambda: len(hub._connected) == 1)
        await hub.stop()
        with pytest.raises(ConnectionError):
            await wire.receive()
        await until(lambda: not hub._connected)
        with contextlib.suppress(ConnectionError):  # it may still go out
            await wire.send(b"a\np")
        await asyncio.sleep(0.01)
        with pytest.raises(ConnectionError):
            await wire.send(b"a\np")

    uvloop.run(lose())


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
