"""Rules for people's names."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.core.reason import Reason, Refusal
from quincunx.table.seats.person import (
    LONGEST_NAME,
    LONGEST_TEXT,
    checked_name,
    checked_text,
    host_of_tournament,
    network_mark,
    tournament_of,
)


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("Åsa Öst-Ñandú", "Åsa Öst-Ñandú"),
        ("李小龍", "李小龍"),
        ("نور", "نور"),
        ("🦊", "🦊"),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
        ("Nguye\u0302\u0303n", "Nguy\u1ec5n"),  # an accent typed apart is the letter that others type as one
        ("e\u0301" * LONGEST_NAME, "é" * LONGEST_NAME),  # and counts as one
    ],
)
def test_names_of_people(given_name: str, shown: str) -> None:
    assert checked_name(given_name) == shown


@pytest.mark.parametrize(
    "name",
    [
        "a\nb",
        "a\tb",
        "a\0b",
        "\u202eecilA",  # right to left from here on
        "Al\u200bice",  # a space of no width
        "Al\u2066ice",
        "\ufeffAlice",
        "a\u2028b",
        "\ud800",
        "\ue000",
        "\u3164",  # a letter that shows nothing
        "\u115f\u1160",
        "\u0301\u0301",  # accents on nothing
    ],
)
def test_a_name_has_only_visible_characters(name: str) -> None:
    with pytest.raises(Refusal) as caught:
        checked_name(name)
    assert caught.value.reason == Reason("malformed", "name-unseemly", "A name has only visible characters.")


@pytest.mark.parametrize("name", ["", "   ", "x" * (LONGEST_NAME + 1), "é" * 25, "e\u0301" * 25])
def test_a_name_has_1_to_24_characters(name: str) -> None:
    with pytest.raises(Refusal) as caught:
        checked_name(name)
    assert caught.value.reason == Reason(
        "malformed", "name-length", "A name has 1 to 24 characters.", None, {"most": 24}
    )


@pytest.mark.parametrize(("checked", "most"), [(checked_name, LONGEST_NAME), (checked_text, LONGEST_TEXT)])
def test_text_that_is_long_only_by_what_is_dropped_is_read_up_to_a_bound(
    checked: Callable[[str], str], most: int
) -> None:
    padded = "A".ljust(8 * most, "\ufe0f")
    assert checked(padded) == "A"
    with pytest.raises(Refusal, match=rf"^A (name|text) has 1 to {most} characters\.$"):
        checked(padded + "\ufe0f")


@pytest.mark.parametrize("tournament", ["friday-cup", "evening-", "Zx_-0"])
def test_the_tables_of_a_tournament_take_its_own_players_alone(tournament: str) -> None:
    assert tournament_of(host_of_tournament(tournament, "Quincunx").id) == tournament
    assert tournament_of(tournament.removeprefix("evening-")) is None


@given(st.sets(st.integers(0, 255), min_size=3, max_size=30))
def test_a_mark_of_a_network_tells_players_of_one_table_apart_and_nothing_more(hosts: set[int]) -> None:
    networks = [f"192.0.2.{host}" for host in hosts]
    marks = [network_mark("table", "seed", network) for network in networks]
    assert all(len(mark) == 3 and int(mark, 16) >= 0 for mark in marks)
    assert len(set(marks)) > 1
    assert marks == [network_mark("table", "seed", network) for network in networks]
    for table, seed in (("another table", "seed"), ("table", "another seed")):
        assert marks != [network_mark(table, seed, network) for network in networks]
    assert network_mark("table", "seed", "") == ""


@given(st.text(st.characters(exclude_categories=()), max_size=40))
def test_an_accepted_name_is_stable_and_harmless(name: str) -> None:
    try:
        shown = checked_name(name)
    except Refusal:
        return
    assert checked_name(shown) == shown
    assert 1 <= len(shown) <= LONGEST_NAME
    # Joiners may stay where they show, and what makes a flag of a flag.
    bare = shown.translate(dict.fromkeys((0x200C, 0x200D, *range(0xE0020, 0xE0080))))
    assert not any(unicodedata.category(letter).startswith("C") for letter in bare)
    assert shown == shown.strip()
    assert unicodedata.is_normalized("NFC", shown)
