"""Rate limits for commands that disturb the other players at a table."""

from __future__ import annotations

from typing import get_args

import pytest

from quincunx.club.limits import HOST_CHANGES
from quincunx.core.reason import Refusal
from quincunx.node.play.nuisance_limits import RATES
from quincunx.node.ports import JournalUnavailable
from quincunx.table import commands
from quincunx.table.commands import Command, OpenSeat, SeatBot, SitDown, StandUp
from tests.node.support import World
from tests.table.support import ALICE, BOB, CAROL, promise

BOUNDED_ELSEWHERE = {
    commands.MakeMove: "by the rules of the game",
    commands.Reveal: "one for each commitment",
    commands.Say: "table/talk",
    commands.Write: "table/talk",
    commands.Rematch: "as a new table",
}


def test_every_command_has_a_bound() -> None:
    assert set(RATES) | set(BOUNDED_ELSEWHERE) == set(get_args(Command))
    assert not set(RATES) & set(BOUNDED_ELSEWHERE)


async def test_sitting_down_and_standing_up_is_limited(world: World) -> None:
    node = await world.node()
    table = await world.make(node, seated=False)

    async def sit_and_stand() -> None:
        for _ in range(40):
            await world.do(node, table, BOB, SitDown(1, promise(1)))
            done.append("sat")
            await world.do(node, table, BOB, StandUp(1))
            done.append("stood")

    done: list[str] = []
    with pytest.raises(Refusal) as caught:
        await sit_and_stand()
    assert done == ["sat", "stood"] * 4
    reason = caught.value.reason
    assert (reason.kind, reason.code) == ("too-fast", "too-fast")
    assert int(reason.params["seconds"]) >= 1
    await world.do(node, table, CAROL, SitDown(1, promise(2)))


async def test_a_command_that_could_not_be_stored_is_not_charged(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a journal is away, clients repeat their commands; they must not be refused when it is back."""
    node = await world.node()
    table = await world.make(node, seated=False)

    async def fail(entry: object, summary: object) -> None:
        raise JournalUnavailable("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(world.journal, "append", fail)
        for _ in range(20):
            with pytest.raises(JournalUnavailable):
                await world.do(node, table, BOB, SitDown(1, promise(1)))
    await world.do(node, table, BOB, SitDown(1, promise(1)))


async def test_a_host_changes_seats_within_reason(world: World) -> None:
    node = await world.node()
    table = await world.make(node, seated=False)

    async def change() -> None:
        await world.do(node, table, ALICE, SeatBot(1, "random"))
        await world.do(node, table, ALICE, OpenSeat(1))

    for _ in range(int(HOST_CHANGES.burst) // 2):
        await change()
    with pytest.raises(Refusal) as caught:
        await change()
    assert caught.value.reason.code == "too-fast"
