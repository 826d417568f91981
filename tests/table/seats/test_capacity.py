"""A rated game begins with capacity for its bots, or unrated; once it has begun it stays what it is."""

from __future__ import annotations

from msgspec.structs import replace

from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.commands import Resign, Say, SitDown
from quincunx.table.decide import decide
from quincunx.table.events import LivePace, Started, Unrated
from quincunx.table.seats.capacity import checked_for_capacity
from quincunx.table.state import TableState
from tests.table.support import ALICE, BOT, ME, Desk, promise, settings

RATED = replace(settings(CinqoOptions(goal="rounds", rounds=1), (ME, BOT)), pace=LivePace(60, 5), rated=True)


def never(_: TableState) -> bool:
    return False


def test_a_game_begins_unrated_only_where_there_is_no_capacity() -> None:
    desk = Desk(RATED)
    began = decide(desk.state, SitDown(0, promise(1)), ALICE, 1, 1_000, {})
    asked: list[TableState] = []
    assert checked_for_capacity(desk.state, began, lambda state: not asked.append(state)) == began
    assert [state.status for state in asked] == ["playing"]
    changed = checked_for_capacity(desk.state, began, never)
    kinds = [type(step.event) for step in changed]
    assert kinds[kinds.index(Started) + 1] is Unrated
    others = [step.event for step in changed if step.event != Unrated()]
    assert others == [step.event for step in began]


def test_once_it_has_begun_a_rated_game_stays_rated() -> None:
    desk = Desk(RATED)
    desk.do(ALICE, SitDown(0, promise(1)))
    for command in (Say(0, "hello"), Resign(0)):
        steps = decide(desk.state, command, ALICE, desk.state.version, 2_000, {})
        assert checked_for_capacity(desk.state, steps, never) == steps


def test_of_a_game_that_is_not_rated_nothing_is_asked() -> None:
    desk = Desk(replace(RATED, rated=False))
    began = decide(desk.state, SitDown(0, promise(1)), ALICE, 1, 1_000, {})
    assert checked_for_capacity(desk.state, began, never) == began
