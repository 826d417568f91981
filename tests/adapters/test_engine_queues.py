"""Whose question an engine worker gets next."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from quincunx.adapters.engines.queues import MOST_FOR_A_PERSON, MOST_FOR_A_TABLE, Queues, Request, TooMany
from quincunx.games.cinqo.game import GAME as CINQO
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.node.ports import Asker, Busy


async def request(table: str, host: str = "", hint: bool = False, is_peopled: bool = True) -> Request:
    answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    view = CINQO.view(CINQO.initial(CinqoOptions()), 0)
    return Request(Asker(table, host or f"host of {table}", is_peopled), "master", view, b"", hint, answer)


async def order_of(queues: Queues) -> list[str]:
    """The tables, in the order in which they are served."""
    return [(await queues.get()).asker.table for _ in range(len(queues))]


async def test_tables_are_served_in_turn() -> None:
    queues = Queues(100)
    for table in "aaabcb":
        await queues.put(await request(table))
    assert await order_of(queues) == ["a", "b", "c", "a", "b", "a"]


async def test_moves_before_hints_and_bots_among_themselves_last() -> None:
    queues = Queues(100)
    await queues.put(await request("bots alone", is_peopled=False))
    await queues.put(await request("hint", hint=True))
    await queues.put(await request("move"))
    assert await order_of(queues) == ["move", "hint", "bots alone"]


async def test_whoever_has_many_tables_waits_behind_themselves() -> None:
    queues = Queues(100)
    for number in range(5):
        await queues.put(await request(f"a{number}", host="ann"))
    await queues.put(await request("b", host="bob"))
    await queues.put(await request("c", host="cy"))
    assert await order_of(queues) == ["a0", "b", "c", "a1", "a2", "a3", "a4"]


async def test_one_person_has_so_many_moves_thought_about_and_no_more() -> None:
    queues = Queues(1_000)
    for number in range(MOST_FOR_A_PERSON):
        await queues.put(await request(f"a{number}", host="ann", is_peopled=number % 2 == 0))
    for is_peopled in (True, False):
        with pytest.raises(Busy):
            await queues.put(await request("one more", host="ann", is_peopled=is_peopled))
    await queues.put(await request("b", host="bob"))
    # A hint is one at a time for each person anyway.
    await queues.put(await request("a0", host="ann", hint=True))
    assert len(queues) == MOST_FOR_A_PERSON + 2
    await queues.get()
    await queues.put(await request("one more", host="ann"))


async def test_what_waits_is_bounded() -> None:
    queues = Queues(MOST_FOR_A_TABLE + 2)
    for _ in range(MOST_FOR_A_TABLE):
        await queues.put(await request("a"))
    with pytest.raises(TooMany):
        await queues.put(await request("a"))
    await queues.put(await request("b"))
    await queues.put(await request("c"))
    with pytest.raises(TooMany):
        await queues.put(await request("d"))


async def test_what_is_not_wanted_any_more_is_passed_over() -> None:
    queues = Queues(10)
    first, second = await request("a"), await request("b")
    await queues.put(first)
    await queues.put(second)
    first.answer.cancel()
    assert await queues.get() is second
