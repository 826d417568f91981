"""The matchmaker of one node: searches that begin, are replaced and end, and tables for those who met."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs

from quincunx.club.matchmaking import Seeker
from quincunx.club.ports import StoreUnavailable
from quincunx.club.results.ratings import Rating, of_bot
from quincunx.club.rows import Pairing, SeekerRow
from quincunx.core.game import encode
from quincunx.core.reason import Refusal
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.node.events.matchmaking import Matchmaker
from quincunx.node.ports import Conflict, JournalUnavailable
from quincunx.table.events import DailyPace, LivePace, Pace, SeatSetup, TableSettings
from quincunx.table.seats.person import Person
from quincunx.table.wire.lists import OpenSeek, Seek
from tests.node.fakes import CountingEntropy, StillClock
from tests.table.support import ALICE, BOB, CAROL

QUICK = LivePace(300, 10)


def wish(pace: Pace = QUICK, **options: Any) -> Seek:
    return Seek(encode(CincoOptions(**options)), pace)


class Meetings:
    """A store that pairs whom the test has paired."""

    def __init__(self) -> None:
        self.seekers_here: dict[str, Seeker] = {}
        self.ratings: dict[tuple[str, str, str], Rating] = {}
        self.paired: list[Pairing] = []
        self.left: list[Pairing] = []
        """Pairings of nodes that have died before they created the table."""
        self.stopped: list[str] = []
        self.asked: list[Any] = []
        self.is_away = False

    def _check(self) -> None:
        if self.is_away:
            raise StoreUnavailable("The store is away.")

    async def add_seeker(self, seeker: Seeker) -> None:
        self._check()
        self.seekers_here[seeker.person] = seeker

    async def stop_seeking(self, person: str) -> None:
        self._check()
        self.stopped.append(person)
        del self.seekers_here[person]

    async def rating(self, person: str, game: str, kind: str) -> Rating:
        self._check()
        return self.ratings.get((person, game, kind), Rating())

    async def pair_up(
        self, present: Sequence[str], now: int, name: Callable[[], str]
    ) -> tuple[frozenset[str], tuple[Pairing, ...]]:
        self._check()
        self.asked.append((tuple(present), now, name()))
        made, self.paired = tuple(self.paired), []
        for id, _ in (each for pairing in made for each in pairing.people):
            self.seekers_here.pop(id, None)
        return frozenset(self.seekers_here), made

    async def pairings(self, before: int, limit: int) -> Sequence[Pairing]:
        self._check()
        return [each for each in self.left if each.made_at <= before][:limit]

    async def end_pairing(self, table: str) -> None:
        self._check()
        self.left = [each for each in self.left if each.table != table]

    async def seekers(self, now: int, limit: int) -> Sequence[SeekerRow]:
        self._check()
        self.asked.append((now, limit))
        rows = sorted(self.seekers_here.values(), key=lambda each: each.since)
        return [
            SeekerRow(each.person, each.name, each.person == CAROL.id, each.pool, each.points, each.since)
            for each in rows
        ][:limit]


class Client:
    """A person's connection, which counts the ends of its searches."""

    def __init__(self) -> None:
        self.ends = 0

    def seeking_ended(self) -> None:
        self.ends += 1


class Made:
    """The tables that were created. ``fails`` is raised instead."""

    def __init__(self) -> None:
        self.tables: dict[str, tuple[Person, TableSettings, tuple[Person | None, ...], int | None]] = {}
        self.fails: Exception | None = None

    async def __call__(
        self,
        table: str,
        host: Person,
        settings: TableSettings,
        kept: tuple[Person | None, ...],
        begins_by: int | None = None,
    ) -> None:
        if self.fails is not None:
            raise self.fails
        self.tables[table] = (host, settings, kept, begins_by)


class Place:
    """A matchmaker, and everything that it works with."""

    def __init__(self) -> None:
        self.store, self.clock, self.made = Meetings(), StillClock(), Made()
        self.matchmaker = Matchmaker(self.store, self.clock, CountingEntropy(), self.made)

    async def seek(self, person: Person, wish: Seek, client: Client | None = None) -> Client:
        client = client or Client()
        await self.matchmaker.seek(person, wish, client)
        return client

    def pairing(self, *people: Person, table: str = "a-table") -> Pairing:
        pool = next(iter(self.store.seekers_here.values())).pool
        return Pairing(table, pool, tuple((each.id, each.name) for each in people), self.clock.time)

    async def pair(self, *people: Person) -> None:
        """Let the store pair these people at the next round."""
        self.store.paired = [self.pairing(*people)]
        await self.matchmaker._pair()


@pytest.fixture
async def place() -> AsyncIterator[Place]:
    place = Place()
    yield place
    await place.matchmaker.stop()


async def test_a_search_is_stored_with_the_rating_for_its_kind_of_game(place: Place) -> None:
    place.store.ratings[ALICE.id, "cinco", "two-teams"] = of_bot(1_700)
    assert await place.matchmaker.seek(ALICE, wish(players=4), Client()) == "expert"
    (found,) = place.store.seekers_here.values()
    assert (found.person, found.name, found.players) == (ALICE.id, ALICE.name, 4)
    assert (found.points, found.margin) == (1_700, of_bot(1_700).margin)
    assert found.since == place.clock.time
    assert found.blocks == frozenset(), "the store knows them"


async def test_the_level_of_the_nearest_bot_is_told(place: Place) -> None:
    for points, level in (
        (600, "novice"),
        (1_047, "casual"),
        (1_513, "keen"),
        (1_515, "skilled"),
        (9_000, "master"),
    ):
        place.store.ratings[ALICE.id, "cinco", "two"] = of_bot(points)
        assert await place.matchmaker.seek(ALICE, wish(), Client()) == level


async def test_a_choice_of_the_first_player_makes_no_other_pool(place: Place) -> None:
    for number, each in enumerate((wish(), wish(first=1), wish(joker=True), wish(LivePace(600, 10)))):
        await place.seek(Person(str(number), "Somebody"), each)
    pools = [each.pool for each in place.store.seekers_here.values()]
    assert pools[0] == pools[1]
    assert len(set(pools)) == 3


@pytest.mark.parametrize(
    ("options", "pace", "code"),
    [
        (b'{"game":"cinco","players":5}', QUICK, "cinco-players"),
        (b'{"game":"chess"}', QUICK, "bad-options"),
        (b'{"game":"cinco"}'.ljust(1_001), QUICK, "bad-options"),
        (encode(CincoOptions()), LivePace(0, 0), "bad-pace"),
        (encode(CinqoOptions(players=1)), QUICK, "rated-alone"),
    ],
)
async def test_a_game_that_cannot_be_played_is_not_sought(
    options: Any, pace: Pace, code: str, place: Place
) -> None:
    with pytest.raises(Refusal) as refusal:
        await place.seek(ALICE, Seek(msgspec.Raw(bytes(options)), pace))
    assert refusal.value.reason.code == code
    assert not place.store.seekers_here


async def test_people_who_are_paired_get_a_table_and_their_searches_end(place: Place) -> None:
    clients = [await place.seek(person, wish(first=1)) for person in (ALICE, BOB, CAROL)]
    await place.pair(BOB, ALICE)
    assert place.store.asked == [((ALICE.id, BOB.id, CAROL.id), place.clock.time, "table-number-0000000001")]
    host, settings, kept, begins_by = place.made.tables["a-table"]
    assert (host.id, host.name) == (BOB.id, BOB.name)
    assert [each and (each.id, each.name) for each in kept] == [(BOB.id, BOB.name), (ALICE.id, ALICE.name)]
    seats = (SeatSetup("open"), SeatSetup("open"))
    assert settings == TableSettings(encode(CincoOptions()), seats, pace=QUICK, rated=True)
    assert begins_by == place.clock.time + 60_000
    assert [client.ends for client in clients] == [1, 1, 0]
    await place.matchmaker._pair()
    assert place.store.asked[1][0] == (CAROL.id,)


async def test_a_daily_game_waits_for_its_players_as_long_as_for_a_turn(place: Place) -> None:
    await place.seek(ALICE, wish(DailyPace(24)))
    await place.pair(ALICE, BOB)
    assert place.made.tables["a-table"][3] == place.clock.time + 24 * 3_600_000


async def test_no_pairing_is_asked_for_without_a_seeker_here(place: Place) -> None:
    await place.matchmaker._pair()
    assert place.store.asked == []


async def test_a_search_on_another_connection_replaces_the_first(place: Place) -> None:
    first = await place.seek(ALICE, wish())
    second = await place.seek(ALICE, wish())
    assert (first.ends, second.ends) == (1, 0)
    await place.seek(ALICE, wish(joker=True), second)
    assert second.ends == 0, "it seeks something else now"
    await place.matchmaker.stop_seeking(ALICE.id, first)
    assert place.store.stopped == []
    await place.matchmaker.stop_seeking(ALICE.id, second)
    assert place.store.stopped == [ALICE.id]
    await place.matchmaker.stop_seeking(ALICE.id, second)
    assert place.store.stopped == [ALICE.id]


async def test_a_search_can_be_ended_while_the_store_is_away(place: Place) -> None:
    client = await place.seek(ALICE, wish())
    place.store.is_away = True
    await place.matchmaker.stop_seeking(ALICE.id, client)
    place.store.is_away = False
    await place.matchmaker._pair()
    assert place.store.asked == []


async def test_a_person_who_leaves_during_the_pairing_is_told_nothing(place: Place) -> None:
    client = await place.seek(ALICE, wish())
    place.store.paired = [place.pairing(ALICE, BOB)]
    pair_up = place.store.pair_up

    async def slow(*given: Any) -> Any:
        found = await pair_up(*given)
        del place.matchmaker._local_clients[ALICE.id]
        return found

    place.store.pair_up = slow  # type: ignore[method-assign]
    await place.matchmaker._pair()
    assert client.ends == 0
    assert list(place.made.tables) == ["a-table"]


async def test_the_lobby_shows_30_seekers_as_strangers_may_see_them(place: Place) -> None:
    await place.seek(ALICE, wish(joker=True))
    place.clock.time += 1
    await place.seek(CAROL, wish(DailyPace(72)))
    shown = await place.matchmaker.waiting_seekers()
    options = (encode(CincoOptions(joker=True)), encode(CincoOptions()))
    assert shown == (
        OpenSeek("Alice", False, 1500, options[0], QUICK, place.clock.time - 1),
        OpenSeek("Carol", True, 1500, options[1], DailyPace(72), place.clock.time),
    )
    assert place.store.asked == [(place.clock.time, 30)]


async def test_friends_see_which_game_is_sought(place: Place) -> None:
    await place.seek(ALICE, wish())
    await place.seek(BOB, Seek(encode(CinqoOptions()), QUICK))
    assert await place.matchmaker.games_sought() == {ALICE.id: "cinco", BOB.id: "cinqo"}
    assert place.store.asked == [(place.clock.time, 500)]


async def test_any_node_creates_a_table_that_was_left_for_five_seconds(place: Place) -> None:
    await place.seek(ALICE, wish())
    place.store.left = [place.pairing(ALICE, BOB)]
    place.clock.time += 4_999
    await place.matchmaker._take_up()
    assert not place.made.tables
    place.clock.time += 1
    await place.matchmaker._take_up()
    assert list(place.made.tables) == ["a-table"]
    assert place.store.left == []


async def test_a_table_that_another_node_has_created_is_no_longer_left(place: Place) -> None:
    await place.seek(ALICE, wish())
    place.store.left = [place.pairing(ALICE, BOB)]
    place.clock.time += 5_000
    place.made.fails = Conflict()
    await place.matchmaker._take_up()
    assert place.store.left == []


@pytest.mark.parametrize(
    ("error", "event"),
    [
        (JournalUnavailable("away"), "pairing_waits"),
        (StoreUnavailable("away"), "pairing_waits"),
        (RuntimeError("odd"), "pairing_failed"),
    ],
)
async def test_one_table_that_cannot_be_created_keeps_no_other_waiting(
    place: Place, error: Exception, event: str
) -> None:
    await place.seek(ALICE, wish())
    place.store.left = [place.pairing(ALICE, BOB, table=name) for name in ("first", "second")]
    place.clock.time += 5_000
    asked: list[str] = []

    async def make(table: str, *given: Any) -> None:
        asked.append(table)
        if table == "first":
            raise error

    place.matchmaker._make = make
    with capture_logs() as lines:
        await place.matchmaker._take_up()
    assert [line["event"] for line in lines] == [event]
    assert asked == ["first", "second"]
    assert [each.table for each in place.store.left] == ["first"], "it is tried again"


async def test_seekers_are_paired_as_they_come_and_left_pairings_every_five_seconds(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    times: dict[str, int] = {"pair": 0, "take up": 0}

    async def pair() -> None:
        times["pair"] += 1

    async def take_up() -> None:
        times["take up"] += 1

    place.matchmaker._pairing._work = pair
    place.matchmaker._rescue._work = take_up
    await place.matchmaker.start()
    await asyncio.sleep(5.5)
    assert times == {"pair": 6, "take up": 2}
    await place.seek(ALICE, wish())
    await asyncio.sleep(0.1)
    assert times == {"pair": 7, "take up": 2}
    await place.matchmaker.stop()
    await asyncio.sleep(20)
    assert times == {"pair": 7, "take up": 2}
