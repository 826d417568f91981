"""A table's lock: one at a time, in the order in which they came, whoever gives up."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.node.lock import Lock


async def test_who_finds_it_free_has_it_at_once_and_others_wait_in_the_order_in_which_they_came() -> None:
    lock = Lock()
    order: list[int] = []

    async def use(number: int) -> None:
        async with lock:
            order.append(number)
            await asyncio.sleep(0)

    assert lock.take()
    assert not lock.take()
    users = [asyncio.create_task(use(number)) for number in range(3)]
    await asyncio.sleep(0.01)
    assert order == []
    lock.release()
    assert not lock.take(), "who waited has it already, though they do not know it yet"
    await asyncio.gather(*users)
    assert order == [0, 1, 2]
    assert not lock.locked()


async def test_who_fails_lets_go_of_it() -> None:
    lock = Lock()
    with pytest.raises(ValueError, match="whatever"):
        async with lock:
            raise ValueError("whatever")
    assert not lock.locked()


async def test_who_gives_up_is_passed_over() -> None:
    lock = Lock()
    lock.take()
    one, two = (asyncio.create_task(lock.wait()) for _ in range(2))
    await asyncio.sleep(0)
    one.cancel()
    await asyncio.sleep(0)
    lock.release()
    await two
    assert lock.locked()
    lock.release()
    assert not lock.locked()


async def test_who_gives_up_in_the_moment_in_which_it_comes_hands_it_on() -> None:
    lock = Lock()
    lock.take()
    one, two = (asyncio.create_task(lock.wait()) for _ in range(2))
    await asyncio.sleep(0)
    lock.release()
    one.cancel()
    with pytest.raises(asyncio.CancelledError):
        await one
    async with asyncio.timeout(20):
        await two
    lock.release()
    assert not lock.locked()


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=12))
def test_never_two_at_once_and_free_at_the_end(users: list[tuple[int, bool]]) -> None:
    """Each uses it for some turns of the event loop, and some give up meanwhile."""

    async def run() -> None:
        lock = Lock()
        inside = 0

        async def use(turns: int) -> None:
            nonlocal inside
            async with lock:
                inside += 1
                try:
                    for _ in range(turns):
                        assert inside == 1
                        await asyncio.sleep(0)
                finally:
                    inside -= 1

        tasks = [asyncio.create_task(use(turns)) for turns, _ in users]
        for task, (_, gives_up) in zip(tasks, users, strict=True):
            await asyncio.sleep(0)
            if gives_up:
                task.cancel()
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert not [each for each in done if isinstance(each, Exception)]
        assert not lock.locked()

    asyncio.run(run())
