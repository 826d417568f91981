"""Daily challenges on nodes: one secret for all, whichever node draws it, and one bot against all players."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sized
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from structlog.testing import capture_logs

from quincunx.adapters.entropy import SystemEntropy
from quincunx.adapters.store.sql import SqlStore
from quincunx.core.chance import CHANCE
from quincunx.core.day import DayChance
from quincunx.core.reason import Refusal
from quincunx.games import GAMES
from quincunx.node.events import daily
from quincunx.node.events.daily import AHEAD, MOST_KEPT, Days
from quincunx.node.events.daily_best import best_number
from quincunx.node.node import Tables
from quincunx.node.ports import Asker, Busy
from quincunx.table.chance.day import DAY_MILLISECONDS, begins_at, date_of, ends_at, opens_at
from quincunx.table.commands import Resign
from quincunx.table.seats.person import Person
from tests.contracts.days import DAY, tried
from tests.node.support import World, live, until
from tests.servers.stores import new_store
from tests.table.support import ALICE, BOB, CAROL, DAVE, make_move

pytestmark = pytest.mark.by_the_clock

SEED = "5e" * 32
MINUTE = 60_000
HOUR = 60 * MINUTE


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    store = new_store(tmp_path)
    await store.open()
    yield store
    await store.close()


@pytest.fixture
def far_away(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The machine's clock shows another time than UTC."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Asia/Tokyo")
        time.tzset()
        yield
    time.tzset()


class Sure:
    """An engine whose best bots need no kernels; so often it has too much to do."""

    def __init__(self, busy: int = 0) -> None:
        self.busy = busy
        self.asked: list[tuple[str, Any, bytes]] = []

    async def choose_surely(self, level: str, view: Any, seed: bytes, asker: Asker) -> Any:
        if self.busy:
            self.busy -= 1
            raise Busy
        assert not asker.is_peopled
        self.asked.append((level, view, seed))
        return GAMES[view.__struct_config__.tag].bots.choices(view)[0]


def days_of(world: World, store: SqlStore, make: Any = None, engine: Any = None) -> Days:
    return Days(store, world.clock, SystemEntropy(), make, engine)


async def test_all_nodes_have_the_same_secret(world: World, store: SqlStore) -> None:
    nodes = [days_of(world, store) for _ in range(3)]
    first = nodes[0].today
    found = await asyncio.gather(*(node.seed(first + n) for n in range(AHEAD + 1) for node in nodes))
    assert len({each.seed for each in found}) == AHEAD + 1
    assert len(await store.days(0, first + 99)) == AHEAD + 1


async def test_a_secret_stays_what_it_is_and_days_without_one_are_none(world: World, store: SqlStore) -> None:
    node = days_of(world, store)
    first = node.today
    promised = await node.seed(first + 1)
    world.clock.time += DAY_MILLISECONDS
    assert await days_of(world, store).seed(first + 1) == await node.seed(first + 1) == promised
    for day in (first - 1, first + 1 + AHEAD + 1):
        with pytest.raises(Refusal) as caught:
            await node.seed(day)
        assert caught.value.reason.code == "no-such-day"
    # Past days are never created afterwards.
    assert [each.day for each in await store.days(0, first + 99)] == [first + n for n in range(AHEAD + 2)]


async def test_days_that_a_wrong_clock_has_shown_are_drawn_anew(world: World, store: SqlStore) -> None:
    right = days_of(world, store)
    today = right.today
    mine, tomorrows = await right.seed(today), await right.seed(today + 1)
    assert (await days_of(world, store).seed(today + 1)) == tomorrows, "a restart changes nothing"
    world.clock.time += 3 * DAY_MILLISECONDS
    await days_of(world, store).seed(today + 3)
    world.clock.time -= 3 * DAY_MILLISECONDS
    again = days_of(world, store)
    assert (await again.seed(today + 1)).seed != tomorrows.seed
    assert await again.seed(today) == mine
    assert [each.day for each in await store.days(0, today + 99)] == [today, today + 1, today + 2]


async def test_days_are_drawn_ahead_without_being_asked_for(
    world: World, store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily, "LOOK_SECONDS", 0.01)
    node, engine = days_of(world, store), Sure(busy=2)
    driven = days_of(world, store, engine=engine)
    await driven.start()
    first = node.today
    await _once(lambda: store.days(first, first), 1)
    world.clock.time += DAY_MILLISECONDS
    await _once(lambda: store.days(first + AHEAD + 1, first + AHEAD + 1), 1)
    await _once(lambda: store.bests(first + 1, first + 1), len(daily.with_deals()))
    await driven.stop()
    bests = {name: number for (_, name), number in (await store.bests(first + 1, first + 1)).items()}
    assert await node.bests(first + 1) == bests
    assert await node.bests(first + 1) == bests, "and from the cache"
    assert engine.busy == 0


async def _once(ask: Callable[[], Awaitable[Sized]], count: int) -> None:
    async with asyncio.timeout(20):
        while len(await ask()) < count:  # noqa: ASYNC110  # a store is asked, which says nothing by itself
            await asyncio.sleep(0.01)


async def test_the_best_bots_game_follows_the_rules_and_its_point_of_view() -> None:
    for name, game in daily.with_deals().items():
        assert game.day is not None
        engine = Sure()
        number = await best_number(engine, game, SEED)
        assert number is not None
        again = Sure()
        assert await best_number(again, game, SEED) == number
        assert again.asked == engine.asked
        assert await best_number(Sure(), game, "77" * 32) != number or name == "cinqo"
        # The same game, played here.
        state, chance = game.initial(game.day.options), DayChance(bytes.fromhex(SEED), name)
        for level, view, _ in engine.asked:
            while game.to_move(state) == CHANCE:
                state = game.apply(state, chance.chance_move(game.day.streams(state), game.asks(state)))
            seat = game.to_move(state)
            assert seat is not None
            assert view == game.view(state, seat)
            assert level == (game.day.best if seat == 0 else game.day.level)
            state = game.apply(state, game.bots.choices(view)[0])
        while game.to_move(state) == CHANCE:
            state = game.apply(state, chance.chance_move(game.day.streams(state), game.asks(state)))
        outcome = game.outcome(state)
        assert outcome is not None
        assert game.day.result(state, outcome) == number


async def test_the_bot_decides_the_same_against_all(world: World, store: SqlStore) -> None:
    tables = await world.node(counter=store)
    days = days_of(world, store, tables.make_for_day)
    seeds = []
    for person in (ALICE, BOB):
        world.engine.seeds.clear()
        table, is_practice = await days.play(days.today, "cinco", [person])
        assert not is_practice
        await _three_turns(world, tables, table, person)
        seeds.append(tuple(world.engine.seeds))
    assert seeds[0] == seeds[1]
    assert len(set(seeds[0])) == 3


async def _three_turns(world: World, tables: Tables, table: str, person: Person) -> None:
    """Each time the first move that is legal, and the bot's answer."""
    node = await live(tables, table)
    for turn in (2, 4, 6):
        move = node.state.game.legal_moves(node.state.position)[0]
        await world.do(tables, table, person, make_move(0, move))
        await until(partial(lambda turn: node.state.position.turn == turn, turn))


async def test_looking_at_old_days_fills_no_memory(world: World, store: SqlStore) -> None:
    node = days_of(world, store)
    for day in range(MOST_KEPT + 20):
        await node.counts(day, "cinqo", None)
    assert len(node._counts) == MOST_KEPT


class BehindTheTimes:
    """A store as a node sees it that looks a moment before another one has drawn."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._is_first = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def days(self, first: int, last: int) -> Any:
        if self._is_first:
            self._is_first = False
            return []
        return await self._store.days(first, last)


async def test_a_slower_creator_takes_the_seed_drawn_first(world: World, store: SqlStore) -> None:
    faster, slower = days_of(world, store), days_of(world, cast(SqlStore, BehindTheTimes(store)))
    first = faster.today
    drawn = [await faster.seed(first + n) for n in range(AHEAD + 1)]
    assert [await slower.seed(first + n) for n in range(AHEAD + 1)] == drawn


async def test_a_result_just_counted_is_among_all_at_once(world: World, store: SqlStore) -> None:
    days = days_of(world, store)
    assert await days.counts(DAY, "cinco", None) == {}
    await tried(store, "ada", 1, 7)
    assert await days.counts(DAY, "cinco", None) == {}  # as of a moment ago
    assert await days.counts(DAY, "cinco", 7) == {7: 1}


async def test_a_player_who_stays_at_the_table_sees_it_open_when_the_day_is_over(
    world: World, store: SqlStore
) -> None:
    tables = await world.node(counter=store)
    days = days_of(world, store, tables.make_for_day)
    day = days.today
    table, _ = await days.play(day, "cinco", [ALICE])
    await world.do(tables, table, ALICE, Resign(0))
    await tables.results.stop()
    there = await live(tables, table)
    closed = tables.update(there, ALICE, None, None).update.table
    assert (closed.status, closed.seed) == ("ended", None)
    assert tables.update(there, ALICE, None, None).update.table is closed
    world.clock.time = opens_at(day)
    assert tables.update(there, ALICE, None, None).update.table.seed == (await days.seed(day)).seed


async def killed(node: Tables) -> None:
    """The node ends without a word, as if its power was cut."""
    await node.outages._loop.stop()
    node.outages._beaten_at = None
    await node.stop()


async def test_an_outage_in_the_last_hour_takes_no_time_from_a_try(world: World, store: SqlStore) -> None:
    first = await world.node(counter=store)
    days = days_of(world, store, first.make_for_day)
    day = days.today
    late, _ = await days.play(day, "cinco", [ALICE])
    over, _ = await days.play(day, "cinco", [BOB])
    await world.do(first, over, BOB, Resign(0))
    await first.results.stop()
    world.clock.time = ends_at(day) + 50 * MINUTE
    await first.outages._record_beat()
    await killed(first)
    world.clock.time += 2 * HOUR
    node = await world.node(counter=store)
    days = Days(store, world.clock, SystemEntropy(), node.make_for_day, None, node.outages)
    opens = days.opens_at(day)
    assert opens == opens_at(day) + 2 * HOUR
    # No person practises it, or watches it, while a try can still count.
    for ask in (node.watch(over, CAROL), node.finished(over, BOB), days.play(day, "cinco", [CAROL])):
        with pytest.raises(Refusal):
            await ask
    for table in (late, over):
        person = ALICE if table == late else BOB
        of_day = (await node.view(table, person, None)).of_day
        assert of_day is not None
        assert of_day.opens_at == opens
    world.clock.time = opens - 1
    assert (await days.play(day, "cinco", [ALICE]))[0] == late
    state = (await live(node, late)).state
    while state.status == "playing":
        if state.to_move() == 0:
            moves = state.game.legal_moves(state.position)
            await world.do(node, late, ALICE, make_move(0, moves[0]))
        await asyncio.sleep(0.001)
        state = (await live(node, late)).state
    await node.results.stop()
    (attempt,) = await store.attempts([ALICE.id], day, day)
    assert attempt.number is not None, "it counts"
    world.clock.time = opens
    assert (await node.finished(over, CAROL)).status == "ended"
    assert (await days.play(day, "cinco", [CAROL]))[1], "it is practice"


async def test_the_first_request_after_an_outage_reveals_nothing_too_soon(
    world: World, store: SqlStore
) -> None:
    """A machine that was suspended over the hour: nothing is known of it yet."""
    node = await world.node(counter=store)
    days = Days(store, world.clock, SystemEntropy(), node.make_for_day, None, node.outages)
    day = days.today
    await days.play(day, "cinco", [ALICE])
    world.clock.time = ends_at(day) + 50 * MINUTE
    await node.outages._record_beat()
    world.clock.time += 2 * HOUR
    steady = node.outages._steady
    node.outages._steady = lambda: steady() + 7_200 * 10**9
    assert days.opens_at(day) < world.clock.time
    with pytest.raises(Refusal, match="opens at"):
        await days.play(day, "cinco", [CAROL])
    assert days.opens_at(day) == opens_at(day) + 2 * HOUR


async def test_a_node_that_stops_waits_for_no_bot(world: World, store: SqlStore) -> None:
    class Slow(Sure):
        async def choose_surely(self, level: str, view: Any, seed: bytes, asker: Asker) -> Any:
            self.asked.append((level, view, seed))
            await asyncio.Event().wait()

    engine = Slow()
    days = days_of(world, store, engine=engine)
    await days.start()
    await until(lambda: bool(engine.asked))
    async with asyncio.timeout(20):
        await days.stop()
    assert await store.bests(0, days.today) == {}


async def test_counts_are_as_of_a_moment_ago(world: World, store: SqlStore) -> None:
    days = days_of(world, store)
    assert await days.counts(DAY, "cinco", None) == {}
    await tried(store, "ada", 1, 7)
    world.clock.time += daily.FRESH_MILLISECONDS - 1
    assert await days.counts(DAY, "cinco", None) == {}
    world.clock.time += 1
    assert await days.counts(DAY, "cinco", None) == {7: 1}


async def test_a_day_is_played_from_its_first_moment_to_its_last(world: World, store: SqlStore) -> None:
    tables = await world.node()
    days = days_of(world, store, tables.make_for_day)
    day = days.today + 1
    world.clock.time = begins_at(day) - 1
    with pytest.raises(Refusal) as caught:
        await days.play(day, "cinqo", [ALICE])
    assert caught.value.reason.code == "no-such-day"
    assert list(await store.attempts([ALICE.id], 0, day)) == []
    world.clock.time += 1
    table, is_practice = await days.play(day, "cinqo", [ALICE])
    assert not is_practice
    assert await days.play(day, "cinqo", [CAROL, ALICE]) == (table, False), "one first try for all ids"
    world.clock.time = ends_at(day) - 1
    assert not (await days.play(day, "cinqo", [BOB]))[1]
    world.clock.time += 1
    assert await days.play(day, "cinqo", [ALICE]) == (table, False), "what has begun can be finished"
    with pytest.raises(Refusal) as caught:
        await days.play(day, "cinqo", [DAVE])
    assert caught.value.reason.code == "practice-opens"


async def test_a_game_without_a_daily_challenge_is_refused(world: World, store: SqlStore) -> None:
    days = days_of(world, store)
    with pytest.raises(Refusal) as caught:
        await days.play(days.today, "chess", [ALICE])
    assert caught.value.reason.code == "no-day-deal"


async def test_practice_opens_when_no_first_try_can_count(
    world: World, store: SqlStore, far_away: None
) -> None:
    tables = await world.node()
    days = days_of(world, store, tables.make_for_day)
    day = days.today
    await days.seed(day)
    world.clock.time = opens_at(day) - 1
    with pytest.raises(Refusal) as caught:
        await days.play(day, "cinqo", [ALICE])
    assert caught.value.reason.code == "practice-opens"
    moment = f"{date_of(day + 1)} 01:00 UTC"
    assert caught.value.reason.params == {"opens_at": opens_at(day), "moment": moment}
    world.clock.time += 1
    table, is_practice = await days.play(day, "cinqo", [ALICE])
    assert is_practice
    assert (await days.play(day, "cinqo", [ALICE]))[0] != table, "practice begins anew each time"


async def test_days_of_a_wrong_clock_are_in_the_log(world: World, store: SqlStore) -> None:
    world.clock.time += 3 * DAY_MILLISECONDS
    await days_of(world, store).seed(days_of(world, store).today)
    world.clock.time -= 3 * DAY_MILLISECONDS
    days = days_of(world, store)
    with capture_logs() as lines:
        await days.seed(days.today)
    assert [(line["event"], line["today"]) for line in lines] == [
        ("days_of_a_wrong_clock_forgotten", date_of(days.today))
    ]


async def test_a_secret_is_read_from_the_store_once(
    world: World, store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    days, read, reads = days_of(world, store), store.days, 0

    async def counted(first: int, last: int) -> Any:
        nonlocal reads
        reads += 1
        return await read(first, last)

    first = await days.seed(days.today)
    monkeypatch.setattr(store, "days", counted)
    assert await days.seed(days.today) == first
    assert reads == 0
    days.forget()
    assert await days.seed(days.today) == first
    assert reads > 0
