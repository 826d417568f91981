"""The contract of every store of puzzles and their solvers."""

from __future__ import annotations

import asyncio
from typing import Any

from quincunx.club.ports import Store
from quincunx.club.puzzles.ratings import RUN_MILLISECONDS, SHOWN_MILLISECONDS, Run, Solver, Try
from quincunx.club.results.ratings import Rating
from tests.contracts.people import NOW, digest, person, session

START = Rating(25.0, 2.0)


def tried(puzzle: str, right: bool = True, **more: Any) -> Try:
    given = {"person": "ada", "game": "cinco", "at": NOW, "start": START}
    return Try(puzzle=puzzle, right=right, **{**given, **more})


class PuzzleContract:
    """Each answer counts once; ratings of both sides move; a run has an end."""

    async def test_a_newcomer_has_tried_nothing(self, store: Store) -> None:
        assert await store.solver("ada", "cinco") == Solver()
        assert await store.solvers("ada") == {}
        assert await store.answered_puzzles("ada", "cinco") == []
        assert await store.hardness("cinco") == {}

    async def test_solver_and_puzzle_rate_each_other_once(self, store: Store) -> None:
        first = await store.count_try(tried("one"))
        assert first is not None
        assert first.is_first
        assert first.solver == await store.solver("ada", "cinco")
        assert (first.solver.tries, first.solver.found, first.solver.streak) == (1, 1, 1)
        assert first.solver.rating.mu > Rating().mu
        rated = (await store.hardness("cinco"))["one"]
        assert rated.mu < START.mu
        again = await store.count_try(tried("one", right=False, at=NOW + 1))
        assert again is not None
        assert not again.is_first
        assert again.solver.rating == first.solver.rating
        assert (again.solver.tries, again.solver.found, again.solver.streak) == (1, 1, 0)
        assert (await store.hardness("cinco"))["one"] == rated

    async def test_an_answer_given_offline_counts_once_in_streaks_and_never_in_ratings(
        self, store: Store
    ) -> None:
        for _ in range(2):  # it may be sent again
            found = await store.count_try(tried("one", is_rated=False))
            assert found is not None
            assert not found.is_first
            assert (
                found.solver
                == await store.solver("ada", "cinco")
                == Solver(tries=1, found=1, streak=1, best_streak=1)
            )
        assert await store.hardness("cinco") == {}
        assert await store.answered_puzzles("ada", "cinco") == ["one"]
        wrong = await store.count_try(tried("two", right=False, is_rated=False))
        assert wrong is not None
        assert (wrong.solver.tries, wrong.solver.streak, wrong.solver.best_streak) == (2, 0, 1)
        # An earlier answer at the server is not undone by one from elsewhere.
        again = await store.count_try(tried("one", right=False, is_rated=False))
        assert again is not None
        assert again.solver == wrong.solver

    async def test_an_answer_that_does_not_count_changes_nothing_then_or_later(self, store: Store) -> None:
        for puzzle in ("one", "two"):
            await store.count_try(tried(puzzle, person="guest", network="abcd", is_guest=True))
        rated = await store.hardness("cinco")
        for network in ("abcd", "dcba"):
            found = await store.count_try(tried("one", network=network))
            assert found is not None
            assert (found.is_first, found.solver) == (False, Solver())
        assert await store.answered_puzzles("ada", "cinco") == ["one"]
        assert await store.hardness("cinco") == rated
        await store.begin_run("ada", "cinco", Run(NOW, "two"))
        asked = await store.count_try(tried("two", network="abcd"), "three")
        assert asked is not None
        assert asked.solver.run == Run(NOW, "three", 0, 1)
        assert asked.solver.best_run == 0

    async def test_a_solution_that_a_guest_was_shown_is_known_there_for_an_hour(self, store: Store) -> None:
        async def counts(puzzle: str, **more: Any) -> bool:
            found = await store.count_try(tried(puzzle, **more))
            return found is not None and found.is_first

        assert await counts("one", person="guest", network="abcd", is_guest=True)
        assert not await counts("one", person="bo", network="abcd", at=NOW + SHOWN_MILLISECONDS - 1)
        assert not await counts("one", person="guest 2", network="abcd", is_guest=True, at=NOW + 1)
        assert await counts("one", person="cy", network="dcba"), "another network"
        assert await counts("two", person="bo", network="abcd"), "another puzzle"
        assert await counts("one", person="dee", network="abcd", at=NOW + SHOWN_MILLISECONDS)
        assert await counts("three", person="bo", network="abcd")
        assert await counts("three", person="cy", network="abcd"), "accounts show nobody anything"
        # People of whom no network is known are in none together.
        assert await counts("four", person="guest", is_guest=True)
        assert await counts("four", person="bo")

    async def test_notes_of_solutions_that_were_shown_are_deleted_once_they_do_not_count(
        self, store: Store
    ) -> None:
        await store.count_try(tried("one", person="guest", network="abcd", is_guest=True))
        await store.delete_expired(NOW + SHOWN_MILLISECONDS - 1)
        early = await store.count_try(tried("one", person="bo", network="abcd"))
        assert early is not None
        assert not early.is_first
        await store.delete_expired(NOW + SHOWN_MILLISECONDS)
        late = await store.count_try(tried("one", person="cy", network="abcd"))
        assert late is not None
        assert late.is_first

    async def test_a_wrong_answer_makes_the_puzzle_harder_and_ends_the_row(self, store: Store) -> None:
        for puzzle in ("one", "two"):
            await store.count_try(tried(puzzle))
        wrong = await store.count_try(tried("three", right=False))
        assert wrong is not None
        assert (wrong.solver.streak, wrong.solver.best_streak) == (0, 2)
        assert (await store.hardness("cinco"))["three"].mu > START.mu

    async def test_the_puzzle_answered_longest_ago_comes_first(self, store: Store) -> None:
        for at, puzzle in enumerate(("one", "two", "three", "one")):
            await store.count_try(tried(puzzle, at=NOW + at))
        assert await store.answered_puzzles("ada", "cinco") == ["two", "three", "one"]
        assert await store.answered_puzzles("ada", "cinqo") == []

    async def test_many_answers_at_once_all_count(self, store: Store) -> None:
        some = [tried("one", person=f"p{number}") for number in range(4)] + [tried(f"n{n}") for n in range(4)]
        await asyncio.gather(*(store.count_try(each) for each in some))
        assert (await store.solver("ada", "cinco")).tries == 4
        assert (await store.hardness("cinco"))["one"].sigma < START.sigma
        assert await store.hardness("cinqo") == {}

    async def test_a_run_counts_what_it_asks_until_it_is_over(self, store: Store) -> None:
        await store.begin_run("ada", "cinco", Run(NOW, "one"))
        other = await store.count_try(tried("two"), "three")
        assert other is None
        right = await store.count_try(tried("one"), "two")
        assert right is not None
        assert right.solver.run == Run(NOW, "two", 1, 0)
        wrong = await store.count_try(tried("two", right=False), "three")
        assert wrong is not None
        assert wrong.solver.run == Run(NOW, "three", 1, 1)
        late = await store.count_try(tried("three", at=NOW + RUN_MILLISECONDS), "four")
        assert late is None
        assert (await store.solver("ada", "cinco")).best_run == 1
        again = await store.begin_run("ada", "cinco", Run(NOW + RUN_MILLISECONDS, "one"))
        assert (again.run, again.best_run) == (Run(NOW + RUN_MILLISECONDS, "one"), 1)

    async def test_a_guests_answers_become_the_accounts_where_it_has_none(self, store: Store) -> None:
        for id in ("guest", "ada"):
            await store.add_guest(person(id), session(id))
        await store.make_account("ada", "Ada", "ada", "hash", [digest("ada-code")], NOW)
        await store.count_try(tried("one", right=False))
        await store.count_try(tried("one", person="guest"))
        await store.count_try(tried("two", person="guest"))
        await store.count_try(tried("two", person="guest", game="cinqo"))
        before = await store.solver("ada", "cinco")
        assert await store.merge("guest", "ada")
        assert await store.solver("ada", "cinco") == before
        assert set(await store.answered_puzzles("ada", "cinco")) == {"one", "two"}
        assert list(await store.solvers("ada")) == ["cinco", "cinqo"]
        assert await store.solvers("guest") == {}

    async def test_it_is_told_and_it_goes_with_its_person(self, store: Store) -> None:
        await store.add_guest(person("ada"), session("ada"))
        await store.count_try(tried("one"))
        told = await store.person_data("ada")
        assert [row["puzzle"] for row in told["puzzle_tries"]] == ["one"]
        assert [row["game"] for row in told["puzzle_solvers"]] == ["cinco"]
        assert await store.delete("ada", NOW)
        assert await store.answered_puzzles("ada", "cinco") == []
        assert await store.solvers("ada") == {}
        assert list(await store.hardness("cinco")) == ["one"]
