"""The order in which an engine worker serves its callers."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from quincunx.adapters.engines.queues import MOST_FOR_A_PERSON, MOST_FOR_A_TABLE, Queues, Request, TooMany
from quincunx.adapters.engines.reservations import FOR_A_PERSON, FOR_A_WORKER, IDLE_SECONDS, Reservations
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


async def test_a_caller_with_many_tables_waits_behind_their_own() -> None:
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
    # The hint counts as well: all tables of a person share one budget.
    with pytest.raises(Busy):
        await queues.put(await request("one more", host="ann"))
    await queues.get()  # Bob's
    await queues.get()
    await queues.put(await request("one more", host="ann"))


async def test_games_that_count_come_first_and_are_taken_also_when_all_is_full() -> None:
    queues = Queues(2)
    await queues.put(await request("move"))
    await queues.put(await request("hint", hint=True))
    counted = await request("counted")
    counted.is_sure = True
    await queues.put(counted)
    assert await order_of(queues) == ["counted", "move", "hint"]


async def test_a_game_that_counts_is_in_the_budget_of_its_person() -> None:
    queues = Queues(1_000)
    for number in range(MOST_FOR_A_PERSON):
        await queues.put(await request(f"a{number}", host="ann"))
    counted = await request("counted", host="ann")
    counted.is_sure = True
    with pytest.raises(Busy):
        await queues.put(counted)


def test_capacity_is_reserved_for_so_many_rated_games_and_so_many_of_a_person() -> None:
    now = 0.0
    held = Reservations(lambda: now)
    for number in range(FOR_A_PERSON):
        assert held.reserve(Asker(f"a{number}", "ann", is_peopled=True), workers=1)
    assert not held.reserve(Asker("one more", "ann", is_peopled=True), workers=1)
    assert held.reserve(Asker("a0", "ann", is_peopled=True), workers=1), "it has one already"
    for number in range(FOR_A_WORKER - FOR_A_PERSON):
        assert held.reserve(Asker(f"b{number}", f"host {number}", is_peopled=True), workers=1)
    assert not held.reserve(Asker("c", "cy", is_peopled=True), workers=1)
    assert held.reserve(Asker("c", "cy", is_peopled=True), workers=2)
    assert not held.reserve(Asker("d", "di", is_peopled=True), workers=0)
    held.release("c")
    held.release("b0")
    assert held.reserve(Asker("d", "di", is_peopled=True), workers=1)
    now = IDLE_SECONDS - 1
    held.use("d", "di")
    now = IDLE_SECONDS + 1
    assert held.reserve(Asker("e", "ed", is_peopled=True), workers=1)
    assert (len(held), held.is_held("d"), held.is_held("a0")) == (2, True, False)


async def test_waiting_requests_are_bounded() -> None:
    queues = Queues(MOST_FOR_A_TABLE + 2)
    for _ in range(MOST_FOR_A_TABLE):
        await queues.put(await request("a"))
    with pytest.raises(TooMany):
        await queues.put(await request("a"))
    await queues.put(await request("b"))
    await queues.put(await request("c"))
    with pytest.raises(TooMany):
        await queues.put(await request("d"))


async def test_an_unwanted_request_is_skipped() -> None:
    queues = Queues(10)
    first, second = await request("a"), await request("b")
    await queues.put(first)
    await queues.put(second)
    first.answer.cancel()
    assert await queues.get() is second
