"""The third game's daily challenge: its streams, its table, and its place on a node."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from quincunx.adapters.bus.memory import MemoryBus
from quincunx.adapters.clock import SteadyClock
from quincunx.adapters.entropy import SystemEntropy
from quincunx.adapters.journal.sqlite import SqliteJournal
from quincunx.club.results.results import result_of
from quincunx.core.chance import CHANCE, Rolled, Shuffled
from quincunx.core.day import SEAT, DayChance
from quincunx.core.game import encode
from quincunx.core.reason import Refusal
from quincunx.core.record import parse, verify, write
from quincunx.engines.levels import names
from quincunx.games import GAMES
from quincunx.node.events.daily import Days, with_deals
from quincunx.node.events.daily_best import best_number
from quincunx.node.node import Tables
from quincunx.node.ports import World
from quincunx.table.chance.day import opens_at
from quincunx.table.commands import MakeMove, Resign
from quincunx.table.fold import fold
from quincunx.table.record.game_record import record_of
from quincunx.table.view import view_table
from quincunx.table.wire.table import CommandRequest
from tests.node.fakes import HereEngine
from tests.servers.stores import new_store
from tests.table.support import ALICE, BOB, SEED, DayDesk
from tests.third.game.bots.roster import choices
from tests.third.game.day import DAY
from tests.third.game.game import GAME
from tests.third.game.types import TrioView
from tests.third.support import PLAIN

NUMBER = 20_000
"""The day of ``DayDesk``."""


@given(seed=st.binary(min_size=32, max_size=32), one=st.integers(0, 99), other=st.integers(0, 99))
def test_cards_and_dice_are_the_same_whatever_is_played(seed: bytes, one: int, other: int) -> None:
    def fallen(number: int) -> dict[int, Shuffled | Rolled]:
        """Each answer of chance, by its stream."""
        random, chance, state = Random(number), DayChance(seed, "trio"), GAME.initial(DAY.options)
        found: dict[int, Shuffled | Rolled] = {}
        while (seat := GAME.to_move(state)) is not None:
            if seat == CHANCE:
                (stream,) = DAY.streams(state)
                assert stream not in found
                move = chance.chance_move((stream,), GAME.asks(state))
                assert isinstance(move, Shuffled | Rolled)
                found[stream] = move
                state = GAME.apply(state, move)
            else:
                state = GAME.apply(state, random.choice(GAME.legal_moves(state)))
        return found

    first, second = fallen(one), fallen(other)
    both = first.keys() & second.keys()
    assert len(both) >= 7, "the shuffle, and a roll for each card"
    assert {stream: first[stream] for stream in both} == {stream: second[stream] for stream in both}


def test_it_is_played_against_bots_that_there_are() -> None:
    GAME.check(DAY.options)
    assert DAY.options.first == SEAT
    assert {DAY.level, DAY.best} <= {*names(GAME.bots)}
    assert list(with_deals()) == ["cinco", "cinqo", "trio"]


# ---- at a table ------------------------------------------------------------------------------------------


def test_a_finished_game_counts_by_its_points_and_its_record_is_verified() -> None:
    desk = DayDesk(GAME).play(Random(4))
    counted = result_of(desk.state)
    assert counted is not None
    assert counted.day is not None
    assert counted.day.number == desk.state.position.totals[SEAT]
    record = parse(write(record_of(tuple(desk.entries), desk.state, opens_at(NUMBER))), GAMES)
    assert record.day == "2024-10-04"
    assert verify(record) == []
    assert "isn’t the one committed" in str(verify(replace(record, seed="77" * 32))[0])
    assert fold(desk.entries) == desk.state


def test_nothing_of_the_other_hand_is_shown_before_it_opens() -> None:
    desk = DayDesk(GAME)
    view = view_table(desk.state, ALICE, None, desk.now or 0)
    assert (view.seed, view.game) == (None, GAME.view(desk.state.position, SEAT))
    desk.play(Random(4))
    view = view_table(desk.state, ALICE, None, opens_at(NUMBER))
    assert (view.seed, view.game) == (SEED, GAME.reveal(desk.state.position))


def test_a_resigned_game_has_no_number() -> None:
    desk = DayDesk(GAME)
    desk.do(ALICE, Resign(SEAT))
    counted = result_of(desk.state)
    assert counted is not None
    assert counted.day is not None
    assert counted.day.number is None


def test_the_best_bots_number_is_the_same_again() -> None:
    async def best(seed: str) -> int | None:
        return await best_number(HereEngine(), GAME, seed)

    numbers = {asyncio.run(best(seed)) for seed in (SEED, SEED, "77" * 32)}
    assert None not in numbers
    assert len(numbers) == 2


# ---- on a node ---------------------------------------------------------------------------------------------


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[tuple[Tables, Days]]:
    """A node with a journal, and the daily challenges in a store."""
    journal = SqliteJournal(tmp_path / "journal.sqlite")
    store = new_store(tmp_path)
    await journal.open()
    await store.open()
    clock, entropy = SteadyClock(), SystemEntropy()
    tables = Tables(World(journal, MemoryBus(), entropy, clock, HereEngine()), bot_pause=0.0)
    await tables.start()
    yield tables, Days(store, clock, entropy, tables.make_for_day, None)
    await tables.stop()
    await store.close()
    await journal.close()


async def test_two_people_get_the_same_deal_on_a_node_and_one_plays_it(node: tuple[Tables, Days]) -> None:
    tables, days = node
    table, is_practice = await days.play(days.today, "trio", [ALICE])
    other, _ = await days.play(days.today, "trio", [BOB])
    assert not is_practice
    seen = []
    for name, person in ((table, ALICE), (other, BOB)):
        game = (await tables.view(name, person, None)).game
        assert isinstance(game, TrioView)
        seen.append((game.hand, game.die))
    assert seen[0] == seen[1]
    async with asyncio.timeout(20):
        while (view := await tables.view(table, ALICE, None)).status == "playing":
            assert isinstance(view.game, TrioView)
            if view.game.to_move == SEAT:
                move = MakeMove(SEAT, encode(choices(view.game)[0]))
                await tables.execute(table, ALICE, CommandRequest(f"k{view.version}", view.version, move))
            await asyncio.sleep(0)
    assert view.outcome is not None
    assert view.outcome.termination == "counted"


async def test_a_game_without_a_challenge_has_none(
    node: tuple[Tables, Days], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, days = node
    monkeypatch.setitem(GAMES, GAME.name, PLAIN)
    with pytest.raises(Refusal) as caught:
        await days.play(days.today, "trio", [ALICE])
    assert caught.value.reason.code == "no-day-deal"
