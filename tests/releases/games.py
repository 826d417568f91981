"""Games of a sample's journal, and what the store keeps of games: days, reviews, puzzles."""

from __future__ import annotations

from random import Random
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from quincunx.adapters.store.results import rerating
from quincunx.club.daily.ports import Attempt, DaySeed
from quincunx.club.puzzles.ratings import Run, Try
from quincunx.club.results.ratings import Rating
from quincunx.club.results.reviews import ReviewRow
from quincunx.core.review import FORMAT, Review
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.events import LivePace
from tests.releases.sample import BEGAN, DAY, HOUR, Sample, play_on
from tests.table.record.test_journal_samples import games
from tests.table.support import ALICE, BOB, CAROL, ME, OPEN, Desk, settings

CHALLENGE = 20_000
"""The day of the daily challenge that Alice played."""
MOST = 1_000


async def write_games(sample: Sample) -> None:
    """The games that have every kind of event, two that are not over, and four rated ones."""
    await _day(sample)
    for desk in games():
        await sample.keep(desk)
    await sample.keep(_running())
    await sample.keep(_waiting())
    await _outage(sample)
    await _rated(sample)
    await _reviews(sample)
    await _puzzles(sample)


def _running() -> Desk:
    """On one device, and not to be watched."""
    plan = settings(CincoOptions(first=0), (ME, ME), one_device=True, watchable=False)
    desk = Desk(plan, table="table-of-the-tests-0020").seat_everybody()
    return desk.play(Random(20), 12)


def _waiting() -> Desk:
    """Listed for all, for four."""
    plan = settings(CincoOptions(players=4, teams=2), (ME, OPEN, OPEN, OPEN), listed=True)
    return Desk(plan, table="table-of-the-tests-0021")


async def _outage(sample: Sample) -> None:
    """An hour without a node, while a game ran."""
    for at in (BEGAN, BEGAN + HOUR):
        await sample.journal.beat("node-1", at, 60_000)


async def _rated(sample: Sample) -> None:
    """The last of these ended before the others: what follows from it is not worked out yet."""
    dice, board = CinqoOptions(goal="rounds", rounds=1), CincoOptions(first=0)
    for number, (hours, options) in enumerate(((30, dice), (31, board), (32, dice), (29, dice)), 30):
        plan = replace(settings(options), rated=True, pace=LivePace(300, 5))
        desk = Desk(plan, table=f"table-of-the-tests-00{number}")
        desk.now = BEGAN + hours * HOUR
        play_on(desk.seat_everybody(), Random(number))
        with patch.object(rerating, "STEP", 1):
            await sample.keep(desk)


async def _day(sample: Sample) -> None:
    """A day that Alice plays, and the next one. Her game is among those of the journal."""
    store, at = sample.store, CHALLENGE * DAY
    await store.keep_days([DaySeed(CHALLENGE + number, f"{number}5" * 32, at) for number in range(2)])
    await store.keep_best(CHALLENGE, "cinqo", 231)
    attempt = Attempt(CHALLENGE, "cinqo", ALICE.id, "table-of-the-day-cinqo", at + HOUR)
    assert await store.begin_day(attempt, [ALICE.id]) == attempt


async def _reviews(sample: Sample) -> None:
    review = Review(
        FORMAT, "cinco", "sample", 0, "chance", False, 0, None, (0.5, 0.5), (0.5, 0.5), (), (), (), ()
    )
    body = msgspec.json.encode(review)
    for number, (table, text) in enumerate(
        (("table-of-the-tests-0002", body), ("table-of-the-tests-0008", None))
    ):
        await sample.store.keep_review(ReviewRow(table, "sample", BEGAN + number, text), MOST)


async def _puzzles(sample: Sample) -> None:
    """Right and wrong answers, a run, an answer from a device without a server, and one of a guest."""
    store, at, start = sample.store, BEGAN + 4 * HOUR, Rating(25.0, 2.0)
    for puzzle, right in (("one", True), ("two", False), ("three", True)):
        assert await store.count_try(Try(ALICE.id, "cinco", puzzle, right, at, start))
    assert await store.count_try(Try(CAROL.id, "cinqo", "dice", True, at, start, is_rated=False))
    await store.begin_run(BOB.id, "cinco", Run(at, "one"))
    assert await store.count_try(Try(BOB.id, "cinco", "one", True, at + 1, start), "two")
    guest = Try("erin-cookie", "cinco", "four", False, at, start, network="abcd", is_guest=True)
    assert await store.count_try(guest)
