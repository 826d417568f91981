"""Many tables in one process, on a real journal: bots move, hints are computed, all viewers are notified."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import msgspec
import pytest

from quincunx.adapters.bus.memory import MemoryBus
from quincunx.adapters.clock import SteadyClock
from quincunx.adapters.engines import EnginePool
from quincunx.adapters.entropy import SystemEntropy
from quincunx.adapters.journal.sqlite import SqliteJournal
from quincunx.core.game import encode
from quincunx.core.reason import Refusal
from quincunx.core.record import parse, verify
from quincunx.games import GAMES
from quincunx.node.node import Tables
from quincunx.node.ports import Asker, World
from quincunx.table.commands import Command, MakeMove, Rematch, SitDown
from quincunx.table.events import TableSettings
from quincunx.table.seats.person import Person
from quincunx.table.wire.table import Ack, CommandRequest, GameEvent, TableView
from tests.node.signal import Signal
from tests.third.game.bots.roster import choices
from tests.third.game.game import GAME
from tests.third.game.types import Dealt, TrioOptions, TrioView
from tests.third.support import ALICE, BOB, BOT, ME, OPEN

ASKER = Asker("table", "host", is_peopled=True)


def seen(table: TableView) -> TrioView:
    """The game as the viewer sees it."""
    assert isinstance(table.game, TrioView)
    return table.game


class Node:
    """A node and what it runs on."""

    def __init__(self, journal: SqliteJournal) -> None:
        self.engine = EnginePool(0)
        self.tables = Tables(
            World(journal, MemoryBus(), SystemEntropy(), SteadyClock(), self.engine), bot_pause=0.0
        )
        self._keys = 0

    async def do(self, table: TableView, person: Person, command: Command) -> Ack:
        """A command on the newest version."""
        self._keys += 1
        version = (await self.tables.view(table.id, person, None)).version
        return await self.tables.execute(table.id, person, CommandRequest(f"k{self._keys}", version, command))

    async def until(self, table: TableView, is_so: Callable[[TableView], bool]) -> TableView:
        """The table as Alice sees it, once something is so."""
        live = await self.tables.watch(table.id, ALICE)
        signal = Signal()
        self.tables.join(live, ALICE, signal)
        try:
            async with asyncio.timeout(20):
                while not is_so(view := await self.tables.view(table.id, ALICE, None)):
                    await signal.wait()
                    signal.clear()
        finally:
            self.tables.leave(live, ALICE, signal)
        return view

    async def play_on(self, table: TableView, hint: bool = False) -> TableView:
        """Alice plays to the end: the first choice of a hint, or the first move of her view."""
        while True:
            view = await self.until(table, lambda view: view.status == "ended" or seen(view).to_move == 0)
            if view.status == "ended":
                return view
            if hint:
                move = (await self.tables.hint(table.id, ALICE, 0)).choices[0].move
            else:
                move = choices(seen(view))[0]
            await self.do(table, ALICE, MakeMove(0, encode(move)))


@pytest.fixture
async def journal(tmp_path: Path) -> AsyncIterator[SqliteJournal]:
    journal = SqliteJournal(tmp_path / "journal.sqlite")
    await journal.open()
    yield journal
    await journal.close()


@pytest.fixture
async def node(journal: SqliteJournal) -> AsyncIterator[Node]:
    node = Node(journal)
    node.engine.start()
    await node.tables.start()
    yield node
    await node.tables.stop()
    await node.engine.stop()


async def test_a_game_against_bots_is_played_replayed_and_recorded(node: Node) -> None:
    settings = TableSettings(encode(TrioOptions(3, 2)), (ME, BOT, BOT), hints=True)
    table = await node.tables.create_table(ALICE, settings)
    await node.do(table, ALICE, SitDown(0, "0" * 64))
    ended = await node.play_on(table, hint=True)
    assert ended.outcome is not None
    replay = msgspec.json.decode(await node.tables.replay(table.id, ALICE))
    assert replay["steps"][-1]["view"] == msgspec.json.decode(msgspec.json.encode(ended.game))
    assert seen(ended).hands == ((), (), ())
    record = parse((await node.tables.record(table.id, ALICE)).decode(), GAMES)
    assert record.outcome == ended.outcome
    assert verify(record) == []


async def test_a_hint_names_every_legal_move_at_most_once_on_the_bots_own_scale(node: Node) -> None:
    settings = TableSettings(encode(TrioOptions(first=0)), (ME, BOT), hints=True)
    table = await node.tables.create_table(ALICE, settings)
    await node.do(table, ALICE, SitDown(0, "0" * 64))
    view = seen(await node.until(table, lambda view: view.status == "playing"))
    hint = await node.tables.hint(table.id, ALICE, 0)
    assert hint.scale == "own"
    assert {choice.move for choice in hint.choices} <= set(choices(view))
    assert hint.choices


async def test_another_node_takes_the_table_up_from_the_journal(node: Node, journal: SqliteJournal) -> None:
    table = await node.tables.create_table(ALICE, TableSettings(encode(TrioOptions(3)), (ME, BOT, BOT)))
    await node.do(table, ALICE, SitDown(0, "0" * 64))
    before = await node.until(table, lambda view: view.status == "playing" and seen(view).to_move == 0)
    (line,) = (await node.tables.mine.tables(ALICE)).lines
    assert (line.status, line.small) == ("playing", None), "it has no small form"
    other = Node(journal)
    assert await other.tables.view(table.id, ALICE, None) == before
    await other.play_on(table)
    await other.tables.stop()
    await other.engine.stop()


async def test_the_lobby_lists_the_game_and_its_levels(node: Node) -> None:
    options = encode(TrioOptions(3))
    await node.tables.create_table(ALICE, TableSettings(options, (ME, OPEN, OPEN), listed=True))
    lobby = await node.tables.lobby()
    assert [line.settings.options for line in lobby.tables] == [options]
    assert [level.name for level in lobby.levels if level.game == "trio"] == ["casual", "expert"]


async def test_a_returning_player_is_told_the_events_and_nothing_of_other_hands(node: Node) -> None:
    table = await node.tables.create_table(ALICE, TableSettings(encode(TrioOptions(first=0)), (ME, OPEN)))
    await node.do(table, ALICE, SitDown(0, "0" * 64))
    await node.do(table, BOB, SitDown(1, "1" * 64))
    update = node.tables.update(await node.tables.watch(table.id, BOB), BOB, None, 1).update
    told = [each.event for each in update.events if isinstance(each, GameEvent)]
    view = seen(update.table)
    assert told[0] == Dealt(view.hand)
    assert len(view.hand) == 3
    assert view.hands is None


async def test_the_same_people_meet_again(node: Node) -> None:
    table = await node.tables.create_table(ALICE, TableSettings(encode(TrioOptions(first=0)), (ME, BOT)))
    await node.do(table, ALICE, SitDown(0, "0" * 64))
    with pytest.raises(Refusal, match="not over"):
        await node.do(table, ALICE, Rematch())
    await node.play_on(table)
    rematch = (await node.do(table, ALICE, Rematch())).table
    assert rematch is not None
    again = await node.tables.view(rematch, ALICE, None)
    assert again.settings.options == encode(TrioOptions(first=1))


async def test_the_engine_refuses_levels_that_the_game_has_not(node: Node) -> None:
    state = GAME.initial(TrioOptions(first=0))
    with pytest.raises(KeyError):
        await node.engine.choose("master", GAME.view(state, 0), b"", ASKER)
