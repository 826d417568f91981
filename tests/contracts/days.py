"""The contract of every store of days and daily challenges."""

from __future__ import annotations

import asyncio
from random import Random

from msgspec.structs import replace

from quincunx.club.daily.ports import Attempt, DaySeed
from quincunx.club.ports import Store
from quincunx.club.results.results import DayResult, Result
from tests.contracts.people import NOW, person, session
from tests.contracts.results import result

DAY = 20_000


def seed(day: int, digit: str = "a", at: int = NOW) -> DaySeed:
    return DaySeed(day, digit * 64, at)


def attempt(who: str, number: int, day: int = DAY, game: str = "cinco", at: int = NOW) -> Attempt:
    """Of the table that :func:`played` is of the same number."""
    return Attempt(day, game, who, f"table-{number:04}", at)


def played(who: str, number: int, came: int | None, day: int = DAY, game: str = "cinco") -> Result:
    """The result of a first try."""
    found = result(number, who, ":master", rated=False, game=game)
    return replace(found, day=DayResult(day, who, NOW, came))


async def tried(store: Store, who: str, number: int, came: int | None, day: int = DAY) -> None:
    """A person's first try, started and counted."""
    assert await store.begin_day(attempt(who, number, day), [who]) == attempt(who, number, day)
    assert await store.count(played(who, number, came, day))


class DayContract:
    """A day has one secret; a person has one first try at a challenge; and each result is counted once."""

    async def test_a_day_has_the_secret_that_was_drawn_first(self, store: Store) -> None:
        await store.keep_days([seed(DAY), seed(DAY + 1)])
        await store.keep_days([seed(DAY + 1, "b", NOW + 1), seed(DAY + 2, "b", NOW + 1)])
        every = [seed(DAY), seed(DAY + 1), seed(DAY + 2, "b", NOW + 1)]
        assert await store.days(0, DAY + 9) == every
        assert await store.days(DAY + 1, DAY + 1) == every[1:2]

    async def test_days_of_a_clock_that_was_ahead_are_forgotten(self, store: Store) -> None:
        await store.keep_days([seed(DAY), seed(DAY + 1), seed(DAY + 2)])
        assert not await store.forget_days_ahead(DAY, NOW)
        assert len(await store.days(0, DAY + 9)) == 3
        await tried(store, "ada", 1, 30, DAY)
        await store.keep_days([seed(DAY + 3, "b", NOW + 9)])
        await tried(store, "ada", 2, 40, DAY + 3)
        await store.keep_best(DAY + 3, "cinco", 7)
        assert await store.forget_days_ahead(DAY, NOW + 8)
        assert list(await store.days(0, DAY + 9)) == [seed(DAY)]
        assert list(await store.days_played(["ada"], 9)) == [DAY]
        assert await store.day_counts(DAY + 3, "cinco") == {}
        assert await store.bests(0, DAY + 9) == {}
        assert not await store.forget_days_ahead(DAY, NOW + 8)

    async def test_of_many_who_draw_at_once_one_is_right(self, store: Store) -> None:
        await asyncio.gather(*(store.keep_days([seed(DAY, digit)]) for digit in "0123456789"))
        (found,) = await store.days(DAY, DAY)
        assert found.seed in {digit * 64 for digit in "0123456789"}

    async def test_a_person_has_one_first_try_on_all_devices(self, store: Store) -> None:
        answers = await asyncio.gather(
            *(store.begin_day(attempt("ada", number), ["ada", "guest"]) for number in range(6))
        )
        assert len(set(answers)) == 1
        assert list(await store.attempts(["ada"], DAY, DAY)) == [answers[0]]
        # Another game, another day and another person have theirs.
        for other in (attempt("ada", 7, game="cinqo"), attempt("ada", 8, DAY + 1), attempt("bob", 9)):
            assert await store.begin_day(other, [other.person]) == other

    async def test_a_try_of_the_time_as_a_guest_is_that_of_the_account(self, store: Store) -> None:
        await store.begin_day(attempt("guest", 1), ["guest"])
        assert await store.begin_day(attempt("ada", 2), ["ada", "guest"]) == attempt("guest", 1)
        # Both have played before they became one: the first one is it.
        await store.begin_day(attempt("ada", 3, at=NOW + 5), ["ada"])
        assert list(await store.attempts(["ada", "guest"], DAY, DAY)) == [attempt("guest", 1)]

    async def test_tries_come_in_the_order_of_days_and_games(self, store: Store) -> None:
        deals = [(day, game) for day in (1, 2, 3) for game in ("cinco", "cinqo")]
        every = [attempt("ada", number, day, game) for number, (day, game) in enumerate(deals)]
        for each in Random(1).sample(every, len(every)):
            await store.begin_day(each, ["ada"])
        assert list(await store.attempts(["ada"], 1, 3)) == every
        assert list(await store.attempts(["ada"], 2, 2)) == every[2:4]
        assert list(await store.attempts(["bob"], 1, 3)) == []

    async def test_each_result_is_counted_once(self, store: Store) -> None:
        for number, (who, came) in enumerate((("a", 5), ("b", 7), ("c", 5), ("d", None))):
            await tried(store, who, number, came)
        assert not await store.count(played("a", 0, 5))
        assert await store.day_counts(DAY, "cinco") == {5: 2, 7: 1}
        assert await store.day_counts(DAY, "cinqo") == await store.day_counts(DAY + 1, "cinco") == {}
        (mine,) = await store.attempts(["c"], DAY, DAY)
        assert (mine.number, mine.ended_at) == (5, 2_000)
        (void,) = await store.attempts(["d"], DAY, DAY)
        assert (void.number, void.ended_at) == (None, 3_000)

    async def test_a_game_other_than_the_first_try_counts_for_nothing(self, store: Store) -> None:
        await store.begin_day(attempt("ada", 1), ["ada"])
        await store.count(played("ada", 2, 5))
        assert await store.day_counts(DAY, "cinco") == {}
        (mine,) = await store.attempts(["ada"], DAY, DAY)
        assert (mine.table, mine.ended_at) == ("table-0001", None)

    async def test_many_who_end_at_once_are_all_counted(self, store: Store) -> None:
        people = [f"person-{number}" for number in range(12)]
        await asyncio.gather(*(tried(store, who, number, 9) for number, who in enumerate(people)))
        assert await store.day_counts(DAY, "cinco") == {9: 12}

    async def test_an_ordinary_game_counts_for_no_day(self, store: Store) -> None:
        await store.count(result(1, "ada", ":master", rated=False))
        assert await store.day_counts(DAY, "cinco") == {}
        assert list(await store.attempts(["ada"], 0, DAY)) == []

    async def test_counted_anew_all_is_as_it_was(self, store: Store) -> None:
        for number, (who, came) in enumerate((("a", 5), ("b", None))):
            await tried(store, who, number, came)
        before = await store.day_counts(DAY, "cinco"), await store.attempts(["a", "b"], DAY, DAY)
        await store.forget_results()
        assert await store.day_counts(DAY, "cinco") == {}
        (mine,) = await store.attempts(["a"], DAY, DAY)
        assert (mine.ended_at, mine.number) == (None, None)
        await store.count(played("b", 1, None))
        await store.count(played("a", 0, 5))
        assert (await store.day_counts(DAY, "cinco"), await store.attempts(["a", "b"], DAY, DAY)) == before

    async def test_a_store_that_has_lost_a_try_has_it_again_when_it_is_counted(self, store: Store) -> None:
        await store.count(played("ada", 1, 5))
        assert await store.begin_day(attempt("ada", 2), ["ada"]) == replace(
            attempt("ada", 1), ended_at=1_000, number=5
        )
        assert await store.day_counts(DAY, "cinco") == {5: 1}

    async def test_days_that_were_played_are_those_with_a_result(self, store: Store) -> None:
        for number, (day, came) in enumerate(((3, 1), (7, 1), (5, None), (6, 2))):
            await tried(store, "ada", number, came, day)
        await store.begin_day(attempt("ada", 8, 6, "cinqo"), ["ada"])
        await store.count(played("ada", 8, 4, 6, "cinqo"))
        assert list(await store.days_played(["ada", "guest"], 9)) == [7, 6, 3]
        assert list(await store.days_played(["ada"], 2)) == [7, 6]
        assert list(await store.days_played(["bob"], 9)) == []

    async def test_the_best_bots_result_is_stored_once(self, store: Store) -> None:
        for number in (8, 9):
            await store.keep_best(DAY, "cinqo", number)
        await store.keep_best(DAY + 1, "cinqo", 6)
        assert await store.bests(DAY, DAY) == {(DAY, "cinqo"): 8}
        assert len(await store.bests(DAY, DAY + 1)) == 2

    async def test_a_persons_data_has_their_tries_and_no_secret(self, store: Store) -> None:
        await store.add_guest(person("ada"), session("ada"))
        await store.keep_days([seed(DAY)])
        await tried(store, "ada", 1, 5)
        told = await store.person_data("ada")
        assert [row["number"] for row in told["day_attempts"]] == [5]
        assert "a" * 64 not in repr(told)
