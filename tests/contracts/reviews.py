"""The contract of every store of reviews of finished games."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from quincunx.club.ports import Store
from quincunx.club.results.reviews import ReviewRow
from tests.contracts.people import NOW, person, session
from tests.contracts.results import result

MANY = 1_000
VERSIONS = {"cinco": "2", "cinqo": "1"}


def row(table: str, version: str = "2", made_at: int = 1, body: bytes | None = b"{}") -> ReviewRow:
    return ReviewRow(table, version, made_at, body)


class ReviewContract:
    """One a table, the newest of all, and which are missing."""

    async def test_the_last_review_of_a_table_is_kept(self, store: Store) -> None:
        assert await store.review("one") is None
        for kept in (row("one", body=b"\0" * 100_000), row("one", "3", 7), row("one", "4", 8, None)):
            await store.keep_review(kept, MANY)
            assert await store.review("one") == kept
        assert await store.review("two") is None

    async def test_the_oldest_are_let_go(self, store: Store) -> None:
        for number in (3, 1, 4, 5, 2):
            await store.keep_review(row(f"table-{number}", made_at=number), 3)
        kept = [number for number in range(1, 6) if await store.review(f"table-{number}")]
        assert kept == [3, 4, 5]

    async def test_nodes_that_made_the_same_keep_it_once(self, store: Store) -> None:
        await asyncio.gather(*(store.keep_review(row("one"), MANY) for _ in range(6)))
        assert await store.review("one") == row("one")

    async def test_a_persons_reviews_are_found_the_newest_game_first(self, store: Store) -> None:
        for number, people in enumerate((("alice", "bob"), ("bob", "alice"), ("bob", "carol")), 1):
            await store.count(result(number, *people))
            # Whichever review was made last.
            await store.keep_review(row(f"table-000{number}", made_at=9 - number, body=b"%d" % number), MANY)

        async def found(who: str, limit: int = 9) -> list[tuple[str, int, int, bytes]]:
            kept = await store.reviews_of(who, VERSIONS, limit)
            return [(each.table, each.ended_at, each.seat, each.body) for each in kept]

        assert await found("alice") == [("table-0002", 2_000, 1, b"2"), ("table-0001", 1_000, 0, b"1")]
        assert [each[0] for each in await found("bob", 2)] == ["table-0003", "table-0002"]
        assert await found("dan") == []
        assert await store.reviews_of("alice", {}, 9) == []

    async def test_they_are_found_again_when_all_games_were_counted_anew(self, store: Store) -> None:
        games = [result(number, "alice", "bob") for number in (1, 2)]
        for game in games:
            await store.count(game)
            await store.keep_review(row(game.table), MANY)
        before = await store.reviews_of("alice", VERSIONS, 9)
        await store.forget_results()
        assert await store.reviews_of("alice", VERSIONS, 9) == []
        for game in reversed(games):
            await store.count(game)
        assert await store.reviews_of("alice", VERSIONS, 9) == before

    async def test_reviews_of_another_version_or_of_none_are_not_listed(self, store: Store) -> None:
        for number, (version, body) in enumerate((("1", b"{}"), ("2", None), ("2", b"{}")), 1):
            await store.count(result(number, "alice", "bob"))
            await store.keep_review(row(f"table-000{number}", version, body=body), MANY)
        assert [each.table for each in await store.reviews_of("alice", VERSIONS, 9)] == ["table-0003"]

    async def test_a_game_with_moves_by_a_bot_in_a_persons_place_is_not_theirs(self, store: Store) -> None:
        game = result(1, "alice", "bob", "carol")
        seats = (replace(game.seats[0], bot_moves=1), replace(game.seats[1], ending="left"), game.seats[2])
        await store.count(replace(game, seats=seats))
        await store.keep_review(row("table-0001"), MANY)
        found = {who: len(await store.reviews_of(who, VERSIONS, 9)) for who in ("alice", "bob", "carol")}
        assert found == {"alice": 0, "bob": 0, "carol": 1}

    async def test_a_guest_s_reviews_are_the_account_s(self, store: Store) -> None:
        for id in ("alice", "guest"):
            await store.add_guest(person(id), session(id))
        await store.make_account("alice", "Alice", "alice", "hash", (), NOW)
        await store.count(result(1, "guest", "bob"))
        await store.keep_review(row("table-0001"), MANY)
        assert await store.merge("guest", "alice")
        assert len(await store.reviews_of("alice", VERSIONS, 9)) == 1

    async def test_games_without_a_review_of_the_present_version_are_found(self, store: Store) -> None:
        for number in range(1, 6):
            game = "cinqo" if number == 5 else "cinco"
            await store.count(result(number, "alice", "bob", game=game))

        async def missing(since: int = 0, until: int = 9_000, limit: int = 10) -> list[int]:
            found = await store.unreviewed(VERSIONS, since, until, limit)
            assert all(game == ("cinqo" if table == "table-0005" else "cinco") for table, game in found)
            return [int(table[-1]) for table, _ in found]

        assert await missing() == [5, 4, 3, 2, 1]
        await store.keep_review(row("table-0004"), MANY)
        await store.keep_review(row("table-0003", version="1"), MANY)  # the other game's, and an old one here
        await store.keep_review(row("table-0005", version="1", body=None), MANY)  # none can be made
        assert await missing() == [3, 2, 1]
        assert await missing(2_000, 2_999) == [2]
        assert await missing(limit=1) == [3]
        assert await store.unreviewed({"cinqo": "2"}, 0, 9_000, 10) == [("table-0005", "cinqo")]
        assert await store.unreviewed({}, 0, 9_000, 10) == []
