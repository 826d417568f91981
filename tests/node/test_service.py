"""Commands at one node: on disk before anybody sees them, and once however often they come."""

from __future__ import annotations

import asyncio
import gc
import warnings

import pytest

from quincunx.core.reason import Refusal
from quincunx.games.cinco.types import CincoOptions, Draw, Exchange
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.node.ports import JournalUnavailable
from quincunx.table.commands import OfferDraw, Rematch, SetBotPace, SitDown, StandUp
from quincunx.table.wire.table import Ack, CommandRequest
from tests.node.support import World, is_set, join, live, until
from tests.table.support import ALICE, BOB, BOT, CAROL, ME, make_move, promise, settings

# ---- durable before visible --------------------------------------------------------------------------------


async def test_nothing_is_shown_before_it_is_on_disk(world: World) -> None:
    node = await world.node()
    table = await live(node, await world.make(node))
    before = table.state
    woken = join(node, table, CAROL)
    world.journal.slow = 0.05
    command = asyncio.create_task(world.do(node, before.id, ALICE, make_move(0, Exchange())))
    await asyncio.sleep(0.02)
    assert table.state is before
    assert not await is_set(woken)
    ack = await command
    assert table.state.version == ack.version
    assert await is_set(woken)
    assert world.journal.tables[before.id][-1].version == ack.version


async def test_on_one_device_its_holder_chooses_the_hand_that_is_uncovered(world: World) -> None:
    node = await world.node()
    table = await world.make(node, settings(seats=(ME, ME), one_device=True))
    assert [(await node.view(table, ALICE, seat)).point_of_view for seat in (None, 0, 1)] == [None, 0, 1]


async def test_when_the_journal_fails_nothing_has_happened_and_the_same_key_may_try_again(
    world: World,
) -> None:
    node = await world.node()
    table = await world.make(node)
    before = (await live(node, table)).state
    world.journal.broken = True
    with pytest.raises(JournalUnavailable):
        await world.do(node, table, ALICE, make_move(0, Exchange()), "mine")
    assert (await live(node, table)).state is before
    world.journal.broken = False
    ack = await world.do(node, table, ALICE, make_move(0, Exchange()), "mine")
    assert ack.version == before.version + 1


async def test_an_answer_lost_between_disk_and_service_is_found_again(world: World) -> None:
    """The entry is on disk though its caller was told otherwise: asked again, it is acknowledged once."""
    node = await world.node()
    table = await world.make(node)
    version = (await live(node, table)).state.version
    world.journal.lose_answers = 1
    with pytest.raises(JournalUnavailable):
        await world.do(node, table, ALICE, make_move(0, Exchange()), "mine", version)
    ack = await world.do(node, table, ALICE, make_move(0, Exchange()), "mine", version)
    assert ack == Ack("mine", version + 1)
    assert len(world.journal.tables[table]) == version + 1
    await world.do(node, table, BOB, make_move(1, Exchange()))


async def test_a_command_whose_sender_has_gone_still_has_its_whole_effect(world: World) -> None:
    """The socket closes while the commit is under way: watchers see the move, and the bot answers it."""
    node = await world.node()
    table = await live(node, await world.make(node, settings(seats=(ME, BOT))))
    version = table.state.version
    world.journal.slow = 0.02
    command = asyncio.create_task(world.do(node, table.state.id, ALICE, make_move(0, Exchange())))
    await asyncio.sleep(0.01)
    command.cancel()
    await asyncio.gather(command, return_exceptions=True)
    await until(lambda: table.state.version >= version + 2)


async def test_commands_at_a_table_are_carried_out_in_the_order_in_which_they_came(world: World) -> None:
    """Also those that wait for one another, and those whose senders stop waiting."""
    node = await world.node()
    table = await live(node, await world.make(node, settings(seats=(ME, BOT))))
    version = table.state.version
    paces = [SetBotPace("slow" if number % 2 else "fast") for number in range(12)]
    requests = [CommandRequest(f"in-order-{number}", version, pace) for number, pace in enumerate(paces)]
    async with table.lock:
        first = [node.start_command(table, ALICE, request) for request in requests[:4]]
        impatient = [
            asyncio.create_task(node.execute(table.state.id, ALICE, request)) for request in requests[4:8]
        ]
        await asyncio.sleep(0.01)
        for each in impatient[::2]:
            each.cancel()
    last = [node.start_command(table, ALICE, request) for request in requests[8:]]
    await asyncio.gather(*first, *impatient, *last, return_exceptions=True)
    await until(lambda: table.state.version >= version + 12)
    keys = [entry.key.partition(":")[2] for entry in world.journal.tables[table.state.id][version:]]
    assert [key for key in keys if key.startswith("in-order")] == [request.key for request in requests]


async def test_a_table_is_in_use_from_the_moment_at_which_a_command_comes_until_it_is_done(
    world: World,
) -> None:
    """Otherwise it could be evicted in between, and read again without what the command changes."""
    node = await world.node()
    table = await live(node, await world.make(node))
    request = CommandRequest("mine", table.state.version, make_move(0, Exchange()))
    assert not table.is_in_use
    command = node.start_command(table, ALICE, request)
    assert table.is_in_use
    await command
    assert not table.is_in_use
    refused = node.start_command(
        table, ALICE, CommandRequest("not-my-turn", table.state.version, request.command)
    )
    assert table.is_in_use
    with pytest.raises(Refusal):
        await refused
    assert not table.is_in_use


async def test_a_node_that_stops_finishes_the_commands_that_have_come(world: World) -> None:
    node = await world.node()
    table = await live(node, await world.make(node))
    world.journal.slow = 0.02
    version = table.state.version
    requests = [
        CommandRequest(f"offer-{n}", version, command)
        for n, command in enumerate((SetBotPace("slow"), make_move(0, Exchange())))
    ]
    commands = [node.start_command(table, ALICE, request) for request in requests]
    await node.stop()
    assert all(command.done() for command in commands)
    assert len(world.journal.tables[table.state.id]) == version + 2


async def test_a_client_that_has_gone_leaves_no_complaint_behind(world: World) -> None:
    """A command refused after its sender has gone is not reported, least of all in the log."""
    node = await world.node()
    table = await live(node, await world.make(node))
    complaints = _complaints()
    async with table.lock:
        command = asyncio.create_task(world.do(node, table.state.id, BOB, make_move(1, Exchange())))
        await asyncio.sleep(0.01)
        command.cancel()
    await asyncio.sleep(0.01)
    assert len(node._executor._refusals) == 1
    del command  # its traceback holds the task that failed
    gc.collect()
    assert complaints == []


async def test_nor_does_a_request_for_an_unknown_table(world: World) -> None:
    node = await world.node()
    complaints = _complaints()
    world.journal.slow = 0.01
    looking = asyncio.create_task(node.view("no-such-table-at-all", ALICE, None))
    await until(lambda: world.journal.reads > 0)
    looking.cancel()
    await asyncio.sleep(0.03)
    assert looking.cancelled()
    del looking
    gc.collect()
    assert complaints == []


def _complaints() -> list[dict[str, object]]:
    """The errors that asyncio would log because nothing handled them."""
    # Connections that earlier tests left open are not these tests' garbage.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
    found: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: found.append(context))
    return found


async def test_stopping_finishes_what_is_under_way(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    version = (await live(node, table)).state.version
    world.journal.slow = 0.02
    command = asyncio.create_task(world.do(node, table, ALICE, make_move(0, Exchange())))
    await asyncio.sleep(0.01)
    await node.stop()
    assert world.journal.tables[table][-1].version == version + 1
    assert await command == Ack("key-3", version + 1)


# ---- one command, one effect -------------------------------------------------------------------------------


async def test_the_same_key_gets_the_same_answer(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    version = (await live(node, table)).state.version
    first = await world.do(node, table, ALICE, make_move(0, Exchange()), "mine", version)
    await world.do(node, table, BOB, make_move(1, Exchange()))
    assert await world.do(node, table, ALICE, make_move(0, Exchange()), "mine", version) == first
    assert (await live(node, table)).state.version == version + 2


async def test_doubles_that_come_together_have_one_effect(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    version = (await live(node, table)).state.version
    world.journal.slow = 0.005
    acks = await asyncio.gather(
        *(world.do(node, table, ALICE, make_move(0, Exchange()), "mine", version) for _ in range(20))
    )
    assert set(acks) == {Ack("mine", version + 1)}
    assert len(world.journal.tables[table]) == version + 1


async def test_a_restart_remembers_every_key(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    version = (await live(node, table)).state.version
    first = await world.do(node, table, ALICE, make_move(0, Exchange()), "mine", version)
    again = await world.node()
    assert await world.do(again, table, ALICE, make_move(0, Exchange()), "mine", version) == first


async def test_the_same_key_of_two_people_is_two_keys(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    first = await world.do(node, table, ALICE, make_move(0, Exchange()), "k")
    second = await world.do(node, table, BOB, make_move(1, Exchange()), "k")
    assert second.version == first.version + 1


async def test_a_refused_command_stays_refused_when_a_double_of_it_comes_late(world: World) -> None:
    """Otherwise a delayed duplicate would seat a person who has long gone elsewhere."""
    node = await world.node()
    table = await world.make(node, settings(CincoOptions(players=3, teams=3)), seated=False)
    await world.do(node, table, BOB, SitDown(1, promise(1)))
    with pytest.raises(Refusal) as first:
        await world.do(node, table, CAROL, SitDown(1, promise(2)), "carols")
    await world.do(node, table, BOB, StandUp(1))
    with pytest.raises(Refusal) as second:
        await world.do(node, table, CAROL, SitDown(1, promise(2)), "carols")
    assert second.value.reason == first.value.reason
    await world.do(node, table, CAROL, SitDown(1, promise(2)), "carols-own-new-try")


@pytest.mark.parametrize("key", ["", "x" * 65, "a b", "ü", "a:b", "a\n"])
async def test_keys_are_plain(world: World, key: str) -> None:
    node = await world.node()
    table = await world.make(node)
    with pytest.raises(Refusal) as caught:
        await node.execute(table, ALICE, CommandRequest(key, 1, make_move(0, Exchange())))
    assert caught.value.reason.code == "bad-key"


@pytest.mark.parametrize("version", [-1, 10**9, 10**30])
async def test_versions_that_never_were_are_refused(world: World, version: int) -> None:
    node = await world.node()
    table = await world.make(node)
    with pytest.raises(Refusal) as caught:
        await world.do(node, table, ALICE, make_move(0, Exchange()), version=version)
    assert caught.value.reason.code == "bad-version"


@pytest.mark.parametrize(
    "name", ["", "short", "no-such-table-at-all", "x" * 65, "../../etc/passwd", "é" * 20]
)
async def test_tables_that_do_not_exist(world: World, name: str) -> None:
    node = await world.node()
    for call in (
        node.view(name, ALICE, None),
        node.execute(name, ALICE, CommandRequest("k", 1, Rematch())),
        node.replay(name, ALICE),
        node.record(name, ALICE),
        node.watch(name, ALICE),
    ):
        with pytest.raises(Refusal) as caught:
            await call
        assert (caught.value.reason.kind, caught.value.reason.code) == ("unknown", "no-such-table")


async def test_a_move_of_an_impossible_kind_is_harmless(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    with pytest.raises(Refusal):
        await world.do(node, table, ALICE, make_move(0, Draw()))
    with pytest.raises(Refusal):
        await world.do(node, table, CAROL, OfferDraw(0))
    await world.do(node, table, ALICE, make_move(0, Exchange()))


# ---- lists -------------------------------------------------------------------------------------------------


async def test_the_lobby_lists_what_waits_or_can_be_watched(world: World) -> None:
    node = await world.node()
    waiting = await world.make(node, settings(listed=True), seated=False)
    world.clock.time += 1000
    running = await world.make(node, settings(listed=True))
    await world.make(node, settings(listed=True, watchable=False))
    await world.make(node, settings(listed=False), seated=False)
    ended = await world.ended(node, settings(CinqoOptions(goal="rounds", rounds=1), listed=True))
    lobby = await node.lobby()
    assert [line.id for line in lobby.tables] == [waiting, running, ended]
    assert [line.status for line in lobby.tables] == ["waiting", "playing", "ended"]
    assert lobby.tables[0].names == ("Alice", None)
    assert {level.game for level in lobby.levels} == {"cinco", "cinqo"}
