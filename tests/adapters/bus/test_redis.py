"""The bus over Valkey when the server fails: it says so, comes back by itself, and tells of the gap."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
from structlog.testing import capture_logs

from quincunx.adapters.bus import remote
from quincunx.adapters.bus.redis import RedisBus
from quincunx.kit import periodic
from tests.contracts.bus import listener, opened
from tests.contracts.journal import entry
from tests.node.support import until
from tests.servers.valkey import Valkey


@pytest.fixture(scope="module")
def own() -> Iterator[Valkey]:
    """A server that these tests may kill."""
    with Valkey() as server:
        yield server


@pytest.fixture
async def pair(own: Valkey, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[RedisBus, RedisBus]]:
    """Two nodes' buses, impatient once they are open: a busy machine may take its time with that."""
    monkeypatch.setattr(remote, "PROBE_SECONDS", 0.05)
    monkeypatch.setattr(periodic, "LONGEST_BACKOFF", 0.1)
    url = own.fresh()
    async with opened(RedisBus(url)) as one, opened(RedisBus(url)) as two:
        monkeypatch.setattr(remote, "PATIENCE_SECONDS", 0.5)
        yield one, two


def _killed(own: Valkey) -> Callable[[], None]:
    own.kill()
    return own.start


def _paused(own: Valkey) -> Callable[[], None]:
    own.pause()
    return own.go_on


@pytest.mark.parametrize("fail", [_killed, _paused])
async def test_it_says_that_it_is_lost_and_heals(
    own: Valkey, pair: tuple[RedisBus, RedisBus], fail: Callable[[Valkey], Callable[[], None]]
) -> None:
    one, two = pair
    there = await listener(two)
    await one.publish(entry(1))
    assert await there.versions(1) == [1]
    mend = await asyncio.to_thread(fail, own)
    await until(lambda: not one.is_well and not two.is_well)
    await asyncio.wait_for(one.publish(entry(2)), 20)
    assert there.gaps == 0
    await asyncio.to_thread(mend)
    await until(lambda: one.is_well and two.is_well and there.gaps >= 1)
    await one.publish(entry(3))
    assert (await there.versions(2))[-1] == 3
    assert not there.task.done()


async def test_a_subscription_that_the_server_ends_is_made_anew(
    own: Valkey, pair: tuple[RedisBus, RedisBus]
) -> None:
    """Also when the driver would have come back by itself: what was missed meanwhile is never passed over."""
    import redis

    one, two = pair
    here, there = await listener(one), await listener(two)
    with redis.Redis(port=own.port) as client:
        assert client.client_kill_filter(_type="pubsub") >= 2
    # A bus that has not noticed it yet still looks well, and loses what is published.
    await until(lambda: here.gaps >= 1 and there.gaps >= 1 and one.is_well and two.is_well)
    await one.publish(entry(1))
    assert await there.versions(1) == [1]


async def test_a_foreign_message_on_the_channel_is_harmless(
    own: Valkey, pair: tuple[RedisBus, RedisBus]
) -> None:
    import redis

    there = await listener(pair[1])
    with redis.Redis(port=own.port) as client:
        (channel,) = (name for name in client.pubsub_channels() if b"test-" in name)
        for message in (
            b"",
            b"\n",
            b"someone\ne{}",
            b"someone\nxyz\n\n",
            b"someone\nn[1]",
            b"\xff\n\xff",
            b'someone\nn{"type":"bye","node":"\xff"}',
            b"a\np",
        ):
            client.publish(channel, message)
    await pair[0].publish(entry(1))
    assert await there.versions(1) == [1]
    assert there.gaps == 0


async def test_a_server_that_is_not_there_yet_is_waited_for_in_the_background() -> None:
    bus = RedisBus("redis://:secret@127.0.0.1:1/0")
    with capture_logs() as said:
        await bus.open()
    assert not bus.is_well
    assert [(line["event"], "secret" in str(line)) for line in said] == [("bus_lost", False)]
    await bus.publish(entry(1))
    await bus.close()


@pytest.mark.parametrize("address", ["redis://here:abc/0", "redis://here/0?socket_timeout=x", "redis://[::1"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match=r"[Pp]ort|socket_timeout|IPv6"):
        RedisBus(address)
