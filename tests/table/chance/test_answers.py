"""Automatic events: chance's answers, and the end, by a rule or because a game is too long (C7)."""

from __future__ import annotations

from random import Random

import pytest

from quincunx.core.record import MOST_TURNS, parse, write
from quincunx.core.values import Outcome
from quincunx.games import GAMES
from quincunx.games.cinco.types import CincoOptions, Exchange
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.chance import answers
from quincunx.table.events import ChanceMoved, Ended
from quincunx.table.fold import fold
from quincunx.table.record.game_record import record_of
from tests.games.support import SETUPS, name_of
from tests.table.support import BOT, Desk, make_move, seated, settings


@pytest.mark.parametrize("options", SETUPS, ids=name_of)
def test_every_game_is_played_to_its_end(options: CincoOptions | CinqoOptions) -> None:
    desk = seated(settings(options)).play(Random(7))
    assert desk.state.status == "ended"
    assert desk.state.outcome == desk.state.game.outcome(desk.state.position)
    assert isinstance(desk.entries[-1].events[-1], Ended)
    assert sum(isinstance(event, Ended) for entry in desk.entries for event in entry.events) == 1
    assert all(entry.events for entry in desk.entries)
    assert fold(desk.entries) == desk.state


def test_chance_answers_in_the_entry_that_asks() -> None:
    """No entry leaves a question of chance open, so no table waits for it after a crash."""
    desk = seated(settings(CinqoOptions(players=3)))
    while desk.state.status == "playing":
        seat = desk.state.to_move()
        assert seat is not None
        assert seat >= 0
        desk.move(Random(desk.state.version))


def test_no_question_of_chance_is_answered_twice_alike() -> None:
    """Each answer has a number of its own: the same dice again and again would be the same turn again."""
    desk = seated(settings(CinqoOptions(first=0))).play(Random(1), 40)
    answers = [event for entry in desk.entries for event in entry.events if isinstance(event, ChanceMoved)]
    assert desk.state.questions == len(answers)
    assert len({event.move for event in answers}) > len(answers) // 2


# ---- games that are too long -------------------------------------------------------------------------------


def test_a_table_plays_as_many_turns_as_a_record_may_have() -> None:
    assert answers.LONGEST_GAME == MOST_TURNS


@pytest.mark.parametrize(
    "options", [CincoOptions(first=0), CincoOptions(3, 3), CinqoOptions(), CinqoOptions(3, "rounds", 20)]
)
@pytest.mark.parametrize("most", [1, 7])
def test_a_game_that_is_too_long_is_broken_off_between_two_turns(
    monkeypatch: pytest.MonkeyPatch, options: CincoOptions | CinqoOptions, most: int
) -> None:
    """Chance, too, does not begin another turn: what is kept is a record of exactly so many."""
    monkeypatch.setattr(answers, "LONGEST_GAME", most)
    monkeypatch.setattr("quincunx.core.record.parser.MOST_TURNS", most)
    desk = seated(settings(options)).play(Random(2))
    assert desk.entries[-1].events[-1] == Ended(Outcome("truncated", ()))
    assert desk.state.outcome == Outcome("truncated", ())
    text = write(record_of(tuple(desk.entries), desk.state))
    assert text.split("\n")[-3].startswith(f"{most}. seat ")
    assert parse(text, GAMES).outcome == Outcome("truncated", ())


def test_a_game_that_ends_with_its_last_turn_has_ended_by_its_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "LONGEST_GAME", 2)
    desk = seated(settings(CinqoOptions(goal="rounds", rounds=1))).play(Random(5))
    assert desk.state.outcome is not None
    assert desk.state.outcome.termination == "rounds"


def test_bots_that_pass_for_ever_are_stopped() -> None:
    """The real limit, reached by exchanging hand after hand."""
    desk = Desk(settings(CincoOptions(first=0), (BOT, BOT)))
    while desk.state.status == "playing":
        person, seat = desk.mover()
        desk.do(person, make_move(seat, Exchange()))
    assert desk.state.outcome == Outcome("truncated", ())
    assert desk.state.position.turn == MOST_TURNS
