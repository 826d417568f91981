"""The service of one node, and of two that share a journal: what is promised when things go wrong."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from random import Random

import msgspec
import pytest

from quincunx.adapters.bus_memory import MemoryBus
from quincunx.games import game_of
from quincunx.games.cinco.types import CincoOptions, Draw, Exchange
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.node.live import AWAY_MILLISECONDS, REMEMBERED
from quincunx.node.ports import JournalUnavailable
from quincunx.node.service import NoSuchTable, NotForWatching, Tables
from quincunx.table import service
from quincunx.table.commands import CallBot, Command, MakeMove, OfferDraw, Rematch, SitDown, StandUp, TakeBack
from quincunx.table.events import TableSettings
from quincunx.table.person import Person, Refusal
from quincunx.table.view import view_table
from quincunx.table.wire import Ack, CommandRequest
from tests.node.fakes import CountingEntropy, HereMinds, MemoryJournal, StillClock
from tests.table.support import ALICE, BOB, BOT, CAROL, ME, OPEN, PEOPLE, entropy, settings


class World:
    """Everything that nodes share, and the nodes."""

    def __init__(self) -> None:
        self.journal = MemoryJournal()
        self.bus = MemoryBus()
        self.entropy = CountingEntropy()
        self.clock = StillClock()
        self.engines = HereMinds()
        self.nodes: list[Tables] = []
        self.keys = 0

    async def node(self, bus: MemoryBus | None = None, pause: float = 0.0) -> Tables:
        """One more node; its own ``bus`` means that it hears nothing from the others."""
        node = Tables(self.journal, bus or self.bus, self.entropy, self.clock, self.engines, bot_pause=pause)
        self.nodes.append(node)
        await node.start()
        return node

    async def make(self, node: Tables, plan: TableSettings | None = None, *, seated: bool = True) -> str:
        table = (await node.make(ALICE, plan or settings())).id
        if seated:
            for seat, seat_state in enumerate((await node.live(table)).state.seats):
                if seat_state.kind in ("open", "kept"):
                    person = ALICE if seat_state.person == ALICE.id else PEOPLE[seat]
                    await self.do(node, table, person, SitDown(seat, entropy(seat + 1)))
        return table

    async def do(
        self,
        node: Tables,
        table: str,
        person: Person,
        command: Command,
        key: str = "",
        version: int | None = None,
    ) -> Ack:
        self.keys += 1
        seen = (await node.live(table)).state.version if version is None else version
        return await node.order(table, person, CommandRequest(key or f"key-{self.keys}", seen, command))


@pytest.fixture
async def world() -> AsyncIterator[World]:
    world = World()
    yield world
    for node in world.nodes:
        await node.stop()


async def until(condition: Callable[[], bool], seconds: float = 5.0) -> None:
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110  # what is waited for happens in many places
            await asyncio.sleep(0.001)


# ---- durable before visible --------------------------------------------------------------------------------


async def test_nothing_is_shown_before_it_is_on_disk(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    live = await node.live(table)
    before = live.state
    woken = live.join(CAROL.id)
    woken.clear()
    world.journal.slow = 0.05
    order = asyncio.create_task(world.do(node, table, ALICE, MakeMove(0, Exchange())))
    await asyncio.sleep(0.02)
    assert live.state is before
    assert not woken.is_set()
    ack = await order
    assert live.state.version == ack.version
    assert woken.is_set()
    assert world.journal.tables[table][-1].version == ack.version


async def test_when_the_journal_fails_nothing_has_happened_and_the_same_key_may_try_again(
    world: World,
) -> None:
    node = await world.node()
    table = await world.make(node)
    before = (await node.live(table)).state
    world.journal.broken = True
    with pytest.raises(JournalUnavailable):
        await world.do(node, table, ALICE, MakeMove(0, Exchange()), "mine")
    assert (await node.live(table)).state is before
    world.journal.broken = False
    ack = await world.do(node, table, ALICE, MakeMove(0, Exchange()), "mine")
    assert ack.version == before.version + 1


async def test_an_answer_lost_between_disk_and_service_is_found_again(world: World) -> None:
    """The entry is on disk though its caller was told otherwise: asked again, it is acknowledged once."""
    node = await world.node()
    table = await world.make(node)
    version = (await node.live(table)).state.version
    world.journal.lose_answers = 1
    with pytest.raises(JournalUnavailable):
        await world.do(node, table, ALICE, MakeMove(0, Exchange()), "mine", version)
    ack = await world.do(node, table, ALICE, MakeMove(0, Exchange()), "mine", version)
    assert ack == Ack("mine", version + 1)
    assert len(world.journal.tables[table]) == version + 1
    await world.do(node, table, BOB, MakeMove(1, Exchange()))


async def test_an_order_whose_sender_has_gone_still_has_its_whole_effect(world: World) -> None:
    """The socket closes while the commit is under way: watchers see the move, and the bot answers it."""
    node = await world.node()
    table = await world.make(node, settings(seats=(ME, BOT)))
    live = await node.live(table)
    version = live.state.version
    world.journal.slow = 0.02
    order = asyncio.create_task(world.do(node, table, ALICE, MakeMove(0, Exchange())))
    await asyncio.sleep(0.01)
    order.cancel()
    await asyncio.gather(order, return_exceptions=True)
    await until(lambda: live.state.version >= version + 2)


# ---- one command, one effect ----------------------------------------------------------------------------


async def test_the_same_key_gets_the_same_answer(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    version = (await node.live(table)).state.version
    first = await world.do(node, table, ALICE, MakeMove(0, Exchange()), "mine", version)
    await world.do(node, table, BOB, MakeMove(1, Exchange()))
    assert await world.do(node, table, ALICE, MakeMove(0, Exchange()), "mine", version) == first
    assert (await node.live(table)).state.version == version + 2


async def test_doubles_that_come_together_have_one_effect(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    version = (await node.live(table)).state.version
    world.journal.slow = 0.005
    acks = await asyncio.gather(
        *(world.do(node, table, ALICE, MakeMove(0, Exchange()), "mine", version) for _ in range(20))
    )
    assert set(acks) == {Ack("mine", version + 1)}
    assert len(world.journal.tables[table]) == version + 1


async def test_a_restart_remembers_every_key(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    version = (await node.live(table)).state.version
    first = await world.do(node, table, ALICE, MakeMove(0, Exchange()), "mine", version)
    again = await world.node()
    assert await world.do(again, table, ALICE, MakeMove(0, Exchange()), "mine", version) == first


async def test_the_same_key_of_two_people_is_two_keys(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    first = await world.do(node, table, ALICE, MakeMove(0, Exchange()), "k")
    second = await world.do(node, table, BOB, MakeMove(1, Exchange()), "k")
    assert second.version == first.version + 1


async def test_a_refused_order_stays_refused_when_a_double_of_it_comes_late(world: World) -> None:
    """Else a double that was held up on its way would seat somebody who has long gone elsewhere."""
    node = await world.node()
    table = await world.make(node, settings(CincoOptions(players=3, teams=3)), seated=False)
    await world.do(node, table, BOB, SitDown(1, entropy(1)))
    with pytest.raises(Refusal) as first:
        await world.do(node, table, CAROL, SitDown(1, entropy(2)), "carols")
    await world.do(node, table, BOB, StandUp(1))
    with pytest.raises(Refusal) as second:
        await world.do(node, table, CAROL, SitDown(1, entropy(2)), "carols")
    assert second.value.code == first.value.code
    await world.do(node, table, CAROL, SitDown(1, entropy(2)), "carols-own-new-try")


@pytest.mark.parametrize("key", ["", "x" * 65, "a b", "ü", "a:b", "a\n"])
async def test_keys_are_plain(world: World, key: str) -> None:
    node = await world.node()
    table = await world.make(node)
    with pytest.raises(Refusal) as caught:
        await node.order(table, ALICE, CommandRequest(key, 1, MakeMove(0, Exchange())))
    assert caught.value.code == "bad-key"


@pytest.mark.parametrize("version", [-1, 10**9, 10**30])
async def test_versions_that_never_were_are_refused(world: World, version: int) -> None:
    node = await world.node()
    table = await world.make(node)
    with pytest.raises(Refusal) as caught:
        await world.do(node, table, ALICE, MakeMove(0, Exchange()), version=version)
    assert caught.value.code == "bad-version"


@pytest.mark.parametrize(
    "name", ["", "short", "no-such-table-at-all", "x" * 65, "../../etc/passwd", "é" * 20]
)
async def test_tables_that_do_not_exist(world: World, name: str) -> None:
    node = await world.node()
    for call in (
        node.view(name, ALICE, None),
        node.order(name, ALICE, CommandRequest("k", 1, Rematch())),
        node.replay(name, ALICE),
        node.record(name, ALICE),
        node.watch(name, ALICE),
    ):
        with pytest.raises(NoSuchTable):
            await call


# ---- two nodes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deaf", [False, True], ids=["one bus", "no news"])
async def test_of_two_nodes_that_race_one_wins_and_both_show_the_same(world: World, deaf: bool) -> None:
    one = await world.node()
    table = await world.make(one)
    two = await world.node(MemoryBus() if deaf else None)
    version = (await two.live(table)).state.version
    for turn in range(20):
        person, seat = (ALICE, 0) if turn % 2 == 0 else (BOB, 1)
        world.journal.slow = 0.001
        move = MakeMove(seat, Exchange())
        results = await asyncio.gather(
            world.do(one, table, person, move, f"one-{turn}", version),
            world.do(two, table, person, move, f"two-{turn}", version),
            return_exceptions=True,
        )
        won = [each for each in results if isinstance(each, Ack)]
        lost = [each for each in results if isinstance(each, Refusal)]
        assert [len(won), len(lost)] == [1, 1], results
        assert lost[0].stale
        version = won[0].version
    view = [view_table((await node.live(table)).state, ALICE, None) for node in (one, two)]
    assert view[0].version == view[1].version == version
    assert msgspec.json.encode(view[0]) == msgspec.json.encode(view[1])


async def test_the_same_order_through_two_nodes_has_one_effect(world: World) -> None:
    one = await world.node()
    table = await world.make(one)
    two = await world.node(MemoryBus())
    version = (await two.live(table)).state.version
    world.journal.slow = 0.002
    acks = await asyncio.gather(
        *(world.do(node, table, ALICE, MakeMove(0, Exchange()), "mine", version) for node in (one, two))
    )
    assert acks == [Ack("mine", version + 1)] * 2


async def test_watchers_on_another_node_are_woken(world: World) -> None:
    one, two = await world.node(), await world.node()
    table = await world.make(one)
    there = await two.live(table)
    woken = there.join(CAROL.id)
    woken.clear()
    ack = await world.do(one, table, ALICE, MakeMove(0, Exchange()))
    await asyncio.wait_for(woken.wait(), 1)
    assert there.state.version == ack.version


async def test_a_node_that_could_not_read_for_a_moment_still_hears_the_bus(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "RETRY_SECONDS", 0.01)
    one, two = await world.node(), await world.node()
    table = await world.make(one)
    there = await two.live(table)
    await world.do(one, table, ALICE, MakeMove(0, Exchange()))
    world.journal.broken = True
    await asyncio.sleep(0.01)
    world.journal.broken = False
    ack = await world.do(one, table, BOB, MakeMove(1, Exchange()))
    await until(lambda: there.state.version == ack.version)


# ---- the house ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [CincoOptions(), CincoOptions(players=4), CinqoOptions(players=3)])
async def test_bots_play_a_whole_game_by_themselves(
    world: World, options: CincoOptions | CinqoOptions
) -> None:
    node = await world.node()
    table = await world.make(node, settings(options, (BOT,) * options.players))
    live = await node.live(table)
    await until(lambda: live.state.status == "ended", 20)
    keys = [entry.key for entry in world.journal.tables[table]]
    assert len(keys) == len(set(keys))


async def test_a_bot_that_fails_does_not_hold_up_the_game(world: World) -> None:
    node = await world.node()
    world.engines.failures = 3
    table = await world.make(node, settings(seats=(ME, BOT)))
    live = await node.live(table)
    await world.do(node, table, ALICE, MakeMove(0, Exchange()))
    await until(lambda: live.state.to_move() == 0)


async def test_a_sweeper_takes_up_what_was_left_lying(world: World) -> None:
    first = await world.node(pause=60.0)
    table = await world.make(first, settings(seats=(BOT, BOT)))
    await first.stop()
    assert world.journal.summaries[table].bot_to_move
    second = await world.node()
    # The journal has it before the table shows it.
    await until(lambda: world.journal.summaries[table].status == "ended", 20)
    live = await second.live(table)
    await until(lambda: live.state.status == "ended")


async def test_the_sweeper_outlives_a_journal_that_fails(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "SWEEP_SECONDS", 0.01)
    first = await world.node(pause=60.0)
    table = await world.make(first, settings(seats=(BOT, BOT)))
    await first.stop()
    world.journal.broken = True
    await world.node()
    await asyncio.sleep(0.05)
    world.journal.broken = False
    await until(lambda: world.journal.summaries[table].status == "ended", 20)


async def test_one_damaged_table_does_not_keep_the_sweeper_from_the_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "SWEEP_SECONDS", 0.01)
    first = await world.node(pause=60.0)
    damaged = await world.make(first, settings(seats=(BOT, BOT)))
    sound = await world.make(first, settings(seats=(BOT, BOT)))
    await first.stop()
    assert world.journal.summaries[damaged].bot_to_move
    del world.journal.tables[damaged][0]
    await world.node()
    await until(lambda: world.journal.summaries[sound].status == "ended", 20)


async def test_bots_wait_for_a_journal_that_comes_back(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "SWEEP_SECONDS", 0.01)
    node = await world.node()
    table = await world.make(node, settings(seats=(BOT, BOT)))
    live = await node.live(table)
    await until(lambda: live.state.version > 3)
    world.journal.broken = True
    await asyncio.sleep(0.03)
    world.journal.broken = False
    await until(lambda: live.state.status == "ended", 20)


async def test_a_stand_in_plays_until_its_person_comes_back(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    live = await node.live(table)
    await world.do(node, table, ALICE, StandUp(0))
    await until(lambda: live.state.to_move() == 1)
    await world.do(node, table, ALICE, TakeBack(0))
    await world.do(node, table, BOB, MakeMove(1, Exchange()))
    await asyncio.sleep(0.01)
    assert live.state.to_move() == 0


# ---- watching, resuming ---------------------------------------------------------------------------------


async def test_who_missed_some_is_told_exactly_what_they_missed(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    live = await node.live(table)
    version, stories = live.state.version, []
    for turn in range(10):
        person, seat = ((ALICE, 0), (BOB, 1))[turn % 2]
        await world.do(node, table, person, MakeMove(seat, Exchange()))
        update = node.update(live, ALICE, None, live.state.version - 1)
        assert update.since == live.state.version - 1
        stories.append(update.story)
    missed = node.update(live, ALICE, None, version)
    assert missed.story == tuple(item for story in stories for item in story)
    assert missed.since == version
    assert missed.table == view_table(live.state, ALICE, None)


@pytest.mark.parametrize("seen", [None, -1, 10**6, 10**30])
async def test_whoever_was_away_for_too_long_starts_afresh(world: World, seen: int | None) -> None:
    node = await world.node()
    live = await node.live(await world.make(node))
    update = node.update(live, ALICE, None, seen)
    assert (update.since, update.story) == (None, ())
    assert update.version == live.state.version


async def test_the_past_is_remembered_only_so_far(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    node = await world.node()
    table = await world.make(node, settings(seats=(BOT, BOT)))
    live = await node.live(table)
    await until(lambda: live.state.status == "ended", 20)

    if live.state.version > REMEMBERED:
        assert node.update(live, ALICE, None, live.state.version - REMEMBERED).since is not None
        assert node.update(live, ALICE, None, live.state.version - REMEMBERED - 1).since is None


async def test_a_private_table_is_closed_to_strangers_once_it_has_begun(world: World) -> None:
    node = await world.node()
    table = await world.make(node, settings(watchable=False), seated=False)
    live = await node.watch(table, CAROL)
    node.update(live, CAROL, None, None)
    await world.do(node, table, ALICE, SitDown(0, entropy(1)))
    await world.do(node, table, BOB, SitDown(1, entropy(2)))
    for call in (
        node.view(table, CAROL, None),
        node.watch(table, CAROL),
        node.order(table, CAROL, CommandRequest("k", 1, Rematch())),
        node.replay(table, CAROL),
        node.record(table, CAROL),
    ):
        with pytest.raises(NotForWatching):
            await call
    with pytest.raises(NotForWatching):
        node.update(live, CAROL, None, None)  # a socket that was open all the time
    await world.do(node, table, BOB, StandUp(1))
    await node.view(table, BOB, None)


async def test_running_games_are_neither_replayed_nor_recorded(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    calls: tuple[Callable[[str, Person], Awaitable[object]], ...] = (node.replay, node.record)
    for call in calls:
        with pytest.raises(Refusal) as caught:
            await call(table, ALICE)
        assert caught.value.code == "not-over"


@pytest.mark.parametrize("options", [CincoOptions(), CinqoOptions(goal="rounds", rounds=1)])
async def test_a_finished_game_is_replayed_and_recorded(
    world: World, options: CincoOptions | CinqoOptions
) -> None:
    node = await world.node()
    table = await world.make(node, settings(options, (BOT, BOT)))
    live = await node.live(table)
    await until(lambda: live.state.status == "ended", 20)
    replay = await node.replay(table, CAROL)
    assert replay.steps[-1].view == game_of(options).reveal(live.state.game)
    assert replay.table.seed == live.state.seed
    assert live.state.seed in await node.record(table, CAROL)


# ---- rematch --------------------------------------------------------------------------------------------


async def _ended(world: World, node: Tables, plan: TableSettings | None = None) -> str:
    table = await world.make(node, plan)
    live, random = await node.live(table), Random(1)
    while live.state.status == "playing":
        seat = live.state.to_move()
        assert seat is not None
        moves = game_of(live.state.settings.options).legal_moves(live.state.game)
        await world.do(node, table, PEOPLE[seat], MakeMove(seat, random.choice(moves)))
    return table


async def test_a_rematch_keeps_the_seats_and_lets_the_next_one_start(world: World) -> None:
    node = await world.node()
    table = await _ended(world, node)
    ack = await world.do(node, table, BOB, Rematch())
    assert ack.table is not None
    assert (await node.view(table, CAROL, None)).rematch == ack.table
    again = await node.view(ack.table, BOB, None)
    assert [seat.kind for seat in again.seats] == ["kept", "kept"]
    assert [seat.name for seat in again.seats] == ["Alice", "Bob"]
    assert again.settings.options.first == 1
    with pytest.raises(Refusal):
        await world.do(node, ack.table, ALICE, SitDown(1, entropy(1)))
    await world.do(node, ack.table, ALICE, SitDown(0, entropy(1)))
    await world.do(node, ack.table, BOB, SitDown(1, entropy(1)))


async def test_however_many_ask_there_is_one_rematch(world: World) -> None:
    one = await world.node()
    table = await _ended(world, one)
    two = await world.node(MemoryBus())
    world.journal.slow = 0.002
    before = set(world.journal.tables)
    asked = [
        world.do(node, table, person, Rematch())
        for node in (one, two)
        for person in (ALICE, BOB)
        for _ in range(3)
    ]
    acks = await asyncio.gather(*asked)
    assert len({ack.table for ack in acks}) == 1
    assert set(world.journal.tables) - before == {acks[0].table}, "no table may be left over"


async def test_a_rematch_that_was_half_made_is_finished_later(world: World) -> None:
    """The new table is on disk, the old one does not name it yet: the next who asks gets the same one."""
    node = await world.node()
    table = await _ended(world, node)
    before = set(world.journal.tables)
    append = world.journal.append

    async def fail_on_the_old_table(entry: object, summary: object) -> None:
        if getattr(entry, "table", None) == table:
            raise JournalUnavailable("The disk is full.")
        await append(entry, summary)  # type: ignore[arg-type]

    world.journal.append = fail_on_the_old_table  # type: ignore[method-assign,assignment]
    with pytest.raises(JournalUnavailable):
        await world.do(node, table, ALICE, Rematch())
    world.journal.append = append  # type: ignore[method-assign]
    ack = await world.do(node, table, BOB, Rematch())
    assert set(world.journal.tables) - before == {ack.table}


async def test_only_players_ask_for_a_rematch_and_only_at_the_end(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    with pytest.raises(Refusal):
        await world.do(node, table, ALICE, Rematch())
    table = await _ended(world, node, settings(CinqoOptions(goal="rounds", rounds=1)))
    with pytest.raises(Refusal):
        await world.do(node, table, CAROL, Rematch())


# ---- memory and lists -----------------------------------------------------------------------------------


async def test_tables_that_nobody_watches_are_let_go(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST_LIVE", 20)
    node = await world.node()
    watched = await world.make(node)
    live = await node.live(watched)
    live.join(CAROL.id)
    tables = [await world.make(node, seated=False) for _ in range(100)]
    assert len(node._live) <= 22
    assert await node.live(watched) is live
    assert (await node.view(tables[0], ALICE, None)).version == 1


async def test_a_table_that_many_open_at_once_is_read_once(world: World) -> None:
    table = await world.make(await world.node())
    node = await world.node()
    lives = await asyncio.gather(*(node.live(table) for _ in range(50)))
    assert all(live is lives[0] for live in lives)


async def test_the_lobby_lists_what_waits_or_can_be_watched(world: World) -> None:
    node = await world.node()
    waiting = await world.make(node, settings(listed=True), seated=False)
    world.clock.time += 1000
    running = await world.make(node, settings(listed=True))
    await world.make(node, settings(listed=True, watchable=False))
    await world.make(node, settings(listed=False), seated=False)
    await _ended(world, node, settings(CinqoOptions(goal="rounds", rounds=1), listed=True))
    lobby = await node.lobby()
    assert [line.id for line in lobby.tables] == [running, waiting]
    assert lobby.tables[1].names == ("Alice", None)
    assert {level.game for level in lobby.levels} == {"cinco", "cinqo"}


async def test_a_move_of_an_impossible_kind_harms_nobody(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    with pytest.raises(Refusal):
        await world.do(node, table, ALICE, MakeMove(0, Draw()))
    with pytest.raises(Refusal):
        await world.do(node, table, CAROL, OfferDraw(0))
    await world.do(node, table, ALICE, MakeMove(0, Exchange()))


def test_open_seats_are_not_planned_for_anyone() -> None:
    assert settings().seats == (ME, OPEN)


# ---- who is there ---------------------------------------------------------------------------------------


async def test_presence_tells_who_is_here_who_is_away_and_how_many_watch(world: World) -> None:
    node = await world.node()
    live = await node.live(await world.make(node))
    woken = live.join(ALICE.id)
    live.join(CAROL.id)
    live.join(CAROL.id)
    presence = node.presence(live)
    assert (presence.here, presence.watching) == ((True, False), 1)
    live.leave(ALICE.id, woken, world.clock.now())
    assert node.presence(live).away == (False, False)
    world.clock.time += AWAY_MILLISECONDS
    assert node.presence(live).away == (True, True)
    live.join(ALICE.id)
    assert node.presence(live).away == (False, True)


async def test_a_bot_is_called_in_for_somebody_who_is_really_away(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    live = await node.live(table)
    live.join(ALICE.id)
    live.join(BOB.id)
    with pytest.raises(Refusal):
        await world.do(node, table, ALICE, CallBot(1))
    woken = live.join(BOB.id)
    live.leave(BOB.id, woken, world.clock.now())
    world.clock.time += AWAY_MILLISECONDS
    with pytest.raises(Refusal):
        await world.do(node, table, ALICE, CallBot(1))  # he has another socket open
    live.leave(BOB.id, woken, world.clock.now())
    world.clock.time += AWAY_MILLISECONDS
    await world.do(node, table, ALICE, CallBot(1))


async def test_a_crowd_that_arrives_wakes_itself_only_now_and_then(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quincunx.node.live.PRESENCE_SECONDS", 0.02)
    node = await world.node()
    live = await node.live(await world.make(node))
    wakings = 0
    first = live.join(ALICE.id)
    for person in range(1_000):
        live.join(f"spectator-{person}")
        wakings += first.is_set()
        first.clear()
    assert wakings == 0
    await asyncio.wait_for(first.wait(), 1)
    assert node.presence(live).watching == 1_000


async def test_a_table_on_which_the_house_plays_is_not_let_go(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST_LIVE", 20)
    node = await world.node(pause=0.01)
    table = await world.make(node, settings(seats=(BOT, BOT)))
    live = await node.live(table)
    for _ in range(60):
        await world.make(node, seated=False)
    assert await node.live(table) is live
    await node.stop()


async def test_a_damaged_table_is_said_to_be_damaged(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    del world.journal.tables[table][1]
    with pytest.raises(JournalUnavailable, match="damaged"):
        await (await world.node()).view(table, ALICE, None)
