"""Replays and records of finished games: made once, one at a time, and never with a name that is to go."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Sequence
from hashlib import sha512

import msgspec
import pytest
from msgspec.structs import replace

from quincunx.club.accounts.names import marked
from quincunx.core.record import parse, signed_text
from quincunx.games import GAMES
from quincunx.games.cinco.types import CincoOptions, Exchange
from quincunx.node.finished import replays
from quincunx.node.node import Tables
from quincunx.node.ports import JournalUnavailable
from quincunx.table import view
from quincunx.table.commands import Resign, SitDown
from quincunx.table.events import Entry
from quincunx.table.record.redaction import SOMEBODY
from quincunx.table.seats.person import handle_of
from tests.node.support import World
from tests.table.support import ALICE, BOB, BOT, CAROL, DAVE, ME, OPEN, Desk, make_move, promise, settings


class Reads:
    """Counts how often the journal reads whole tables, and holds the reads up if told to."""

    def __init__(self, world: World) -> None:
        self.tables: list[str] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self._read = world.journal.read
        world.journal.read = self.read  # type: ignore[method-assign]

    async def read(self, table: str, after: int = 0) -> Sequence[Entry]:
        if after:
            return await self._read(table, after)
        self.tables.append(table)
        entries = await self._read(table, after)
        await self.gate.wait()
        return entries


@pytest.fixture
async def ended(world: World) -> tuple[Tables, str]:
    node = await world.node()
    return node, await world.ended(node)


async def test_a_replay_is_made_once_for_all_who_see_the_same(world: World, ended: tuple[Tables, str]):
    node, table = ended
    reads = Reads(world)
    together = await asyncio.gather(*(node.replay(table, CAROL) for _ in range(5)))
    assert len(set(together)) == 1
    assert await node.replay(table, CAROL) == together[0]
    assert reads.tables == [table]
    await node.replay(table, ALICE)
    assert reads.tables == [table, table]


async def test_a_replay_is_kept_compressed(ended: tuple[Tables, str]):
    node, table = ended
    packed = await node.compressed_replay(table, CAROL)
    assert gzip.decompress(packed) == await node.replay(table, CAROL)
    assert await node.compressed_replay(table, CAROL) is packed
    assert len(packed) < len(gzip.decompress(packed)) / 2


def test_a_long_replay_is_encoded_in_small_parts() -> None:
    """One call that encodes 9 MB keeps all other threads waiting for the interpreter."""
    desk = Desk(settings(CincoOptions(first=0))).seat_everybody()
    for _ in range(300):
        person, seat = desk.mover()
        desk.do(person, make_move(seat, Exchange()))
    desk.do(ALICE, Resign(0))
    for length in (len(desk.entries), 2):
        whole = view.replay(tuple(desk.entries), desk.state, CAROL)
        whole = replace(whole, steps=whole.steps[: length - 2])
        parts = list(replays.encoded_parts(whole))
        assert b"".join(parts) == msgspec.json.encode(whole)
        assert gzip.decompress(replays.compressed(whole)) == msgspec.json.encode(whole)
        assert all(len(part) < 200_000 for part in parts)
    assert len(msgspec.json.encode(view.replay(tuple(desk.entries), desk.state, CAROL))) > 500_000


async def test_whatever_is_computed_of_finished_games_is_computed_by_one_thread(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    """Each that computes makes every move wait for the interpreter."""
    node = await world.node()
    tables = [await world.ended(node) for _ in range(2)]
    most = running = 0
    to_thread = asyncio.to_thread

    async def counted(*arguments: object) -> object:
        nonlocal most, running
        running += 1
        most = max(most, running)
        try:
            return await to_thread(*arguments)  # type: ignore[arg-type]  # what it was given
        finally:
            running -= 1

    monkeypatch.setattr(replays.asyncio, "to_thread", counted)
    asked = [
        ask
        for table in tables
        for ask in (
            node.compressed_replay(table, CAROL),
            node.record(table, CAROL),
            node.recorded(table),
            node.work(lambda: 1),
        )
    ]
    assert len(await asyncio.gather(*asked)) == 8
    assert most == replays.MOST_AT_ONCE


async def test_a_caller_who_hangs_up_takes_nothing_from_the_others(ended: tuple[Tables, str]):
    node, table = ended
    gone, there = (asyncio.create_task(node.replay(table, ALICE)) for _ in range(2))
    await asyncio.sleep(0)
    gone.cancel()
    assert await there


async def test_the_cache_is_bounded(world: World, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(replays, "MOST_BYTES", 1)
    node = await world.node()
    table = await world.ended(node)
    reads = Reads(world)
    for _ in range(2):
        await node.record(table, ALICE)
    assert reads.tables == [table, table]


async def test_a_failed_replay_is_retried(world: World, ended: tuple[Tables, str]):
    node, table = ended
    world.journal.broken = True
    with pytest.raises(JournalUnavailable):
        await node.record(table, ALICE)
    world.journal.broken = False
    assert b"Alice" in await node.record(table, ALICE)


async def test_a_replay_that_was_being_made_when_a_person_was_deleted_is_not_cached(
    world: World, ended: tuple[Tables, str]
):
    node, table = ended
    reads = Reads(world)
    reads.gate.clear()
    asking = [asyncio.create_task(ask(table, CAROL)) for ask in (node.replay, node.record)]
    for _ in range(10):
        await asyncio.sleep(0)
    node.forget_names(frozenset({ALICE.id}))
    reads.gate.set()
    await asyncio.gather(*asking)
    for ask in (node.replay, node.record):
        shown = await ask(table, CAROL)
        assert ALICE.name.encode() not in shown
        assert SOMEBODY.encode() in shown
        assert BOB.name.encode() in shown


async def test_a_cached_replay_loses_the_name_of_a_host_who_has_no_seat(world: World):
    node = await world.node()
    table = (await node.create_table(DAVE, settings(seats=(OPEN, OPEN)))).id
    for seat, person in enumerate((ALICE, BOB)):
        await world.do(node, table, person, SitDown(seat, promise(seat + 1)))
    await world.do(node, table, ALICE, Resign(0))
    assert DAVE.name.encode() in await node.replay(table, CAROL)
    node.forget_names(frozenset({DAVE.id}))
    assert DAVE.name.encode() not in await node.replay(table, CAROL)


async def test_a_deletion_drops_only_what_holds_the_persons_name(world: World, ended: tuple[Tables, str]):
    node, table = ended
    await node.replay(table, CAROL)
    reads = Reads(world)
    node.forget_names(frozenset({"someone-elsewhere"}))
    assert msgspec.json.decode(await node.replay(table, CAROL))
    assert reads.tables == []


class Seal:
    """A signer whose signatures are hashes."""

    public_key = "00" * 32

    def sign(self, text: bytes) -> str:
        return sha512(text).hexdigest()


async def test_a_record_is_signed_by_its_server(world: World) -> None:
    node = await world.node(signer=Seal())
    record = parse((await node.record(await world.ended(node), ALICE)).decode(), GAMES)
    assert record.signature == Seal().sign(signed_text(record))


async def test_a_record_marks_guests_until_they_are_members(world: World) -> None:
    registered: list[str] = []

    async def members(handles: Sequence[str]) -> Sequence[str]:
        return registered

    node = await world.node(members=members)
    table = await world.ended(node)
    as_guests = (await node.record(table, ALICE)).decode()
    registered += [handle_of(ALICE.id), handle_of(BOB.id)]
    as_members = (await node.record(table, ALICE)).decode()
    assert parse(as_guests, GAMES).names == (marked(ALICE.name), marked(BOB.name))
    assert parse(as_members, GAMES).names == (ALICE.name, BOB.name)
    assert await node.recorded(table) == replace(parse(as_members, GAMES), signature=None)


async def test_a_record_marks_no_bot(world: World) -> None:
    async def members(handles: Sequence[str]) -> Sequence[str]:
        return []

    node = await world.node(members=members)
    table = await world.make(node, settings(seats=(ME, BOT)))
    await world.do(node, table, ALICE, Resign(0))
    record = parse((await node.record(table, ALICE)).decode(), GAMES)
    assert record.names == (marked(ALICE.name), f"bot: {BOT.level}")
