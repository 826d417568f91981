"""The contract of every store of results and ratings."""

from __future__ import annotations

import asyncio
from itertools import permutations
from random import Random
from typing import Any

import msgspec
import pytest

from quincunx.adapters.store.results import rerating
from quincunx.club.ports import Store
from quincunx.club.results.ratings import LISTED_GAMES, LISTED_MARGIN, NEAR_WEIGHT, NEWCOMER, of_level, rate
from quincunx.club.results.results import Ending, Result, SeatResult
from quincunx.club.rows import Filter
from quincunx.core.game import encode
from quincunx.games.cinco.types import CincoOptions
from quincunx.table.seats.person import handle_of
from tests.contracts.people import NOW, person, session


def result(number: int, *people: str, at: int | None = None, rated: bool = True, **more: Any) -> Result:
    """A game that the first of these has won; a name with a colon is a bot's level."""
    endings: tuple[Ending, ...] = ("won", *("lost",) * (len(people) - 1))
    seats = tuple(
        SeatResult(
            seat,
            seat,
            None if ":" in name else name,
            None if ":" in name else name.title(),
            name.partition(":")[2] or None,
            endings[seat],
            facts={"tokens": 10 + seat, "turns": number},
        )
        for seat, name in enumerate(people)
    )
    ended_at = 1_000 * number if at is None else at
    options = encode(CincoOptions(len(people), len(people), first=0))
    kind = "two" if len(people) == 2 else "three"
    given: dict[str, Any] = {"game": "cinco", "kind": kind, "termination": "five", **more}
    return Result(
        table=f"table-{number:04}",
        options=options,
        is_rated=rated,
        started_at=ended_at - 500,
        ended_at=ended_at,
        seats=seats,
        **given,
    )


async def everything(store: Store) -> object:
    """All that can be asked about these people."""
    people = ("alice", "bob", "carol")
    return (
        [await store.ratings(person) for person in people],
        [await store.games(person, Filter(), 100) for person in people],
        [await store.curve(person, "cinco", "two", 100) for person in people],
    )


class ResultContract:
    """Games are counted once, in whatever order they come, and ratings are as if they had come in order."""

    async def test_a_game_is_counted_once(self, store: Store) -> None:
        game = result(1, "alice", "bob")
        assert await store.count(game)
        before = await everything(store)
        assert not await store.count(game)
        assert await everything(store) == before
        (mine,) = await store.games("alice", Filter(), 9)
        assert (mine.seat, mine.result.seats[0].facts) == (0, {"tokens": 10, "turns": 1})
        assert mine.result.options == game.options

    async def test_of_many_who_count_the_same_game_one_does(self, store: Store) -> None:
        games = [result(number, "alice", "bob") for number in range(6)]
        counted = await asyncio.gather(*(store.count(game) for game in games for _ in range(3)))
        assert counted.count(True) == 6
        assert [row.games for row in await store.ratings("alice")] == [6]

    async def test_games_that_are_counted_at_the_same_moment_count_one_after_the_other(
        self, store: Store
    ) -> None:
        games = [result(number, "alice", "bob") for number in range(8)]
        await asyncio.gather(*map(store.count, games))
        found = await everything(store)
        await store.forget_results()
        for game in games:
            await store.count(game)
        assert await everything(store) == found

    async def test_ratings_are_what_the_rule_makes_of_them(self, store: Store) -> None:
        game = result(1, "alice", ":keen")
        await store.count(game)
        before = {0: NEWCOMER, 1: of_level("cinco", "two", "keen")}
        assert await store.rating("alice", "cinco", "two") == rate(game, before)[0]
        assert await store.rating("alice", "cinco", "three") == NEWCOMER
        assert await store.rating("nobody", "cinco", "two") == NEWCOMER

    async def test_the_strength_of_many_is_asked_at_once_by_their_handles(self, store: Store) -> None:
        await store.count(result(1, "alice", "bob"))
        await store.count(result(2, "carol", "alice", "bob"))
        handles = [handle_of(person) for person in ("alice", "bob", "carol", "nobody")]
        assert await store.strengths(handles, "cinco", "two") == {
            handle_of(person): await store.rating(person, "cinco", "two") for person in ("alice", "bob")
        }
        assert await store.strengths(handles[2:], "cinco", "two") == {}
        assert set(await store.strengths(handles, "cinco", "three")) == set(handles[:3])

    async def test_games_that_ended_together_count_by_their_names(self, store: Store) -> None:
        games = [
            result(number, *people, at=7)
            for number, people in enumerate([("alice", "bob"), ("bob", "alice")])
        ]
        for game in games:
            await store.count(game)
        first = await everything(store)
        await store.forget_results()
        for game in reversed(games):
            await store.count(game)
        assert await everything(store) == first

    async def test_kinds_and_games_that_are_not_rated_are_kept_apart(self, store: Store) -> None:
        await store.count(result(1, "alice", "bob", "carol"))
        await store.count(result(2, "alice", "bob", rated=False))
        assert [(row.kind, row.games) for row in await store.ratings("alice")] == [("three", 1)]
        assert len(await store.games("alice", Filter(), 9)) == 2

    async def test_games_are_found_by_what_one_asks(self, store: Store) -> None:
        await store.count(result(1, "alice", "bob"))
        await store.count(result(2, "bob", "alice", rated=False))
        await store.count(result(3, "alice", "carol", "bob"))

        async def found(person: str = "alice", **which: Any) -> list[str]:
            games = await store.games(person, Filter(**which), 9)
            return [each.result.table[-1] for each in games]

        assert await found() == ["3", "2", "1"]
        assert await found(ending="won") == ["3", "1"]
        assert await found(kind="two") == ["2", "1"]
        assert await found(game="cinqo") == []
        assert await found(is_rated=False) == ["2"]
        assert await found(against="carol") == ["3"]
        assert await found(before=(2_000, "table-0002")) == ["1"]
        assert await found("carol") == ["3"]

    async def test_the_curve_is_the_way_of_the_rating(self, store: Store) -> None:
        for number in range(1, 6):
            await store.count(result(number, *("alice", "bob")[:: 1 if number % 2 else -1]))
        curve = await store.curve("alice", "cinco", "two", 3)
        assert [point.ended_at for point in curve] == [3_000, 4_000, 5_000]
        assert curve[-1].rating == await store.rating("alice", "cinco", "two")
        (newest, *_) = await store.games("alice", Filter(), 1)
        gained = curve[-1].rating.points - curve[-2].rating.points
        assert newest.result.seats[newest.seat].change == gained

    async def test_an_opponent_from_the_same_network_counts_little(self, store: Store) -> None:
        for number, marks in enumerate((("abc", "abc"), ("abc", "def"), ("", ""))):
            game = result(number, f"alice-{number}", f"bob-{number}")
            seats = tuple(
                msgspec.structs.replace(seat, network=mark)
                for seat, mark in zip(game.seats, marks, strict=True)
            )
            await store.count(msgspec.structs.replace(game, seats=seats))
        near, far, unknown = [
            (await store.rating(f"alice-{number}", "cinco", "two")).mu - NEWCOMER.mu for number in range(3)
        ]
        assert near == pytest.approx(NEAR_WEIGHT * far)
        assert far == unknown > 0

    async def test_a_person_is_found_by_their_handle(self, store: Store) -> None:
        await store.count(result(1, "alice", ":keen"))
        assert await store.by_handle(handle_of("alice")) == "alice"
        assert await store.by_handle(handle_of("bob")) is None

    async def test_an_account_is_found_before_it_has_played(self, store: Store) -> None:
        await store.add_guest(person("alice"), session("alice"))
        assert await store.by_handle(handle_of("alice")) is None
        await store.make_account("alice", "Alice", "alice", "hash", (), NOW)
        assert await store.by_handle(handle_of("alice")) == "alice"

    async def test_a_persons_games_are_listed_the_oldest_first(self, store: Store) -> None:
        await store.count(result(1, "alice", "bob"))
        await store.count(result(2, "bob", "alice"))
        await store.count(result(3, "alice", "carol", rated=False))
        assert [each.ending for each in await store.played("alice", None, 9)] == ["won", "lost", "won"]
        assert [each.ending for each in await store.played("alice", "bob", 9)] == ["won", "lost"]
        assert [each.facts["turns"] for each in await store.played("alice", None, 2)] == [2, 3]
        assert await store.order_of("table-0002") == (2_000, "table-0002")
        assert await store.order_of("nowhere") is None

    async def test_games_of_two_people_are_together_on_one_side(self, store: Store) -> None:
        def of_teams(number: int, *people: str) -> Result:
            game = result(number, *people, rated=False)
            seats = tuple(
                msgspec.structs.replace(seat, side=seat.seat % 2, ending=("won", "lost")[seat.seat % 2])
                for seat in game.seats
            )
            return msgspec.structs.replace(game, kind="teams", seats=seats)

        for id in ("alice", "guest"):
            await store.add_guest(person(id), session(id))
        await store.make_account("alice", "Alice", "alice", "hash", (), NOW)
        await store.count(of_teams(1, "alice", "carol", "bob", "dora"))
        await store.count(of_teams(2, "alice", "bob", "carol", "dora"))
        await store.count(of_teams(3, "dora", "guest", "carol", "bob"))
        await store.merge("guest", "alice")

        async def together(one: str, other: str | None) -> list[tuple[str, bool]]:
            return [(each.ending, each.is_together) for each in await store.played(one, other, 9)]

        assert await together("bob", "alice") == [("won", True), ("lost", False), ("lost", True)]
        assert await together("alice", "bob") == [("won", True), ("won", False), ("lost", True)]
        assert await together("alice", None) == [("won", False), ("won", False), ("lost", False)]

    async def test_a_guest_who_became_part_of_an_account_is_found_as_the_account(self, store: Store) -> None:
        for id in ("alice", "guest"):
            await store.add_guest(person(id), session(id))
        await store.make_account("alice", "Alice", "alice", "hash", (), NOW)
        await store.count(result(1, "guest", "bob"))
        assert await store.merge("guest", "alice")
        assert await store.by_handle(handle_of("guest")) == "alice"
        assert len(await store.games("alice", Filter(), 9)) == 1
        assert len(await store.played("alice", None, 9)) == 1
        assert len(await store.played("bob", "alice", 9)) == 1
        assert len(await store.games("bob", Filter(against="alice"), 9)) == 1

    async def test_opponents_are_listed_the_latest_first(self, store: Store) -> None:
        for id in ("alice", "bob", "carol", "dora"):
            await store.add_guest(person(id, id.title()), session(id))
        await store.count(result(1, "alice", "bob"))
        await store.count(result(2, "carol", "alice", "dora"))
        await store.count(result(3, "alice", ":keen"))
        await store.count(result(4, "bob", "alice"))
        await store.count(result(5, "alice", "who-played-before-people-were-kept"))
        assert [(row.id, row.name) for row in await store.people_met("alice", 9)] == [
            ("bob", "Bob"),
            ("carol", "Carol"),
            ("dora", "Dora"),
        ]
        assert [row.id for row in await store.people_met("alice", 2)] == ["bob", "carol"]
        assert [row.id for row in await store.people_met("bob", 9)] == ["alice"]
        assert await store.people_met("nobody", 9) == []

    async def test_guests_among_opponents_are_the_accounts_that_they_became(self, store: Store) -> None:
        for id in ("alice", "guest", "bob"):
            await store.add_guest(person(id, id.title()), session(id))
        await store.make_account("alice", "Alice", "alice", "hash", (), NOW)
        await store.count(result(1, "guest", "bob"))
        await store.count(result(2, "alice", "bob"))
        await store.count(result(3, "alice", "guest"))
        assert await store.merge("guest", "alice")
        assert [row.id for row in await store.people_met("bob", 9)] == ["alice"]
        assert [row.id for row in await store.people_met("alice", 9)] == ["bob"]

    async def test_absent_people_are_not_among_opponents(self, store: Store) -> None:
        others = ("banned", "blocked", "blocker", "deleted", "there")
        for id in ("alice", *others):
            await store.add_guest(person(id), session(id))
        for number, id in enumerate(others):
            await store.count(result(number, "alice", id))
        await store.ban("banned", NOW, None)
        await store.delete("deleted", NOW)
        await store.block("alice", "blocked", "Somebody", NOW, 9)
        await store.block("blocker", "alice", "Alice", NOW, 9)
        await store.block("there", "blocked", "Somebody", NOW, 9)
        assert [row.id for row in await store.people_met("alice", 9)] == ["there"]
        assert [row.id for row in await store.people_met("alice", 1)] == ["there"]

    async def test_a_deleted_person_is_anonymous(self, store: Store) -> None:
        await store.add_guest(person("alice"), session("alice"))
        await store.count(result(1, "alice", "bob"))
        assert await store.delete("alice", NOW)
        assert await store.by_handle(handle_of("alice")) is None
        (game,) = await store.games("bob", Filter(), 9)
        assert [(seat.name, seat.is_gone) for seat in game.result.seats] == [
            ("Somebody", True),
            ("Bob", False),
        ]


class RatingContract:
    """Ratings after many games, whichever database holds them."""

    async def test_in_whatever_order_they_come_ratings_are_those_of_the_order_of_their_ends(
        self, store: Store
    ) -> None:
        games = [
            result(1, "alice", "bob"),
            result(2, "bob", "carol"),
            result(3, "carol", "alice"),
            result(4, "bob", "alice"),
        ]
        expected = None
        for order in list(permutations(games))[::7]:
            await store.forget_results()
            for game in order:
                assert await store.count(game)
            found = await everything(store)
            expected = expected or found
            assert found == expected

    async def test_the_best_are_those_of_whom_enough_is_known(self, store: Store) -> None:
        for number in range(0, 90, 3):
            for place, (name, level) in enumerate((("alice", ":master"), ("bob", ":keen"))):
                await store.count(result(number + place, *((name, level) if number % 2 else (level, name))))
            if number < 3 * (LISTED_GAMES - 1):
                await store.count(result(number + 2, "carol", ":master"))
        best = await store.strongest("cinco", "two", 9)
        assert [row.person for row in best] == ["alice", "bob"]
        assert all(row.rating.margin <= LISTED_MARGIN for row in best)
        assert [row.person for row in await store.strongest("cinco", "two", 1)] == ["alice"]
        assert (await store.rating("carol", "cinco", "two")).conservative > best[1].rating.conservative

    async def test_opponents_of_their_own_making_give_no_player_a_rating(self, store: Store) -> None:
        """Twelve guests who resigned made 2,342 points once, and first place."""
        for number in range(60):
            await store.count(result(number, "alice", f"guest-{number}"))
            if number == 11:
                assert (await store.rating("alice", "cinco", "two")).points < NEWCOMER.points + 80
        assert (await store.rating("alice", "cinco", "two")).points < NEWCOMER.points + 350
        assert await store.strongest("cinco", "two", 9) == []

    async def test_always_the_same_opponent_counts_less_and_less(self, store: Store) -> None:
        for number in range(12):
            await store.count(result(number, f"bob-{number}", ":keen"))
            await store.count(result(12 + number, ":keen", f"bob-{number}"))
        # Both meet opponents of whom as much is known: one always the same, one always another.
        for number in range(12):
            await store.count(result(100 + 2 * number, "alice", "bob-0"))
            await store.count(result(101 + 2 * number, "carol", f"bob-{number}"))
        alice, carol = [await store.rating(each, "cinco", "two") for each in ("alice", "carol")]
        assert alice.points < carol.points
        assert alice.sigma > carol.sigma

    async def test_counting_all_anew_gives_the_same(self, store: Store) -> None:
        random, people = Random(1), ["alice", "bob", "carol"]
        games = [
            result(number, *random.sample(people, random.choice((2, 3))), rated=random.random() < 0.8)
            for number in range(25)
        ]
        shuffled = random.sample(games, len(games))
        for game in shuffled:
            await store.count(game)
        before = await everything(store)
        await store.forget_results()
        for game in games:
            await store.count(game)
        assert await everything(store) == before

    async def test_games_after_a_late_one_are_rerated_in_steps_while_others_are_counted(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rerating, "STEP", 3)
        random, people = Random(2), ("alice", "bob", "carol")
        games = [result(number, *random.sample(people, 2)) for number in range(20)]
        late, later_still, last = games[4], games[9], games[19]
        for game in games:
            if game not in (late, later_still, last):
                await store.count(game)
        before = await store.ratings("alice")
        await store.count(late)
        # Three of the thirteen have followed; who plays on does so with the rating that they had.
        assert [row.ended_at for row in await store.ratings("alice")] == [row.ended_at for row in before]
        assert await store.rate_on() == 3
        await store.count(last)
        assert await store.rate_on() == 3
        await store.count(later_still)  # one that has been passed again begins from there
        steps = []
        while step := await store.rate_on():
            steps.append(step)
        assert max(steps) == 3
        assert await store.rate_on() == 0
        found = await everything(store)
        await store.forget_results()
        for game in games:
            await store.count(game)
        assert await store.rate_on() == 0
        assert await everything(store) == found

    async def test_a_rating_does_not_go_back_while_others_follow(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rerating, "STEP", 2)
        for number in range(1, 10):
            await store.count(result(number, "alice", "bob"))
        (before,) = await store.ratings("alice")
        await store.count(result(0, "alice", "bob"))
        (after,) = await store.ratings("alice")
        assert (after.rating, after.games, after.ended_at) == (before.rating, 10, before.ended_at)
        while await store.rate_on():
            (after,) = await store.ratings("alice")
        assert after.rating.mu > before.rating.mu
