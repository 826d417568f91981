"""Tournaments on nodes: each table is created once, whichever node dies at whatever moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from quincunx.adapters.store.sql import SqlStore
from quincunx.club.accounts.names import key_of
from quincunx.club.ports import StoreUnavailable
from quincunx.club.results.results import Result
from quincunx.club.tournament.listing import STALE_MILLISECONDS
from quincunx.club.tournament.scores import Score
from quincunx.club.tournament.state import Tournament
from quincunx.club.tournament.wire import (
    AddHost,
    Arrival,
    EndTournament,
    JoinTournament,
    LeaveTournament,
    NextRound,
    StartTournament,
)
from quincunx.core.game import encode
from quincunx.core.reason import Refusal
from quincunx.games.cinco.types import CincoOptions
from quincunx.node import ports
from quincunx.node.cluster import sync
from quincunx.node.companions import Companions
from quincunx.node.events import tournament_views, tournaments
from quincunx.node.events.tournaments import Tournaments
from quincunx.node.node import Tables
from quincunx.node.play import timers
from quincunx.node.ports import JournalUnavailable
from quincunx.table.commands import Resign, SitDown
from quincunx.table.deadlines.outage import Outage
from quincunx.table.seats.person import Person
from tests.club.tournament.support import plan
from tests.contracts.people import NOW, session
from tests.contracts.people import person as guest
from tests.contracts.tournaments import by_a_newer_node, settings_of
from tests.node.support import World, live, until
from tests.servers.stores import new_store
from tests.table.support import promise

pytestmark = pytest.mark.by_the_clock

ADA = Person("ada", "Ada")
PLAYERS = tuple(Person(name, name.title()) for name in ("alice", "bob", "carol", "dave"))


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournaments, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(tournament_views, "FOLLOW_SECONDS", 0.01)
    monkeypatch.setattr(sync, "SWEEP_SECONDS", 0.01)
    monkeypatch.setattr(sync, "OVERDUE_MILLISECONDS", 0)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    store = new_store(tmp_path)
    await store.open()
    yield store
    await store.close()


class Club:
    """Nodes that share a world and a store, and a tournament of four."""

    def __init__(self, world: World, store: SqlStore) -> None:
        self.world = world
        self.store = store
        self.drivers: list[Tournaments] = []
        self.counted: list[str] = []
        """Tables whose results were counted."""
        self.id = ""

    async def node(self, make: Any = None, *, drives: bool = True) -> tuple[Tables, Tournaments]:
        world = self.world

        def on_counted(result: Result) -> None:
            self.counted.append(result.table)
            driver.on_result(result)

        tables = Tables(
            ports.World(world.journal, world.bus.end(), world.entropy, world.clock, world.engine),
            Companions(counter=self.store, on_counted=on_counted),
            bot_pause=0.0,
        )
        world.nodes.append(tables)
        await tables.start()
        make_table = make(tables) if make else tables.make_for
        outages = tables.outages
        driver = Tournaments(
            self.store, world.clock, world.entropy, make_table, lambda: outages.recorded, tables.seatings
        )
        if drives:
            self.drivers.append(driver)
            await driver.start()
        return tables, driver

    async def start(self, driver: Tournaments, **settings: Any) -> Tournament:
        self.id = (await driver.create(ADA, plan(**{"pause": 0, **settings}))).id
        for person in PLAYERS:
            await driver.command(self.id, [person], JoinTournament())
        return await driver.command(self.id, [ADA], StartTournament())

    async def now(self) -> Tournament:
        found = await self.store.tournament(self.id)
        assert found is not None
        return found

    async def until(self, condition: Any) -> Tournament:
        async with asyncio.timeout(20):
            while not condition(tournament := await self.now()):
                self.world.clock.time += 5
                await asyncio.sleep(0.01)
        return tournament

    async def play(self, tables: Tables, tournament: Tournament) -> None:
        """In each game of the round that has a table the one who starts gives up."""
        for game in tournament.in_round(tournament.round):
            if game.table is None:
                continue
            first, second = (tournament.player(number) for number in game.players)
            assert first is not None
            assert second is not None
            for seat, player in enumerate((first, second)):
                person = next(each for each in PLAYERS if each.id == player.person)
                await self.world.do(tables, game.table, person, SitDown(seat, promise(seat + 1)))
            await self.world.do(tables, game.table, Person(first.person, ""), Resign(0))


@pytest.fixture
async def club(world: World, store: SqlStore) -> AsyncIterator[Club]:
    club = Club(world, store)
    yield club
    for driver in club.drivers:
        await driver.stop()
    await world.stop()  # before the store, which they count in
    world.nodes.clear()


async def test_a_tournament_of_a_newer_version_is_left_to_newer_nodes(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, driver = await club.node()
    strange = (await driver.create(ADA, plan())).id
    await by_a_newer_node(club.store, strange, {"format": "tag"}, status="playing", due=1)
    monkeypatch.setattr(
        tournaments, "MOST_AT_ONCE", 1
    )  # it is the longest overdue, and must not keep the others
    await club.start(driver, rounds=1)
    await club.until(lambda now: now.round == 1 and is_ready(now))
    with pytest.raises(Refusal) as refusal:
        await driver.read_tournament(strange)
    assert refusal.value.reason.code == "tournament-newer"
    assert (await settings_of(club.store, strange))["format"] == "tag"


async def test_a_game_of_a_tournament_has_it_looked_after_at_once_and_another_game_has_not(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, driver = await club.node()
    counted = club.counted
    looks: list[int] = []
    due = club.store.tournaments_due

    async def looked(now: int, limit: int) -> Any:
        looks.append(now)
        return await due(now, limit)

    monkeypatch.setattr(club.store, "tournaments_due", looked)
    tournament = await club.start(driver, rounds=1)
    tournament = await club.until(lambda now: now.round == 1 and is_ready(now))
    monkeypatch.setattr(tournaments, "LOOK_SECONDS", 3600.0)
    await asyncio.sleep(0.1)  # the last look that was soon
    looks.clear()
    other = await club.world.ended(tables)
    await until(lambda: counted == [other])
    await asyncio.sleep(0.05)
    assert looks == []
    await club.play(tables, tournament)
    await until(lambda: len(counted) == 1 + len(tournament.games) and looks != [])


def is_ready(tournament: Tournament) -> bool:
    return all(game.is_made for game in tournament.games)


def tables_made(world: World) -> list[str]:
    return sorted(table for table, entries in world.journal.tables.items() if entries)


async def test_two_nodes_play_a_tournament_to_its_end_and_make_each_table_once(club: Club) -> None:
    (one, driver), (other, _) = await club.node(), await club.node()
    await club.start(driver, rounds=2)
    for number, node in ((1, one), (2, other)):
        tournament = await club.until(lambda now, number=number: now.round == number and is_ready(now))
        await club.play(node, tournament)
    tournament = await club.until(lambda now: now.status == "ended")
    assert tables_made(club.world) == sorted(game.table for game in tournament.games if game.table)
    assert len(tournament.games) == 4
    assert [game.halves_of(game.first) for game in tournament.games] == [0] * 4
    assert tournament.due is None


async def test_four_play_at_one_table_and_their_places_count(club: Club) -> None:
    tables, driver = await club.node()
    options = encode(CincoOptions(players=4, teams=2))
    await club.start(driver, format="table_swiss", options=options, rounds=1)
    tournament = await club.until(is_ready)
    (game,) = tournament.games
    assert game.table is not None
    people = []
    for seat, number in enumerate(game.players):
        player = tournament.player(number)
        assert player is not None
        people.append(Person(player.person, player.person.title()))
        await club.world.do(tables, game.table, people[seat], SitDown(seat, promise(seat + 1)))
    for seat in (0, 2):  # a side gives up when both partners do
        await club.world.do(tables, game.table, people[seat], Resign(seat))
    tournament = await club.until(lambda now: now.status == "ended")
    assert tournament.games[0].score == Score((0, 12, 0, 12), (False,) * 4)


async def test_tables_of_a_node_that_died_after_pairing_are_created_by_another(club: Club) -> None:
    _, dead = await club.node(drives=False)
    tournament = await club.start(dead)
    assert not is_ready(tournament)
    assert tables_made(club.world) == []
    await club.node()
    tournament = await club.until(is_ready)
    assert tables_made(club.world) == sorted(game.table for game in tournament.games if game.table)


async def test_people_have_time_to_come_when_no_node_ran_after_pairing(club: Club) -> None:
    _, dead = await club.node(drives=False)
    await club.start(dead, wait=60)
    club.world.clock.time += 3_600_000
    back = club.world.clock.time
    tables, _ = await club.node()
    tournament = await club.until(is_ready)
    for game in tournament.games:
        assert game.table is not None
        state = (await live(tables, game.table)).state
        assert state.begins_by is not None
        assert state.begins_by >= back + 60_000


async def test_a_journal_that_fails_in_the_midst_leaves_the_rest_to_be_made(club: Club) -> None:
    class Failing:
        def __init__(self, tables: Tables) -> None:
            self.tables = tables
            self.calls = 0

        async def __call__(self, *given: Any) -> None:
            self.calls += 1
            if self.calls in (2, 3):
                raise JournalUnavailable("The disk is on fire.")
            await self.tables.make_for(*given)

    _, driver = await club.node(Failing)
    await club.start(driver)
    tournament = await club.until(is_ready)
    assert tables_made(club.world) == sorted(game.table for game in tournament.games if game.table)


async def test_an_absent_player_is_played_for_and_has_lost(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timers, "NEAR_MILLISECONDS", 0)  # no timer: the clock is moved by hand
    tables, driver = await club.node()
    await club.start(driver, rounds=1, wait=5)
    tournament = await club.until(is_ready)
    game = tournament.games[0]
    assert game.table is not None
    first = tournament.player(game.first)
    assert first is not None
    await club.world.do(tables, game.table, Person(first.person, "x"), SitDown(0, promise(1)))
    # Both at the other table stay away, and one of this: their games are played all the same.
    club.world.clock.time += 5_000
    here = await live(tables, game.table)
    await until(lambda: here.state.status == "playing")
    assert [seat.kind for seat in here.state.seats] == ["person", "stand_in"]
    club.world.clock.time += 400_000
    tournament = await club.until(lambda now: now.status == "ended")
    scores = {each.board: each.score for each in tournament.games}
    assert scores[2] is not None
    assert scores[2].left == (True, True)
    assert scores[1] is not None
    assert scores[1].left[1]


async def test_rounds_that_the_host_did_not_wait_for_have_their_tables_too(club: Club) -> None:
    _, dead = await club.node(drives=False)
    await club.start(dead, by_hand=True, rounds=2)
    tournament = await dead.command(club.id, [ADA], NextRound(2))
    assert (tournament.round, len(tournament.games)) == (2, 4)
    await club.node()
    await club.until(is_ready)
    assert len(tables_made(club.world)) == 4


async def test_of_many_concurrent_joins_none_is_lost(club: Club) -> None:
    _, driver = await club.node()
    _, other = await club.node()
    id = (await driver.create(ADA, plan())).id
    people = [Person(f"p{number}", "P") for number in range(24)]
    await asyncio.gather(
        *((driver, other)[n % 2].command(id, [each], JoinTournament()) for n, each in enumerate(people))
    )
    joined = [each.person for each in (await driver.read_tournament(id)).players]
    assert sorted(joined) == sorted(each.id for each in people)


class Follower:
    def __init__(self) -> None:
        self.told = 0

    def tournament_changed(self) -> None:
        self.told += 1


async def test_a_follower_is_told_of_events_on_another_node(club: Club) -> None:
    _, here = await club.node()
    _, there = await club.node()
    id = (await there.create(ADA, plan())).id
    follower = Follower()
    here.views.follow(id, follower)
    assert (await here.views.current_view(id)).view.standings == ()
    await until(lambda: follower.told == 2)  # of what it is, and by the first comparison
    await there.command(id, PLAYERS[:1], JoinTournament())
    await until(lambda: follower.told == 3)
    tournament, shown, *_ = await here.views.current_view(id)
    assert [line.player for line in shown.standings] == [1]
    assert tournament.version == shown.version
    here.views.unfollow(id, follower)
    await there.command(id, [ADA], EndTournament())
    await asyncio.sleep(0.05)
    assert follower.told == 3
    with pytest.raises(Refusal, match="There is no such tournament"):
        await here.views.current_view("none")


async def test_followers_are_told_who_has_come_to_the_tables(club: Club) -> None:
    tables, driver = await club.node()
    tournament = await club.start(driver, rounds=1)
    await club.until(is_ready)
    follower = Follower()
    driver.views.follow(club.id, follower)

    async def seats(board: int) -> tuple[Arrival, ...]:
        current = (await driver.views.current_view(club.id)).view.current
        assert current is not None
        return current.games[board - 1].seats

    assert await seats(1) == ("missing", "missing")
    before = await driver.views.current_view(club.id)
    game = tournament.games[0]
    assert game.table is not None
    player = tournament.player(game.first)
    assert player is not None
    told = follower.told
    await club.world.do(tables, game.table, Person(player.person, ""), SitDown(0, promise(1)))
    await until(lambda: follower.told > told)
    # It may have been told of something before that, too.
    async with asyncio.timeout(60):
        while await seats(1) != ("here", "missing"):  # noqa: ASYNC110  # each look is one
            await asyncio.sleep(0.01)
    after = await driver.views.current_view(club.id)
    assert (after.view.version, after.mark == before.mark) == (before.view.version, False)


async def test_a_view_for_many_is_computed_once(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    _, driver = await club.node(drives=False)
    id = (await driver.create(ADA, plan())).id
    find, reads = club.store.tournament, 0

    async def tournament(id: str) -> Tournament | None:
        nonlocal reads
        reads += 1
        return await find(id)

    monkeypatch.setattr(club.store, "tournament", tournament)
    shown = await asyncio.gather(*(driver.views.current_view(id) for _ in range(20)))
    assert reads == 1
    assert all(each is shown[0] for each in shown)
    club.world.clock.time += tournament_views.FRESH_MILLISECONDS
    await driver.views.current_view(id)
    assert reads == 2


async def test_a_tournament_that_the_server_starts_is_shown_with_its_first_round_at_once(club: Club) -> None:
    """A viewer who has just seen it wait gets no older view."""
    _, driver = await club.node()
    begins = club.world.clock.time + 50
    id = (await driver.create(ADA, plan(begins=begins))).id
    for person in PLAYERS:
        await driver.command(id, [person], JoinTournament())
    assert (await driver.views.current_view(id)).view.status == "open"
    club.world.clock.time = begins
    await until(lambda: len(tables_made(club.world)) == 2)
    assert (await driver.views.current_view(id)).view.round == 1


@pytest.mark.faults("tournament_failed")
async def test_a_tournament_that_fails_keeps_no_other_from_going_on(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, dead = await club.node(drives=False)
    await club.start(dead)
    damaged = club.id
    await club.start(dead)
    find = club.store.tournament

    async def tournament(id: str) -> Tournament | None:
        if id == damaged:
            raise ValueError("damaged")
        return await find(id)

    monkeypatch.setattr(club.store, "tournament", tournament)
    await club.node()
    await club.until(is_ready)


async def test_a_store_that_is_away_is_waited_for(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    _, dead = await club.node(drives=False)
    await club.start(dead)
    due, calls = club.store.tournaments_due, 0

    async def failing(now: int, limit: int) -> Any:
        nonlocal calls
        calls += 1
        if calls < 3:
            raise StoreUnavailable("The store is away.")
        return await due(now, limit)

    monkeypatch.setattr(club.store, "tournaments_due", failing)
    await club.node()
    await club.until(is_ready)
    assert calls >= 3


async def test_tournaments_of_a_host_are_limited(club: Club) -> None:
    _, driver = await club.node(drives=False)
    made = [await driver.create(ADA, plan()) for _ in range(5)]
    with pytest.raises(Refusal) as caught:
        await driver.create(ADA, plan())
    assert (caught.value.reason.code, caught.value.reason.params) == ("tournaments-open", {"most": 5})
    for host in range(3):
        made += [await driver.create(Person(f"host-{host}", "H"), plan()) for _ in range(5)]
    for each in made:
        await driver.command(each.id, PLAYERS[:1], JoinTournament())
    one_more = await driver.create(Person("host-9", "H"), plan())
    with pytest.raises(Refusal) as caught:
        await driver.command(one_more.id, PLAYERS[:1], JoinTournament())
    assert (caught.value.reason.code, caught.value.reason.params) == ("tournaments-joined", {"most": 20})
    assert len(await driver.tournaments_of(PLAYERS[:1])) == 20


async def test_a_co_host_is_found_by_name_and_has_few_enough_tournaments(club: Club) -> None:
    _, driver = await club.node(drives=False)
    await club.store.add_guest(guest("cora"), session("cora"))
    await club.store.make_account("cora", "Cora C", key_of("Cora C"), "hash", [], NOW)
    for host in range(4):
        for _ in range(5):
            made = await driver.create(Person(f"host-{host}", "H"), plan())
            await driver.command(made.id, [Person("cora", "Cora C")], JoinTournament())
    one_more = await driver.create(ADA, plan())
    with pytest.raises(Refusal) as caught:
        await driver.command(one_more.id, [ADA], AddHost("cora c"))
    assert caught.value.reason.code == "tournament-cohost-full"
    await driver.command(made.id, [Person("cora", "Cora C")], LeaveTournament())
    assert (await driver.command(one_more.id, [ADA], AddHost("cora c"))).cohosts == ("cora",)


async def test_a_tournament_that_many_nodes_change_at_once_is_busy(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, driver = await club.node(drives=False)
    id, tries = (await driver.create(ADA, plan())).id, 0

    async def is_lost(*_: object) -> bool:
        nonlocal tries
        tries += 1
        return False

    monkeypatch.setattr(club.store, "keep_tournament", is_lost)
    with pytest.raises(StoreUnavailable, match="very busy right now"):
        await driver.command(id, PLAYERS[:1], JoinTournament())
    assert tries == tournaments.TRIES


async def test_listed_tournaments_are_found_while_they_wait_for_players(club: Club) -> None:
    _, driver = await club.node(drives=False)
    await club.store.add_guest(guest(ADA.id, ADA.name), session(ADA.id))
    await driver.create(ADA, plan(name="Secret"))
    listed = await driver.create(ADA, plan(name="Open", listed=True))
    (found,) = await driver.open_tournaments()
    assert (found.id, found.name, found.host.name) == (listed.id, "Open", ADA.name)
    club.world.clock.time += STALE_MILLISECONDS
    assert await driver.open_tournaments() == ()


async def test_an_outage_moves_the_pause_before_a_round(club: Club) -> None:
    """Players who could not read when the round begins get the time back."""
    tables, driver = await club.node()
    tournament = await club.start(driver, rounds=2, pause=600)
    tournament = await club.until(is_ready)
    await club.play(tables, tournament)
    begins = (await club.until(lambda now: now.next_at is not None)).next_at
    assert begins is not None
    now = club.world.clock.time
    driver.outages = lambda: (Outage(now, now + 30_000),)
    club.world.clock.time += 30_000
    moved = await club.until(lambda now: now.next_at != begins)
    assert moved.next_at == begins + 30_000
