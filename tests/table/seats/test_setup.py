"""Making a table: whose seats are kept, what cannot be set up, and the table of a rematch."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from quincunx.core.game import encode
from quincunx.core.reason import Reason, Refusal
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.commands import SeatBot, StandUp
from quincunx.table.events import ChanceMoved, SeatSetup, Started, TableMade, TableSettings
from quincunx.table.parts import SeatState
from quincunx.table.seats.setup import LARGEST_OPTIONS, check, create_table, rematch_name, rematch_settings
from tests.table.support import ALICE, BOB, BOT, ME, OPEN, SEED, Desk, seated, settings


def test_the_hosts_seat_is_reserved_and_no_player_sits_yet() -> None:
    desk = Desk()
    assert desk.state.seats == (SeatState("kept", ALICE.id, ALICE.name), SeatState("open"))
    assert desk.state.status == "waiting"
    assert desk.state.version == 1


def raw(text: str) -> TableSettings:
    """Settings with these options, for two seats."""
    return TableSettings(msgspec.Raw(text.encode()), (ME, OPEN))


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (settings(seats=(ME, OPEN, OPEN)), "seats-do-not-match"),
        (settings(CincoOptions(players=5), seats=(ME,) * 5), "cinco-players"),
        (settings(CinqoOptions(players=0), seats=(ME,)), "cinqo-players"),
        (settings(CincoOptions(players=10**30), seats=(ME,)), "cinco-players"),
        (settings(seats=(ME, SeatSetup("bot", "omniscient"))), "no-such-level"),
        (settings(seats=(ME, SeatSetup("bot"))), "no-such-level"),
        (settings(seats=(ME, SeatSetup("bot", "greedy", "Ann")), one_device=True), "name-for-nobody"),
        (settings(seats=(ME, SeatSetup("me", name=" ")), one_device=True), "name-length"),
        (settings(seats=(ME, SeatSetup("me", name="A\nB")), one_device=True), "name-unseemly"),
        (raw('{"players":2}'), "bad-options"),
        (raw('{"game":"cinco","players":"two"}'), "bad-options"),
        (raw('{"game":"cinco","cheat":true}'), "bad-options"),
        (raw("[1, 2]"), "bad-options"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_further_impossible_setups_are_refused(plan: TableSettings, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        create_table("table-0001", ALICE, plan, SEED)
    assert caught.value.reason.code == code
    assert caught.value.reason.sentence.endswith(".")


def test_options_have_a_size_that_a_journal_can_bear() -> None:
    """Accepted options are stored for ever, so padding is refused."""
    text = '{"game":"cinco"}'
    assert check(raw(text.ljust(LARGEST_OPTIONS))).options == encode(CincoOptions())
    with pytest.raises(Refusal) as caught:
        check(raw(text.ljust(LARGEST_OPTIONS + 1)))
    assert caught.value.reason == Reason("malformed", "bad-options", "No game has so many options.")


def test_options_are_stored_in_the_programs_own_spelling() -> None:
    (made, *_) = create_table("table-0001", ALICE, raw('{ "teams": 2, "game": "cinco" }'), SEED)
    assert isinstance(made, TableMade)
    assert made.settings.options == encode(CincoOptions())


@pytest.mark.parametrize(("listed", "origin"), [(True, "a3f"), (False, None)])
def test_only_a_listed_table_tells_where_it_was_made(listed: bool, origin: str | None) -> None:
    plan = settings(listed=listed)
    (made, *_) = create_table("table-0001", ALICE, plan, SEED, origin="a3f")
    assert isinstance(made, TableMade)
    assert made.origin == origin


def test_a_table_of_bots_starts_at_once() -> None:
    events = create_table("table-0001", ALICE, settings(seats=(BOT, BOT)), SEED)
    assert [type(event) for event in events] == [TableMade, Started, ChanceMoved]
    assert Desk(settings(seats=(BOT, BOT))).state.status == "playing"


# ---- the same people again ---------------------------------------------------------------------------------


def test_a_rematch_keeps_the_seats_and_lets_the_next_one_start() -> None:
    again, kept = rematch_settings(seated().state)
    assert kept == (ALICE, BOB)
    assert again.seats == (OPEN, OPEN)
    assert again.options == encode(CincoOptions(first=1))
    starts_second: Any = rematch_settings(Desk(settings(CinqoOptions(first=1))).seat_everybody().state)[0]
    assert starts_second.options == encode(CinqoOptions(first=0))


def test_in_a_rematch_bots_stay_bots_and_a_player_who_left_may_come_back() -> None:
    desk = seated(settings(CincoOptions(players=3, teams=3, first=0), (ME, OPEN, BOT)))
    desk.do(BOB, StandUp(1))
    again, kept = rematch_settings(desk.state)
    assert kept == (ALICE, BOB, None)
    assert again.seats == (OPEN, OPEN, BOT)


def test_in_a_rematch_a_bot_that_the_host_seated_has_the_level_that_it_had() -> None:
    desk = Desk()
    desk.do(ALICE, SeatBot(1, "greedy"))
    desk.seat_everybody()
    again, kept = rematch_settings(desk.state)
    assert (again.seats, kept) == ((OPEN, SeatSetup("bot", "greedy")), (ALICE, None))


def test_on_one_device_the_rematch_is_on_it_too() -> None:
    again, kept = rematch_settings(seated(settings(seats=(ME, ME), one_device=True)).state)
    assert (again.seats, again.one_device, kept) == ((ME, ME), True, (ALICE, ALICE))
    create_table("table-0002", ALICE, again, SEED, kept)


def test_on_one_device_all_may_have_names_and_keep_them_in_the_rematch() -> None:
    named = SeatSetup("me", name="  Carol   Ann ")
    desk = Desk(settings(seats=(ME, named), one_device=True))
    assert [seat.name for seat in desk.state.seats] == ["Alice", "Carol Ann"]
    desk.seat_everybody()
    assert [seat.name for seat in desk.state.seats] == ["Alice", "Carol Ann"]
    again, kept = rematch_settings(desk.state)
    rematch = Desk(again, kept=kept).seat_everybody()
    assert [seat.name for seat in rematch.state.seats] == ["Alice", "Carol Ann"]


def test_the_name_of_a_rematch_follows_from_the_secret_seed_alone() -> None:
    name = rematch_name(seated().state)
    assert name == rematch_name(Desk().state)
    assert name != rematch_name(Desk(seed="77" * 32).state)
    assert name != rematch_name(Desk(table="table-of-the-tests-0002").state)
    assert len(name) == 24
