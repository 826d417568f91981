"""Batches of socket work: one turn of the event loop serves many sockets."""

from __future__ import annotations

import asyncio

from structlog.testing import capture_logs

from quincunx.server.transport.batch import Together


async def test_it_is_done_together_after_what_is_in_hand() -> None:
    together, order = Together(), []
    loop = asyncio.get_running_loop()
    together.add(lambda: order.append("first"))
    loop.call_soon(lambda: together.add(lambda: order.append("second")))
    loop.call_soon(lambda: order.append("in hand"))
    together.add(lambda: order.append("third"))
    assert order == []
    for _ in range(3):
        await asyncio.sleep(0)
    assert order == ["first", "third", "in hand", "second"]


async def test_an_item_added_meanwhile_has_a_turn_of_its_own() -> None:
    together, order = Together(), []

    def again() -> None:
        order.append(1)
        together.add(lambda: order.append(2))

    together.add(again)
    await asyncio.sleep(0)
    assert order == [1]
    await asyncio.sleep(0)
    assert order == [1, 2]


async def test_one_that_fails_holds_up_no_other() -> None:
    together, order = Together(), []

    def fail() -> None:
        raise LookupError("nothing there")

    together.add(fail)
    together.add(lambda: order.append("the other"))
    with capture_logs() as said:
        await asyncio.sleep(0)
    assert order == ["the other"]
    assert [line["event"] for line in said] == ["socket_failed"]
