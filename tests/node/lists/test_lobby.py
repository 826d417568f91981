"""The open tables."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Sequence

import msgspec
import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from quincunx.club.ports import StoreUnavailable
from quincunx.club.tournament.wire import OpenTournament, TournamentHost
from quincunx.node.lists import lobby, previews
from quincunx.node.lists.lobby import (
    COMPLAINT_MILLISECONDS,
    MOST_LISTED,
    MOST_OF_ONE_HOST,
    MOST_WAITING,
    STALE_MILLISECONDS,
    fairly,
)
from quincunx.node.lists.previews import Previews
from quincunx.node.lists.strengths import Strength
from quincunx.node.node import Tables
from quincunx.table.commands import Resign, SitDown, StandUp
from quincunx.table.record.redaction import SOMEBODY
from quincunx.table.seats.person import handle_of
from quincunx.table.summary import DAY
from quincunx.table.wire.lists import LobbyNews, OpenSeek, OpenTable
from tests.club.tournament.support import plan as tournament_plan
from tests.node.support import World, join, live, until
from tests.table.support import ALICE, BOB, CAROL, PEOPLE, make_move, promise, settings


def listed(number: int, host: str) -> OpenTable:
    return OpenTable(f"table-{number}", "waiting", host, settings(), (None, None), number)


def test_no_host_fills_the_page() -> None:
    tables = tuple(listed(number, "Greedy" if number % 20 else f"Host {number}") for number in range(200))
    found = fairly(tables, 0, MOST_LISTED)
    assert [table.host for table in found].count("Greedy") == MOST_OF_ONE_HOST
    assert [table for table in tables if table.host != "Greedy"] == [
        table for table in found if table.host != "Greedy"
    ]


def test_a_person_of_the_same_name_is_another_person() -> None:
    tables = tuple(replace(listed(number, "Anna"), handle=f"anna-{number % 5}") for number in range(25))
    assert fairly(tables, 0, MOST_LISTED) == tables[: 5 * MOST_OF_ONE_HOST]
    renamed = tuple(replace(listed(number, f"Anna {number}"), handle="anna") for number in range(25))
    assert fairly(renamed, 0, MOST_LISTED) == renamed[:MOST_OF_ONE_HOST]


def test_no_network_fills_the_places_that_others_need() -> None:
    crowd = tuple(replace(listed(number, f"Guest {number}"), origin="beef") for number in range(MOST_WAITING))
    others = tuple(
        replace(listed(100 + number, f"Other {number}"), origin=f"{number:04x}") for number in range(50)
    )
    assert fairly(crowd, 0, MOST_LISTED) == crowd, "nobody else needs the room"
    found = fairly((*crowd, *others), 0, MOST_LISTED)
    assert len(found) == MOST_WAITING
    assert [table for table in found if table.origin != "beef"] == [*others[: MOST_WAITING - 15]]
    assert found[:15] == crowd[:15]


async def test_tables_created_from_one_network_leave_room_for_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "MOST_WAITING", 3)
    monkeypatch.setattr(lobby, "MOST_OF_ONE_ORIGIN", 1)
    node, made = await world.node(), list[str]()
    networks = ("one", "two", "crowd", "crowd", "crowd")
    for person, network in zip(PEOPLE, networks, strict=False):
        world.clock.time += 1
        made.append((await node.create_table(person, replace(settings(), listed=True), origin=network)).id)
    assert {table.id for table in (await node.lobby()).tables} == {made[0], made[1], made[-1]}


def test_the_newest_come_first_and_the_page_ends() -> None:
    tables = tuple(replace(listed(number, f"Host {number}"), status="playing") for number in range(105))
    assert fairly(tables, 0, MOST_LISTED) == tables[:MOST_LISTED]


def test_those_that_wait_leave_room_for_some_to_be_watched() -> None:
    waiting = tuple(listed(number, f"Host {number}") for number in range(MOST_LISTED))
    playing = tuple(replace(each, host=f"Other {each.host}", status="playing") for each in waiting)
    room = MOST_LISTED - MOST_WAITING
    assert fairly((*waiting, *playing), 0, MOST_LISTED) == (*waiting[:MOST_WAITING], *playing[:room])


def test_a_table_that_has_waited_for_a_day_is_not_listed() -> None:
    waiting, playing = listed(0, "Ann"), replace(listed(0, "Bob"), status="playing")
    assert fairly((waiting, playing), STALE_MILLISECONDS - 1, 9) == (waiting, playing)
    assert fairly((waiting, playing), STALE_MILLISECONDS, 9) == (playing,)


def test_a_finished_game_is_listed_for_a_day() -> None:
    over = replace(listed(0, "Ann"), status="ended", ended=7, names=("Ann", "Bob"))
    assert fairly((over,), 7 + DAY - 1, 9) == (over,)
    assert fairly((over,), 7 + DAY, 9) == ()


def test_a_table_that_has_no_seat_for_anybody_is_not_offered() -> None:
    full = [replace(listed(number, "Ann"), names=("Ann", "novice")) for number in range(MOST_OF_ONE_HOST)]
    free, playing = listed(8, "Ann"), replace(full[0], id="table-9", status="playing")
    assert fairly((*full, free, playing), 0, 9) == (free, playing), "nor does it take another one's place"


async def test_games_that_are_over_are_shown_for_a_day(world: World) -> None:
    node = await world.node()
    table = await world.make(node, replace(settings(), listed=True))
    await world.do(node, table, ALICE, Resign(0))
    ended = world.clock.time
    node.open_tables.forget()
    (line,) = (await node.lobby()).tables
    assert (line.id, line.status, line.ended, line.winners) == (table, "ended", ended, (1,))
    world.clock.time = ended + DAY - 1
    assert len((await node.lobby()).tables) == 1
    world.clock.time = ended + DAY + lobby.FRESH_MILLISECONDS
    assert (await node.lobby()).tables == ()


async def test_the_journal_is_asked_once_for_all_who_look(world: World) -> None:
    first, second = await world.node(), await world.node()
    await first.create_table(ALICE, replace(settings(), listed=True))
    assert len((await second.lobby()).tables) == 1
    await first.create_table(BOB, replace(settings(), listed=True))
    assert len((await first.lobby()).tables) == 2, "whoever made it finds it"
    assert len((await second.lobby()).tables) == 1
    world.clock.time += lobby.FRESH_MILLISECONDS
    assert len((await second.lobby()).tables) == 2


async def test_readers_who_come_at_the_same_time_cause_one_read(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    node, lobby_of = await world.node(), world.journal.lobby

    async def slow(limit: int, of_origin: int) -> Sequence[bytes]:
        await asyncio.sleep(0.01)
        return await lobby_of(limit, of_origin)

    monkeypatch.setattr(world.journal, "lobby", slow)
    before = world.journal.lobby_reads
    await asyncio.gather(*(node.lobby() for _ in range(200)))
    assert world.journal.lobby_reads == before + 1


class Reader:
    """A follower that reads all there is to be read."""

    def __init__(self, node: Tables) -> None:
        self.node = node
        self.known = 0
        self.frames: list[LobbyNews] = []

    def lobby_changed(self) -> None:
        self.known, frame = self.node.open_tables.news(self.known)
        self.frames.append(msgspec.json.decode(frame, type=LobbyNews))

    def boards(self) -> dict[str, str]:
        """The previews of games that the follower knows by now."""
        found: dict[str, str] = {}
        for frame in self.frames:
            found = ({} if frame.whole else found) | frame.boards
        return {table: small for table, small in found.items() if table in self.names() and small}

    def tournaments(self) -> list[str]:
        """The ids of tournaments that the follower knows by now."""
        told = [frame.tournaments for frame in self.frames if frame.tournaments is not None]
        return [str(msgspec.json.decode(each)["id"]) for each in told[-1]]

    def names(self) -> set[str]:
        """The names of tables that the follower knows by now."""
        found: set[str] = set()
        for frame in self.frames:
            found = (set() if frame.whole else found - set(frame.gone)) | {table.id for table in frame.tables}
        return found


async def test_a_follower_is_told_all_and_then_the_changes(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "LOOK_SECONDS", 0.001)
    monkeypatch.setattr(lobby, "FRESH_MILLISECONDS", 0)
    node, other = await world.node(), await world.node()
    plan = replace(settings(), listed=True)
    first = (await node.create_table(ALICE, plan)).id
    reader = Reader(node)
    node.open_tables.follow(reader)
    await until(lambda: reader.names() == {first})
    assert [frame.whole for frame in reader.frames] == [True]
    second = (await other.create_table(BOB, plan)).id
    await until(lambda: reader.names() == {first, second})
    assert [table.id for table in reader.frames[-1].tables] == [second]
    await world.do(node, second, BOB, SitDown(0, promise(1)))
    await until(lambda: reader.frames[-1].tables[0].names[0] == "Bob")
    await world.do(node, second, BOB, StandUp(0))
    world.clock.time += STALE_MILLISECONDS
    await until(lambda: reader.names() == set())
    assert all(frame.tables or frame.gone for frame in reader.frames), "nothing is told when nothing changes"
    late = Reader(node)
    node.open_tables.follow(late)
    assert late.frames == [LobbyNews((), whole=True, tournaments=(), seekers=())]
    assert node.open_tables.news(late.known) == (late.known, b"")
    late.known -= 2
    late.lobby_changed()
    assert late.frames[-1].whole, "who missed something is told everything"
    for each in (reader, late, late):
        node.open_tables.unfollow(each)
    asked = world.journal.lobby_reads
    await asyncio.sleep(0.1)
    assert world.journal.lobby_reads == asked, "nobody follows, and nothing is looked for"


def waiting(name: str) -> OpenTournament:
    plan = tournament_plan(listed=True)
    host = TournamentHost("Ada", "handle")
    return OpenTournament(name, "Cup", host, "swiss", plan.options, plan.pace, False, 3, 64, None, 1, False)


def seek(name: str) -> OpenSeek:
    plan = tournament_plan(listed=True)
    return OpenSeek(name, True, 1500, plan.options, plan.pace, 1)


async def test_followers_see_who_seeks_a_game(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "LOOK_SECONDS", 0.001)
    there: tuple[OpenSeek, ...] = ()
    asked: list[int] = []
    is_away = False

    async def find() -> tuple[OpenSeek, ...]:
        asked.append(1)
        if is_away:
            raise StoreUnavailable("The store is away.")
        return there

    def is_told(names: list[str]) -> bool:
        told = [frame.seekers for frame in reader.frames if frame.seekers is not None]
        return bool(told) and [each.name for each in told[-1]] == names

    node = await world.node(looking=find)
    reader = Reader(node)
    node.open_tables.follow(reader)
    await until(functools.partial(is_told, []))
    for names in (["Ada"], ["Ada", "Bob"], ["Bob"]):
        there = tuple(map(seek, names))
        await until(functools.partial(is_told, names))
    told, before = len(reader.frames), len(asked)
    is_away, there = True, ()
    await until(lambda: len(asked) > before + 3)
    assert len(reader.frames) == told, "seekers stay as last known while the store is away"
    is_away = False
    await until(functools.partial(is_told, []))
    node.open_tables.unfollow(reader)


async def test_a_follower_is_told_of_waiting_tournaments(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "LOOK_SECONDS", 0.001)
    there: tuple[OpenTournament, ...] = ()
    asked: list[int] = []
    is_away = False

    async def find() -> tuple[OpenTournament, ...]:
        asked.append(1)
        if is_away:
            raise StoreUnavailable("The store is away.")
        return there

    def is_told(names: list[str]) -> bool:
        return reader.tournaments() == names

    node = await world.node(waiting=find)
    reader = Reader(node)
    node.open_tables.follow(reader)
    await until(lambda: bool(reader.frames))
    assert reader.tournaments() == []
    for names in (["one"], ["one", "two"], ["two"]):
        there = tuple(map(waiting, names))
        await until(functools.partial(is_told, names))
    told = len(reader.frames)
    is_away, there = True, ()
    before = len(asked)
    await until(lambda: len(asked) > before + 3)
    assert len(reader.frames) == told, "what is not known stays as it was, and nobody is told the same again"
    is_away = False
    await until(lambda: reader.tournaments() == [])
    await node.create_table(ALICE, replace(settings(), listed=True))
    world.clock.time += lobby.FRESH_MILLISECONDS
    await until(lambda: len(reader.names()) == 1)
    assert reader.frames[-1].tournaments is None, "they are what they were"
    node.open_tables.unfollow(reader)


async def test_a_journal_that_fails_is_asked_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "LOOK_SECONDS", 0.001)
    node = await world.node()
    table = (await node.create_table(ALICE, replace(settings(), listed=True))).id
    world.journal.broken = True
    reader = Reader(node)
    node.open_tables.follow(reader)
    await asyncio.sleep(0.01)
    assert reader.frames == []
    world.journal.broken = False
    await until(lambda: reader.names() == {table})
    node.open_tables.unfollow(reader)


def spoil(world: World, table: str, listing: bytes) -> None:
    """Damage a row of the lobby."""
    world.journal.summaries[table] = replace(world.journal.summaries[table], listing=listing)


async def test_a_line_that_cannot_be_read_is_left_out_and_the_others_are_shown(world: World) -> None:
    node = await world.node()
    plan = replace(settings(), listed=True)
    tables = [(await node.create_table(person, plan)).id for person in PEOPLE]
    ended = await world.make(node, plan)
    await world.do(node, ended, ALICE, Resign(0))
    damage = (b"{", b"\x00\xff", b'{"id":"' + b"\xff" * 9 + b'"}', b"[]", b"[" * 100_000)
    with capture_logs() as logged:
        for look, listing in enumerate(damage):
            world.clock.time += COMPLAINT_MILLISECONDS
            for table in (tables[0], ended):
                spoil(world, table, listing)
            assert {line.id for line in (await node.lobby()).tables} == set(tables[1:])
            assert [line["event"] for line in logged] == ["lobby_line_damaged"] * (look + 1), (
                "once in a while"
            )


async def test_followers_are_told_of_new_tables_after_any_failure(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "LOOK_SECONDS", 0.001)
    monkeypatch.setattr(lobby, "FRESH_MILLISECONDS", 0)
    failures = iter((ZeroDivisionError("a fault of ours"),))

    async def strengths(tables: Sequence[OpenTable]) -> dict[str, Strength]:
        if failure := next(failures, None):
            raise failure
        return {}

    node = await world.node(strengths=strengths)
    table = (await node.create_table(ALICE, replace(settings(), listed=True))).id
    reader = Reader(node)
    with capture_logs() as logged:
        node.open_tables.follow(reader)
        await until(lambda: reader.names() == {table})
    assert [line["event"] for line in logged] == ["background_work_failed", "background_work_resumed"]
    node.open_tables.unfollow(reader)


async def test_a_line_of_a_table_that_is_gone_hides_no_other_one(world: World) -> None:
    node = await world.node()
    plan = replace(settings(), listed=True)
    gone, sound = (await node.create_table(ALICE, plan)).id, (await node.create_table(BOB, plan)).id
    del world.journal.tables[gone]
    node = await world.node()
    node.forget_names(frozenset({BOB.id}))
    assert {line.id: line.host for line in (await node.lobby()).tables} == {gone: "Alice", sound: SOMEBODY}


async def test_the_list_says_how_many_look_on(world: World) -> None:
    node = await world.node()
    table = await world.make(node, replace(settings(), listed=True))
    join(node, await live(node, table), ALICE)
    join(node, await live(node, table), CAROL)
    node.open_tables.forget()
    (line,) = (await node.lobby()).tables
    assert line.watching == 1, "Alice plays"


async def test_a_follower_sees_previews_of_running_games(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "LOOK_SECONDS", 0.001)
    monkeypatch.setattr(lobby, "FRESH_MILLISECONDS", 0)
    node, other = await world.node(), await world.node()
    reader = Reader(node)
    node.open_tables.follow(reader)
    table = await world.make(other, replace(settings(), listed=True))
    waiting = (await other.create_table(CAROL, replace(settings(), listed=True))).id

    async def in_small() -> str:
        return (await live(other, table)).small or ""

    begun = await in_small()
    await until(lambda: reader.names() == {table, waiting} and reader.boards() == {table: begun})
    while await in_small() == begun:
        state = (await live(other, table)).state
        seat = state.to_move()
        assert seat is not None
        move = state.game.legal_moves(state.position)[0]
        await world.do(other, table, PEOPLE[seat], make_move(seat, move))
    moved = await in_small()
    await until(lambda: reader.boards() == {table: moved})
    assert reader.frames[-1] == LobbyNews((), boards={table: moved}), "its line stays as it was"
    late = Reader(node)
    node.open_tables.follow(late)
    assert late.boards() == {table: moved}
    node.open_tables.unfollow(late)
    monkeypatch.setattr(previews, "MOST_DRAWN", 0)
    await until(lambda: reader.boards() == {})
    assert reader.names() == {table, waiting}, "others are watched more"
    monkeypatch.setattr(previews, "MOST_DRAWN", 24)
    await until(lambda: reader.boards() == {table: moved})
    await world.do(other, table, ALICE, Resign(0))
    await until(lambda: reader.boards() == {})
    assert reader.frames[-1].tables[0].small is not None, "the end is in the line itself"
    node.open_tables.unfollow(reader)


async def test_a_look_at_small_boards_has_bounds(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    node, other = await world.node(), await world.node()
    lines = []
    for _ in range(previews.MOST_DRAWN + 2):
        world.clock.time += 1
        table = await world.make(other)
        lines.append(OpenTable(table, "playing", "Alice", settings(), ("Alice", "Bob"), world.clock.time))
    lines.append(
        OpenTable("there-is-none", "playing", "Alice", settings(), ("Alice", "Bob"), world.clock.time)
    )
    lines[0] = replace(lines[0], watching=3)
    first = lines[0].id
    found = await Previews(node._memory).of(lines)
    assert len(found) == previews.MOST_READ - 1, "the table that there is none of is asked for, too"
    assert first in found
    for _ in range(30):
        found = await Previews(node._memory).of(lines)
    shown = sorted(lines, key=lambda line: (-line.watching, -line.since))[: previews.MOST_DRAWN]
    assert set(found) == {line.id for line in shown} - {"there-is-none"}


async def test_a_line_tells_neither_who_sits_there_nor_from_where(world: World) -> None:
    node = await world.node()
    await node.create_table(ALICE, replace(settings(), listed=True), origin="a-network")
    (line,) = (await node.lobby()).tables
    assert (line.host, line.handles, line.origin) == (ALICE.name, (), None)


async def test_guests_are_marked_and_members_are_not(world: World) -> None:
    asked: list[Sequence[str]] = []

    async def members(handles: Sequence[str]) -> Sequence[str]:
        asked.append(handles)
        return [handle_of(BOB.id)]

    node = await world.node(members=members)
    table = await world.make(node, replace(settings(), listed=True))
    (line,) = (await node.lobby()).tables
    assert (line.id, line.names, line.guests) == (table, ("Alice", "Bob"), (0,))
    assert asked == [sorted(map(handle_of, (ALICE.id, BOB.id)))]


async def test_a_store_that_is_away_at_first_leaves_tournaments_and_seekers_out(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away() -> tuple[()]:
        raise StoreUnavailable("The store is away.")

    node = await world.node(waiting=away, looking=away)
    reader = Reader(node)
    node.open_tables.follow(reader)
    await until(lambda: bool(reader.frames))
    assert reader.frames == [LobbyNews((), whole=True, tournaments=(), seekers=())]
