"""A table of a daily challenge: it starts at once, and stays secret until the day is over."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from quincunx.club.results.results import result_of
from quincunx.core.game import AnyGame, encode
from quincunx.core.reason import Refusal
from quincunx.core.record import RecordError, parse, verify, write
from quincunx.games import GAMES
from quincunx.table.chance import day as days
from quincunx.table.chance.day import date_of, day_of, opens_at
from quincunx.table.commands import Resign, StandUp, TakeBack
from quincunx.table.deadlines.outage import Outage, interruption
from quincunx.table.events import (
    ChanceMoved,
    OfDay,
    SatDown,
    SeatSetup,
    Started,
    TableMade,
    TableSettings,
)
from quincunx.table.fold import fold
from quincunx.table.record.chain import Damaged
from quincunx.table.record.game_record import record_of
from quincunx.table.seats.setup import rematch_settings
from quincunx.table.view import carry_on, may_watch, replay, view_table
from tests.table.support import ALICE, BOB, SEED, DayDesk, Desk
from tests.third.support import PLAIN

DAY = 20_000
# Days are counted from 1970; there is no date after the year 9999.
LAST_DAY = 2_900_000
WITH_DAYS = [game for game in GAMES.values() if game.day is not None]
CINQO, CINCO = GAMES["cinqo"], GAMES["cinco"]
all_games = pytest.mark.parametrize("game", WITH_DAYS, ids=lambda game: game.name)


@given(st.integers(0, LAST_DAY))
def test_a_day_has_one_date(day: int) -> None:
    assert day_of(date_of(day)) == day
    assert days.day_at(days.begins_at(day)) == day == days.day_at(days.ends_at(day) - 1)
    assert days.ends_at(day) == days.begins_at(day + 1) < opens_at(day) < days.ends_at(day + 1)


@pytest.mark.parametrize(
    "text",
    ["", "today", "2026-2-3", "2026-02-30", "1969-12-31", "2026-11-22 ", "٢٠٢٦-11-22"],
)
def test_invalid_dates_are_no_day(text: str) -> None:
    assert day_of(text) is None


def test_the_first_day_of_the_year_2026() -> None:
    assert day_of("2026-01-01") == 20_454


@all_games
def test_it_starts_when_it_is_created_and_waits_for_no_player(game: AnyGame) -> None:
    desk = DayDesk(game)
    assert desk.state.status == "playing"
    assert desk.state.to_move() == 0
    assert [seat.kind for seat in desk.state.seats] == ["person", *["bot"] * (len(desk.state.seats) - 1)]
    assert view_table(desk.state, ALICE, None).commit_reveal is None


@all_games
def test_its_first_entry_seats_the_player_and_starts_the_deal(game: AnyGame) -> None:
    deal = days.deal_of(game)
    others = len(DayDesk(game).state.seats) - 1
    seats = (SeatSetup("me"), *[SeatSetup("bot", deal.level)] * others)
    of_day = OfDay(DAY, is_practice=True)
    made, sat, started, *rest = days.create_day_table("table-0001", ALICE, game, of_day, SEED)
    assert made == TableMade(
        table="table-0001",
        host=ALICE.id,
        host_name="Alice",
        settings=TableSettings(encode(deal.options), seats),
        seed=SEED,
        kept_for=(ALICE.id, *[None] * others),
        kept_names=("Alice", *[None] * others),
        of_day=of_day,
    )
    assert sat == SatDown(0, ALICE.id, "Alice")
    assert started == Started(("",) * (1 + others), 3)
    assert all(isinstance(event, ChanceMoved) for event in rest)


@all_games
def test_all_players_have_the_same(game: AnyGame) -> None:
    one, other = DayDesk(game), DayDesk(game, person=BOB)
    assert one.state.position == other.state.position
    assert DayDesk(game, seed="77" * 32).state.position != one.state.position


@all_games
def test_before_the_day_is_over_nothing_of_it_is_told(game: AnyGame) -> None:
    desk = DayDesk(game)
    for _ in range(2):
        for now in (desk.now or 0, opens_at(DAY) - 1):
            assert may_watch(desk.state, ALICE, now)
            assert not may_watch(desk.state, BOB, now)
            for person in (ALICE, BOB):
                view = view_table(desk.state, person, None, now)
                assert view.seed is None
                assert SEED not in msgspec.json.encode(view).decode()
                if desk.state.position is not None:
                    seat = 0 if person is ALICE else None
                    assert view.game == game.view(desk.state.position, seat)
            with pytest.raises(Refusal, match="when the day’s deal is over"):
                days.check_open(desk.state, now)
            with pytest.raises(ValueError, match="not open yet"):
                record_of(tuple(desk.entries), desk.state, now)
            with pytest.raises(ValueError, match="not open yet"):
                replay(tuple(desk.entries), desk.state, ALICE, now)
        desk.play(Random(3))
        assert desk.state.status == "ended"


@all_games
def test_when_it_is_over_all_of_it_is_open(game: AnyGame) -> None:
    desk, now = DayDesk(game).play(Random(3)), opens_at(DAY)
    days.check_open(desk.state, now)
    assert may_watch(desk.state, BOB, now)
    view = view_table(desk.state, BOB, None, now)
    assert view.seed == SEED
    assert view.game == game.reveal(desk.state.position)
    assert view.of_day is not None
    assert (view.of_day.date, view.of_day.opens_at) == ("2024-10-04", now)
    assert replay(tuple(desk.entries), desk.state, BOB, now).table == view


@all_games
def test_the_cards_that_were_never_seen_stay_so_to_the_player(game: AnyGame) -> None:
    if not game.has_secrets:
        return
    desk = DayDesk(game).play(Random(3))
    assert view_table(desk.state, ALICE, None, desk.now or 0).game != game.reveal(desk.state.position)


@all_games
def test_its_record_shows_that_its_chance_is_the_days(game: AnyGame) -> None:
    desk = DayDesk(game).play(Random(4))
    text = write(record_of(tuple(desk.entries), desk.state, opens_at(DAY)))
    assert text.startswith('[Quincunx "3"]\n')
    assert '[Day "2024-10-04"]\n' in text
    record = parse(text, GAMES)
    assert write(record) == text
    assert verify(record) == []
    faults = verify(replace(record, seed="77" * 32))
    assert len(faults) > 1
    assert "isn’t the one committed" in str(faults[0])


def test_a_record_that_is_of_no_days_deal_is_refused() -> None:
    desk = DayDesk(CINQO).play(Random(4))
    record = record_of(tuple(desk.entries), desk.state, opens_at(DAY))
    with pytest.raises(RecordError, match="has these options"):
        verify(replace(record, options=replace(record.options, rounds=7)))
    with pytest.raises(RecordError, match="Devices don’t contribute"):
        verify(replace(record, entropies=("ab",)))
    text = write(record)
    for wrong, said in (("22. November", "is written"), ("2026-1-1", "is written")):
        with pytest.raises(RecordError, match=said):
            parse(text.replace("2024-10-04", wrong), GAMES)
    with pytest.raises(RecordError, match=r"\[Day … is missing|\[Day …\] is missing"):
        parse(text.replace('[Day "2024-10-04"]\n', ""), GAMES)


@all_games
def test_its_journal_is_checked_against_the_days_seed(game: AnyGame) -> None:
    desk = DayDesk(game).play(Random(5), 3)
    assert fold(desk.entries) == desk.state
    first = desk.entries[0]
    answer = next(event for event in first.events if isinstance(event, ChanceMoved))
    other = next(
        event for event in DayDesk(game, seed="77" * 32).entries[0].events if isinstance(event, ChanceMoved)
    )
    changed = tuple(other if event is answer else event for event in first.events)
    with pytest.raises(Damaged, match="doesn’t follow from the seed"):
        fold([replace(first, events=changed)])


def test_there_is_no_rematch() -> None:
    with pytest.raises(Refusal) as caught:
        rematch_settings(DayDesk(CINQO).play(Random(1)).state)
    assert caught.value.reason.code == "no-rematch"


def test_a_game_without_a_deal_of_the_day_has_none() -> None:
    with pytest.raises(Refusal) as caught:
        days.create_day_table("table", ALICE, PLAIN, OfDay(DAY), SEED)
    assert caught.value.reason.code == "no-day-deal"


# ---- what comes of it ---------------------------------------------------------------------------------


def number_of(desk: Desk) -> int | None:
    result = result_of(desk.state)
    assert result is not None
    assert result.day is not None
    assert (result.day.day, result.day.person) == (DAY, ALICE.id)
    return result.day.number


def test_the_first_try_counts_with_the_games_number() -> None:
    desk = DayDesk(CINQO).play(Random(1))
    assert number_of(desk) == desk.state.position.round
    assert number_of(DayDesk(CINCO).play(Random(1))) not in (None, 0)


def test_practice_counts_for_nothing() -> None:
    assert result_of(DayDesk(CINQO, is_practice=True).play(Random(1)).state) is None


HOUR = 3_600_000
ENDS, OPENS = days.ends_at(DAY), opens_at(DAY)


def told(desk: DayDesk, *outages: Outage) -> DayDesk:
    """The table when it has been told of these outages."""
    assert desk.now is not None
    events = interruption(desk.state, outages, desk.now)
    if events:
        desk.write(events)
    return desk


def test_the_hour_after_the_day_is_one_in_which_the_server_runs() -> None:
    """Whatever part of it the server is away: the rest is left when it is back."""
    away = Outage(ENDS + 50 * 60_000, ENDS + 3 * HOUR)
    moved = OPENS + away.until - away.since
    assert opens_at(DAY, [away]) == moved
    assert opens_at(DAY, [Outage(ENDS - HOUR, ENDS + 60_000)]) == OPENS + 60_000, (
        "the day itself is no longer"
    )
    assert opens_at(DAY, [Outage(ENDS - 2, ENDS - 1), Outage(OPENS, OPENS + 1)]) == OPENS
    twice = [Outage(ENDS, ENDS + 5), Outage(OPENS + 1, OPENS + 8)]
    assert opens_at(DAY, twice) == OPENS + 12
    for now, counts in ((moved - 1, True), (moved, False)):
        desk = DayDesk(CINQO)
        desk.now = away.until
        told(desk, away)
        desk.now = now
        assert (number_of(desk.play(Random(1))) is not None) == counts


@all_games
def test_an_outage_keeps_also_those_closed_that_have_ended(game: AnyGame) -> None:
    """Otherwise a person still playing could see the results of others."""
    away = Outage(ENDS + 50 * 60_000, ENDS + 3 * HOUR)
    moved = opens_at(DAY, [away])
    desk = DayDesk(game)
    desk.now = ENDS
    desk.play(Random(3))
    number = number_of(desk)
    desk.now = away.until
    assert told(desk, away).state.status == "ended"
    assert interruption(desk.state, [away], away.until) == (), "it is told once"
    assert number_of(desk) == number
    for now, is_open in ((OPENS, False), (moved - 1, False), (moved, True)):
        assert may_watch(desk.state, BOB, now) == is_open
        view = view_table(desk.state, ALICE, None, now)
        assert (view.seed == SEED) == is_open
        assert view.of_day is not None
        assert view.of_day.opens_at == moved
    late = DayDesk(game)
    late.now = ENDS
    late.play(Random(3))
    assert interruption(late.state, [away], moved) == (), "it is open by now, and need not be told"
    other = DayDesk(game)
    other.now = ENDS - HOUR
    other.play(Random(3))
    assert interruption(other.state, [Outage(ENDS - 5, ENDS - 1)], ENDS) == ()


def test_a_player_who_ends_it_too_late_has_no_result() -> None:
    desk = DayDesk(CINQO)
    desk.now = opens_at(DAY) - 1
    assert number_of(desk.play(Random(1))) is not None
    late = DayDesk(CINQO)
    late.now = opens_at(DAY)
    assert number_of(late.play(Random(1))) is None


def test_with_a_bots_help_there_is_no_result() -> None:
    desk = DayDesk(CINQO)
    desk.do(ALICE, StandUp(0))
    desk.play(Random(1), 1)
    desk.do(ALICE, TakeBack(0))
    assert number_of(desk.play(Random(1))) is None


def test_a_solo_player_who_gives_up_has_none_and_against_the_bot_has_lost() -> None:
    alone, against = DayDesk(CINQO), DayDesk(CINCO)
    alone.do(ALICE, Resign(0))
    against.do(ALICE, Resign(0))
    assert number_of(alone) is None
    assert number_of(against) == -10_000


def test_a_view_that_is_carried_on_says_of_which_day_it_is() -> None:
    desk = DayDesk(CINQO)
    before, shown = desk.state, view_table(desk.state, ALICE, None)
    desk.play(Random(1), 1)
    after = carry_on(shown, before, desk.state, 0)
    assert after is not None
    assert after.of_day == shown.of_day
