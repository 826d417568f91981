"""Presence: connected people, times of disconnection, and the rate of announcements."""

from __future__ import annotations

import asyncio

import pytest

from quincunx.core.reason import Refusal
from quincunx.games.cinco.types import Exchange
from quincunx.node.live import presence
from quincunx.node.live.presence import TablePresence
from quincunx.node.messages import Here
from quincunx.table.commands import CallBot, StandUp
from quincunx.table.seats.person import Person
from quincunx.table.seats.sitting import AWAY_MILLISECONDS, IDLE_MILLISECONDS
from tests.node.signal import Signal
from tests.node.support import World, is_set, join, live, until
from tests.table.support import ALICE, BOB, CAROL, make_move, seated


async def test_presence_tells_who_is_here_who_is_away_and_how_many_watch(world: World) -> None:
    node = await world.node()
    table = await live(node, await world.make(node))
    woken = Signal()
    node.join(table, ALICE, woken)
    node.join(table, CAROL, Signal())
    node.join(table, CAROL, Signal())
    told = node.presence(table)
    assert (told.here, told.watching) == ((True, False), 1)
    node.leave(table, ALICE, woken)
    assert node.presence(table).away == (False, False)
    world.clock.time += AWAY_MILLISECONDS
    assert node.presence(table).away == (True, True)
    node.join(table, ALICE, Signal())
    assert node.presence(table).away == (False, True)


async def test_a_bot_is_called_in_for_a_really_absent_player(world: World) -> None:
    node = await world.node()
    name = await world.make(node)
    table = await live(node, name)
    node.join(table, ALICE, Signal())
    node.join(table, BOB, Signal())
    with pytest.raises(Refusal):
        await world.do(node, name, ALICE, CallBot(1))
    woken = Signal()
    node.join(table, BOB, woken)
    node.leave(table, BOB, woken)
    world.clock.time += AWAY_MILLISECONDS
    with pytest.raises(Refusal):
        await world.do(node, name, ALICE, CallBot(1))  # he has another socket open
    node.leave(table, BOB, woken)
    world.clock.time += AWAY_MILLISECONDS
    await world.do(node, name, ALICE, CallBot(1))


async def test_a_connected_player_who_does_not_move_is_idle_and_can_be_replaced(world: World) -> None:
    node = await world.node()
    name = await world.make(node)
    table = await live(node, name)
    for person in (ALICE, BOB):
        node.join(table, person, Signal())
    world.clock.time = table.state.moved_on + IDLE_MILLISECONDS - 1
    assert node.presence(table).idle is None
    world.clock.time += 1
    told = node.presence(table)
    assert (told.here, told.away, told.idle) == ((True, True), (False, False), 0)
    await world.do(node, name, BOB, CallBot(0))
    await until(lambda: table.state.bot_to_move() is None)
    assert node.presence(table).idle is None
    assert (table.state.seats[0].kind, table.state.seats[0].bot_moves) == ("stand_in", 1)


async def test_a_node_that_has_just_come_up_calls_no_player_idle(world: World) -> None:
    """No player could move while there was none."""
    one = await world.node()
    name = await world.make(one)
    join(one, await live(one, name), BOB)
    world.clock.time += IDLE_MILLISECONDS
    two = await world.node()
    assert one.presence(await live(one, name)).idle == 0
    assert two.presence(await live(two, name)).idle is None
    with pytest.raises(Refusal, match="kept the game waiting"):
        await world.do(two, name, BOB, CallBot(0))
    world.clock.time += IDLE_MILLISECONDS
    assert two.presence(await live(two, name)).idle == 0


async def test_a_player_who_never_came_is_away_since_the_table_was_loaded() -> None:
    state = seated().state
    there = TablePresence(1_000, lambda: None)
    assert there.last_seen(state) == {ALICE.id: 1_000, BOB.id: 1_000}
    there.join(ALICE.id)
    assert there.last_seen(state) == {BOB.id: 1_000}
    there.leave(ALICE.id, 5_000)
    assert there.last_seen(state) == {ALICE.id: 5_000, BOB.id: 1_000}


async def test_a_player_whose_seat_a_bot_holds_is_a_watcher() -> None:
    desk = seated()
    desk.do(BOB, StandUp(1))
    there = TablePresence(0, lambda: None)
    there.join(BOB.id)
    shown = there.view(desk.state, AWAY_MILLISECONDS)
    assert (shown.here, shown.away, shown.watching) == ((False, False), (True, False), 1)


async def test_a_player_who_asks_over_plain_http_is_present_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(presence, "ASKING_SECONDS", 0.05)
    state = seated().state
    there = TablePresence(0, lambda: None)
    there.ask(BOB.id, state, 7_000)
    assert there.view(state, 7_000).here == (False, True)
    assert there.last_seen(state) == {ALICE.id: 0}
    assert BOB.id not in there.people, "no device of his can be asked for its randomness"
    await asyncio.sleep(0.03)
    there.ask(BOB.id, state, 9_000)
    await asyncio.sleep(0.03)
    assert there.view(state, 9_000).here == (False, True), "he has asked again"
    await until(lambda: there.view(state, 9_000).here == (False, False))
    assert there.last_seen(state) == {ALICE.id: 0, BOB.id: 9_000}
    assert not there.is_anybody_here


async def test_a_player_with_a_seat_and_no_socket_alone_is_asking() -> None:
    state = seated().state
    there = TablePresence(0, lambda: None)
    there.ask(CAROL.id, state, 0)
    there.join(ALICE.id)
    there.ask(ALICE.id, state, 0)
    there.ask(BOB.id, state, 0)
    there.join(BOB.id)
    assert there.view(state, 0).here == (True, True)
    for person in (ALICE, BOB):
        there.leave(person.id, 1_000)
    assert there.view(state, 0).here == (False, False), "who hangs up has gone at once"
    assert there.last_seen(state) == {ALICE.id: 1_000, BOB.id: 1_000}
    assert not there.is_anybody_here


async def test_a_crowd_that_arrives_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it would wake itself as often as the square of its size."""
    monkeypatch.setattr(presence, "GATHERING_SECONDS", 0.01)
    told: list[int] = []
    there = TablePresence(0, lambda: told.append(there.view(state, 0).watching))
    state = seated().state
    for person in range(1_000):
        there.join(f"spectator-{person}")
    assert told == []
    await until(lambda: bool(told))
    assert told == [1_000]
    there.leave("spectator-1", 0)
    there.leave("spectator-2", 0)
    await until(lambda: len(told) > 1)
    assert told == [1_000, 998]


# ---- a signal ----------------------------------------------------------------------------------------------


async def test_a_signal_wakes_present_and_later_waiters() -> None:
    signal = Signal()
    waiting = asyncio.create_task(signal.wait())
    await asyncio.sleep(0)
    assert not waiting.done()
    signal.set()
    signal.set()
    await waiting
    assert await is_set(signal), "until it is cleared"
    signal.clear()
    assert not await is_set(signal)
    signal.set()
    assert await is_set(signal)


async def test_a_waiter_that_gave_up_does_not_spoil_the_signal() -> None:
    signal = Signal()
    waiting = asyncio.create_task(signal.wait())
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    signal.set()
    assert await is_set(signal)


async def test_a_crowd_that_leaves_makes_no_person_away_at_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exact time of a disconnection may be dropped to save memory, but not the fact that it was
    recent."""
    monkeypatch.setattr(presence, "MOST_LEFT", 3)
    node = await world.node()
    table = await live(node, await world.make(node))
    player, crowd = Signal(), [Signal() for _ in range(5)]
    node.join(table, ALICE, player)
    for number, watcher in enumerate(crowd):
        node.join(table, Person(f"guest-{number}", "Guest"), watcher)
    world.clock.time += AWAY_MILLISECONDS
    node.leave(table, ALICE, player)
    for number, watcher in enumerate(crowd):
        node.leave(table, Person(f"guest-{number}", "Guest"), watcher)
    assert node.presence(table).away[0] is False
    world.clock.time += AWAY_MILLISECONDS
    assert node.presence(table).away[0] is True


async def test_a_change_to_away_is_noticed_within_a_second(world: World) -> None:
    node = await world.node()
    table = await live(node, await world.make(node))
    since = world.clock.time
    world.clock.time = since + AWAY_MILLISECONDS - presence.FRESH_MILLISECONDS
    before = node.presence(table)
    assert before.away == (False, False)
    world.clock.time += presence.FRESH_MILLISECONDS - 1
    assert node.presence(table) is before, "it is not worked out for each that looks"
    world.clock.time += 1
    assert node.presence(table).away == (True, True)


async def test_a_command_shows_that_its_player_was_there(world: World) -> None:
    """Also one over plain HTTP, without a socket."""
    node = await world.node()
    table = await live(node, await world.make(node))
    world.clock.time += AWAY_MILLISECONDS
    await world.do(node, table.state.id, ALICE, make_move(0, Exchange()))
    assert node.presence(table).away == (False, True)


async def test_only_the_people_of_a_node_that_does_not_confirm_them_are_gone() -> None:
    state = seated().state
    there = TablePresence(1_000, lambda: None)
    there.apply_message(Here("one", state.id, (ALICE.id,)), 2_000)
    there.apply_message(Here("two", state.id, (BOB.id,)), 2_000)
    there.mark_unconfirmed("one")
    there.settle(3_000)
    assert there.last_seen(state) == {ALICE.id: 3_000}
    there.mark_unconfirmed(None)
    there.apply_message(Here("two", state.id, (BOB.id,)), 3_500)
    there.settle(3_600)
    assert there.last_seen(state) == {ALICE.id: 3_000}, "the other node has repeated who is there"
    there.mark_unconfirmed(None)
    there.settle(4_000)
    assert there.last_seen(state) == {ALICE.id: 3_000, BOB.id: 4_000}


async def test_nodes_tell_each_other_since_when_players_are_gone() -> None:
    state = seated().state
    here, there = TablePresence(1_000, lambda: None), TablePresence(1_000, lambda: None)
    for person, left in ((ALICE, 2_000), (BOB, 9_000)):
        here.join(person.id)
        here.leave(person.id, left)
    there.apply_message(here.local_message("node", state), 5_000)
    assert there.last_seen(state) == {ALICE.id: 2_000, BOB.id: 5_000}, "not since a moment to come"
    here.join(ALICE.id)
    message = here.local_message("node", state)
    assert (message.people, message.left) == ((ALICE.id,), {BOB.id: 9_000})


async def test_the_people_of_a_node_that_ends_are_gone_since_then() -> None:
    state = seated().state
    there = TablePresence(1_000, lambda: None)
    there.apply_message(Here("node", state.id, (ALICE.id,), asking=(BOB.id,)), 2_000)
    assert there.last_seen(state) == {}
    there.end_node("another", 4_000)
    assert there.last_seen(state) == {}
    there.end_node("node", 5_000)
    assert there.last_seen(state) == {ALICE.id: 5_000, BOB.id: 5_000}
