"""Whose question an engine worker gets next."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from quincunx.adapters.engines.queues import MOST_FOR_A_TABLE, Queues, Request, TooMany
from quincunx.games.cinqo.game import GAME as CINQO
from quincunx.games.cinqo.types import CinqoOptions


async def request(table: str, hint: bool = False) -> Request:
    answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    view = CINQO.view(CINQO.initial(CinqoOptions()), 0)
    return Request(table, "master", view, b"", hint, answer)


async def test_tables_are_served_in_turn_and_moves_before_hints() -> None:
    queues = Queues(100)
    for table, hint in [("a", False), ("a", False), ("a", False), ("b", True), ("c", False), ("b", False)]:
        await queues.put(await request(table, hint))
    order = []
    while len(queues):
        each = await queues.get()
        order.append(each.table + ("?" if each.hint else ""))
    assert order == ["a", "c", "b", "a", "a", "b?"]


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
