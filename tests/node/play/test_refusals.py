"""Refusals that are remembered: each person's by themselves, and so many."""

from __future__ import annotations

import pytest

from quincunx.core.reason import Reason, Refusal
from quincunx.games.cinco.types import Exchange
from quincunx.node.play.refusals import MOST_PEOPLE, REMEMBERED, Refusals
from quincunx.table.commands import OfferDraw, StandUp
from tests.node.support import World
from tests.table.support import ALICE, BOB, CAROL, make_move

NO = Reason("conflict", "no", "No.")


async def test_repeated_refusals_push_out_no_other_callers_answer(world: World) -> None:
    """Bob's move is refused because it is not his turn; a double of it comes when it would be."""
    node = await world.node()
    table = await world.make(node)
    with pytest.raises(Refusal) as first:
        await world.do(node, table, BOB, make_move(1, Exchange()), "bobs")
    for number in range(300):
        with pytest.raises(Refusal):
            await world.do(node, table, CAROL, StandUp(0), f"carols-{number}")
    await world.do(node, table, ALICE, make_move(0, Exchange()))
    with pytest.raises(Refusal) as double:
        await world.do(node, table, BOB, make_move(1, Exchange()), "bobs")
    assert double.value.reason == first.value.reason


async def test_a_key_is_one_persons_at_one_table(world: World) -> None:
    node = await world.node()
    table, other = await world.make(node), await world.make(node)
    with pytest.raises(Refusal):
        await world.do(node, table, CAROL, OfferDraw(0), "same")
    await world.do(node, table, ALICE, OfferDraw(0), "same")
    with pytest.raises(Refusal):
        await world.do(node, table, BOB, make_move(1, Exchange()), "mine")
    await world.do(node, other, BOB, StandUp(1), "mine")


def test_of_one_person_so_many_are_remembered_and_the_oldest_go_first() -> None:
    refusals = Refusals()
    for number in range(REMEMBERED + 1):
        refusals.remember("somebody", f"table-{number % 3}", f"key-{number}", NO)
    assert len(refusals) == REMEMBERED
    assert refusals.cached_refusal("somebody", "table-0", "key-0") is None
    assert refusals.cached_refusal("somebody", "table-1", "key-1") == NO


def test_the_first_answer_stays() -> None:
    refusals = Refusals()
    refusals.remember("somebody", "table", "key", NO)
    refusals.remember("somebody", "table", "key", Reason("stale", "other", "Another one."))
    assert refusals.cached_refusal("somebody", "table", "key") == NO


def test_of_so_many_people_and_who_was_refused_last_is_remembered_longest() -> None:
    refusals = Refusals()
    for number in range(MOST_PEOPLE):
        refusals.remember(f"person-{number}", "table", "key", NO)
    refusals.remember("person-0", "table", "another", NO)
    refusals.remember("one-more", "table", "key", NO)
    assert refusals.cached_refusal("person-0", "table", "key") == NO
    assert refusals.cached_refusal("person-1", "table", "key") is None
    assert len(refusals) == MOST_PEOPLE + 1
