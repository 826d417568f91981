"""Several nodes as one: who is connected, and what is known of a node that dies or is not heard."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from structlog.testing import capture_logs

from quincunx.club.ports import StoreUnavailable
from quincunx.core.reason import Refusal
from quincunx.games.cinco.types import Exchange
from quincunx.node.cluster import membership
from quincunx.node.cluster.store_heartbeat import Heartbeat
from quincunx.node.live import presence
from quincunx.node.live.live_table import LiveTable
from quincunx.node.live.presence import Horizon, TablePresence
from quincunx.node.messages import MOST_NAMED, CredentialEnded, Heard, Here, PersonChanged, Who
from quincunx.node.node import Tables
from quincunx.table.commands import CallBot
from quincunx.table.seats.person import Person
from quincunx.table.seats.sitting import AWAY_MILLISECONDS
from tests.node.lines import Line, line_of, seen_here, two_nodes
from tests.node.signal import Signal
from tests.node.support import World, join, live, silence, until
from tests.table.support import ALICE, BOB, CAROL, make_move, seated

pytestmark = pytest.mark.usefixtures("hurried")


async def test_a_person_on_one_node_is_seen_on_the_other(world: World) -> None:
    one, two, _, here, there = await two_nodes(world)
    woken = join(two, there, CAROL)
    alice = join(one, here, ALICE)
    await until(lambda: seen_here(two, there) == (True, False))
    await asyncio.wait_for(woken.wait(), 20)
    join(two, there, BOB)
    await until(lambda: seen_here(one, here) == (True, True))
    assert one.presence(here) == two.presence(there)
    assert one.presence(here).watching == 1
    one.leave(here, ALICE, alice)
    await until(lambda: seen_here(two, there) == (False, True))


async def test_a_person_on_both_nodes_is_counted_once(world: World) -> None:
    one, two, _, here, there = await two_nodes(world)
    for node, table in ((one, here), (two, there), (two, there)):
        join(node, table, CAROL)
    await until(lambda: one.presence(here).watching == 1 == two.presence(there).watching)
    join(one, here, Person("somebody-else", "S"))
    await until(lambda: one.presence(here).watching == 2 == two.presence(there).watching)


async def test_no_bot_takes_the_seat_of_a_person_on_another_node(world: World) -> None:
    one, two, table, here, there = await two_nodes(world)
    join(one, here, ALICE)
    bob = join(two, there, BOB)
    await until(lambda: seen_here(one, here) == (True, True))
    world.clock.time += 10 * AWAY_MILLISECONDS
    with pytest.raises(Refusal, match="has not been away"):
        await world.do(one, table, ALICE, CallBot(1))
    two.leave(there, BOB, bob)
    await until(lambda: seen_here(one, here) == (True, False))
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
    await until(lambda: seen_here(two, there) == (True, False))


async def test_when_a_node_dies_its_people_are_gone_since_it_was_heard_last(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two, table, here, there = await two_nodes(world)
    join(one, here, ALICE)
    join(two, there, BOB)
    await until(lambda: seen_here(one, here) == (True, True))
    monkeypatch.setattr(membership, "SILENCE_SECONDS", 0.3)
    await silence(two)
    await until(lambda: seen_here(one, here) == (True, False))
    assert one.presence(here).away == (False, False)
    world.clock.time += AWAY_MILLISECONDS
    assert one.presence(here).away == (False, True)
    await world.do(one, table, ALICE, CallBot(1))


async def test_a_node_that_stops_says_so(world: World) -> None:
    one, two, _, here, there = await two_nodes(world)
    join(two, there, BOB)
    await until(lambda: seen_here(one, here) == (False, True))
    await two.stop()
    await until(lambda: seen_here(one, here) == (False, False))


async def test_a_node_that_hears_nothing_takes_no_person_for_gone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(membership, "SILENCE_SECONDS", 0.3)
    one, two, table, here, there = await two_nodes(world)
    join(one, here, ALICE)
    bob = join(two, there, BOB)
    await until(lambda: seen_here(one, here) == (True, True))
    line_of(one).is_cut = True
    await asyncio.sleep(0.5)
    assert seen_here(one, here) == (True, True)
    two.leave(there, BOB, bob)
    world.clock.time += 10 * AWAY_MILLISECONDS
    await asyncio.sleep(0.05)  # the news cannot come
    line_of(one).is_cut = False
    await until(lambda: seen_here(one, here) == (True, False))
    with pytest.raises(Refusal, match="has not been away"):
        await world.do(one, table, ALICE, CallBot(1))  # for all that it knows he has just gone
    world.clock.time += AWAY_MILLISECONDS
    await world.do(one, table, ALICE, CallBot(1))


async def test_while_a_node_hears_nothing_absent_people_may_be_elsewhere(world: World) -> None:
    one, _, table, here, _ = await two_nodes(world)
    join(one, here, ALICE)
    line_of(one).is_cut = True
    world.clock.time += 10 * AWAY_MILLISECONDS
    await until(lambda: one.presence(here).away == (False, False))
    with pytest.raises(Refusal, match="has not been away"):
        await world.do(one, table, ALICE, CallBot(1))


async def test_an_undelivered_message_is_sent_when_the_node_is_heard_again(world: World) -> None:
    one, two, _, here, there = await two_nodes(world)
    line_of(two).is_cut = True
    join(two, there, BOB)
    await asyncio.sleep(0.05)
    assert seen_here(one, here) == (False, False)
    line_of(two).is_cut = False
    await until(lambda: seen_here(one, here) == (False, True))


async def test_a_player_who_moves_is_not_away_though_no_node_sees_a_connection(world: World) -> None:
    one, two, table, here, _ = await two_nodes(world)
    join(one, here, ALICE)
    world.clock.time += 10 * AWAY_MILLISECONDS
    assert one.presence(here).away == (False, True)
    await world.do(two, table, ALICE, make_move(0, Exchange()))
    await world.do(two, table, BOB, make_move(1, Exchange()))
    await until(lambda: one.presence(here).away == (False, False))
    world.clock.time += AWAY_MILLISECONDS
    assert one.presence(here).away == (False, True)


async def test_a_person_who_left_an_unheard_node_is_gone_when_it_is_heard_again(world: World) -> None:
    """Watchers too, of whom no times are told."""
    one, two, _, here, there = await two_nodes(world)
    bob, carol = join(two, there, BOB), join(two, there, CAROL)
    await until(lambda: seen_here(one, here) == (False, True))
    assert one.presence(here).watching == 1
    line_of(two).is_cut = True
    await asyncio.sleep(0.05)
    two.leave(there, BOB, bob)
    two.leave(there, CAROL, carol)
    await asyncio.sleep(0.05)
    assert one.presence(here).watching == 1
    line_of(two).is_cut = False
    await until(lambda: seen_here(one, here) == (False, False))
    assert one.presence(here).watching == 0


async def test_a_plain_http_client_of_one_node_is_present_on_all(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "ASKING_SECONDS", 0.2)
    one, two, table, here, _ = await two_nodes(world)
    join(one, here, ALICE)
    two.record_request(table, BOB)
    two.record_request("no-such-table-at-all", BOB)
    await until(lambda: seen_here(one, here) == (True, True))
    world.clock.time += 2 * AWAY_MILLISECONDS
    with pytest.raises(Refusal, match="has not been away"):
        await world.do(one, table, ALICE, CallBot(1))
    assert one.presence(here).watching == 0
    await until(lambda: seen_here(one, here) == (True, False))
    assert one.presence(here).away == (False, True), "he asked two minutes ago"
    two.record_request(table, BOB)
    await until(lambda: seen_here(one, here) == (True, True))
    await two.stop()
    world.nodes.remove(two)
    await until(lambda: seen_here(one, here) == (True, False))


async def test_of_a_crowd_the_seated_are_named_and_the_rest_are_counted() -> None:
    state = seated().state
    there = TablePresence(0, lambda: None)
    for number in range(MOST_NAMED + 50):
        there.join(f"somebody-{number:04}")
    there.join(BOB.id)
    told = there.local_message("n", state)
    assert (told.people[0], len(told.people), told.more, told.left) == (BOB.id, MOST_NAMED, 51, {})
    here = TablePresence(0, lambda: None, Horizon(0))
    here.apply_message(told, 0)
    assert here.view(state, 0).here == (False, True)
    assert here.view(state, 0).watching == MOST_NAMED + 50


async def test_of_people_who_hung_up_a_bounded_number_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "MOST_LEFT", 10)
    there = TablePresence(0, lambda: None)
    for number in range(100):
        there.join(f"somebody-{number}")
        there.leave(f"somebody-{number}", number)
    assert len(there._disconnected_at) == 10
    assert "somebody-99" in there._disconnected_at


async def test_a_caller_who_asks_for_all_tables_is_told_of_all(world: World) -> None:
    one, _, _, here, _ = await two_nodes(world)
    other = await live(one, await world.make(one))
    join(one, here, ALICE)
    join(one, other, BOB)
    await asyncio.sleep(0.05)
    said: list[Heard] = []

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


class Board:
    """A board for nodes' notes, in memory."""

    def __init__(self) -> None:
        self.left: dict[str, Heartbeat] = {}
        self.taken_away: list[str] = []
        self.is_away = False

    async def write_heartbeat(self, note: Heartbeat) -> None:
        if self.is_away:
            raise StoreUnavailable("The store is away.")
        self.left[note.node] = note

    async def delete_heartbeat(self, node: str) -> None:
        self.left.pop(node, None)
        self.taken_away.append(node)

    async def heartbeats(self) -> Sequence[Heartbeat]:
        return list(self.left.values())


async def at_two_nodes(
    world: World, board: Board
) -> tuple[Tables, Tables, str, LiveTable, LiveTable, Signal]:
    """Alice at the one, and Bob at the other, which is then cut off from the bus."""
    one = await world.node(Line(world.bus), board=board)
    two = await world.node(Line(world.bus), board=board)
    table = await world.make(one)
    here, there = await live(one, table), await live(two, table)
    alice = join(one, here, ALICE)
    join(two, there, BOB)
    await until(lambda: seen_here(one, here) == (True, True))
    line_of(two).is_cut = True
    return one, two, table, here, there, alice


async def longer_than_silence() -> None:
    await asyncio.sleep(membership.SILENCE_SECONDS + 10 * membership.BEAT_SECONDS)


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "SILENCE_SECONDS", 0.3)


@pytest.mark.usefixtures("_impatient")
async def test_no_bot_takes_the_seat_of_a_person_whose_node_is_cut_off_from_the_bus(world: World) -> None:
    board = Board()
    one, _, table, here, _, _ = await at_two_nodes(world, board)
    await longer_than_silence()
    assert seen_here(one, here) == (True, True)
    world.clock.time += 2 * AWAY_MILLISECONDS
    with pytest.raises(Refusal, match="has not been away"):
        await world.do(one, table, ALICE, CallBot(1))


@pytest.mark.usefixtures("_impatient")
async def test_arrivals_and_departures_at_a_cut_off_node_are_known(world: World) -> None:
    board = Board()
    one, two, _, here, there, alice = await at_two_nodes(world, board)
    await longer_than_silence()
    carol = join(two, there, CAROL)  # who only looks on is not written down
    again = join(two, there, ALICE)
    one.leave(here, ALICE, alice)
    await longer_than_silence()
    assert seen_here(one, here) == (True, True)
    assert one.presence(here).watching == 0
    two.leave(there, ALICE, again)
    two.leave(there, CAROL, carol)
    await until(lambda: seen_here(one, here) == (False, True))
    there.presence.leave(BOB.id, world.clock.now())  # and no person is there any more
    await until(lambda: seen_here(one, here) == (False, False))


@pytest.mark.usefixtures("_impatient")
async def test_a_note_that_stays_as_it_was_is_of_a_node_that_has_died(world: World) -> None:
    board = Board()
    one, _, _, here, _, _ = await at_two_nodes(world, board)
    await longer_than_silence()
    board.is_away = True  # as if it had died: what it left stays
    await until(lambda: seen_here(one, here) == (True, False))
    assert board.left


@pytest.mark.usefixtures("_impatient")
async def test_a_node_that_is_heard_again_takes_its_note_away_and_is_believed_at_once(world: World) -> None:
    board = Board()
    one, two, table, here, there, _ = await at_two_nodes(world, board)
    await longer_than_silence()
    line_of(two).is_cut = False
    await world.do(one, table, ALICE, make_move(0, Exchange()))  # by which it notices
    await until(lambda: not board.left)
    join(two, there, CAROL)
    await until(lambda: one.presence(here).watching == 1)
    await two.stop()
    await until(lambda: seen_here(one, here) == (True, False))
    assert board.taken_away == [two._membership.name]


async def test_operators_see_when_a_node_is_alone_and_when_it_no_longer_is(world: World) -> None:
    one, *_ = await two_nodes(world)
    with capture_logs() as lines:
        line_of(one).is_cut = True
        await until(lambda: bool(lines))
        line_of(one).is_cut = False
        await until(lambda: len(lines) == 2)
        await asyncio.sleep(0.1)
    assert [line["event"] for line in lines] == ["bus_is_lost", "bus_is_well"]


async def test_news_about_people_reaches_the_other_nodes(world: World) -> None:
    heard: list[object] = []
    one, _ = await world.node(), await world.node(on_people=heard.append)
    await asyncio.sleep(0.01)  # it listens
    for news in (PersonChanged("ada", is_end=True), CredentialEnded(b"key")):
        one.publish_people(news)
    await until(lambda: len(heard) == 2)
    assert heard == [PersonChanged("ada", is_end=True), CredentialEnded(b"key")]


async def test_a_node_that_is_heard_needs_no_note(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its word over the bus is newer than its note in the store."""
    one, two, *_ = await two_nodes(world)
    name = two._membership.name
    await until(lambda: one._membership.is_heard(name))
    assert not one._membership.is_heard("another node")
    await silence(two)
    await asyncio.sleep(2 * membership.BEAT_SECONDS)
    assert not one._membership.is_heard(name)
