"""Reviews in the background: which is made when, what is kept, and what becomes of what goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quincunx.club.ports import StoreUnavailable
from quincunx.club.results.reviews import PersonReview, ReviewRow
from quincunx.core.reason import Refusal, refused
from quincunx.core.record import Record, parse
from quincunx.core.review import USUAL
from quincunx.games import GAMES
from quincunx.node.finished import reviews as made
from quincunx.node.finished.reviews import FIRST_SIMULATIONS, Reviews, Shown, first_simulations, version_of
from quincunx.node.ports import JournalDamaged, NoReview
from quincunx.table.wire.review import ReviewProgress, TableReview
from tests.node.fakes import StillClock
from tests.node.support import until
from tests.review.samples import sample
from tests.third.support import PLAIN

CINCO = GAMES["cinco"]
VERSION = str(version_of(CINCO))
NAMES = ("Alice", "bot: keen")
GAME = Path(__file__).parents[3] / "testdata/records/cinco-2in2.txt"


class MemoryReviews:
    """A store of reviews that forgets all at the end of the test; ``left`` are games without one, by when
    they ended."""

    def __init__(self) -> None:
        self.rows: dict[str, ReviewRow] = {}
        self.left: dict[str, int] = {}
        self.is_away = False
        self.asked: list[tuple[int, int]] = []

    async def keep_review(self, row: ReviewRow, most: int) -> None:
        self._check()
        self.rows[row.table] = row

    async def review(self, table: str) -> ReviewRow | None:
        self._check()
        return self.rows.get(table)

    async def unreviewed(
        self, versions: Mapping[str, str], since: int, until: int, limit: int
    ) -> Sequence[tuple[str, str]]:
        self._check()
        self.asked.append((since, until))
        found = [(at, name) for name, at in self.left.items() if since <= at <= until]
        missing = (n for _, n in sorted(found, reverse=True) if self._version(n) != versions["cinco"])
        return [(name, "cinco") for name in missing][:limit]

    async def reviews_of(
        self, person: str, versions: Mapping[str, str], limit: int
    ) -> Sequence[PersonReview]:
        raise AssertionError("a node makes reviews, and does not add them up")

    def _version(self, table: str) -> str | None:
        return self.rows[table].version if table in self.rows else None

    def _check(self) -> None:
        if self.is_away:
            raise StoreUnavailable("It is away.")


class Maker:
    """Answers when it is told to, by the order in which it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []
        """Tables, and how many simulations."""
        self.stopped: list[str] = []
        self.answers: list[asyncio.Future[bytes]] = []
        self.on_progress: Callable[[int, int], None] = lambda done, total: None

    async def review(self, record: str, simulations: int, on_progress: Callable[[int, int], None]) -> bytes:
        found = parse(record, GAMES)
        assert found.names == ("1", "2"), "names are nobody's business here"
        table = str(len(found.steps))
        self.asked.append((table, simulations))
        self.on_progress = on_progress
        self.answers.append(asyncio.get_running_loop().create_future())
        try:
            return await self.answers[-1]
        except asyncio.CancelledError:
            self.stopped.append(table)
            raise

    async def answer(self, body: bytes | Exception) -> None:
        """To what was asked last."""
        if isinstance(body, Exception):
            self.answers[-1].set_exception(body)
        else:
            self.answers[-1].set_result(body)
        await asyncio.sleep(0)

    async def next(self, number: int) -> tuple[str, int]:
        """The maker's request with this number, counted from 1."""
        await until(lambda: len(self.asked) >= number)
        return self.asked[number - 1]


class World:
    """One node's reviews, and what they need. Table ``n`` has a record of ``n`` steps."""

    def __init__(self) -> None:
        self.store = MemoryReviews()
        self.maker = Maker()
        self.clock = StillClock()
        self.whole = parse(GAME.read_text("utf-8"), GAMES)
        self.faults: dict[str, Exception] = {}
        self.admitted: list[None] = []
        self.reviews = self.node(self.maker)

    def node(self, maker: Maker | None) -> Reviews:
        return Reviews(self.store, maker, self.clock, self.recorded)

    async def recorded(self, table: str) -> Record:
        if table in self.faults:
            raise self.faults[table]
        some = self.whole.steps[: int(table)]
        return msgspec.structs.replace(self.whole, steps=some, outcome=None, names=("Ada", "Bo"))

    async def look(
        self, table: str, names: tuple[str, ...] = NAMES, game: Any = CINCO
    ) -> Shown | ReviewProgress:
        return await self.reviews.review_or_progress(table, game, names, lambda: self.admitted.append(None))

    async def shown(self, table: str, names: tuple[str, ...] = NAMES) -> TableReview:
        found = await self.look(table, names)
        assert isinstance(found, Shown)
        return msgspec.json.decode(found.body, type=TableReview)

    async def progress(self, table: str) -> ReviewProgress:
        found = await self.look(table)
        assert isinstance(found, ReviewProgress)
        return found


@asynccontextmanager
async def running() -> AsyncIterator[World]:
    world = World()
    await world.reviews.start()
    try:
        yield world
    finally:
        await world.reviews.stop()


@pytest.fixture
async def world() -> AsyncIterator[World]:
    async with running() as one:
        yield one


async def test_a_reader_sees_a_review_soon_and_then_a_better_one(world: World) -> None:
    assert await world.progress("5") == ReviewProgress(0.0, 0)
    assert await world.maker.next(1) == ("5", FIRST_SIMULATIONS)
    world.maker.on_progress(1, 4)
    assert await world.progress("5") == ReviewProgress(0.25, 0)
    await world.maker.answer(sample(FIRST_SIMULATIONS))
    assert await world.maker.next(2) == ("5", USUAL.simulations)
    first = await world.shown("5")
    assert not first.is_final
    assert world.store.rows == {}, "what is not final is not kept"
    await world.maker.answer(sample())
    await until(lambda: "5" in world.store.rows)
    last = await world.shown("5")
    assert last.is_final
    assert last.review.simulations == USUAL.simulations
    assert len(world.admitted) == 1, "it was made once"


@pytest.mark.parametrize("simulations", [0, USUAL.simulations])
async def test_a_review_that_more_simulations_would_not_improve_is_computed_once(
    world: World, simulations: int
) -> None:
    await world.look("5")
    await world.maker.next(1)
    await world.maker.answer(sample(simulations))
    await until(lambda: "5" in world.store.rows)
    assert (await world.shown("5")).is_final
    assert len(world.maker.asked) == 1


@pytest.mark.parametrize("simulations", [1, USUAL.simulations - 1])
async def test_a_rough_review_is_computed_again(world: World, simulations: int) -> None:
    await world.look("5")
    await world.maker.next(1)
    await world.maker.answer(sample(simulations))
    assert await world.maker.next(2) == ("5", USUAL.simulations)
    assert not (await world.shown("5")).is_final


async def test_names_are_those_of_today_and_not_kept(world: World) -> None:
    world.store.rows["5"] = ReviewRow("5", VERSION, 1, sample())
    assert [each.name for each in (await world.shown("5")).review.seats] == list(NAMES)
    assert [each.name for each in (await world.shown("5", ("Nobody", "x"))).review.seats] == ["Nobody", "x"]
    one, two = await world.look("5"), await world.look("5", ("Nobody", "x"))
    assert isinstance(one, Shown)
    assert isinstance(two, Shown)
    assert one.tag != two.tag
    assert one == await world.look("5")


async def test_a_review_of_another_version_is_made_again(world: World) -> None:
    world.store.rows["5"] = ReviewRow("5", "0 old 400", 1, sample())
    assert isinstance(await world.look("5"), ReviewProgress)
    await world.maker.next(1)


async def test_games_that_ended_are_reviewed_at_once_and_the_newest_first(world: World) -> None:
    now, loop = world.clock.now(), asyncio.get_running_loop()
    began = loop.time()
    week = made.SINCE_MILLISECONDS
    world.store.left = {"4": now - 5, "6": now - 2, "8": now - week, "9": now - week - 1}
    world.reviews.wake()
    for number, table in enumerate(("6", "4", "8"), 1):
        assert await world.maker.next(number) == (table, USUAL.simulations)
        await world.maker.answer(sample())
    await until(lambda: len(world.store.rows) == 3)
    assert loop.time() < began + 1
    await until(lambda: not world.reviews._has_ended)
    assert len(world.maker.asked) == 3, "one ended too long ago"
    assert not world.admitted


async def test_a_game_that_ended_elsewhere_is_left_to_its_node_for_a_while() -> None:
    world = World()
    late = world.clock.now() - made.OTHERS_MILLISECONDS
    world.store.left = {"4": late + 1, "6": late}
    await world.reviews.start()
    assert await world.maker.next(1) == ("6", USUAL.simulations)
    await world.maker.answer(sample())
    await until(lambda: len(world.store.asked) == 2)
    assert len(world.maker.asked) == 1
    await world.reviews.stop()


async def test_a_readers_request_comes_before_background_work(world: World) -> None:
    world.store.left = {"4": world.clock.now()}
    world.reviews.wake()
    assert await world.maker.next(1) == ("4", USUAL.simulations)
    await world.look("6")
    assert await world.maker.next(2) == ("6", FIRST_SIMULATIONS)
    assert world.maker.stopped == ["4"]
    # A later request waits for the running one, and is served before that is refined.
    assert await world.progress("8") == ReviewProgress(0.0, 1)
    await world.maker.answer(sample(FIRST_SIMULATIONS))
    assert await world.maker.next(3) == ("8", FIRST_SIMULATIONS)
    await world.maker.answer(sample(FIRST_SIMULATIONS))
    assert await world.maker.next(4) == ("8", USUAL.simulations)
    await world.maker.answer(sample())
    assert await world.maker.next(5) == ("6", USUAL.simulations)
    await world.maker.answer(sample())
    assert await world.maker.next(6) == ("4", USUAL.simulations)


async def test_a_nearly_finished_review_is_finished_for_its_reader(world: World) -> None:
    world.store.left = {"4": world.clock.now()}
    world.reviews.wake()
    await world.maker.next(1)
    world.maker.on_progress(9, 10)
    assert await world.progress("4") == ReviewProgress(0.9, 0)
    await world.maker.answer(sample())
    await until(lambda: "4" in world.store.rows)
    assert len(world.maker.asked) == 1


async def test_a_game_hidden_at_first_has_a_review_later(world: World) -> None:
    world.faults["5"] = refused("conflict", "day-not-over", "Not yet.")
    world.store.left = {"5": world.clock.now()}
    world.reviews.wake()
    await until(lambda: "5" in world.store.rows)
    world.faults.clear()
    opened = world.clock.now() + 1
    found = await world.reviews.review_or_progress("5", CINCO, NAMES, lambda: None, since=opened)
    assert isinstance(found, ReviewProgress)
    await world.maker.next(1)
    await world.maker.answer(sample(0))
    await until(lambda: world.store.rows["5"].body is not None)


async def test_a_reader_who_has_gone_away_holds_no_other_up(world: World) -> None:
    await world.look("5")
    await world.maker.next(1)
    await world.look("6")
    world.clock.time += made.PATIENCE_MILLISECONDS + 1
    await world.look("7")
    await world.maker.answer(sample(FIRST_SIMULATIONS))
    assert (await world.maker.next(2))[0] == "7"
    await world.maker.answer(sample(0))
    await until(lambda: "7" in world.store.rows)
    assert len(world.maker.asked) == 2


async def test_only_so_many_wait(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(made, "MOST_WANTED", 3)
    for table in ("3", "4", "5", "6", "7"):
        await world.look(table)
    assert list(world.reviews._wanted) == ["5", "6", "7"]


async def test_memory_is_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    one = len(made._with_names(sample(), NAMES, True).body)
    monkeypatch.setattr(made, "MOST_SHOWN_BYTES", 2 * one)
    world = World()
    for table in ("1", "2", "3"):
        world.store.rows[table] = ReviewRow(table, VERSION, 1, sample())
        await world.look(table)
    assert [key[0] for key, _ in world.reviews._shown_reviews.items()] == ["2", "3"]


async def test_first_versions_are_bounded_in_bytes(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    first = sample(FIRST_SIMULATIONS)
    monkeypatch.setattr(made, "MOST_FIRST_BYTES", 2 * len(first))
    for number, table in ((1, "5"), (3, "6"), (5, "7")):
        await world.look(table)
        assert await world.maker.next(number) == (table, FIRST_SIMULATIONS)
        await world.maker.answer(first)
        await world.maker.next(number + 1)  # the better version
    assert list(world.reviews._wanted) == ["6", "7"]


@pytest.mark.parametrize(
    ("table", "fault"),
    [("5", refused("unknown", "no-such-table", "There is none.")), ("5", JournalDamaged("Oh."))],
)
async def test_a_game_that_is_gone_is_not_tried_again(world: World, table: str, fault: Exception) -> None:
    world.faults[table] = fault
    world.store.left = {table: world.clock.now()}
    world.reviews.wake()
    await until(lambda: table in world.store.rows)
    assert world.store.rows[table].body is None
    assert await refusal(world.look(table)) == "no-review"


async def test_a_game_on_which_the_reviewer_fails_is_not_tried_again(world: World) -> None:
    await world.look("5")
    await world.maker.next(1)
    await world.maker.answer(NoReview())
    await until(lambda: "5" in world.store.rows)
    assert await refusal(world.look("5")) == "no-review"


async def test_there_is_none_without_a_reviewer_or_a_game_that_has_one(world: World) -> None:
    other = world.node(None)
    await other.start()
    assert await refusal(other.review_or_progress("5", CINCO, NAMES, lambda: None)) == "no-review"
    assert await refusal(world.look("5", game=PLAIN)) == "no-review"
    world.store.rows["5"] = ReviewRow("5", VERSION, 1, sample())
    assert isinstance(await other.review_or_progress("5", CINCO, NAMES, lambda: None), Shown), (
        "others have made it"
    )
    await other.stop()


async def test_a_caller_who_is_not_admitted_has_none_created(world: World) -> None:
    def too_many() -> None:
        raise refused("too-fast", "too-many-tries", "Please wait.")

    assert await refusal(world.reviews.review_or_progress("5", CINCO, NAMES, too_many)) == "too-many-tries"
    assert not world.reviews._wanted


@pytest.mark.parametrize("fault", [OSError("no more processes"), StoreUnavailable("It is away.")])
async def test_a_temporary_failure_is_retried_after_ten_seconds(world: World, fault: Exception) -> None:
    await world.look("5")
    await world.maker.next(1)
    if isinstance(fault, OSError):
        await world.maker.answer(fault)
    else:
        world.store.is_away = True
        await world.maker.answer(sample(0))
    await asyncio.sleep(9)
    assert len(world.maker.asked) == 1
    world.store.is_away = False
    await asyncio.sleep(2)
    assert [table for table, _ in world.maker.asked] == ["5", "5"]
    await world.maker.answer(sample(0))
    await until(lambda: "5" in world.store.rows)


async def refusal(looking: Any) -> str:
    with pytest.raises(Refusal) as caught:
        await looking
    return caught.value.reason.code


async def test_a_long_game_gets_fewer_simulations_at_first() -> None:
    assert first_simulations(60) == first_simulations(400) == FIRST_SIMULATIONS
    assert first_simulations(4_000) == FIRST_SIMULATIONS // 10
    assert first_simulations(10**6) == made.LEAST_SIMULATIONS


async def test_a_caller_with_many_requests_holds_up_no_caller_with_one(world: World) -> None:
    async def ask(table: str, asker: str) -> None:
        await world.reviews.review_or_progress(table, CINCO, NAMES, lambda: None, asker=asker)

    await ask("4", "greedy")
    await world.maker.next(1)
    await ask("2", "modest")
    for table in ("6", "8", "10"):
        await ask(table, "greedy")
    await world.maker.answer(sample(FIRST_SIMULATIONS))
    assert (await world.maker.next(2))[0] == "2"
    await world.maker.answer(sample(FIRST_SIMULATIONS))
    assert (await world.maker.next(3))[0] == "10"


async def test_only_a_review_of_the_present_version_is_used_elsewhere() -> None:
    store = MemoryReviews()
    reviews = Reviews(store, None, StillClock(), fail_to_read)
    assert await reviews.stored_review("table", CINCO) is None
    store.rows["table"] = ReviewRow("table", VERSION, 1, b"{}")
    assert await reviews.stored_review("table", CINCO) == b"{}"
    store.rows["table"] = ReviewRow("table", "an older one", 1, b"{}")
    assert await reviews.stored_review("table", CINCO) is None


async def fail_to_read(table: str) -> Record:
    raise AssertionError("no record is needed")
