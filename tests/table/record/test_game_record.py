"""From a table's journal to the text record of its game."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from quincunx.core.record import parse, verify, write
from quincunx.games import GAMES
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.chance.answers import carry_on
from quincunx.table.chance.commit_reveal import close
from quincunx.table.commands import Commit, SitDown, StandUp, TakeBack
from quincunx.table.events import SatDown, Started
from quincunx.table.record.game_record import record_of
from quincunx.table.state import evolve
from quincunx.table.view import view_table
from tests.table.support import (
    ALICE,
    BOB,
    BOT,
    CAROL,
    DAVE,
    ME,
    OPEN,
    SEED,
    Desk,
    entropy,
    promise,
    seated,
    settings,
)


def test_a_running_game_is_not_recorded() -> None:
    for desk in (Desk(), seated()):
        with pytest.raises(ValueError, match=r"^a game that is not open yet is not recorded$"):
            record_of(tuple(desk.entries), desk.state)


@pytest.mark.parametrize("options", [CincoOptions(), CinqoOptions(goal="rounds", rounds=1)])
def test_the_record_is_the_game_with_its_people_and_its_seed(options: CincoOptions | CinqoOptions) -> None:
    desk = seated(settings(options)).play(Random(6))
    record = parse(write(record_of(tuple(desk.entries), desk.state)), GAMES)
    assert record.names == ("Alice", "Bob")
    assert record.outcome == desk.state.outcome
    assert (record.seed, record.entropies) == (SEED, desk.state.entropies)
    assert verify(record) == []


def test_bots_and_people_who_left_are_named_as_what_they_were() -> None:
    desk = Desk(settings(CincoOptions(players=3, teams=3, first=0), (ME, OPEN, BOT))).seat_everybody()
    desk.do(BOB, StandUp(1))
    desk.play(Random(8))
    record = parse(write(record_of(tuple(desk.entries), desk.state)), GAMES)
    assert record.names == (ALICE.name, BOB.name, "bot: random")


def test_the_record_says_how_many_moves_a_bot_made_for_whom() -> None:
    desk = seated(settings(CinqoOptions(players=3, goal="rounds", rounds=2), (ME, OPEN, BOT)))
    desk.do(BOB, StandUp(1))
    while not desk.state.seats[1].bot_moves:
        desk.move(Random(3))
    desk.do(BOB, TakeBack(1))
    desk.play(Random(3))
    record = record_of(tuple(desk.entries), desk.state)
    text = write(record)
    assert '[BotMoves "0 1 0"]\n[Result' in text
    assert parse(text, GAMES).bot_moves == (0, 1, 0)
    assert verify(record) == []
    (fault,) = verify(replace(record, bot_moves=(0, 0, 99)))
    assert str(fault).startswith("Seat 3: the record says a bot made 99")


def test_without_help_the_record_does_not_mention_it() -> None:
    desk = seated(settings(CinqoOptions(goal="rounds", rounds=1), (ME, BOT))).play(Random(6))
    record = record_of(tuple(desk.entries), desk.state)
    assert record.bot_moves == ()
    assert "BotMoves" not in write(record)


def test_the_record_says_who_was_left_out_and_which_rounds_were_void() -> None:
    desk = Desk(settings(CinqoOptions(players=4, goal="rounds", rounds=1)))
    for seat, person in enumerate((ALICE, BOB, CAROL, DAVE)):
        desk.do(person, SitDown(seat, promise(seat + 1)), here=(ALICE.id, BOB.id, DAVE.id))
    desk.reveal_all(but=[1])
    desk.write(close(desk.state, desk.state.commit_reveal.until or 0, "f5" * 32))
    desk.do(ALICE, Commit(0, promise(1)))
    desk.do(DAVE, Commit(3, promise(4)))
    desk.reveal_all().play(Random(2))
    text = write(record_of(tuple(desk.entries), desk.state))
    assert text.startswith('[Quincunx "2"]\n')
    assert '[LeftOut "2 3"]\n[Voided "2"]\n' in text
    record = parse(text, GAMES)
    assert write(record) == text
    assert record.commitments == (promise(1), "", "", promise(4))
    assert (record.left_out, record.voided) == ((1, 2), ((1,),))
    assert verify(record) == []


def test_a_seats_contribution_must_match_its_devices_commitment() -> None:
    desk = seated(settings(CinqoOptions(goal="rounds", rounds=1))).play(Random(6))
    record = record_of(tuple(desk.entries), desk.state)
    others = replace(record, commitments=(promise(1), promise(9)))
    assert [*map(str, verify(others))] == ["Seat 2: the entropy isn’t the one its device committed to."]
    assert "has an entropy" in str(verify(replace(record, left_out=(1,)))[0])
    assert "is missing" in str(verify(replace(record, entropies=(entropy(1), "")))[0])
    # No host can pass off a game of devices that committed as a legacy one.
    assert len(verify(replace(record, commitments=()))) > 3


def test_a_game_of_the_first_version_of_chance_is_recorded_and_verified_as_that() -> None:
    desk = Desk(settings(CinqoOptions(goal="rounds", rounds=1)))
    for seat, person in enumerate((ALICE, BOB)):
        desk.write((SatDown(seat, person.id, person.name, entropy=entropy(seat + 1)),))
    started = Started((entropy(1), entropy(2)))
    desk.write((started, *(step.event for step in carry_on(evolve(desk.state, started)))))
    desk.play(Random(3))
    assert view_table(desk.state, ALICE, None).commit_reveal is None
    text = write(record_of(tuple(desk.entries), desk.state))
    assert text.startswith('[Quincunx "1"]\n')
    assert "[Commitment 1" not in text
    assert verify(parse(text, GAMES)) == []
