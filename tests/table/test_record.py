"""From a table's journal to the text record of its game."""

from __future__ import annotations

from random import Random

import pytest

from quincunx.core.record import parse, verify, write
from quincunx.games import GAMES
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.commands import StandUp
from quincunx.table.record import record_of
from tests.table.support import ALICE, BOB, BOT, ME, OPEN, SEED, Desk, seated, settings


def test_a_running_game_is_not_recorded() -> None:
    for desk in (Desk(), seated()):
        with pytest.raises(ValueError, match=r"^a running game is not recorded$"):
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
