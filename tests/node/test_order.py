"""A coroutine that is carried out without a task."""

from __future__ import annotations

import asyncio

import pytest

from quincunx.node.order import Order


async def test_it_runs_at_once_as_far_as_it_comes() -> None:
    async def seven() -> int:
        return 7

    told: list[object] = []
    Order(seven(), told.append)
    assert told == [7]


async def test_it_goes_on_when_what_it_waits_for_is_there() -> None:
    first: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    second: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def both() -> int:
        return await first + await asyncio.shield(second)

    told: list[object] = []
    Order(both(), told.append)
    first.set_result(3)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert told == []
    second.set_result(4)
    await asyncio.sleep(0.01)
    assert told == [7]


async def test_it_gives_way_and_holds_what_others_hold_too() -> None:
    lock, seen = asyncio.Lock(), []

    async def one_after_another(name: str) -> None:
        async with lock:
            seen.append(name)
            await asyncio.sleep(0)
            seen.append(name)

    told: list[object] = []
    for name in ("a", "b", "c"):
        Order(one_after_another(name), told.append)
    await asyncio.create_task(one_after_another("d"))
    assert "".join(seen) == "aabbccdd"
    assert told == [None] * 3


@pytest.mark.parametrize("waits", [False, True])
async def test_what_it_fails_of_is_told_like_anything_else(waits: bool) -> None:
    async def fail() -> None:
        if waits:
            await asyncio.sleep(0)
        raise LookupError("nothing there")

    told: list[object] = []
    Order(fail(), told.append)
    await asyncio.sleep(0.01)
    (error,) = told
    assert isinstance(error, LookupError)


async def test_what_it_waits_for_may_fail() -> None:
    future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def wait() -> str:
        try:
            await future
        except OSError as error:
            return str(error)
        return "well"

    told: list[object] = []
    Order(wait(), told.append)
    future.set_exception(OSError("full"))
    await asyncio.sleep(0.01)
    assert told == ["full"]


async def test_whoever_ends_the_program_is_not_held_up() -> None:
    async def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Order(stop(), lambda _: None)
