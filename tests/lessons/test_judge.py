"""Positions with questions: reached by the real rules, judged by the real rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from quincunx.core.game import AnyGame, encode
from quincunx.core.reason import Refusal, Unparseable
from quincunx.core.review import Why
from quincunx.core.study import Answer, Position, Study
from quincunx.core.values import Phrase
from quincunx.games import GAMES
from quincunx.games.cinqo.types import Put
from quincunx.lessons import BadStudy, judge, open_study
from quincunx.lessons.judge import check, lacking, solve
from quincunx.lessons.library import read
from quincunx.texts.catalogue import Catalogue, languages
from tests.examples import mostly_nightly

CINCO = {"game": "cinco", "players": 2, "teams": 2, "joker": False, "first": 0}
THREE = [
    "shuffle 10 80 11 81 12 82 13 83 14 84 15 85 16 86",
    *("10>38", "80>88", "11>39", "81>89", "12>40", "82>90"),
]
"""Seat 1 has three in a row, on 38 to 40, and 41 beside them is free; it holds 13."""
CINQO = {"game": "cinqo", "players": 1, "goal": "hundred"}
SIXES = ["roll 6 6 6 1 2 2"]


def study(options: dict[str, Any], steps: list[str], *answers: Answer) -> Study:
    position = Position(msgspec.Raw(json.dumps(options).encode()), tuple(steps))
    return Study("test", position, "test", answers)


def sixes(*answers: Answer) -> Study:
    return study(CINQO, SIXES, *answers)


def put(**fields: Any) -> bytes:
    return json.dumps({"type": "put", **fields}).encode()


def play(card: int, space: int) -> bytes:
    return json.dumps({"type": "play", "card": card, "space": space}).encode()


def test_the_solver_sees_what_the_seat_to_move_sees_and_no_answer() -> None:
    opened = open_study(study(CINCO, THREE, Answer("13>41", right=True)), GAMES)
    assert (opened.game, opened.viewer) == ("cinco", 0)
    assert opened.view.hand == (13,)
    shown = msgspec.json.encode(opened)
    assert b"13>41" not in shown
    # The other seat's last card is nowhere.
    assert 83 not in opened.view.hand


def test_the_first_answer_that_a_move_fits_says_what_is_said() -> None:
    some = study(
        CINCO,
        THREE,
        Answer("13>41", right=True, say="four"),
        Answer("13>*", say="elsewhere"),
        Answer("draw|exchange", say="cards"),
    )
    four, elsewhere = judge(some, play(13, 41), GAMES), judge(some, play(13, 60), GAMES)
    assert (four.right, four.say) == (True, "four")
    assert (elsewhere.right, elsewhere.say) == (False, "elsewhere")
    assert judge(some, b'{"type":"draw"}', GAMES).say == "cards"


def test_a_move_that_no_answer_fits_is_wrong_and_nothing_is_claimed_of_it() -> None:
    why = (Why("threatens", {"space": 42}),)
    found = judge(study(CINCO, THREE, Answer("13>41", right=True, why=why)), play(13, 60), GAMES)
    assert (found.right, found.say, found.why, found.solution) == (False, None, (), None)


def test_a_wrong_answer_to_a_puzzle_does_not_give_the_right_one_away() -> None:
    why = (Why("wins-less", {"best": 40, "chance": 20}), Why("threatens", {"space": 42}))
    wrong = Answer("draw", why=why, line=("exchange",))
    right = Answer("13>41", right=True, why=why, line=("draw",))
    puzzle = replace(study(CINCO, THREE, wrong, right), theme="threats")
    found = judge(puzzle, b'{"type":"draw"}', GAMES)
    assert ([each.code for each in found.why], len(found.frames)) == (["wins-less"], 1)
    assert found.lacks == (Why("threatens"),), "the reason without its space"
    assert (solve(puzzle, GAMES).why, len(solve(puzzle, GAMES).frames)) == (why, 2)


def test_the_solution_is_shown_with_the_reasons_against_the_own_answer() -> None:
    against = (Why("wins-less", {"best": 40, "chance": 20}), Why("threatens", {"space": 42}))
    general = (Why("builds", {"space": 41}),)
    figures = Answer("exchange", why=against[:1])
    answers = Answer("13>41", right=True, why=general), Answer("draw", why=against), figures
    puzzle = replace(study(CINCO, THREE, *answers), theme="threats")
    assert solve(puzzle, GAMES, b'{"type":"draw"}').why == against[1:], "figures speak of the own answer"
    for own in (None, b'{"type":"exchange"}', play(13, 41), play(13, 60)):
        assert solve(puzzle, GAMES, own).why == general


def test_averages_alone_are_no_reason_against_the_own_answer() -> None:
    general = Why("keeps-low", {"hilo": "3↓"}), Why("rolls-more", {"count": 1})
    average = Why("more-points", {"points": 2.4})
    puzzle = sixes(Answer("rack 666", right=True, why=general), Answer("rack 1", why=(average,)))
    assert solve(puzzle, GAMES, put(rack=[1])).why == (general[0], average), "a comparison is with another"


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
@pytest.mark.parametrize("language", mostly_nightly(languages(), "en", "de"))
def test_the_lack_of_a_wrong_answer_needs_only_open_parameters(game: AnyGame, language: str) -> None:
    assert game.reviewer is not None
    for code, told in game.reviewer.lacks.items():
        numbers = {"points": 1.5, "count": 12, "best": 40, "chance": 20, "space": 73, "team": 1}
        why = (Why(code, {**numbers, "hilo": "3↑", "dice": "1-2"}),)
        (lack,) = lacking(game, why)
        assert set(lack.params) == told
        params = {**lack.params, **({"team": Phrase("team.l1")} if "team" in told else {})}
        assert "{{" not in Catalogue(language).translate(Phrase(f"{game.name}.review.lacks.{code}", params))


def test_the_real_rules_refuse_an_answer_with_their_own_words() -> None:
    some = study(CINCO, THREE, Answer("13>41", right=True))
    with pytest.raises(Refusal) as refused:
        judge(some, play(13, 9), GAMES)
    assert refused.value.reason.rule
    with pytest.raises(Unparseable):
        judge(some, b'{"type":"castle"}', GAMES)


def test_a_continuation_is_shown_from_the_solver_s_point_of_view() -> None:
    some = study(CINCO, THREE, Answer("13>41", right=True, line=("draw", "draw")))
    frames = judge(some, play(13, 41), GAMES).frames
    assert len(frames) == 3
    assert [frame.view.viewer for frame in frames] == [0] * 3
    assert frames[0].view.board[40] == 0
    # The other seat draws 14, which stays hidden, as at a table.
    assert b"14" not in msgspec.json.encode(frames[1].events)


def test_chance_may_answer_in_a_line() -> None:
    found = judge(sixes(Answer("rack 666", right=True, line=("roll 1 1 1",))), put(rack=[6, 6, 6]), GAMES)
    assert len(found.frames) == 2


def test_one_roll_may_stand_for_answers_that_roll_more_dice_and_fewer() -> None:
    some = sixes(Answer("*", right=True, line=("roll 1 2 3 4 5 6",)))
    for rack, tray in (((6, 6, 6), (1, 2)), ((6,), (1, 2, 3, 4))):
        assert judge(some, put(rack=rack), GAMES).frames[1].view.tray == tray


def test_a_solver_who_gives_up_is_shown_a_right_answer() -> None:
    found = solve(sixes(Answer("rack 1*", say="low"), Answer("rack 666*", right=True, say="sixes")), GAMES)
    assert (found.right, found.say) == (True, "sixes")
    assert found.solution == Put(rack=(6, 6, 6))


def test_the_shown_solution_is_right_although_an_earlier_answer_fits_moves_of_its_pattern() -> None:
    some = sixes(Answer("*1*|*2*", say="low"), Answer("*6*", right=True, say="sixes"))
    shown = solve(some, GAMES)
    judged = judge(some, encode(shown.solution), GAMES)
    assert (judged.right, judged.say) == (shown.right, shown.say) == (True, "sixes")


def test_of_several_right_moves_the_one_that_the_author_puts_first_is_shown() -> None:
    some = sixes(Answer("rack 6 bank 66|*6*", right=True))
    assert solve(some, GAMES).solution == Put(rack=(6,), bank=(6, 6))


@pytest.mark.parametrize(
    ("some", "sentence"),
    [
        (sixes(Answer("rack 1")), "No move is a right answer"),
        (sixes(Answer("rack 666", right=True), Answer("rack 5")), "“rack 5”"),
        (sixes(Answer("rack *", right=True), Answer("rack 1")), "“rack 1”"),
        (sixes(Answer("rack 666", right=True, line=("roll 1 1",))), "“roll 1 1”"),
        (study(CINQO, ["roll 6 6"], Answer("*", right=True)), "Step 1, “roll 6 6”"),
        (study(CINQO, [], Answer("*", right=True)), "Nobody is asked"),
        (study({"game": "go"}, [], Answer("*", right=True)), "Its options"),
        (study({**CINQO, "players": 9}, [], Answer("*", right=True)), "Its options"),
    ],
)
def test_a_study_that_cannot_be_is_found_out(some: Study, sentence: str) -> None:
    with pytest.raises(BadStudy, match=sentence):
        check(some, GAMES)


def test_a_whole_study_is_in_order() -> None:
    check(sixes(Answer("rack 666*", right=True), Answer("*", say="other")), GAMES)


def test_a_file_of_studies_names_each_of_them_once(tmp_path: Path) -> None:
    some = sixes(Answer("rack 666*", right=True))
    file = tmp_path / "lessons.json"
    assert read(tmp_path / "nothing.json") == ()
    file.write_bytes(msgspec.json.encode([some, replace(some, id="other")]))
    assert read(file)[1].id == "other"
    twice = tmp_path / "twice.json"
    twice.write_bytes(msgspec.json.encode([some, some]))
    with pytest.raises(BadStudy, match="same name"):
        read(twice)
    (tmp_path / "bad.json").write_text('[{"id": "x", "surprise": 1}]')
    with pytest.raises(BadStudy, match=r"bad\.json"):
        read(tmp_path / "bad.json")
