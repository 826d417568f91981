"""The contract of every journal; each backend runs this class with its own ``journal`` fixture."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from random import Random

import pytest
from msgspec.structs import replace

from quincunx.adapters.journal.heartbeats import KEPT_MILLISECONDS
from quincunx.node.ports import Conflict, Journal, JournalUnavailable
from quincunx.table.deadlines.outage import BEHIND_MILLISECONDS, Outage
from quincunx.table.events import Entry
from quincunx.table.fold import fold
from quincunx.table.record.chain import sealed
from quincunx.table.summary import Summary, summarize
from tests.table.support import Desk, settings

TABLE = "table-of-the-tests-0001"


def summary(
    table: str = TABLE,
    version: int = 1,
    listing: bytes | None = None,
    due: int | None = None,
    changed: int = 0,
    people: tuple[str, ...] = (),
    awaited: tuple[str, ...] | None = (),
    origin: str = "",
) -> Summary:
    """A table's row; where it is listed, it comes from a network of its own unless ``origin`` names one."""
    origin = origin or table
    listed = None if listing is None else origin
    return Summary(table, version, "waiting", due, listing, changed, people, awaited, listed)


def entry(version: int, key: str = "", table: str = TABLE) -> Entry:
    """An entry without events."""
    return Entry(table, version, key or f"key-{version}", version, ())


class JournalContract:
    """Inherit and provide ``closed``, a journal that has not been opened yet."""

    @pytest.fixture
    async def journal(self, closed: Journal) -> AsyncIterator[Journal]:
        """The same, opened."""
        await closed.open()
        yield closed
        await closed.close()

    async def test_before_it_is_opened_and_after_it_is_closed_it_says_so(self, closed: Journal) -> None:
        await self._refuses_everything(closed)
        await closed.open()
        await closed.append(entry(1), summary())
        assert list(await closed.read(TABLE)) == [entry(1)]
        await closed.close()
        await self._refuses_everything(closed)

    async def _refuses_everything(self, journal: Journal) -> None:
        for call in (
            journal.append(entry(9), summary(version=9)),
            journal.read(TABLE),
            journal.lobby(1, 9),
            journal.finished(0, 1, 9),
            journal.due(0, 1),
            journal.running_out(0, 1, 1),
            journal.versions([TABLE]),
            journal.list_tables("", 1),
            journal.try_write(),
            journal.names("", 1),
            journal.tables_of(["alice"], 1),
            journal.settle(TABLE, 1),
            journal.beat("node", 1),
            journal.last_beat(),
            journal.outages(),
        ):
            with pytest.raises(JournalUnavailable, match=r"isn’t open\.$"):
                await asyncio.wait_for(call, 20)

    async def test_closing_twice_or_without_opening_harms_nothing(self, closed: Journal) -> None:
        await closed.close()
        await closed.open()
        await closed.close()
        await closed.close()

    async def test_closing_writes_what_was_handed_in(self, journal: Journal) -> None:
        waiting = [
            asyncio.create_task(journal.append(entry(1, table=f"t-{n}"), summary(f"t-{n}")))
            for n in range(50)
        ]
        await asyncio.sleep(0)
        await journal.close()
        await asyncio.gather(*waiting)

    async def test_a_whole_game_comes_back_as_it_was_written(self, journal: Journal) -> None:
        desk = Desk(settings()).seat_everybody().play(Random(3))
        for version, each in enumerate(desk.entries, 1):
            await journal.append(each, summarize(fold(desk.entries[:version]), each.at))
        assert list(await journal.read(TABLE)) == desk.entries
        assert list(await journal.read(TABLE, after=5)) == desk.entries[5:]
        assert fold(await journal.read(TABLE)) == desk.state

    async def test_the_chain_of_entries_comes_back_whole(self, journal: Journal) -> None:
        desk, chain = Desk(settings()).seat_everybody().play(Random(3), 20), ""
        written = []
        for each in desk.entries:
            written.append(sealed(chain, each.table, each.version, each.key, each.at, each.events))
            chain = written[-1].chain
            await journal.append(written[-1], summary(version=each.version))
        assert list(await journal.read(TABLE)) == written
        assert fold(await journal.read(TABLE)).chain == chain

    async def test_whether_it_can_be_written_is_tried(self, journal: Journal) -> None:
        await journal.try_write()
        assert list(await journal.names("", 10)) == []

    async def test_all_tables_are_named_in_order_with_the_version_of_their_summary(
        self, journal: Journal
    ) -> None:
        for table in ("b-table", "a-table", "c-table"):
            await journal.append(entry(1, table=table), summary(table))
        await journal.append(entry(2, table="b-table"), summary("b-table", 2))
        assert list(await journal.names("", 2)) == [("a-table", 1), ("b-table", 2)]
        assert list(await journal.names("b-table", 2)) == [("c-table", 1)]
        assert list(await journal.names("c-table", 2)) == []

    async def test_an_unknown_table_has_no_entries(self, journal: Journal) -> None:
        assert list(await journal.read("nobody-made-this")) == []

    async def test_a_version_is_taken_once(self, journal: Journal) -> None:
        await journal.append(entry(1), summary())
        with pytest.raises(Conflict):
            await journal.append(entry(1, "another"), summary(listing=b"loser"))
        assert list(await journal.read(TABLE)) == [entry(1)]
        assert list(await journal.lobby(10, 9)) == [], "the loser's summary must not stay"

    async def test_the_very_same_entry_is_taken_once_at_a_table(self, journal: Journal) -> None:
        await journal.append(entry(1, "same"), summary())
        with pytest.raises(Conflict):
            await journal.append(entry(1, "same"), summary())
        await journal.append(entry(1, "same", "another-table"), summary("another-table"))
        assert list(await journal.read(TABLE)) == [entry(1, "same")]

    async def test_of_many_that_race_for_a_version_one_wins(self, journal: Journal) -> None:
        async def race(number: int) -> bool:
            try:
                await journal.append(entry(1, f"racer-{number}"), summary())
            except Conflict:
                return False
            return True

        won = await asyncio.gather(*(race(number) for number in range(50)))
        assert sum(won) == 1
        (kept,) = await journal.read(TABLE)
        assert kept.key == f"racer-{won.index(True)}"

    async def test_different_tables_do_not_hinder_each_other(self, journal: Journal) -> None:
        tables = [f"table-{number:04}" for number in range(200)]
        await asyncio.gather(*(journal.append(entry(1, table=table), summary(table)) for table in tables))
        for table in tables[::50]:
            assert list(await journal.read(table)) == [entry(1, table=table)]

    async def test_the_lobby_shows_the_newest_listings_of_open_tables(self, journal: Journal) -> None:
        for number in range(5):
            table = f"table-{number}"
            await journal.append(
                entry(1, table=table), summary(table, listing=table.encode(), changed=number)
            )
        assert list(await journal.lobby(3, 9)) == [b"table-4", b"table-3", b"table-2"]
        await journal.append(entry(2, table="table-4"), summary("table-4", 2, None, changed=9))
        await journal.append(entry(2, table="table-0"), summary("table-0", 2, b"again", changed=10))
        assert list(await journal.lobby(3, 9)) == [b"again", b"table-3", b"table-2"]

    async def test_however_many_play_those_that_wait_are_listed(self, journal: Journal) -> None:
        for number in range(6):
            row = summary(f"table-{number}", listing=b"%d" % number, changed=number)
            status = "waiting" if number < 2 else "playing"
            await journal.append(entry(1, table=row.table), replace(row, status=status))
        assert list(await journal.lobby(3, 9)) == [b"1", b"0", b"5", b"4", b"3"]

    async def test_however_many_come_from_one_network_those_of_others_are_listed(
        self, journal: Journal
    ) -> None:
        for status in ("waiting", "playing", "ended"):
            for number in range(7):
                origin = "one" if number else f"other-{status}"
                row = summary(f"{status}-{number}", listing=b"%d" % number, changed=number, origin=origin)
                await journal.append(entry(1, table=row.table), replace(row, status=status))
        assert list(await journal.lobby(4, 2)) == [b"6", b"5", b"0", b"6", b"5", b"0"]
        assert list(await journal.lobby(4, 3)) == [b"6", b"5", b"4", b"0"] * 2
        assert list(await journal.lobby(2, 3)) == [b"6", b"5"] * 2
        assert list(await journal.finished(-1, 4, 2)) == [b"6", b"5", b"0"]
        assert list(await journal.finished(0, 4, 2)) == [b"6", b"5"]

    async def test_games_that_have_ended_are_listed_apart(self, journal: Journal) -> None:
        for number in range(5):
            table = f"table-{number}"
            row = summary(table, listing=table.encode(), changed=number)
            await journal.append(entry(1, table=table), replace(row, status="ended"))
        await journal.append(entry(1, table="open"), summary("open", listing=b"open", changed=9))
        assert list(await journal.lobby(10, 9)) == [b"open"]
        assert list(await journal.finished(1, 10, 9)) == [b"table-4", b"table-3", b"table-2"]
        assert list(await journal.finished(-1, 2, 9)) == [b"table-4", b"table-3"]
        gone = replace(summary("table-4", 2, None, changed=9), status="ended")
        await journal.append(entry(2, table="table-4"), gone)
        assert list(await journal.finished(1, 10, 9)) == [b"table-3", b"table-2"]

    async def test_tables_on_which_the_system_must_act_are_found(self, journal: Journal) -> None:
        await journal.append(entry(1), summary(due=7))
        assert list(await journal.due(6, 10)) == []
        assert list(await journal.due(7, 10)) == [TABLE]
        await journal.append(entry(2), summary(version=2))
        assert list(await journal.due(10**15, 10)) == []

    async def test_the_longest_overdue_come_first(self, journal: Journal) -> None:
        for table, due in (("b", 2), ("d", 9), ("a", 1), ("c", 3)):
            await journal.append(entry(1, table=table), summary(table, due=due))
        assert list(await journal.due(5, 10)) == ["a", "b", "c"]
        assert list(await journal.due(5, 2)) == ["a", "b"]

    async def test_tables_whose_time_runs_out_within_a_while_are_found(self, journal: Journal) -> None:
        day = 24 * 3_600_000
        rows = {"b": (1_000, True), "a": (2_000, True), "c": (3_000, True), "d": (day, True)}
        rows |= {"bot": (2_500, False), "expires": (2 * day, False)}
        for table, (due, timed) in rows.items():
            row = Summary(table, 1, "playing", due, None, 20, timed=timed)
            await journal.append(entry(1, table=table), row)
        await journal.append(entry(1, table="commit-reveal"), summary("commit-reveal", due=2_100))
        await journal.append(entry(1, table="over"), Summary("over", 1, "ended", None, None, 20))
        everything = [("b", 1_000), ("a", 2_000), ("c", 3_000), ("d", day)]
        assert [tuple(row) for row in await journal.running_out(0, 3 * day, 10)] == everything
        assert [tuple(row) for row in await journal.running_out(1_000, 3_000, 10)] == everything[1:3]
        assert [tuple(row) for row in await journal.running_out(999, 2_999, 1)] == everything[:1]
        rows_of = {row.table: row.timed for row in await journal.list_tables("", 10)}
        assert rows_of == {
            **{table: timed for table, (_, timed) in rows.items()},
            "commit-reveal": False,
            "over": False,
        }
        # The next move may be a bot's.
        await journal.append(entry(2, table="a"), Summary("a", 2, "playing", 2_000, None, 30))
        assert [tuple(row) for row in await journal.running_out(0, 2_000, 10)] == everything[:1]

    async def test_a_persons_tables_are_found_the_latest_first(self, journal: Journal) -> None:
        seated = {"one": ("alice", "bob"), "two": ("alice",), "three": ("bob",), "four": ()}
        for number, (table, people) in enumerate(seated.items()):
            await journal.append(entry(1, table=table), summary(table, changed=number, people=people))
        assert list(await journal.tables_of(["alice"], 10)) == ["two", "one"]
        assert list(await journal.tables_of(["bob"], 1)) == ["three"]
        assert list(await journal.tables_of(["carol"], 10)) == []

    async def test_a_persons_tables_that_wait_for_them_come_before_the_latest(self, journal: Journal) -> None:
        waits_for: dict[str, tuple[str, ...]] = {
            "waits": ("alice",),
            "waits-for-bob": ("bob",),
            "waits-for-both": ("alice", "bob"),
            "waits-for-nobody": (),
        }
        for number, (table, awaited) in enumerate(waits_for.items()):
            row = summary(table, changed=number, people=("alice", "bob"), awaited=awaited)
            await journal.append(entry(1, table=table), row)
        assert list(await journal.tables_of(["alice"], 3)) == [
            "waits-for-both",
            "waits",
            "waits-for-nobody",
        ]
        assert [row.awaited for row in await journal.list_tables("waits-for-bob", 9)] == [
            ("alice", "bob"),
            (),
        ]
        await journal.append(entry(2, table="waits"), summary("waits", 2, people=("alice",)))
        assert list(await journal.tables_of(["alice"], 9))[-1] == "waits"

    async def test_several_ids_of_one_person_find_each_table_once(self, journal: Journal) -> None:
        rows = {"one": ("alice",), "both": ("alice", "alice-2"), "two": ("alice-2",), "bob-s": ("bob",)}
        for number, (table, people) in enumerate(rows.items()):
            row = summary(table, changed=number, people=people, awaited=people[:1])
            await journal.append(entry(1, table=table), row)
        assert list(await journal.tables_of(["alice", "alice-2"], 9)) == ["two", "both", "one"]
        assert list(await journal.tables_of([], 9)) == []

    async def test_a_persons_tables_of_one_status_are_found_alone(self, journal: Journal) -> None:
        for number, status in enumerate(("waiting", "playing", "waiting")):
            row = replace(summary(f"{status}-{number}", changed=number, people=("alice",)), status=status)
            await journal.append(entry(1, table=row.table), row)
        assert list(await journal.tables_of(["alice"], 9, "waiting")) == ["waiting-2", "waiting-0"]
        assert list(await journal.tables_of(["alice"], 1, "playing")) == ["playing-1"]
        assert len(await journal.tables_of(["alice"], 9)) == 3

    async def test_a_player_who_leaves_or_joins_a_table_is_found_there_accordingly(
        self, journal: Journal
    ) -> None:
        seated = [("alice",), ("alice", "bob"), ("alice", "bob"), ("bob", "it's “carol”"), ()]
        found = []
        for version, people in enumerate(seated, 1):
            await journal.append(entry(version), summary(version=version, people=people))
            asked = ("alice", "bob", "it's “carol”")
            found.append(tuple([each for each in asked if await journal.tables_of([each], 5)]))
        assert found == seated

    async def test_an_ended_table_that_was_seen_to_is_due_no_longer(self, journal: Journal) -> None:
        ended = replace(summary(due=3), status="ended")
        await journal.append(entry(1), ended)
        await journal.append(entry(1, table="goes-on"), summary("goes-on", due=5))
        assert list(await journal.due(9, 9)) == [TABLE, "goes-on"]
        await journal.settle(TABLE, 2)
        await journal.settle("goes-on", 1)
        await journal.settle("nowhere", 1)
        # Not of this version, not ended, not there.
        assert list(await journal.due(9, 9)) == [TABLE, "goes-on"]
        await journal.settle(TABLE, 1)
        assert list(await journal.due(9, 9)) == ["goes-on"]
        assert list(await journal.list_tables(TABLE[:-1], 1)) == [replace(ended, due=None)]
        await journal.append(entry(2), replace(ended, version=2, due=7))
        assert list(await journal.due(9, 9)) == ["goes-on", TABLE], "something has happened since"

    async def test_versions_are_told_of_the_tables_that_there_are(self, journal: Journal) -> None:
        await journal.append(entry(1), summary())
        await journal.append(entry(2), summary(version=2))
        await journal.append(entry(1, table="another-table"), summary("another-table"))
        assert await journal.versions([TABLE, "no-such-table"]) == {TABLE: 2}
        assert await journal.versions([]) == {}

    async def test_an_older_summary_does_not_replace_a_newer_one(self, journal: Journal) -> None:
        await journal.append(entry(1), summary(version=7, listing=b"newest", due=3))
        await journal.append(entry(2), summary(version=2))
        assert list(await journal.list_tables("", 9)) == [summary(version=7, listing=b"newest", due=3)]

    async def test_all_tables_are_found_in_the_order_of_their_names(self, journal: Journal) -> None:
        """Of their bytes, that is, whatever language the machine speaks."""
        names = ["table-B", "table-_", "table-a", "table-1"]
        await asyncio.gather(
            *(journal.append(entry(1, table=name), summary(name, due=5, listing=b"l")) for name in names)
        )
        rows = [summary(name, due=5, listing=b"l") for name in sorted(names)]
        assert list(await journal.list_tables("", 3)) == rows[:3]
        assert list(await journal.list_tables(rows[2].table, 3)) == rows[3:]

    async def test_many_entries_of_one_table_may_be_on_their_way_together(self, journal: Journal) -> None:
        await asyncio.gather(
            *(journal.append(entry(n), summary(version=n, changed=n, due=n)) for n in range(1, 21))
        )
        assert [each.version for each in await journal.read(TABLE)] == list(range(1, 21))
        assert list(await journal.list_tables("", 9)) == [summary(version=20, changed=20, due=20)]

    async def test_of_two_doubles_on_their_way_together_one_is_accepted(self, journal: Journal) -> None:
        results = await asyncio.gather(
            *(journal.append(entry(1), summary()) for _ in range(2)), return_exceptions=True
        )
        assert [each for each in results if each is None] == [None]
        assert [type(each) for each in results if each is not None] == [Conflict]

    async def test_an_append_without_a_waiter_harms_nothing(self, journal: Journal) -> None:
        waiting = asyncio.create_task(journal.append(entry(1), summary()))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        with contextlib.suppress(Conflict):  # unless the first one had been handed over already
            await journal.append(entry(1, "again"), summary())
        assert len(await journal.read(TABLE)) == 1

    # ---- when nodes ran ---------------------------------------------------------------------------------

    async def test_the_last_beat_is_that_of_the_node_that_has_beaten_last(self, journal: Journal) -> None:
        assert await journal.last_beat() is None
        await journal.beat("one", 1_000)
        await journal.beat("two", 3_000)
        await journal.beat("one", 2_000)
        assert await journal.last_beat() == ("two", 3_000)
        await journal.beat("one", 4_000)
        assert await journal.last_beat() == ("one", 4_000)
        assert list(await journal.outages()) == []

    async def test_without_beats_the_last_entry_counts_as_one(self, journal: Journal) -> None:
        await journal.append(entry(1), summary(changed=5_000))
        await journal.append(entry(1, table="older"), summary("older", changed=4_000))
        assert await journal.last_beat() == ("", 5_000)
        await journal.beat("one", 11_001, 6_000)
        assert list(await journal.outages()) == [Outage(5_000, 11_001)]
        assert await journal.last_beat() == ("one", 11_001)

    async def test_a_gap_is_an_outage_only_if_it_is_longer_and_asked_about(self, journal: Journal) -> None:
        await journal.beat("one", 1_000, 6_000)
        await journal.beat("one", 7_000, 6_000)
        assert list(await journal.outages()) == [], "not longer"
        await journal.beat("one", 99_000)
        assert list(await journal.outages()) == [], "not asked about"
        await journal.beat("one", 200_000, 6_000)
        await journal.beat("two", 200_500, 6_000)
        await journal.beat("one", 300_000, 6_000)
        assert list(await journal.outages()) == [Outage(99_000, 200_000), Outage(200_500, 300_000)]

    async def test_a_beat_of_any_node_covers_the_gap_of_another(self, journal: Journal) -> None:
        await journal.beat("one", 1_000)
        await journal.beat("two", 58_000)
        await journal.beat("one", 60_000, 6_000)
        assert list(await journal.outages()) == []

    async def test_of_nodes_that_start_at_once_one_finds_the_outage(self, journal: Journal) -> None:
        await journal.beat("one", 1_000)
        await asyncio.gather(*(journal.beat(f"node-{n}", 60_000 + n, 6_000) for n in range(8)))
        (outage,) = await journal.outages()
        assert outage.since == 1_000
        assert 60_000 <= outage.until < 60_008

    async def test_an_outage_that_no_table_can_wait_for_is_forgotten_with_the_next(
        self, journal: Journal
    ) -> None:
        await journal.beat("one", 1_000)
        await journal.beat("one", 20_000, 6_000)
        later = 20_000 + KEPT_MILLISECONDS
        await journal.beat("one", later - 100)
        await journal.beat("one", later, 50)
        assert list(await journal.outages()) == [Outage(later - 100, later)]

    async def test_a_clock_that_was_ahead_leaves_nothing_in_the_future(self, journal: Journal) -> None:
        hour = 3_600_000
        await journal.beat("one", 1_000)
        await journal.beat("one", 50_000, 6_000)  # an outage before
        await journal.beat("one", 60_000)
        await journal.beat("one", 9 * hour, 6_000)  # the clock is ahead: the outage reaches into the future
        await journal.beat("one", 9 * hour + 50_000, 6_000)  # and another one lies there
        await journal.beat("one", 100_000, 6_000)
        assert list(await journal.outages()) == [Outage(1_000, 50_000), Outage(60_000, 100_000)]
        assert await journal.last_beat() == ("one", 100_000)

    async def test_a_node_that_is_a_little_ahead_is_believed(self, journal: Journal) -> None:
        await journal.beat("ahead", 1_000 + BEHIND_MILLISECONDS)
        await journal.beat("one", 1_000)
        assert await journal.last_beat() == ("ahead", 1_000 + BEHIND_MILLISECONDS)
        assert list(await journal.outages()) == []
