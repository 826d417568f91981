"""The best-rated games come first in the lobby."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import msgspec
from msgspec.structs import replace

from quincunx.club.ports import StoreUnavailable
from quincunx.club.results.ratings import NEWCOMER, Rating
from quincunx.node.lists import lobby
from quincunx.node.lists.previews import best_first
from quincunx.node.lists.strengths import KEPT_MILLISECONDS, MOST_ASKED, Strengths
from quincunx.table.events import TableSettings
from quincunx.table.seats.person import handle_of
from quincunx.table.wire.lists import OpenTable
from tests.node.support import World
from tests.table.support import ALICE, BOB, settings

STRONG, WEAK = Rating(40.0, 1.0), Rating(20.0, 1.0)
BEST = (2250, 2150)
"""The points of the strong one, and what is sure of them."""


class Club:
    """Keeps ratings, and counts who asks."""

    def __init__(self, **ratings: Rating) -> None:
        self.ratings = ratings
        self.asked: list[tuple[tuple[str, ...], str, str]] = []
        self.is_lost = False

    async def strengths(self, handles: Sequence[str], game: str, kind: str) -> Mapping[str, Rating]:
        self.asked.append((tuple(handles), game, kind))
        if self.is_lost:
            raise StoreUnavailable("The store is away.")
        return {handle: self.ratings[handle] for handle in handles if handle in self.ratings}


def playing(number: int, *handles: str | None, plan: TableSettings | None = None) -> OpenTable:
    names = tuple(handle or "novice" for handle in handles)
    return OpenTable(f"table-{number}", "playing", "Host", plan or settings(), names, number, handles=handles)


async def test_a_table_has_what_its_people_have_reached_on_average(world: World) -> None:
    club = Club(ann=STRONG, bob=WEAK, new=NEWCOMER)
    tables = [
        playing(1, "ann", "bob"),
        playing(2, "ann", None),
        playing(3, "ann", "unrated"),
        playing(4, "unrated", None),
        playing(5, "new", None),
        replace(playing(6, "ann", "bob"), status="waiting"),
    ]
    found = await Strengths(club, world.clock).of(tables)
    assert found == {
        "table-1": (1750, 1650),
        "table-2": BEST,
        "table-3": BEST,
        "table-5": (1500, NEWCOMER.conservative),
        "table-6": (1750, 1650),
    }
    assert NEWCOMER.conservative < 1150, "of whom nothing is known little is sure"


async def test_no_person_is_requested_twice_in_a_minute_nor_too_many_at_once(world: World) -> None:
    club = Club(ann=STRONG)
    strengths = Strengths(club, world.clock)
    tables = [playing(1, "ann", "bob"), playing(2, "bob", "ann")]
    assert await strengths.of(tables) == {"table-1": BEST, "table-2": BEST}
    assert await strengths.of(tables) == {"table-1": BEST, "table-2": BEST}
    assert club.asked == [(("ann", "bob"), "cinco", "two")]
    world.clock.time += KEPT_MILLISECONDS
    await strengths.of(tables)
    assert len(club.asked) == 2
    crowd = [playing(number, f"one-{number}", f"two-{number}") for number in range(MOST_ASKED)]
    await strengths.of(crowd)
    assert len(club.asked[-1][0]) == MOST_ASKED
    await strengths.of(crowd)
    assert not set(club.asked[-1][0]) & set(club.asked[-2][0])


async def test_a_store_that_is_away_holds_up_no_list(world: World) -> None:
    club = Club(ann=STRONG)
    club.is_lost = True
    strengths = Strengths(club, world.clock)
    assert await strengths.of([playing(1, "ann")]) == {}
    club.is_lost = False
    assert await strengths.of([playing(1, "ann")]) == {"table-1": BEST}


async def test_a_game_that_is_there_no_more_has_no_strength(world: World) -> None:
    gone = replace(settings(), options=msgspec.Raw(b'{"game":"chess"}'))
    club = Club(ann=STRONG)
    assert await Strengths(club, world.clock).of([playing(1, "ann", plan=gone)]) == {}


async def test_the_list_says_it_and_nothing_of_whom_it_is_about(world: World) -> None:
    node = await world.node(strengths=Strengths(Club(**{handle_of(BOB.id): STRONG}), world.clock).of)
    table = await world.make(node, replace(settings(), listed=True))
    world.clock.time += lobby.FRESH_MILLISECONDS
    (line,) = (await node.lobby()).tables
    assert (line.id, line.rating, line.surely, line.handles) == (table, *BEST, ())
    await node.create_table(ALICE, replace(settings(), listed=True))
    assert {line.surely for line in (await node.lobby()).tables} == {2150, None}


def test_the_best_rated_come_first_then_the_most_watched_then_the_newest() -> None:
    tables = [
        replace(playing(1), surely=1800),
        replace(playing(2), surely=1500, watching=3),
        replace(playing(3), surely=1500),
        replace(playing(4), surely=-20),
        replace(playing(5), watching=2),
        playing(7),
        playing(6),
    ]
    mixed = list(tables)
    Random(1).shuffle(mixed)
    assert sorted(mixed, key=best_first) == tables
