"""Each game is counted once, whatever fails in between."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from quincunx.club.ports import StoreUnavailable
from quincunx.club.results.results import Result
from quincunx.games.cinco.types import Exchange
from quincunx.node.cluster import sync
from quincunx.node.play import result_recorder
from quincunx.table.commands import Rematch, Resign
from quincunx.table.events import LivePace
from tests.node.support import PEOPLE, World, live, until
from tests.table.support import ALICE, BOT, make_move, settings


class Book:
    """A counter that keeps what it was told."""

    def __init__(self) -> None:
        self.results: dict[str, Result] = {}
        self.calls = 0
        self.steps = 0
        self.behind = 0
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.is_lost = False
        self.forgets_to_answer = False

    async def count(self, result: Result) -> bool:
        self.calls += 1
        await self.may_answer.wait()
        if self.is_lost:
            raise StoreUnavailable("The store is away.")
        is_new = result.table not in self.results
        self.results[result.table] = result
        if self.forgets_to_answer:
            raise StoreUnavailable("The answer got lost.")
        return is_new

    async def rate_on(self) -> int:
        self.steps += 1
        if self.is_lost:
            raise StoreUnavailable("The store is away.")
        games, self.behind = min(self.behind, 100), max(self.behind - 100, 0)
        return games


@pytest.fixture
def book() -> Book:
    return Book()


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sync, "SWEEP_SECONDS", 0.01)
    monkeypatch.setattr(sync, "OVERDUE_MILLISECONDS", 0)


def is_settled(world: World, table: str) -> bool:
    return world.journal.summaries[table].due is None


async def test_a_game_that_ends_is_counted_and_the_mark_falls(world: World, book: Book) -> None:
    node = await world.node(counter=book)
    table = await world.make(node)
    assert book.calls == 0
    await world.do(node, table, ALICE, Resign(0))
    await until(lambda: is_settled(world, table))
    assert [seat.ending for seat in book.results[table].seats] == ["lost", "won"]


async def test_a_running_count_is_not_started_again(world: World, book: Book) -> None:
    node = await world.node(counter=book)
    book.may_answer.clear()
    table = await world.make(node)
    await world.do(node, table, ALICE, Resign(0))
    await until(lambda: book.calls == 1)
    state = (await live(node, table)).state
    for _ in range(5):
        node.results.call(state)
        await asyncio.sleep(0)
    calls = book.calls
    book.may_answer.set()
    assert calls == 1
    await until(lambda: is_settled(world, table))


async def test_a_counted_game_is_not_counted_again_by_any_sweeper(world: World, book: Book) -> None:
    node = await world.node(counter=book)
    table = await world.make(node)
    await world.do(node, table, ALICE, Resign(0))
    await until(lambda: is_settled(world, table))
    swept = world.journal.sweeps
    await until(lambda: world.journal.sweeps > swept + 5)
    assert book.calls == 1
    await world.do(node, table, ALICE, Rematch())  # the table's next entry, which makes it due once more
    await until(lambda: is_settled(world, table))
    assert book.calls == 2


async def test_of_tables_that_were_counted_the_newest_are_remembered(
    world: World, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(result_recorder, "REMEMBERED", 2)
    monkeypatch.setattr(sync, "SWEEP_SECONDS", 3600.0)
    node = await world.node(counter=book)
    tables = [await world.ended(node) for _ in range(3)]
    await until(lambda: all(is_settled(world, table) for table in tables))
    await until(lambda: not any(node.results.is_recording(table) for table in tables))
    states = [(await live(node, table)).state for table in tables]
    for state in states:
        node.results.call(state)
    assert [node.results.is_recording(table) for table in tables] == [True, False, False]


async def test_a_rematch_does_not_count_it_again(world: World, book: Book) -> None:
    node = await world.node(counter=book)
    table = await world.make(node)
    await world.do(node, table, ALICE, Resign(0))
    await until(lambda: is_settled(world, table))
    before = dict(book.results)
    await world.do(node, table, ALICE, Rematch())
    await until(lambda: is_settled(world, table))
    assert book.results == before


async def test_a_store_that_is_away_is_told_when_it_is_back(world: World, book: Book) -> None:
    node = await world.node(counter=book)
    book.is_lost = True
    table = await world.make(node)
    await world.do(node, table, ALICE, Resign(0))
    await until(lambda: book.calls > 1)
    assert not is_settled(world, table)
    book.is_lost = False
    await until(lambda: is_settled(world, table))
    assert list(book.results) == [table]


async def test_a_node_that_dies_in_between_leaves_the_mark_and_another_node_ends_it(
    world: World, book: Book
) -> None:
    first = await world.node(counter=book)
    book.forgets_to_answer = True
    table = await world.make(first)
    await world.do(first, table, ALICE, Resign(0))
    await until(lambda: book.calls > 0)
    await first.stop()
    assert not is_settled(world, table)
    counted = dict(book.results)
    book.forgets_to_answer = False
    await world.node(counter=book)
    await until(lambda: is_settled(world, table))
    assert book.results == counted


async def test_without_anybody_who_keeps_results_the_mark_falls_all_the_same(world: World) -> None:
    node = await world.node(counter=None)
    table = await world.make(node)
    await world.do(node, table, ALICE, Resign(0))
    await until(lambda: is_settled(world, table))


async def test_a_game_without_people_is_settled_uncounted(world: World, book: Book) -> None:
    node = await world.node(counter=book)
    table = await world.make(node, settings(seats=(BOT, BOT)))
    await until(lambda: is_settled(world, table))
    assert book.results == {}


async def test_ratings_that_are_behind_follow_step_by_step_and_games_are_counted_meanwhile(
    world: World, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(result_recorder, "LOOK_SECONDS", 0.01)
    book.behind = 10**9  # a node that has gone has left them
    node = await world.node(counter=book)
    await until(lambda: book.steps >= 2)
    table = await world.make(node)
    await world.do(node, table, ALICE, Resign(0))
    await until(lambda: is_settled(world, table))
    book.is_lost = True
    failed = book.steps
    await until(lambda: book.steps > failed + 1)
    book.is_lost, book.behind = False, 250
    await until(lambda: not book.behind)


async def test_counting_a_late_game_has_the_others_follow_at_once(world: World, book: Book) -> None:
    node = await world.node(counter=book)
    await until(lambda: book.steps == 1)
    unrated = await world.make(node)
    await world.do(node, unrated, ALICE, Resign(0))
    await until(lambda: is_settled(world, unrated))
    assert book.steps == 1
    plan = replace(settings(), pace=LivePace(600, 10), rated=True)
    rated = await world.make(node, plan)
    for _ in range(2):  # it counts once both have moved
        seat = (await live(node, rated)).state.to_move()
        assert seat is not None
        await world.do(node, rated, PEOPLE[seat], make_move(seat, Exchange()))
    await world.do(node, rated, ALICE, Resign(0))
    await until(lambda: book.steps == 2)


async def test_a_node_that_ends_leaves_the_steps_to_others(world: World, book: Book) -> None:
    book.behind = 10**9
    node = await world.node(counter=book)
    await until(lambda: book.steps >= 2)
    async with asyncio.timeout(60):
        await node.stop()
    steps = book.steps
    await asyncio.sleep(0.2)
    assert book.steps == steps


async def test_operators_see_how_ratings_follow(
    world: World, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(result_recorder, "TOLD", 250)
    book.behind = 750
    with capture_logs() as lines:
        await world.node(counter=book)
        await until(lambda: bool(lines) and lines[-1]["event"] == "ratings_followed")
    told = [(line["event"], line["games"]) for line in lines]
    assert told == [("ratings_follow", 300), ("ratings_follow", 600), ("ratings_followed", 750)]


async def test_nothing_is_said_when_no_rating_is_behind(world: World, book: Book) -> None:
    with capture_logs() as lines:
        await world.node(counter=book)
        await until(lambda: book.steps == 1)
        await asyncio.sleep(0.01)
    assert lines == []


@pytest.mark.faults("counting_failed")
async def test_a_result_that_cannot_be_counted_stays_due(
    world: World, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(result: Result) -> bool:
        raise LookupError

    node = await world.node(counter=book)
    table = await world.make(node)
    with monkeypatch.context() as broken:
        broken.setattr(book, "count", fail)
        await world.do(node, table, ALICE, Resign(0))
        await until(lambda: not node.results.is_recording(table))
        assert not is_settled(world, table)
    await until(lambda: is_settled(world, table))
    assert list(book.results) == [table]
