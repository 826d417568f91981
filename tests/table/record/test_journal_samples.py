"""Journals that were written once must be readable for ever: ``testdata/journal/`` is never changed.

A shape of event that is not in any sample yet gets one: ``python -m tests.table.record.test_journal_samples
NAME`` writes today's games as a new file, with what they must fold to.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from quincunx.games import GAMES
from quincunx.games.cinco.types import CincoOptions, Exchange
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table import events
from quincunx.table.chance.commit_reveal import close
from quincunx.table.commands import (
    Commit,
    DeclineDraw,
    OfferDraw,
    OpenSeat,
    Resign,
    Say,
    SeatBot,
    SetBotPace,
    SitDown,
    StandUp,
    TakeBack,
    TakeBackOffer,
    Write,
)
from quincunx.table.deadlines.absence import seat_bots
from quincunx.table.deadlines.timeout import ends_at, hand_over
from quincunx.table.decide import decide
from quincunx.table.draws import TURNS_BETWEEN_OFFERS
from quincunx.table.events import DailyPace, Entry, Interrupted, LivePace, Pace, RematchMade, VacationSet
from quincunx.table.fold import fold
from quincunx.table.seats.capacity import checked_for_capacity
from quincunx.table.seats.setup import rematch_name
from quincunx.table.view import view_table
from tests.table.support import (
    ALICE,
    BOB,
    BOT,
    CAROL,
    DAVE,
    ME,
    OPEN,
    DayDesk,
    Desk,
    make_move,
    promise,
    settings,
)

SAMPLES = Path(__file__).parents[3] / "testdata" / "journal"
RENAMED = {
    "maker": "host",
    "made_by_you": "hosted_by_you",
    "looking": "point_of_view",
    "mixing": "commit_reveal",
}
"""Fields of a view that had another name when the first sample was written, and the names of today."""

AT = 1_790_000_000_000
"""The time of today's games, in September 2026."""


class Sample(msgspec.Struct, frozen=True):
    """One table: its entries as they were stored, and what a spectator must be shown after some of them."""

    entries: tuple[msgspec.Raw, ...]
    views: dict[int, msgspec.Raw]


def samples() -> list[Any]:
    return [
        pytest.param(msgspec.json.decode(line, type=Sample), id=f"{path.stem}-{number}")
        for path in sorted(SAMPLES.glob("*.jsonl"))
        for number, line in enumerate(path.read_bytes().splitlines(), 1)
    ]


@pytest.mark.parametrize("sample", samples())
def test_old_journals_fold_to_what_they_always_did(sample: Sample) -> None:
    entries = [msgspec.json.decode(raw, type=Entry) for raw in sample.entries]
    assert len(entries) in sample.views
    for version, view in sample.views.items():
        shown = view_table(fold(entries[:version]), CAROL, None)
        expected = _in_todays_words(msgspec.json.decode(view))
        # Views may gain fields; what was there keeps its meaning.
        assert _part(msgspec.json.decode(msgspec.json.encode(shown)), expected) == expected


def test_every_kind_of_event_has_a_sample() -> None:
    kinds = {
        event["type"]
        for param in samples()
        for raw in param.values[0].entries
        for event in msgspec.json.decode(raw)["events"]
    }
    assert kinds == {each.__struct_config__.tag for each in get_args(events.Event)}


def _in_todays_words(view: dict[str, Any]) -> dict[str, Any]:
    renamed = {RENAMED.get(field, field): value for field, value in view.items()}
    status = "waiting" if view["status"] == "gathering" else view["status"]
    return {**renamed, "status": status}


def _part(value: Any, pattern: Any) -> Any:
    """The value without the fields that the pattern does not have."""
    if isinstance(value, dict) and isinstance(pattern, dict):
        return {key: _part(value[key], pattern[key]) for key in pattern if key in value}
    if isinstance(value, list | tuple) and isinstance(pattern, list) and len(value) == len(pattern):
        return [_part(each, of) for each, of in zip(value, pattern, strict=True)]
    return value


# ---- writing a new one ----------------------------------------------------------------------------------


def games() -> list[Desk]:
    """Games with every kind of event."""
    games = _comings_and_goings(), _draw_by_consent(), _dice(), _given_up(), _committed_anew()
    clocks = _with_clocks(LivePace(60, 5), 7_000, 6), _with_clocks(DailyPace(12), 9 * 3_600_000, 7)
    return [*games, *clocks, _talk(), _appointment(), _day_deal(), _unrated(), _interrupted(), _vacation()]


def _comings_and_goings() -> Desk:
    desk = Desk(settings(CincoOptions(players=3, teams=3, joker=True)))
    desk.do(ALICE, SeatBot(2, "random"))
    desk.do(ALICE, SetBotPace("quick"))
    desk.do(ALICE, OpenSeat(0))
    desk.do(BOB, SitDown(1, promise(2)))
    desk.do(BOB, StandUp(1))
    desk.do(BOB, SitDown(1, promise(3)))
    desk.do(ALICE, SitDown(0, promise(1)))
    desk.play(Random(1), 20)
    desk.do(BOB, StandUp(1))
    desk.play(Random(2), 4)
    desk.do(BOB, TakeBack(1))
    desk.play(Random(3))
    desk.write((RematchMade(rematch_name(desk.state)),))
    return desk


def _draw_by_consent() -> Desk:
    desk = Desk(table="table-of-the-tests-0002").seat_everybody()
    desk.do(ALICE, make_move(0, Exchange()))
    desk.do(ALICE, OfferDraw(0))
    desk.do(ALICE, TakeBackOffer(0))
    desk.do(BOB, OfferDraw(1))
    desk.do(ALICE, DeclineDraw(0))
    desk.play(Random(12), 2 * TURNS_BETWEEN_OFFERS)
    desk.do(ALICE, OfferDraw(0))
    desk.do(BOB, OfferDraw(1))
    return desk


def _day_deal() -> Desk:
    desk = DayDesk(GAMES["cinqo"], day=20_000)
    return desk.play(Random(8))


def _dice() -> Desk:
    plan = settings(CinqoOptions(goal="rounds", rounds=2))
    return Desk(plan, table="table-of-the-tests-0003").seat_everybody().play(Random(4))


def _given_up() -> Desk:
    desk = Desk(settings(CincoOptions(players=4, first=0)), table="table-of-the-tests-0004").seat_everybody()
    desk.play(Random(5), 6)
    desk.do(BOB, Resign(1))
    desk.do(DAVE, Resign(3))
    return desk


def _committed_anew() -> Desk:
    """One seat voids a commit–reveal round; another was away, and one commits to something else in time."""
    plan = settings(CinqoOptions(players=4, goal="rounds", rounds=1))
    desk, here = Desk(plan, table="table-of-the-tests-0005"), [ALICE.id, BOB.id, DAVE.id]
    desk.do(DAVE, SitDown(3, promise(9)), here=here)
    desk.do(DAVE, Commit(3, promise(4)), here=here)
    for seat, person in enumerate((ALICE, BOB, CAROL)):
        desk.do(person, SitDown(seat, promise(seat + 1)), here=here)
    desk.reveal_all(but=[1])
    desk.write(close(desk.state, desk.state.commit_reveal.until or 0, "f5" * 32))
    desk.do(ALICE, Commit(0, promise(1)))
    desk.do(DAVE, Commit(3, promise(4)))
    return desk.reveal_all().play(Random(6))


def _with_clocks(pace: Pace, thought: int, number: int) -> Desk:
    """All players think for this long; one runs out of time and comes back, one leaves for a moment."""
    plan = replace(settings(CinqoOptions(goal="rounds", rounds=2)), pace=pace)
    desk = Desk(plan, table=f"table-of-the-tests-000{number}")
    desk.now = AT
    desk.seat_everybody()
    random = Random(number)
    for _ in range(6):
        desk.now += thought
        desk.move(random)
    desk.now = ends_at(desk.state) or 0
    ran_out = desk.state.to_move() or 0
    desk.write(hand_over(desk.state, desk.now))
    while desk.state.to_move() == ran_out:
        desk.now += 600
        desk.move(random)
    desk.do((ALICE, BOB)[ran_out], TakeBack(ran_out))
    person, seat = desk.mover()
    desk.do(person, StandUp(seat))
    desk.now += 400
    desk.do(person, TakeBack(seat))
    while desk.state.status == "playing":
        desk.now += 1_000
        desk.move(random)
    return desk


def _interrupted() -> Desk:
    """No node runs for an hour in the midst of a turn; then a clock that was a day ahead is corrected."""
    plan = replace(settings(CinqoOptions(goal="rounds", rounds=1)), pace=LivePace(60, 5))
    desk = Desk(plan, table="table-of-the-tests-0010")
    desk.now = AT
    desk.seat_everybody()
    desk.now += 3_610_000
    desk.write((Interrupted(desk.now - 3_600_000, desk.now),))
    desk.move(Random(10))
    desk.now -= 86_400_000
    desk.write((Interrupted(desk.now + 86_400_000, desk.now),))
    return desk.play(Random(10))


def _vacation() -> Desk:
    """One player is on vacation in their turn and comes back early; the other is when their turn begins."""
    plan = replace(settings(CinqoOptions(goal="rounds", rounds=1)), pace=DailyPace(24))
    desk = Desk(plan, table="table-of-the-tests-0011")
    began = desk.now = AT
    desk.seat_everybody()
    desk.now += 10 * 3_600_000
    desk.write((VacationSet(0, desk.now, desk.now + 172_800_000), VacationSet(1, began, began + 259_200_000)))
    desk.now += 3_600_000
    desk.write((VacationSet(0, desk.now - 3_600_000, desk.now),))
    return desk.play(Random(11))


def _talk() -> Desk:
    """Phrases during the game, and words after it."""
    desk = Desk(settings(CinqoOptions(goal="rounds", rounds=1)), table="table-of-the-tests-0008")
    desk.now = AT
    desk.seat_everybody()
    desk.do(ALICE, Say(0, "hello"))
    desk.do(BOB, Say(1, "what-a-roll"))
    desk.play(Random(8))
    desk.do(BOB, Write(1, "Grazie, è stato bello 👋"))
    desk.do(ALICE, Say(0, "good-game"))
    return desk


def _appointment() -> Desk:
    """One comes in time, and one late."""
    plan = replace(settings(CinqoOptions(goal="rounds", rounds=1), (OPEN, OPEN)), pace=LivePace(60, 5))
    begins_by = AT + 60_000
    desk = Desk(plan, kept=(ALICE, BOB), table="table-of-the-tests-0009", begins_by=begins_by)
    desk.now = AT
    desk.do(ALICE, SitDown(0, promise(1)))
    desk.now = begins_by
    desk.write(seat_bots(desk.state, desk.now, ()))
    desk.move(Random(9))
    desk.do(BOB, TakeBack(1))
    return desk.play(Random(9))


def _unrated() -> Desk:
    """A rated game with a bot for which there was no capacity."""
    plan = replace(
        settings(CinqoOptions(goal="rounds", rounds=1), (ME, BOT)), pace=LivePace(60, 5), rated=True
    )
    desk = Desk(plan, table="table-of-the-tests-0012")
    began = decide(desk.state, SitDown(0, promise(1)), ALICE, 1, 1_000, {})
    desk.write(tuple(step.event for step in checked_for_capacity(desk.state, began, lambda _: False)))
    return desk.play(Random(10))


def _line(desk: Desk) -> bytes:
    encode = msgspec.json.encode
    last = len(desk.entries)
    views = {
        version: view_table(fold(desk.entries[:version]), CAROL, None)
        for version in (*range(4, last, 40), last)
    }
    return encode(
        Sample(
            tuple(msgspec.Raw(encode(entry)) for entry in desk.entries),
            {version: msgspec.Raw(encode(view)) for version, view in views.items()},
        )
    )


if __name__ == "__main__":
    target = SAMPLES / f"{sys.argv[1]}.jsonl"
    if target.exists():
        sys.exit(f"{target} is there already, and stays as it is.")
    SAMPLES.mkdir(parents=True, exist_ok=True)
    target.write_bytes(b"\n".join(map(_line, games())) + b"\n")
