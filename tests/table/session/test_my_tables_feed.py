"""The list of a person's tables as one client knows it."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from quincunx.table.events import TableSettings
from quincunx.table.session.my_tables_feed import MyTablesFeed
from quincunx.table.wire.lists import MyTable, MyTables
from quincunx.table.wire.table import ClockView

SETTINGS = TableSettings(msgspec.Raw(b'{"game":"cinco"}'), ())


def line(name: str, version: int = 1) -> MyTable:
    return MyTable(name, version, "playing", SETTINGS, "Ada", (), 0, True, None, 0)


A, B, C = map(line, "abc")


@pytest.fixture
def feed() -> MyTablesFeed:
    """A client that knows tables a and b, and that there are two more: y and z."""
    feed = MyTablesFeed()
    assert not feed.has_begun
    assert feed.on_tables_read((A, B), ("y", "z")) == MyTables((A, B), whole=True, more=2)
    assert feed.has_begun
    return feed


def test_the_first_list_is_sent_even_if_it_is_empty() -> None:
    assert MyTablesFeed().on_tables_read((), ()) == MyTables((), whole=True)


def test_a_list_without_news_is_not_sent(feed: MyTablesFeed) -> None:
    assert feed.on_tables_read((B, A), ("y", "z")) is None
    assert feed.changes({"a": A, "c": None}) is None


def test_a_later_list_has_what_is_new_changed_and_gone(feed: MyTablesFeed) -> None:
    changed = line("a", 2)
    assert feed.on_tables_read((changed, C), ("y", "z")) == MyTables((changed, C), ("b",), more=2)
    assert feed.on_tables_read((changed, C), ("y", "z")) is None


def test_only_the_time_on_a_clock_is_no_news(feed: MyTablesFeed) -> None:
    ticking = replace(A, clock=ClockView((1, 2), 3, 0, 4, None))
    assert feed.changes({"a": ticking}) is None
    assert feed.changes({"a": replace(ticking, version=2)}) is not None


def test_a_known_table_that_is_no_longer_among_the_first_stays_listed(feed: MyTablesFeed) -> None:
    assert feed.on_tables_read((A, C), ("b", "y", "z")) == MyTables((C,), more=2)
    assert feed.changes({"b": line("b", 2)}) == MyTables((line("b", 2),), more=2)


def test_changes_are_sent_and_what_is_gone_is_named_once_and_in_order(feed: MyTablesFeed) -> None:
    assert feed.changes({"b": None, "c": C, "a": None}) == MyTables((C,), ("a", "b"), more=2)
    assert feed.changes({"a": None, "b": None}) is None
    assert feed.changes({"a": A}) == MyTables((A,), more=2)


def test_a_further_table_that_changes_is_a_line_and_no_longer_counted(feed: MyTablesFeed) -> None:
    assert feed.changes({"y": line("y")}) == MyTables((line("y"),), more=1)
    assert feed.changes({"z": None}) == MyTables((), more=0)


def test_the_number_of_further_tables_alone_is_news(feed: MyTablesFeed) -> None:
    assert feed.on_tables_read((A, B), ("x", "y", "z")) == MyTables((), more=3)
