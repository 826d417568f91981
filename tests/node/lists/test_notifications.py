"""Notifications of absent players: at most one per turn, even if a node dies."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from quincunx.club.ports import StoreUnavailable
from quincunx.games.cinco.types import Exchange
from quincunx.node.lists import notifications
from quincunx.node.node import Tables
from quincunx.table.commands import Rematch, Resign
from quincunx.table.events import LivePace
from quincunx.table.my_tables import Notice
from quincunx.table.seats.person import handle_of
from tests.node.signal import Signal
from tests.node.support import World, join, live, until
from tests.table.support import ALICE, BOB, BOT, ME, OPEN, make_move, settings

EXCHANGE = Exchange()


class Phone:
    """Tells each turn once, whatever node asks, as the store sees to it."""

    def __init__(self) -> None:
        self.told: list[Notice] = []
        self.asked = 0
        self.is_lost = 0
        self.pages: list[tuple[str, int]] = []
        """The pages of people that were asked for."""
        self.may_tell = asyncio.Event()
        self.may_tell.set()
        self._last: dict[tuple[str, str], int] = {}

    async def notify(self, notice: Notice) -> None:
        self.asked += 1
        await self.may_tell.wait()
        if self.is_lost:
            self.is_lost -= 1
            raise StoreUnavailable("The store is away.")
        key = (notice.person, notice.table)
        if self._last.get(key, -1) < notice.turn:
            self._last[key] = notice.turn
            self.told.append(notice)

    async def reachable(self, after: str, limit: int) -> Sequence[str]:
        self.pages.append((after, limit))
        return [each for each in sorted((ALICE.id, BOB.id)) if each > after][:limit]

    @property
    def names(self) -> list[str]:
        return [{ALICE.id: "Alice", BOB.id: "Bob"}[each.person] for each in self.told]


class Follower:
    def on_table_change(self, table: str) -> None: ...


@pytest.fixture
def phone() -> Phone:
    return Phone()


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifications, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(notifications, "AGAIN_SECONDS", 0.02)
    monkeypatch.setattr(notifications, "RETRY_SECONDS", 0.01)


async def looked(world: World) -> None:
    """Wait until no node has a table left to check."""
    await until(
        lambda: not any(node._notifications._pending or node._notifications._looks for node in world.nodes)
    )


async def test_an_absent_player_is_notified_once_a_turn(world: World, phone: Phone) -> None:
    node = await world.node(notifier=phone)
    table = await world.make(node)
    await until(lambda: phone.names == ["Alice"])
    assert phone.told == [Notice(ALICE.id, table, 1, "cinco", ("Bob",), (handle_of(BOB.id),))]
    await looked(world)
    await world.do(node, table, ALICE, make_move(0, EXCHANGE))
    await until(lambda: phone.names == ["Alice", "Bob"])
    await world.do(node, table, BOB, make_move(1, EXCHANGE))
    await until(lambda: phone.names == ["Alice", "Bob", "Alice"])
    await looked(world)
    assert [each.turn for each in phone.told] == [1, 2, 3]
    await world.do(node, table, ALICE, Resign(0))
    await looked(world)
    assert len(phone.told) == 3


async def to_alice(world: World, node: Tables, phone: Phone) -> tuple[str, Signal]:
    """Both have been told; Alice is there, and it is her turn again."""
    table = await world.make(node)
    await until(lambda: phone.names == ["Alice"])
    signal = join(node, await live(node, table), ALICE)
    await world.do(node, table, ALICE, make_move(0, EXCHANGE))
    await until(lambda: phone.names == ["Alice", "Bob"])
    await world.do(node, table, BOB, make_move(1, EXCHANGE))
    return table, signal


async def test_a_present_player_is_not_notified(world: World, phone: Phone) -> None:
    node = await world.node(notifier=phone)
    await to_alice(world, node, phone)
    await looked(world)
    assert (phone.asked, phone.names) == (2, ["Alice", "Bob"])


async def test_a_player_who_only_seemed_present_is_notified_at_the_second_check(
    world: World, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "AGAIN_SECONDS", 0.2)
    node = await world.node(notifier=phone)
    table, asleep = await to_alice(world, node, phone)
    await until(lambda: any(each.has_looked for each in node._notifications._pending.values()))
    node.leave(await live(node, table), ALICE, asleep)
    await until(lambda: phone.names == ["Alice", "Bob", "Alice"])


async def test_of_quick_turns_the_last_is_told_by_one_timer(
    world: World, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "LOOK_SECONDS", 60.0)
    node = await world.node(notifier=phone)
    table = await world.make(node)
    waiting = node._notifications._pending[table]
    timer, due = waiting.timer, waiting.due
    for seat, person in ((0, ALICE), (1, BOB), (0, ALICE)):
        await asyncio.sleep(0.1)
        await world.do(node, table, person, make_move(seat, EXCHANGE))
    assert node._notifications._pending[table].timer is timer
    assert waiting.due > due
    node._notifications._ring(waiting)  # as the timer does, too early for the last turn
    assert phone.asked == 0
    assert waiting.timer is not timer
    waiting.due = 0.0
    node._notifications._ring(waiting)
    await until(lambda: phone.names == ["Bob"])
    assert [each.turn for each in phone.told] == [4]


async def test_a_turn_that_comes_while_the_last_one_is_told_is_told_as_well(
    world: World, phone: Phone
) -> None:
    node = await world.node(notifier=phone)
    phone.may_tell.clear()
    table = await world.make(node)
    await until(lambda: phone.asked == 1)
    await world.do(node, table, ALICE, make_move(0, EXCHANGE))
    phone.may_tell.set()
    await until(lambda: phone.names == ["Alice", "Bob"])


async def test_with_bots_alone_no_person_waits_but_the_clock_does(world: World, phone: Phone) -> None:
    node = await world.node(notifier=phone)
    plan = settings(seats=(ME, BOT))
    await world.make(node, plan)
    await looked(world)
    assert phone.asked == 0
    await world.make(node, replace(plan, pace=LivePace(300, 10)))
    await until(lambda: phone.names == ["Alice"])
    (notice,) = phone.told
    assert (notice.left, notice.is_live, notice.others) == (300_000, True, ())


async def test_in_a_live_game_a_page_of_ours_is_enough(world: World, phone: Phone) -> None:
    node = await world.node(notifier=phone)
    node.mine.follow(ALICE.id, Follower())
    await world.make(node, replace(settings(), pace=LivePace(300, 10)))
    await looked(world)
    assert phone.asked == 0
    await world.make(node)
    await until(lambda: phone.names == ["Alice"])


async def test_a_seat_that_is_kept_is_told_to_whom_it_is_kept_for(world: World, phone: Phone) -> None:
    node = await world.node(notifier=phone)
    table = await world.make(node)
    await world.do(node, table, ALICE, Resign(0))
    await looked(world)
    before = len(phone.told)
    ack = await world.do(node, table, ALICE, Rematch())
    await until(lambda: len(phone.told) > before)
    await looked(world)
    assert phone.told[before:] == [
        Notice(BOB.id, ack.table or "", 0, "cinco", ("Alice",), (handle_of(ALICE.id),), is_invitation=True)
    ]


async def test_on_one_device_and_while_seats_are_open_no_player_is_notified(
    world: World, phone: Phone
) -> None:
    node = await world.node(notifier=phone)
    await world.make(node, settings(seats=(ME, ME), one_device=True))
    await world.make(node, settings(seats=(ME, OPEN)), seated=False)
    await looked(world)
    assert phone.asked == 0


async def test_of_two_nodes_one_tells_and_each_turn_once(world: World, phone: Phone) -> None:
    one, two = await world.node(notifier=phone), await world.node(notifier=phone)
    table = await world.make(one)
    await live(two, table)
    for turn in range(8):
        person, seat = ((ALICE, 0), (BOB, 1))[turn % 2]
        await until(lambda turn=turn: len(phone.told) == turn + 1)
        await world.do((one, two)[turn % 3 % 2], table, person, make_move(seat, EXCHANGE))
    await until(lambda: len(phone.told) == 9)
    await looked(world)
    assert [each.turn for each in phone.told] == list(range(1, 10))


async def test_the_node_at_which_a_turn_began_sends_its_notification(
    world: World, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "LOOK_SECONDS", 60.0)
    one, two = await world.node(notifier=phone), await world.node(notifier=phone)
    await asyncio.sleep(1)  # both have looked for what others left
    table = await world.make(one)
    there = await live(two, table)
    ack = await world.do(one, table, ALICE, make_move(0, EXCHANGE))
    await until(lambda: there.state.version == ack.version)
    assert [node._notifications.is_waiting(table) for node in (one, two)] == [True, False]


async def test_an_abandoned_notification_is_sent_by_another_node(
    world: World, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "LOOK_SECONDS", 60.0)
    first = await world.node(notifier=phone)
    table = await world.make(first)
    assert first._notifications.is_waiting(table)
    second = await world.node(notifier=phone)
    await until(lambda: second._notifications.is_waiting(table))
    second._notifications._pending.clear()  # it was just looking at its own start
    monkeypatch.setattr(notifications, "LOOK_SECONDS", 0.01)
    await first.stop()
    await until(lambda: phone.names == ["Alice"])


async def test_a_node_that_starts_takes_up_what_is_not_too_long_ago(world: World, phone: Phone) -> None:
    silent = await world.node(notifier=None)
    old = await world.make(silent)
    world.clock.time += notifications.LEFT_LYING_MILLISECONDS + 1
    fresh = await world.make(silent)
    await silent.stop()
    node = await world.node(notifier=phone)
    await until(lambda: phone.names == ["Alice"])
    await looked(world)
    assert [each.table for each in phone.told] == [fresh]
    assert node._memory.get_live(old) is not None, "it was looked at"


async def test_a_store_that_is_away_is_asked_again(world: World, phone: Phone) -> None:
    phone.is_lost = 3
    node = await world.node(notifier=phone)
    await world.make(node)
    await until(lambda: phone.names == ["Alice"])
    assert phone.asked == 4


async def test_a_table_stays_in_memory_while_a_notification_may_be_due(world: World, phone: Phone) -> None:
    node = await world.node(notifier=phone)
    table = await world.make(node)
    assert node._is_busy(table)
    await looked(world)
    assert not node._is_busy(table)
    await world.do(node, table, ALICE, make_move(0, EXCHANGE))
    assert node._notifications.is_waiting(table)
    await world.do(node, table, BOB, Resign(1))
    assert not node._notifications.is_waiting(table), "nobody is waited for"


async def test_a_node_that_starts_looks_at_everybody_page_by_page(
    world: World, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "PAGE", 1)
    await world.node(notifier=phone)
    await until(lambda: len(phone.pages) == 3)
    assert phone.pages == [("", 1), (ALICE.id, 1), (BOB.id, 1)]


@pytest.mark.faults("notice_failed")
async def test_a_notification_that_fails_is_dropped_and_the_next_turn_is_told(
    world: World, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(notice: Notice) -> None:
        raise LookupError

    node = await world.node(notifier=phone)
    with monkeypatch.context() as broken:
        broken.setattr(phone, "notify", fail)
        table = await world.make(node)
        await looked(world)
    await world.do(node, table, ALICE, make_move(0, EXCHANGE))
    await until(lambda: phone.names == ["Bob"])


async def test_a_store_that_stays_away_is_not_asked_for_ever(world: World, phone: Phone) -> None:
    phone.is_lost = 10**9
    node = await world.node(notifier=phone)
    await world.make(node)
    await until(lambda: phone.asked == notifications.TRIES)
    await looked(world)
    assert phone.asked == notifications.TRIES


async def test_after_quick_turns_the_one_who_waits_longest_is_told(
    world: World, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The timer of the first turn comes too early for the last one, and comes again."""
    monkeypatch.setattr(notifications, "LOOK_SECONDS", 60.0)
    node = await world.node(notifier=phone)
    table = await world.make(node)
    await asyncio.sleep(40)
    await world.do(node, table, ALICE, make_move(0, EXCHANGE))
    await asyncio.sleep(59)
    assert phone.told == []
    await asyncio.sleep(2)
    assert [(name, each.turn) for name, each in zip(phone.names, phone.told, strict=True)] == [("Bob", 2)]
