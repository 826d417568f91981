"""The notation of a puzzle of Cinq-O: short, and the same for equivalent puzzles."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from quincunx.core.game import encode
from quincunx.core.study import Position
from quincunx.games import GAMES
from quincunx.games.cinqo.puzzles.compact import compact, finished
from quincunx.games.cinqo.puzzles.shape import shape as shape_of
from quincunx.games.cinqo.types import CinqoOptions, CinqoView
from quincunx.games.cinqo.view import view
from quincunx.lessons.position import reach

ALONE = CinqoOptions(players=1)
TURN = ("roll 6 6 3 1 2 1", "rack 6 bank 6", "roll 6 2 1 4", "rack 6 box", "roll 1 1", "rack 11")
FIVE = ("roll 4 4 4 4 4 2",)
SLOW_FIVE = ("roll 4 4 4 1 1 2", "rack 444", "roll 4 4 6", "rack 44")
STRAIGHT = ("roll 2 3 4 5 6 3", "rack 23456 box")


def seen(*steps: str) -> CinqoView:
    state = reach(Position(encode(ALONE), steps), GAMES).state
    return view(state, 0 if not state.rolling else None)


@pytest.mark.parametrize("turn", [TURN, FIVE, SLOW_FIVE, STRAIGHT])
def test_a_turn_in_short_has_the_same_result(turn: tuple[str, ...]) -> None:
    whole = seen(*turn)
    short = seen(*finished(whole.history[0]))
    assert short.history == whole.history
    assert (short.scores, short.round, short.bonus) == (whole.scores, whole.round, whole.bonus)


def test_a_position_in_short_is_the_same_position() -> None:
    going_on = ("roll 5 5 2 2 1 6",)
    whole = seen(*TURN, *FIVE, *SLOW_FIVE, *going_on)
    short = compact(whole.history, going_on)
    assert len(short) < len((*TURN, *FIVE, *SLOW_FIVE, *going_on))
    assert seen(*short) == whole


def shape(view: CinqoView) -> str:
    return shape_of(view, "win")


def test_upside_down_and_in_another_order_is_the_same_shape() -> None:
    one = seen("roll 6 5 2 2 3 3")
    assert shape(one) == shape(seen("roll 2 2 3 5 6 3"))
    assert shape(one) == shape(seen("roll 1 2 5 5 4 6"))


def test_other_dice_and_another_roll_are_another_shape() -> None:
    one = seen("roll 6 5 2 2 3 3")
    for other in ("roll 6 5 2 2 4 3", "roll 6 5 2 2 3 6", "roll 6 5 2 2 3 2"):
        assert shape(seen(other)) != shape(one)
    assert shape(replace(one, scores=(10,))) != shape(one)
    assert shape(replace(one, scores=(9,))) == shape(one)


def test_scores_count_only_where_the_question_is_about_them() -> None:
    one = seen("roll 6 5 2 2 3 3")
    assert shape_of(replace(one, scores=(50,)), "keep") == shape_of(one, "keep")
    assert shape_of(replace(one, scores=(50,)), "win") != shape_of(one, "win")
