"""The order and time in which a table's watchers are notified."""

from __future__ import annotations

import asyncio

from quincunx.node.live.watchers import AT_ONCE, Watchers
from quincunx.table.parts import SeatState

SEATS = (SeatState("person", "ann"), SeatState("open"))


class Told:
    """Writes down that it was told, and when."""

    def __init__(self, name: str, order: list[str]) -> None:
        self.name, self._order = name, order

    def set(self) -> None:
        self._order.append(self.name)


def crowd(watchers: Watchers, order: list[str], size: int) -> list[Told]:
    """This many spectators; messages for their arrival are discarded."""
    everybody = [Told(f"spectator-{number}", order) for number in range(size)]
    for each in everybody:
        watchers.add(each, each.name)
    order.clear()
    return everybody


async def turns_of_the_loop(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def test_a_new_watcher_is_told_the_state() -> None:
    order: list[str] = []
    Watchers().add(Told("ann", order), "ann")
    assert order == ["ann"]


async def test_a_few_watchers_are_told_at_once_and_none_who_has_left() -> None:
    watchers, order = Watchers(), list[str]()
    _, leaves, _ = crowd(watchers, order, 3)
    watchers.discard(leaves)
    watchers.wake(SEATS)
    assert order == ["spectator-0", "spectator-2"]
    assert len(watchers) == 2


async def test_in_a_crowd_the_players_are_first_and_the_others_come_bit_by_bit() -> None:
    watchers, order = Watchers(), list[str]()
    crowd(watchers, order, 2 * AT_ONCE + 10)
    watchers.add(Told("ann", order), "ann")
    order.clear()
    watchers.wake(SEATS)
    assert order == ["ann"]
    await turns_of_the_loop(1)
    assert len(order) == 1 + AT_ONCE
    await turns_of_the_loop(2)
    assert order[1:] == [f"spectator-{number}" for number in range(2 * AT_ONCE + 10)]


async def test_however_fast_it_goes_the_last_of_a_crowd_have_their_turn() -> None:
    watchers, order = Watchers(), list[str]()
    everybody = crowd(watchers, order, 4 * AT_ONCE)
    for _ in range(3):
        watchers.wake(SEATS)
        await turns_of_the_loop(1)
    assert len(set(order)) == 3 * AT_ONCE, "the next ones have their turn before the first have it again"
    order.clear()
    watchers.wake(SEATS)
    await turns_of_the_loop(5)
    assert sorted(order) == sorted(each.name for each in everybody), "once for all the changes"


async def test_a_watcher_who_leaves_a_crowd_is_told_no_more() -> None:
    watchers, order = Watchers(), list[str]()
    everybody = crowd(watchers, order, 2 * AT_ONCE)
    watchers.wake(SEATS)
    watchers.discard(everybody[-1])
    await turns_of_the_loop(3)
    assert len(order) == 2 * AT_ONCE - 1
