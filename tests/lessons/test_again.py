"""*Try again from here*: what is said by a game's review, and by an engine of what that has not measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from quincunx.core.chance import CHANCE, Rolled
from quincunx.core.record import Record, parse
from quincunx.core.record.model import apply_step
from quincunx.core.review import Judged, Option, Verdict
from quincunx.core.values import Step
from quincunx.games import GAMES
from quincunx.games.cinqo.types import CinqoOptions, Put
from quincunx.lessons.again import EVERY, best_judgement, cut, known_judgement, measured, opened, replay_once
from quincunx.lessons.position import BadStudy

GAME = Path(__file__).parents[2] / "testdata/records/cinco-2in2.txt"
CINQO = GAMES["cinqo"]
ROLL, ALL, ONE, LOW = Rolled((6, 6, 6, 1, 2, 3)), Put(rack=(6, 6, 6)), Put(rack=(6,)), Put(rack=(1,))
RECORD = Record(
    game=CINQO,
    options=CinqoOptions(players=1),
    names=("Ada",),
    steps=(Step(CHANCE, ROLL), Step(0, ALL), Step(CHANCE, Rolled((1, 1, 4)))),
    outcome=None,
)
WALKED = replay_once(RECORD)
AT = cut(WALKED, 2, "2")


def judged(verdict: Verdict = "mistake", uncertainty: float = 0.0) -> Judged:
    best = Put(rack=(6,), bank=(6, 6))
    options = [Option(move, CINQO.text.write_move(move), 0.0) for move in (ALL, best)]
    chosen = options[0]
    better = options[1] if verdict == "mistake" else chosen
    return Judged(2, 1, 0, "keep", chosen, better, 0.1, uncertainty, verdict)


def test_it_is_seen_as_the_seat_saw_it_then() -> None:
    study = opened(AT)
    assert (study.game, study.players, study.viewer, study.ask) == ("cinqo", 1, 0, "tried")
    assert study.view.tray == (6, 6, 6, 1, 2)
    assert AT.taken == "rack 666"


@pytest.mark.parametrize("ply", [-1, 0, 1, 3, 4, 10**9])
def test_only_where_a_seat_took_a_step(ply: int) -> None:
    with pytest.raises(BadStudy):
        cut(WALKED, ply, "x")


def test_the_best_is_right_and_what_was_done_is_told_what_was_better() -> None:
    best = known_judgement(AT, judged(), Put(rack=(6,), bank=(6, 6)))
    assert best is not None
    assert (best.right, best.say, best.why) == (True, "tried.best", ())
    assert best.frames[0].view.bank == (6, 6)
    same = known_judgement(AT, judged(), ALL)
    assert same is not None
    assert (same.right, same.say, same.solution) == (False, "tried.same", None)
    assert same.why == (), "before it is asked for, nothing gives the better move away"
    assert [lack.code for lack in same.lacks] == ["banks"]
    assert same.lacks[0].params == {}
    assert known_judgement(AT, judged(), LOW) is None


@pytest.mark.parametrize("verdict", ["close", "forced"])
def test_the_played_move_is_right_if_none_was_better(verdict: Verdict) -> None:
    found = known_judgement(AT, judged(verdict), ALL)
    assert found is not None
    assert found.right


@pytest.mark.parametrize(
    ("uncertainty", "values", "right"),
    [
        (0.0, {"rack 6": 0.5, "rack 6 bank 66": 0.5}, True),
        (0.0, {"rack 6": 0.49, "rack 6 bank 66": 0.5}, False),
        (0.01, {"rack 6": 0.49, "rack 6 bank 66": 0.5}, True),
        (0.01, {"rack 6": 0.47, "rack 6 bank 66": 0.5}, False),
        (0.01, {"rack 6 bank 66": 0.5}, False),
        (0.0, {}, False),
    ],
)
def test_any_other_is_right_if_it_is_as_good_as_far_as_can_be_measured(
    uncertainty: float, values: dict[str, float], right: bool
) -> None:
    found = measured(AT, judged(uncertainty=uncertainty), ONE, values)
    said = "good" if right else "other" if "rack 6" in values else "unmeasured"
    assert (found.right, found.say) == (right, f"tried.{said}")
    assert found.why == ()
    assert (found.solution is None) != right


def test_a_learner_who_gives_up_is_shown_the_best() -> None:
    found = best_judgement(AT, judged())
    assert (found.right, found.say) == (True, "tried.best")
    assert found.solution == Put(rack=(6,), bank=(6, 6))
    assert [why.code for why in found.why] == [why.code for why in judged().reasons]
    judged_so = known_judgement(AT, judged(), found.solution)
    assert judged_so is not None
    assert (judged_so.right, judged_so.say, judged_so.frames) == (True, found.say, found.frames)


def test_every_position_of_a_long_game_is_the_one_that_was_played() -> None:
    record = parse(GAME.read_text("utf-8"), GAMES)
    assert len(record.steps) > EVERY
    walked, state = replay_once(record), record.game.initial(record.options)
    assert len(walked.states) == (len(record.steps) - 1) // EVERY + 1
    for ply, step in enumerate(record.steps, 1):
        if step.seat >= 0:
            assert cut(walked, ply, "x").state == state
        state = apply_step(record.game, state, step)
