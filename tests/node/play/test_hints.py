"""Hints: for whom, when, worked out from what, and how seldom."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from quincunx.adapters.engines.frames import SearchResult
from quincunx.core.reason import Refusal
from quincunx.core.review import Why
from quincunx.core.values import Seat
from quincunx.games.cinco.types import CincoOptions, Exchange
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.node.node import Tables
from quincunx.node.ports import Asker
from quincunx.table.commands import OfferDraw, StandUp, TakeBack
from quincunx.table.events import TableSettings
from quincunx.table.seats.person import Person
from quincunx.table.wire.table import Hint
from tests.node.fakes import HereEngine
from tests.node.support import World, is_set, join, live, until
from tests.table.support import ALICE, BOB, BOT, CAROL, ME, OPEN, TWO, make_move, settings
from tests.table.test_nothing_leaks import OTHER_SEED, twin_game

HINTED = replace(settings(), hints=True)


class SlowEngine(HereEngine):
    """Bots that think for as long as the test wants, and remember what they were given."""

    def __init__(self) -> None:
        super().__init__()
        self.free = asyncio.Event()
        self.free.set()
        self.given: list[bytes] = []
        self.dropped = 0

    async def advise(self, view: Any, seed: bytes, asker: Asker) -> SearchResult:
        self.given.append(msgspec.json.encode((view, seed, asker)))
        await self._think()
        return await super().advise(view, seed, asker)

    async def choose(self, level: str, view: Any, seed: bytes, asker: Asker) -> Any:
        await self._think()
        return await super().choose(level, view, seed, asker)

    async def _think(self) -> None:
        try:
            await self.free.wait()
        except asyncio.CancelledError:
            self.dropped += 1
            raise
        if self.failures:
            self.failures -= 1
            raise RuntimeError("a bot lost its engine")


class HintedWorld(World):
    """A world with one node, and a hint to ask for."""

    node_: Tables

    def __init__(self) -> None:
        super().__init__()
        self.engine: SlowEngine = SlowEngine()

    async def table(self, plan: TableSettings = HINTED, *, seated: bool = True) -> str:
        return await self.make(self.node_, plan, seated=seated)

    async def hint(self, table: str, person: Person = ALICE, seat: Seat = 0) -> Hint:
        return await self.node_.hint(table, person, seat)

    async def refused(self, table: str, person: Person = ALICE, seat: Seat = 0) -> str:
        with pytest.raises(Refusal) as refused:
            await self.hint(table, person, seat)
        assert refused.value.reason.sentence.endswith(".")
        return refused.value.reason.code


@pytest.fixture
async def world() -> AsyncIterator[HintedWorld]:
    world = HintedWorld()
    world.node_ = await world.node()
    yield world
    world.engine.free.set()
    await world.stop()


# ---- what it is ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [TWO, CinqoOptions()], ids=["cinco", "cinqo"])
async def test_a_hint_ranks_legal_moves_of_the_present_position(
    world: HintedWorld, options: CincoOptions | CinqoOptions
) -> None:
    table = await world.table(replace(settings(options), hints=True))
    hint = await world.hint(table)
    state = (await live(world.node_, table)).state
    legal = state.game.legal_moves(state.position)
    assert hint.version == state.version
    assert all(choice.move in legal for choice in hint.choices)
    values = [choice.value for choice in hint.choices]
    assert values == sorted(values, reverse=True)


async def test_a_hint_says_why(world: HintedWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    why = (Why("wins", {"space": 73}),)

    async def advise(view: Any, seed: bytes, asker: Asker) -> SearchResult:
        return replace(await HereEngine.advise(world.engine, view, seed, asker), reasons=why)

    monkeypatch.setattr(world.engine, "advise", advise)
    assert (await world.hint(await world.table())).reasons == why


async def test_each_choice_has_the_error_that_its_engine_states(
    world: HintedWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def advise(view: Any, seed: bytes, asker: Asker) -> SearchResult:
        found = await HereEngine.advise(world.engine, view, seed, asker)
        return replace(found, errors=tuple(place / 100 for place in range(len(found.moves))))

    table = await world.table()
    assert {choice.error for choice in (await world.hint(table)).choices} == {None}  # of a fallback
    world.node_._hints.forget(table)
    monkeypatch.setattr(world.engine, "advise", advise)
    assert [choice.error for choice in (await world.hint(table)).choices][:3] == [0.0, 0.01, 0.02]


async def test_a_hint_is_worked_out_from_what_the_seat_may_know(world: HintedWorld) -> None:
    """The same table with everything changed that the seat may not know: not one byte differs."""
    table = await world.table()
    # The engine's own dice are drawn anew for each search; here they fall alike.
    world.entropy.seed = lambda: "ab" * 32  # type: ignore[method-assign]
    known = await live(world.node_, table)
    await world.do(world.node_, table, ALICE, make_move(0, Exchange()))
    first = msgspec.json.encode(await world.hint(table, BOB, 1))
    state = known.state
    for number in range(5):
        position = twin_game(state.position, 1, set(), 0, Random(number))
        assert position.hands[0] != state.position.hands[0]
        world.node_._hints.forget(table)
        known.state = replace(state, position=position, seed=OTHER_SEED)
        assert msgspec.json.encode(await world.hint(table, BOB, 1)) == first
    assert len(world.engine.given) == 6
    assert len(set(world.engine.given)) == 1


async def test_nothing_of_a_hint_is_stored_or_published(world: HintedWorld) -> None:
    table = await world.table()
    entries = len(world.journal.tables[table])
    woken = join(world.node_, await live(world.node_, table), CAROL)
    await world.hint(table)
    assert len(world.journal.tables[table]) == entries
    assert not await is_set(woken)


# ---- who gets one, and when ------------------------------------------------------------------------------


async def test_a_table_without_hints_gives_none(world: HintedWorld) -> None:
    table = await world.table(settings())
    assert await world.refused(table) == "no-hints"


async def test_the_player_to_move_alone_gets_one(world: HintedWorld) -> None:
    table = await world.table()
    assert await world.refused(table, BOB, 0) == "not-your-seat"
    assert await world.refused(table, CAROL, 0) == "not-your-seat"
    assert await world.refused(table, BOB, 1) == "not-your-turn"
    for seat in (-1, 2, 99):
        assert await world.refused(table, ALICE, seat) == "no-such-seat"
    assert not world.engine.given


async def test_a_player_who_has_left_gets_none_until_they_are_back(world: HintedWorld) -> None:
    table = await world.table()
    world.engine.free.clear()
    await world.do(world.node_, table, ALICE, StandUp(0))
    assert await world.refused(table) == "not-your-seat"
    await world.do(world.node_, table, ALICE, TakeBack(0))
    world.engine.free.set()
    await world.hint(table)


async def test_before_and_after_the_game_there_are_none(world: HintedWorld) -> None:
    waiting = await world.table(seated=False)
    assert await world.refused(waiting) == "not-your-seat"
    table = await world.table(replace(settings(), hints=True))
    await world.do(world.node_, table, ALICE, OfferDraw(0))
    await world.do(world.node_, table, BOB, OfferDraw(1))
    assert await world.refused(table) == "game-over"


# ---- how seldom it is thought ----------------------------------------------------------------------------


async def test_a_position_is_thought_about_once(world: HintedWorld) -> None:
    table = await world.table()
    first, second = await asyncio.gather(world.hint(table), world.hint(table))
    assert first is second is await world.hint(table)
    assert len(world.engine.given) == 1
    await world.do(world.node_, table, ALICE, OfferDraw(0))  # talk changes nothing
    assert await world.hint(table) is first
    await world.do(world.node_, table, ALICE, make_move(0, Exchange()))
    await world.hint(table, BOB, 1)
    assert len(world.engine.given) == 2


@pytest.mark.parametrize("has_workers", [True, False])
async def test_a_fallback_engines_hint_is_kept_only_where_there_are_no_workers(
    world: HintedWorld, has_workers: bool
) -> None:
    world.engine.has_workers, world.engine.is_fallback = has_workers, True
    table = await world.table()
    await world.hint(table)
    world.engine.is_fallback = False
    await world.hint(table)
    await world.hint(table)
    assert len(world.engine.given) == (2 if has_workers else 1)


async def test_a_person_waits_for_one_hint_at_a_time(world: HintedWorld) -> None:
    one, other = await world.table(), await world.table()
    world.engine.free.clear()
    waiting = asyncio.create_task(world.hint(one))
    await until(lambda: len(world.engine.given) == 1)
    assert await world.refused(other) == "one-hint"
    world.engine.free.set()
    await waiting
    await world.hint(other)


async def test_when_the_game_goes_on_the_thinking_stops(world: HintedWorld) -> None:
    table = await world.table()
    world.engine.free.clear()
    waiting = asyncio.create_task(world.refused(table))
    await until(lambda: len(world.engine.given) == 1)
    await world.do(world.node_, table, ALICE, make_move(0, Exchange()))
    assert await waiting == "stale"
    assert world.engine.dropped == 1


async def test_when_the_last_who_asked_has_gone_the_thinking_stops(world: HintedWorld) -> None:
    table = await world.table()
    world.engine.free.clear()
    waiting = [asyncio.create_task(world.hint(table)) for _ in range(2)]
    await until(lambda: len(world.engine.given) == 1)
    waiting[0].cancel()
    await asyncio.sleep(0.01)
    assert not world.engine.dropped
    waiting[1].cancel()
    await until(lambda: world.engine.dropped == 1)
    world.engine.free.set()
    await world.hint(table)
    assert len(world.engine.given) == 2


async def test_a_hint_that_failed_can_be_asked_for_again(world: HintedWorld) -> None:
    table = await world.table()
    world.engine.failures = 1
    with pytest.raises(RuntimeError):
        await world.hint(table)
    await world.hint(table)


# ---- bots, too, stop thinking of what is past ------------------------------------------------------------


async def test_a_bot_stops_thinking_for_a_player_who_is_back(world: HintedWorld) -> None:
    table = await world.table(settings())
    world.engine.free.clear()
    bots = world.node_._bots
    await world.do(world.node_, table, ALICE, StandUp(0))
    await until(lambda: bots.is_playing(table))
    await asyncio.sleep(0.01)
    await world.do(world.node_, table, ALICE, TakeBack(0))
    await until(lambda: world.engine.dropped == 1)
    await until(lambda: not bots.is_playing(table))
    world.engine.free.set()
    await world.do(world.node_, table, ALICE, make_move(0, Exchange()))


async def test_talk_does_not_interrupt_a_bot(world: HintedWorld) -> None:
    three = CincoOptions(players=3, teams=3, first=0)
    name = await world.table(settings(three, seats=(ME, BOT, OPEN)))
    table = await live(world.node_, name)
    world.engine.free.clear()
    await world.do(world.node_, name, ALICE, make_move(0, Exchange()))
    await until(lambda: world.node_._bots.is_playing(name))
    version = table.state.version
    await world.do(world.node_, name, CAROL, StandUp(2))
    assert table.state.version > version
    await asyncio.sleep(0.01)
    assert not world.engine.dropped
    world.engine.free.set()
    await until(lambda: table.state.to_move() == 0)


async def test_a_caller_who_drops_one_of_two_requests_still_waits_for_the_other(world: HintedWorld) -> None:
    table, other = await world.table(), await world.table()
    world.engine.free.clear()
    both = [asyncio.create_task(world.hint(table)) for _ in range(2)]
    await until(lambda: world.node_._hints.is_searching(table))
    both[0].cancel()
    await asyncio.wait({both[0]})
    assert await asyncio.wait_for(world.refused(other), 5) == "one-hint"
    world.engine.free.set()
    await both[1]
    assert (await world.hint(other)).choices
