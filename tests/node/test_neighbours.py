"""Several nodes as one: who is connected, who thinks for a bot, what is noticed when news are lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest

from quincunx.adapters.bus_memory import MemoryBus
from quincunx.core.reason import Refusal
from quincunx.games.cinco.types import Exchange
from quincunx.node import duties, neighbours, presence
from quincunx.node.live import LiveTable
from quincunx.node.news import MOST_NAMED, Gap, Here, News, Who
from quincunx.node.presence import Horizon, TablePresence
from quincunx.node.service import Tables
from quincunx.table.commands import CallBot, SetBotPace, SitDown, StandUp
from quincunx.table.events import Entry, Moved
from quincunx.table.person import Person
from quincunx.table.seats import AWAY_MILLISECONDS
from tests.node.support import World, is_set, join, live, until
from tests.table.support import ALICE, BOB, BOT, CAROL, ME, entropy, make_move, seated, settings


class Line(MemoryBus):
    """A node's own access to a bus that all share, which can be cut."""

    def __init__(self, shared: MemoryBus) -> None:
        super().__init__()
        self.shared = shared
        self.is_cut = False
        self.cut_once: type[object] | None = None
        """The next news of this kind get lost, and nobody knows."""

    @property
    def is_well(self) -> bool:  # type: ignore[override]
        return not self.is_cut

    async def publish(self, news: News) -> None:
        if not self.is_cut:
            await self.shared.publish(news)

    async def subscribe(self) -> AsyncIterator[News | Gap]:
        was_cut = False
        async for news in self.shared.subscribe():
            if self.cut_once is not None and isinstance(news, self.cut_once):
                self.cut_once = None
            elif self.is_cut:
                was_cut = True
            else:
                if was_cut:
                    was_cut = False
                    yield Gap()
                yield news


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that nodes do now and then, they do at once."""
    monkeypatch.setattr(presence, "GATHERING_SECONDS", 0.001)
    monkeypatch.setattr(neighbours, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(neighbours, "SETTLE_SECONDS", 0.1)
    monkeypatch.setattr(duties, "DEAF_SECONDS", 0.02)


async def _two(world: World) -> tuple[Tables, Tables, str, LiveTable, LiveTable]:
    one, two = await world.node(Line(world.bus)), await world.node(Line(world.bus))
    table = await world.make(one)
    there = await live(two, table)
    return one, two, table, await live(one, table), there


def _line(node: Tables) -> Line:
    assert isinstance(node._bus, Line)
    return node._bus


def _here(node: Tables, table: LiveTable) -> tuple[bool, ...]:
    return node.presence(table).here


# ---- presence -----------------------------------------------------------------------------------------


async def test_whoever_is_connected_to_one_node_is_seen_on_the_other(world: World) -> None:
    one, two, _, here, there = await _two(world)
    woken = join(two, there, CAROL)
    alice = join(one, here, ALICE)
    await until(lambda: _here(two, there) == (True, False))
    await asyncio.wait_for(woken.wait(), 20)
    join(two, there, BOB)
    await until(lambda: _here(one, here) == (True, True))
    assert one.presence(here) == two.presence(there)
    assert one.presence(here).watching == 1
    one.leave(here, ALICE, alice)
    await until(lambda: _here(two, there) == (False, True))


async def test_whoever_is_on_both_nodes_is_counted_once(world: World) -> None:
    one, two, _, here, there = await _two(world)
    for node, table in ((one, here), (two, there), (two, there)):
        join(node, table, CAROL)
    await until(lambda: one.presence(here).watching == 1 == two.presence(there).watching)
    join(one, here, Person("somebody-else", "S"))
    await until(lambda: one.presence(here).watching == 2 == two.presence(there).watching)


async def test_no_bot_takes_the_seat_of_somebody_who_is_connected_to_another_node(world: World) -> None:
    one, two, table, here, there = await _two(world)
    join(one, here, ALICE)
    bob = join(two, there, BOB)
    await until(lambda: _here(one, here) == (True, True))
    world.clock.time += 10 * AWAY_MILLISECONDS
    with pytest.raises(Refusal, match="has not been away"):
        await world.do(one, table, ALICE, CallBot(1))
    two.leave(there, BOB, bob)
    await until(lambda: _here(one, here) == (True, False))
    world.clock.time += AWAY_MILLISECONDS - 1
    with pytest.raises(Refusal, match="has not been away"):
        await world.do(one, table, ALICE, CallBot(1))
    world.clock.time += 1
    await world.do(one, table, ALICE, CallBot(1))


async def test_a_node_that_comes_to_a_table_late_is_told_who_is_there(world: World) -> None:
    one = await world.node(Line(world.bus))
    table = await world.make(one)
    here = await live(one, table)
    join(one, here, ALICE)
    await asyncio.sleep(0.02)
    two = await world.node(Line(world.bus))
    there = await live(two, table)
    await until(lambda: _here(two, there) == (True, False))


async def test_when_a_node_dies_its_people_are_gone_since_it_was_heard_last(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two, table, here, there = await _two(world)
    join(one, here, ALICE)
    join(two, there, BOB)
    await until(lambda: _here(one, here) == (True, True))
    monkeypatch.setattr(neighbours, "SILENCE_SECONDS", 0.3)
    for task in two._duties._tasks:
        task.cancel()  # it says nothing any more, and no farewell
    await until(lambda: _here(one, here) == (True, False))
    assert one.presence(here).away == (False, False)
    world.clock.time += AWAY_MILLISECONDS
    assert one.presence(here).away == (False, True)
    await world.do(one, table, ALICE, CallBot(1))


async def test_a_node_that_stops_says_so(world: World) -> None:
    one, two, _, here, there = await _two(world)
    join(two, there, BOB)
    await until(lambda: _here(one, here) == (False, True))
    await two.stop()
    await until(lambda: _here(one, here) == (False, False))


async def test_a_node_that_hears_nothing_takes_nobody_for_gone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "SILENCE_SECONDS", 0.3)
    one, two, table, here, there = await _two(world)
    join(one, here, ALICE)
    bob = join(two, there, BOB)
    await until(lambda: _here(one, here) == (True, True))
    _line(one).is_cut = True
    await asyncio.sleep(0.5)
    assert _here(one, here) == (True, True)
    two.leave(there, BOB, bob)
    world.clock.time += 10 * AWAY_MILLISECONDS
    await asyncio.sleep(0.05)  # the news cannot come
    _line(one).is_cut = False
    await until(lambda: _here(one, here) == (True, False))
    with pytest.raises(Refusal, match="has not been away"):
        await world.do(one, table, ALICE, CallBot(1))  # for all that it knows he has just gone
    world.clock.time += AWAY_MILLISECONDS
    await world.do(one, table, ALICE, CallBot(1))


async def test_while_a_node_hears_nothing_whoever_is_not_here_may_be_elsewhere(world: World) -> None:
    one, _, table, here, _ = await _two(world)
    join(one, here, ALICE)
    _line(one).is_cut = True
    world.clock.time += 10 * AWAY_MILLISECONDS
    await until(lambda: one.presence(here).away == (False, False))
    with pytest.raises(Refusal, match="has not been away"):
        await world.do(one, table, ALICE, CallBot(1))


async def test_what_a_node_could_not_say_it_says_when_it_is_heard_again(world: World) -> None:
    one, two, _, here, there = await _two(world)
    _line(two).is_cut = True
    join(two, there, BOB)
    await asyncio.sleep(0.05)
    assert _here(one, here) == (False, False)
    _line(two).is_cut = False
    await until(lambda: _here(one, here) == (False, True))


async def test_somebody_who_moves_is_not_away_though_no_node_sees_a_connection(world: World) -> None:
    one, two, table, here, _ = await _two(world)
    join(one, here, ALICE)
    world.clock.time += 10 * AWAY_MILLISECONDS
    assert one.presence(here).away == (False, True)
    await world.do(two, table, ALICE, make_move(0, Exchange()))
    await world.do(two, table, BOB, make_move(1, Exchange()))
    await until(lambda: one.presence(here).away == (False, False))
    world.clock.time += AWAY_MILLISECONDS
    assert one.presence(here).away == (False, True)


async def test_whoever_left_a_node_that_was_not_heard_is_gone_when_it_is_heard_again(world: World) -> None:
    """Watchers too, of whom no times are told."""
    one, two, _, here, there = await _two(world)
    bob, carol = join(two, there, BOB), join(two, there, CAROL)
    await until(lambda: _here(one, here) == (False, True))
    assert one.presence(here).watching == 1
    _line(two).is_cut = True
    await asyncio.sleep(0.05)
    two.leave(there, BOB, bob)
    two.leave(there, CAROL, carol)
    await asyncio.sleep(0.05)
    assert one.presence(here).watching == 1
    _line(two).is_cut = False
    await until(lambda: _here(one, here) == (False, False))
    assert one.presence(here).watching == 0


async def test_of_a_crowd_the_seated_are_named_and_the_rest_are_counted() -> None:
    state = seated().state
    there = TablePresence(0, lambda: None)
    for number in range(MOST_NAMED + 50):
        there.join(f"somebody-{number:04}")
    there.join(BOB.id)
    people, more, left = there.here(state)
    assert (people[0], len(people), more, left) == (BOB.id, MOST_NAMED, 51, {})
    here = TablePresence(0, lambda: None, Horizon(0))
    here.hear(Here("n", state.id, people, more, left), 0)
    assert here.view(state, 0).here == (False, True)
    assert here.view(state, 0).watching == MOST_NAMED + 50


# ---- bots -----------------------------------------------------------------------------------------------


async def test_one_node_thinks_for_a_bot(world: World) -> None:
    """The one that has brought the turn about; the others have the table in memory, and hear of it."""
    nodes = [await world.node(Line(world.bus)) for _ in range(3)]
    await asyncio.sleep(0.05)
    table = await world.make(nodes[0], settings(seats=(ME, BOT)))
    tables = [await live(node, table) for node in nodes]
    asked = 0
    for turn in range(9):
        world.engine.asked = 0
        node = nodes[turn % 3]
        node._bots._pause = 0.1
        await until(lambda: len({each.state.version for each in tables}) == 1)
        await world.do(node, table, ALICE, make_move(0, Exchange()))
        talker = nodes[(turn + 1) % 3]
        await world.do(talker, table, ALICE, SetBotPace("slow" if turn % 2 else "normal"))
        await until(lambda: all(each.state.to_move() == 0 for each in tables))
        asked += world.engine.asked
    assert asked == 9


async def test_a_node_that_dies_over_a_bots_turn_is_replaced(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(duties, "SWEEP_SECONDS", 0.01)
    monkeypatch.setattr(neighbours, "PLAYED_SECONDS", 0.1)
    slow = await world.node(Line(world.bus), pause=600.0)
    quick = await world.node(Line(world.bus))
    table = await world.make(slow, settings(seats=(ME, BOT)))
    there = await live(quick, table)
    await world.do(slow, table, ALICE, make_move(0, Exchange()))
    await asyncio.sleep(0.1)
    world.clock.time += duties.OVERDUE_MILLISECONDS
    await asyncio.sleep(0.1)
    assert there.state.to_move() == 1, "while it says that it thinks, nobody else does"
    for task in slow._duties._tasks:
        task.cancel()
    await until(lambda: there.state.to_move() == 0)


async def test_a_node_that_stops_over_a_bots_turn_is_replaced_at_once(world: World) -> None:
    slow, quick = await world.node(Line(world.bus), pause=600.0), await world.node(Line(world.bus))
    table = await world.make(slow, settings(seats=(ME, BOT)))
    there = await live(quick, table)
    await world.do(slow, table, ALICE, make_move(0, Exchange()))
    await until(lambda: there.state.to_move() == 1)
    await slow.stop()
    await until(lambda: there.state.to_move() == 0)


async def test_a_search_is_dropped_when_another_node_was_faster(world: World) -> None:
    one, two = await world.node(Line(world.bus), pause=600.0), await world.node(Line(world.bus))
    table = await world.make(one)
    here = await live(one, table)
    await world.do(one, table, ALICE, StandUp(0))
    await until(lambda: table in one._bots.playing)
    two._bots.take_up(await live(two, table))
    await until(lambda: here.state.to_move() == 1)
    await until(lambda: table not in one._bots.playing)


async def test_a_node_that_was_overtaken_leaves_the_table_to_the_other(world: World) -> None:
    one, two = await world.node(Line(world.bus), pause=600.0), await world.node(Line(world.bus))
    table = await world.make(one, settings(seats=(BOT, BOT)))
    await until(lambda: world.engine.asked == 1)
    there = await live(two, table)
    two._bots.take_up(there)
    await until(lambda: there.state.status == "ended" and table not in one._bots.playing)
    moves = sum(isinstance(event, Moved) for each in world.journal.tables[table] for event in each.events)
    assert world.engine.asked == 1 + moves


# ---- lost news ------------------------------------------------------------------------------------------


async def test_a_publish_that_fails_after_the_commit_hurts_nobody(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(duties, "COMPARE_SECONDS", 0.02)
    one, two, table, here, there = await _two(world)

    async def fail(news: object) -> None:
        raise ConnectionError("the bus hung up")

    monkeypatch.setattr(_line(one), "publish", fail)
    woken = join(two, there, BOB)
    ack = await world.do(one, table, ALICE, make_move(0, Exchange()))
    assert here.state.version == ack.version
    await until(lambda: there.state.version == ack.version)
    assert await is_set(woken)
    assert (await world.make(one)) in world.journal.tables


async def test_a_lost_last_message_is_noticed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    assert duties.COMPARE_SECONDS < 5
    monkeypatch.setattr(duties, "COMPARE_SECONDS", 0.02)
    one, two, table, _, there = await _two(world)
    await until(lambda: there.state.version == 3)
    _line(two).cut_once = Entry
    woken = join(two, there, BOB)
    ack = await world.do(one, table, ALICE, make_move(0, Exchange()))
    await asyncio.wait_for(woken.wait(), 20)
    await until(lambda: there.state.version == ack.version)
    assert _line(two).cut_once is None


async def test_a_table_that_changes_while_it_is_read_is_shown_as_it_is_then(world: World) -> None:
    one, two = await world.node(Line(world.bus)), await world.node(Line(world.bus))
    table = await world.make(one)
    read = world.journal.read

    async def slow(name: str, after: int = 0) -> Sequence[Entry]:
        found = await read(name, after)
        world.journal.read = read  # type: ignore[method-assign]
        # What has been read is on its way while somebody moves elsewhere, and that is heard of here.
        await world.do(one, table, ALICE, make_move(0, Exchange()))
        await asyncio.sleep(0.02)
        return found

    world.journal.read = slow  # type: ignore[method-assign]
    there = await live(two, table)
    assert there.state.version == (await live(one, table)).state.version == 4


async def test_a_node_without_the_bus_shows_what_others_do_all_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(duties, "COMPARE_SECONDS", 0.3)
    one, two, table, here, there = await _two(world)
    _line(two).is_cut = True
    assert not two.hears_others
    assert one.hears_others
    await world.do(one, table, ALICE, make_move(0, Exchange()))
    await until(lambda: there.state.version == here.state.version)
    await world.do(two, table, BOB, make_move(1, Exchange()))
    version = there.state.version
    await world.do(one, table, ALICE, make_move(0, Exchange()), version=version)
    await until(lambda: there.state.version == here.state.version == version + 1)


async def test_after_a_gap_it_is_compared_at_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duties, "COMPARE_SECONDS", 600.0)
    monkeypatch.setattr(duties, "DEAF_SECONDS", 600.0)
    one, two, table, here, there = await _two(world)
    await asyncio.sleep(0.02)
    _line(two).is_cut = True
    await world.do(one, table, ALICE, make_move(0, Exchange()))
    await asyncio.sleep(0.05)
    assert there.state.version < here.state.version
    _line(two).is_cut = False
    await until(lambda: there.state.version == here.state.version)


async def test_an_entry_that_is_heard_is_not_read_again(world: World) -> None:
    one, _, table, here, there = await _two(world)
    await until(lambda: there.state.version == here.state.version)
    reads = world.journal.reads
    for turn in range(6):
        await world.do(one, table, (ALICE, BOB)[turn % 2], make_move(turn % 2, Exchange()))
    await until(lambda: there.state.version == here.state.version)
    assert world.journal.reads == reads


async def test_a_table_that_is_held_up_does_not_keep_the_node_from_hearing_of_others(
    world: World,
) -> None:
    one, two, stuck, _, there = await _two(world)
    other = await world.make(one)
    heard = await live(two, other)
    async with there.lock:  # as if a command waited for the disk
        await world.do(one, stuck, ALICE, make_move(0, Exchange()))
        ack = await world.do(one, other, ALICE, make_move(0, Exchange()))
        await until(lambda: heard.state.version == ack.version)
        assert there.state.version == ack.version - 1
    await until(lambda: there.state.version == ack.version)


async def test_sitting_down_through_two_nodes_starts_the_game_on_both(world: World) -> None:
    one, two = await world.node(Line(world.bus)), await world.node(Line(world.bus))
    table = await world.make(one, seated=False)
    here, there = await live(one, table), await live(two, table)
    await world.do(one, table, ALICE, SitDown(0, entropy(1)))
    await until(lambda: there.state.version == here.state.version)
    await world.do(two, table, BOB, SitDown(1, entropy(2)))
    await until(lambda: here.state.status == there.state.status == "playing")
    assert here.state == there.state


async def test_of_people_who_hung_up_a_bounded_number_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "MOST_LEFT", 10)
    there = TablePresence(0, lambda: None)
    for number in range(100):
        there.join(f"somebody-{number}")
        there.leave(f"somebody-{number}", number)
    assert len(there._left) == 10
    assert "somebody-99" in there._left


async def test_who_asks_for_all_tables_is_told_of_all(world: World) -> None:
    one, _, _, here, _ = await _two(world)
    other = await live(one, await world.make(one))
    join(one, here, ALICE)
    join(one, other, BOB)
    await asyncio.sleep(0.05)
    said: list[News | Gap] = []

    async def listen() -> None:
        async for news in world.bus.subscribe():
            said.append(news)  # noqa: PERF401  # a list that is watched meanwhile

    listening = asyncio.create_task(listen())
    await asyncio.sleep(0)
    await world.bus.publish(Who("a-third-node"))
    await until(
        lambda: {each.table for each in said if isinstance(each, Here)} == {here.state.id, other.state.id}
    )
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)
