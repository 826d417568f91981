"""The shared cache: bounded, one load for all who ask, nothing stored that was invalidated."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.kit import Cache


class Source:
    """A slow source whose value changes; counts how often it is read."""

    def __init__(self, value: str = "old") -> None:
        self.value = value
        self.reads = 0
        self.gate = asyncio.Event()
        self.gate.set()

    async def load(self) -> str:
        """Read the value, and return it once the gate is open."""
        self.reads += 1
        value = self.value
        await self.gate.wait()
        return value


async def test_a_value_is_loaded_once_for_all_who_ask_at_the_same_time():
    source, cache = Source(), Cache[str, str](10)
    source.gate.clear()
    asking = [asyncio.create_task(cache.get("key", source.load)) for _ in range(200)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert cache.loading == 1
    source.gate.set()
    assert await asyncio.gather(*asking) == ["old"] * 200
    assert await cache.get("key", source.load) == "old"
    assert source.reads == 1


@pytest.mark.parametrize("invalidate", [lambda cache: cache.clear(), lambda cache: cache.invalidate("key")])
async def test_a_value_loading_when_it_was_invalidated_is_never_stored(
    invalidate: Callable[[Cache[str, str]], None],
):
    source, cache = Source(), Cache[str, str](10)
    source.gate.clear()
    before = asyncio.create_task(cache.get("key", source.load))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    invalidate(cache)
    source.value = "new"
    after = asyncio.create_task(cache.get("key", source.load))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    source.gate.set()
    assert (await before, await after) == ("old", "new")
    assert cache.peek("key") == "new"
    assert await cache.get("key", source.load) == "new"
    assert source.reads == 2


async def test_a_caller_who_asks_when_a_load_has_just_ended_finds_its_value_stored():
    source, cache = Source(), Cache[str, str](10)
    asking = asyncio.create_task(cache.get("key", source.load))
    await asyncio.sleep(0)  # it begins to load …
    await asyncio.sleep(0)  # … and the load has ended, but not its callbacks
    assert await cache.get("key", source.load) == cache.peek("key") == "old"
    assert await asking == "old"
    assert source.reads == 1


async def test_an_old_load_that_ends_last_does_not_replace_a_newer_value():
    old, cache = Source("old"), Cache[str, str](10)
    old.gate.clear()
    asking = asyncio.create_task(cache.get("key", old.load))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    cache.put("key", "new")
    old.gate.set()
    assert await asking == "old"
    assert cache.peek("key") == "new"


async def test_invalidating_one_key_leaves_the_loads_of_others_alone():
    source, cache = Source(), Cache[str, str](10)
    source.gate.clear()
    asking = asyncio.create_task(cache.get("other", source.load))
    await asyncio.sleep(0)
    cache.invalidate("key")
    source.gate.set()
    await asking
    assert cache.peek("other") == "old"


async def test_an_error_reaches_all_who_wait_and_is_not_stored():
    cache, calls = Cache[str, str](10), 0

    async def load() -> str:
        nonlocal calls
        calls += 1
        await asyncio.sleep(0)
        raise OSError("away")

    ends = await asyncio.gather(*(cache.get("key", load) for _ in range(3)), return_exceptions=True)
    assert [str(end) for end in ends] == ["away"] * 3
    assert calls == 1
    assert await cache.get("key", Source().load) == "old"


async def test_a_caller_who_goes_away_does_not_cancel_the_load_of_the_others():
    source, cache = Source(), Cache[str, str](10)
    source.gate.clear()
    gone = asyncio.create_task(cache.get("key", source.load))
    stays = asyncio.create_task(cache.get("key", source.load))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.sleep(0)
    source.gate.set()
    assert await stays == "old"
    assert gone.cancelled()
    assert source.reads == 1


async def test_a_value_is_loaded_again_after_its_time():
    now, source = 0.0, Source()
    cache = Cache[str, str](10, ttl=5, timer=lambda: now)
    await cache.get("key", source.load)
    now, source.value = 4.9, "new"
    assert await cache.get("key", source.load) == "old"
    now = 5.0
    assert await cache.get("key", source.load) == "new"


async def test_a_value_too_large_to_store_is_returned_all_the_same():
    cache = Cache[str, bytes](3, size_of=len)

    async def load() -> bytes:
        return b"1234"

    assert await cache.get("key", load) == b"1234"
    assert cache.peek("key") is None
    assert len(cache) == 0


@given(st.lists(st.tuples(st.integers(0, 20), st.binary(max_size=12)), max_size=60))
def test_the_stored_sizes_never_exceed_the_bound(puts: list[tuple[int, bytes]]):
    cache = Cache[int, bytes](20, size_of=len)
    for key, value in puts:
        cache.put(key, value)
        assert sum(len(stored) for _, stored in cache.items()) <= 20
        assert cache.peek(key) == value


@given(st.lists(st.sampled_from(["ask", "change", "clear", "finish"]), max_size=40))
def test_after_an_invalidation_no_older_value_is_ever_found(steps: list[str]):
    """Whatever is asked, changed and invalidated in whatever order, a stored value is at least as new as the
    last invalidation."""

    async def play() -> None:
        cache, newest, oldest_allowed = Cache[str, int](4), 0, 0
        gates: list[asyncio.Event] = []
        asking: list[asyncio.Task[int]] = []

        def loader(value: int, gate: asyncio.Event) -> Callable[[], Awaitable[int]]:
            async def load() -> int:
                await gate.wait()
                return value

            return load

        for step in steps:
            if step == "ask":
                gates.append(asyncio.Event())
                asking.append(asyncio.create_task(cache.get("key", loader(newest, gates[-1]))))
            elif step == "change":
                newest += 1
                cache.clear()
                oldest_allowed = newest
            elif step == "clear":
                cache.clear()
                oldest_allowed = newest
            elif gates:
                gates.pop(len(gates) // 2).set()
            for _ in range(4):
                await asyncio.sleep(0)
            stored = cache.peek("key")
            assert stored is None or stored >= oldest_allowed
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)

    asyncio.run(play())
