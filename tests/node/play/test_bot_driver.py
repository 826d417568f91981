"""Bots at the tables: they move, whatever fails, and stop searching about what is past."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from quincunx.club.results.results import result_of
from quincunx.games import GAMES
from quincunx.games.cinco.types import CincoOptions, Exchange
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.node.cluster import membership, sync
from quincunx.node.live.live_table import LiveTable
from quincunx.node.node import Tables
from quincunx.node.play import bot_driver
from quincunx.node.ports import Asker, JournalUnavailable
from quincunx.table.commands import Resign, SetBotPace, StandUp, TakeBack
from quincunx.table.deadlines.expiry import expires_at
from quincunx.table.events import LivePace, OfDay, SeatSetup
from quincunx.table.fold import fold
from quincunx.table.seats.setup import rematch_settings
from quincunx.table.view import view_table
from tests.examples import mostly_nightly
from tests.node.signal import Signal
from tests.node.support import World, join, live, until
from tests.table.support import ALICE, BOB, BOT, CAROL, ME, make_move, settings


@pytest.mark.parametrize("options", [CincoOptions(), CincoOptions(players=4), CinqoOptions(players=3)])
async def test_bots_play_a_whole_game_by_themselves(
    world: World, options: CincoOptions | CinqoOptions
) -> None:
    node = await world.node()
    table = await live(node, await world.make(node, settings(options, (BOT,) * options.players)))
    await until(lambda: table.state.status == "ended")
    keys = [entry.key for entry in world.journal.tables[table.state.id]]
    assert len(keys) == len(set(keys))


async def test_bots_alone_play_while_there_is_a_spectator(world: World) -> None:
    """Otherwise any client could make the server compute for no player."""
    node = await world.node(pause=0.01)
    name = await world.make(node, settings(seats=(BOT, BOT)), seated=False)
    table = await live(node, name)
    await asyncio.sleep(0.05)
    assert table.state.version == 1
    assert world.journal.summaries[name].due == expires_at(table.state)
    watching = Signal()
    node.join(table, CAROL, watching)
    await until(lambda: table.state.version > 3)
    node.leave(table, CAROL, watching)
    await until(lambda: not node._bots.is_playing(name))
    assert table.state.status == "playing"


@pytest.mark.faults("bot_failed")
async def test_a_bot_that_fails_does_not_hold_up_the_game(world: World) -> None:
    node = await world.node()
    world.engine.failures = 3
    table = await live(node, await world.make(node, settings(seats=(ME, BOT))))
    await world.do(node, table.state.id, ALICE, make_move(0, Exchange()))
    await until(lambda: table.state.to_move() == 0)


@pytest.mark.faults("bot_refused")
async def test_a_bot_whose_choice_is_refused_makes_some_legal_move(world: World) -> None:
    node = await world.node()
    table = await live(node, await world.make(node, settings(seats=(ME, BOT))))

    async def chooses_nonsense(*_: object) -> object:
        return Exchange() if len(table.state.position.hands[1]) < 4 else {"type": "castle"}

    world.engine.choose = chooses_nonsense  # type: ignore[method-assign,assignment]
    for _ in range(3):
        await world.do(node, table.state.id, ALICE, make_move(0, Exchange()))
        await until(lambda: table.state.to_move() == 0)


@pytest.mark.faults("bot_refused")
async def test_a_bot_of_which_no_move_can_be_stored_waits_for_the_next_sweep(world: World) -> None:
    node, choices = await world.node(), 0
    table = await live(node, await world.make(node, settings(seats=(ME, BOT))))

    async def chooses_nonsense(*_: object) -> object:
        nonlocal choices
        choices += 1
        world.journal.broken = choices < 4
        return {"type": "castle"}

    world.engine.choose = chooses_nonsense  # type: ignore[method-assign,assignment]
    await world.do(node, table.state.id, ALICE, make_move(0, Exchange()))
    await asyncio.sleep(0.1)
    assert choices == 1
    world.journal.broken = False
    await asyncio.sleep(1.2 * sync.SWEEP_SECONDS)
    assert choices == 2


async def test_bots_wait_for_a_journal_that_comes_back(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sync, "SWEEP_SECONDS", 0.01)
    node = await world.node(pause=0.01)
    table = await live(node, await world.make(node, settings(seats=(BOT, BOT))))
    await until(lambda: table.state.version > 3)
    assert table.state.status == "playing"
    with capture_logs() as lines:
        world.journal.broken = True
        await asyncio.sleep(0.03)
        world.journal.broken = False
    found = [(line["table"], line["reason"]) for line in lines if line["event"] == "bot_waits"]
    assert set(found) == {(table.state.id, "The disk is on fire.")}
    await until(lambda: table.state.status == "ended")


async def test_a_fault_of_the_system_at_a_bots_move_is_logged_and_the_bot_moves_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "SWEEP_SECONDS", 0.01)
    monkeypatch.setattr(sync, "OVERDUE_MILLISECONDS", 0)
    node = await world.node()
    table = await live(node, await world.make(node, settings(seats=(ME, BOT))))
    faults = [LookupError("nothing there")]

    def pace(*_: object) -> float:
        if faults:
            raise faults.pop()
        return 0.0

    monkeypatch.setattr(bot_driver, "pause_of", pace)
    with capture_logs() as lines:
        await world.do(node, table.state.id, ALICE, make_move(0, Exchange()))
        await until(lambda: table.state.to_move() == 0)
    assert [(line["event"], line["table"]) for line in lines] == [("bot_driver_failed", table.state.id)]


async def test_bots_move_also_after_a_command_whose_answer_got_lost(world: World) -> None:
    """It is on disk, and a repetition is recognised: no player waits for a sweeper."""
    node = await world.node()
    table = await live(node, await world.make(node, settings(seats=(ME, BOT))))
    await asyncio.sleep(0.05)  # the first sweep is over
    world.journal.lose_answers = 1
    version = table.state.version
    with pytest.raises(JournalUnavailable):
        await world.do(node, table.state.id, ALICE, make_move(0, Exchange()), "mine", version)
    await world.do(node, table.state.id, ALICE, make_move(0, Exchange()), "mine", version)
    await until(lambda: table.state.to_move() == 0)


async def test_a_stand_in_plays_until_its_person_comes_back(world: World) -> None:
    node = await world.node()
    table = await live(node, await world.make(node))
    await world.do(node, table.state.id, ALICE, StandUp(0))
    await until(lambda: table.state.to_move() == 1)
    await world.do(node, table.state.id, ALICE, TakeBack(0))
    await world.do(node, table.state.id, BOB, make_move(1, Exchange()))
    await asyncio.sleep(0.01)
    assert table.state.to_move() == 0


async def test_the_host_says_how_long_a_move_takes_at_least(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The delay is the node's pause, made shorter or longer by the table's host."""
    slept: list[float] = []
    sleep = asyncio.sleep

    async def counted(seconds: float, result: object = None) -> object:
        if seconds > 1:
            slept.append(seconds)
            for _ in range(20):  # its search is over by then
                await sleep(0)
        return await sleep(0, result)

    monkeypatch.setattr("quincunx.node.play.bot_driver.asyncio.sleep", counted)
    monkeypatch.setattr(sync, "SWEEP_SECONDS", 0.5)
    monkeypatch.setattr(sync, "LOOK_SECONDS", 0.5)
    monkeypatch.setattr(membership, "BEAT_SECONDS", 0.5)
    node = await world.node(pause=8.0)
    table = await live(node, await world.make(node, settings(seats=(ME, BOT))))
    for pace in ("normal", "quick", "slow"):
        command = SetBotPace(pace)  # type: ignore[arg-type]  # mypy takes it for any string
        await world.do(node, table.state.id, ALICE, command)
        await world.do(node, table.state.id, ALICE, make_move(0, Exchange()))
        await until(lambda: table.state.to_move() == 0)
    for found, least in zip(slept, (8.0, 4.0, 20.0), strict=True):
        assert least <= found <= least * 1.5


async def test_a_bots_own_dice_are_secret_and_new_for_every_decision(world: World) -> None:
    """Known dice could turn a bot's moves back into its cards."""
    asked = world.engine.seeds
    drawn: list[str] = []
    draw = world.entropy.seed

    def noted() -> str:
        drawn.append(draw())
        return drawn[-1]

    world.entropy.seed = noted  # type: ignore[method-assign]
    node = await world.node()
    table = await live(node, await world.make(node, settings(seats=(BOT, BOT))))
    await until(lambda: table.state.status == "ended")
    assert len(asked) == len(set(asked)) > 5
    # All of them are the system's own entropy, and none is the seed of the table.
    assert {seed.hex() for seed in asked} < set(drawn)
    assert bytes.fromhex(table.state.seed) not in asked


async def test_a_pause_is_drawn_at_random_and_not_by_the_cards(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same drawing, whatever the bot holds; another one, another pause."""
    slept: list[float] = []
    sleep = asyncio.sleep

    async def counted(seconds: float, result: object = None) -> object:
        if not 7 < seconds < 20:  # another table's
            return await sleep(seconds, result)
        slept.append(seconds)
        for _ in range(20):  # its search is over by then
            await sleep(0)
        return await sleep(0, result)

    monkeypatch.setattr("quincunx.node.play.bot_driver.asyncio.sleep", counted)
    node = await world.node(pause=8.0)
    for seed in ("00", "80", "ff"):
        world.entropy.seed = lambda seed=seed: seed * 32  # type: ignore[method-assign]
        table = await live(node, await world.make(node, settings(seats=(ME, BOT))))
        await world.do(node, table.state.id, ALICE, make_move(0, Exchange()))
        await until(lambda table=table: table.state.to_move() == 0)
    assert [round(each, 1) for each in slept] == [8.0, 10.0, 12.0]


@pytest.mark.parametrize(
    ("searched", "moved"),
    mostly_nightly([(1.0, 8.0), (7.9, 8.0), (9.0, 16.0), (20.0, 24.0)], (1.0, 8.0), (20.0, 24.0)),
)
async def test_how_long_a_search_took_does_not_show_even_if_it_was_long(
    world: World, monkeypatch: pytest.MonkeyPatch, searched: float, moved: float
) -> None:
    """A move comes at the end of a pause that was drawn at random, and not when its search is done."""
    choose = world.engine.choose

    async def slowly(level: str, view: Any, seed: bytes, asker: Asker) -> Any:
        await asyncio.sleep(searched)
        return await choose(level, view, seed, asker)

    monkeypatch.setattr(world.engine, "choose", slowly)
    node = await world.node(pause=8.0)
    world.entropy.seed = lambda: "00" * 32  # type: ignore[method-assign]  # the shortest pause
    table = await live(node, await world.make(node, settings(seats=(ME, BOT))))
    await world.do(node, table.state.id, ALICE, make_move(0, Exchange()))
    began = asyncio.get_running_loop().time()
    await until(lambda: table.state.to_move() == 0)
    assert asyncio.get_running_loop().time() - began == pytest.approx(moved, abs=0.1)


async def test_a_caller_with_many_searches_waits_and_gets_the_bots_own_move(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_driver, "BUSY_SECONDS", 0.01)
    node = await world.node()
    table = await live(node, await world.make(node, settings(seats=(ME, BOT))))
    world.engine.busy = 5
    await world.do(node, table.state.id, ALICE, make_move(0, Exchange()))
    await until(lambda: table.state.to_move() == 0)
    assert world.engine.busy == 0
    assert world.engine.asked == 6


RATED = replace(settings(seats=(ME, BOT)), pace=LivePace(600, 10), rated=True)


async def move_until_a_bot_has_moved(world: World, node: Tables, table: LiveTable) -> None:
    """The person moves once, and the bot before or after it."""
    await until(lambda: table.state.to_move() == 0)
    asked = world.engine.asked
    await world.do(node, table.state.id, ALICE, make_move(0, Exchange()))
    await until(lambda: world.engine.asked > asked and table.state.to_move() == 0)


async def test_where_the_result_counts_a_bot_waits_for_its_own_engine_however_long(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_driver, "BUSY_SECONDS", 0.001)
    node = await world.node()
    table = await live(node, await world.make(node, RATED))
    assert world.engine.reserved == [table.state.id]
    world.engine.has_room = False  # it fails later: the game stays rated
    world.engine.busy = 50
    await move_until_a_bot_has_moved(world, node, table)
    assert world.engine.busy == 0
    assert world.engine.asked_surely == world.engine.asked
    assert (table.state.settings.rated, table.state.is_unrated) == (True, False)
    assert table.state.seats[1].level == BOT.level
    await world.do(node, table.state.id, ALICE, Resign(0))
    assert world.engine.reserved == []
    found = result_of(table.state)
    assert found is not None
    assert found.is_rated


async def test_without_capacity_for_its_bots_a_game_begins_unrated_and_says_so(world: World) -> None:
    world.engine.has_room = False
    node = await world.node()
    table = await live(node, await world.make(node, RATED))
    seen = view_table(table.state, ALICE, None)
    assert (seen.status, seen.settings.rated, seen.is_unrated) == ("playing", False, True)
    await move_until_a_bot_has_moved(world, node, table)
    assert world.engine.asked_surely == 0
    await world.do(node, table.state.id, ALICE, Resign(0))
    found = result_of(table.state)
    assert found is not None
    assert not found.is_rated
    # The next one may be rated again.
    assert rematch_settings(table.state)[0].rated
    assert fold(await world.journal.read(table.state.id)).is_unrated


async def test_among_people_alone_nothing_is_reserved(world: World) -> None:
    world.engine.has_room = False
    node = await world.node()
    table = await live(node, await world.make(node, replace(RATED, seats=(ME, SeatSetup("open")))))
    assert (table.state.status, table.state.settings.rated) == ("playing", True)


@pytest.mark.parametrize("has_workers", [True, False])
async def test_a_bot_that_takes_a_player_s_seat_moves_also_without_workers(
    world: World, has_workers: bool
) -> None:
    """Without workers the level itself never comes, and a rated game would stand still for ever."""
    world.engine.has_workers = has_workers
    node = await world.node()
    table = await live(node, await world.make(node, replace(RATED, seats=(ME, SeatSetup("open")))))
    world.clock.time += 700_000
    await node._act_on_time(table)
    await until(lambda: world.engine.asked > 0 and table.state.bot_to_move() is None)
    assert table.state.settings.rated
    assert world.engine.asked_surely == (world.engine.asked if has_workers else 0)


@pytest.mark.parametrize("has_workers", [True, False])
async def test_the_bot_of_a_day_is_the_same_for_all(world: World, has_workers: bool) -> None:
    world.engine.has_workers = has_workers
    node = await world.node()
    await node.make_for_day("table-of-a-day-0000001", ALICE, GAMES["cinco"], OfDay(20_000), "5e" * 32)
    table = await live(node, "table-of-a-day-0000001")
    await move_until_a_bot_has_moved(world, node, table)
    assert world.engine.asked_surely == (world.engine.asked if has_workers else 0)


async def test_engines_are_told_for_whom_they_think(world: World) -> None:
    asked = world.engine.askers
    node = await world.node()
    ours = await live(node, await world.make(node, settings(seats=(ME, BOT))))
    await world.do(node, ours.state.id, ALICE, make_move(0, Exchange()))
    await until(lambda: bool(asked))
    assert asked == [Asker(ours.state.id, ALICE.id, is_peopled=True)]
    theirs = await live(node, await world.make(node, settings(seats=(BOT, BOT))))
    join(node, theirs, CAROL)
    await until(lambda: len(asked) > 1)
    assert asked[1] == Asker(theirs.state.id, ALICE.id, is_peopled=False)
