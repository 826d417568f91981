"""The messages of a club's webhook, as they appear in its chat."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.club.clubs.hooks import (
    LONGEST_TEXT,
    MOST_LINES,
    check_hook,
    host_of,
    message,
    night_text,
    plain,
    result_line,
    results_text,
    standings_text,
    trial_text,
)
from quincunx.club.clubs.state import Night
from quincunx.club.clubs.wire import StandingsLine
from quincunx.core.reason import Refusal

PAGE = "https://club.example/c/cafe"


def test_a_night_is_announced_in_the_readers_own_time() -> None:
    night = Night("n", "Big *night*", 1_800_000_000_999, 120)
    assert night_text("Café", night, PAGE, "en") == (
        "Club night of **Café**: Big \\*night\\*, <t:1800000000:F>\n" + PAGE
    )


def test_results_name_winners_and_draws() -> None:
    won = result_line("cinco", ["Ada", "Bo_b"], ["Eve"], "en")
    assert won == "Cinco: **Ada, Bo\\_b** won against Eve"
    drawn = result_line("cinqo", [], ["Ada", "Eve"], "en")
    assert drawn == "Cinq-O: Ada, Eve – Draw"
    assert results_text("Ca*fé", [won, drawn], PAGE, "en").splitlines() == [
        "Results of **Ca\\*fé**:",
        won,
        drawn,
        PAGE,
    ]
    assert result_line("cinco", ["Ada"], ["Eve"], "de") != result_line("cinco", ["Ada"], ["Eve"], "en")


def test_of_the_standings_the_head_is_sent() -> None:
    lines = [StandingsLine(n, f"P_{n}", f"p{n}", n / 2, 0, 0, 0, None) for n in range(1, MOST_LINES + 3)]
    head, *rows, page = standings_text("Café", lines, PAGE, "en").splitlines()
    assert (head, page) == ("Standings of **Café**:", PAGE)
    assert rows[:2] == ["1. P\\_1 – 0.5", "2. P\\_2 – 1"]
    assert len(rows) == MOST_LINES


def test_a_trial_says_what_it_is() -> None:
    assert trial_text("@Café", PAGE, "en") == (
        f"This is a test. News of **\\@Café** will appear here.\n{PAGE}"
    )


def test_no_message_notifies_people_and_none_is_too_long() -> None:
    said = json.loads(message("@everyone Hello"))
    assert said == {"content": "@everyone Hello", "allowed_mentions": {"parse": []}}
    longest = "x" * LONGEST_TEXT
    assert json.loads(message(longest))["content"] == longest
    assert json.loads(message(longest + "y"))["content"] == longest + "…"


@given(st.text(max_size=40))
def test_a_name_is_one_line_in_which_each_sign_of_markup_is_escaped(name: str) -> None:
    shown = plain(name)
    assert shown == " ".join(shown.split())
    bare = shown.replace("\\\\", "")
    for sign in "*_~`|>#[]()@<:":
        assert bare.count(sign) == bare.count(f"\\{sign}")
    assert plain("Ada\n  L.") == "Ada L."


def test_of_a_webhooks_address_the_host_alone_is_shown() -> None:
    assert host_of("https://Discord.example/api/webhooks/1/secret") == "discord.example"
    assert host_of("nothing") == ""


def test_a_webhook_is_named_over_https() -> None:
    check_hook("https://discord.example/api/webhooks/1/secret")
    for url in ("http://discord.example/x", "https://192.0.2.1/x", ""):
        with pytest.raises(Refusal) as refusal:
            check_hook(url)
        assert refusal.value.reason.code == "bad-hook"
