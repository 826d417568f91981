"""Every puzzle of Cinq-O, worked out again from the solution of the game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

import pytest

from quincunx.core.study import Study
from quincunx.engines.difficulty import difficulty
from quincunx.games import GAMES
from quincunx.games.cinqo.card import DICE
from quincunx.games.cinqo.puzzles.find import Weighed
from quincunx.games.cinqo.puzzles.panel import shares
from quincunx.games.cinqo.puzzles.puzzler import PUZZLER
from quincunx.games.cinqo.puzzles.rating import PANEL
from quincunx.games.cinqo.puzzles.weigh import MARGIN, sort_of, weigh
from quincunx.games.cinqo.review.solved import FEW_LANES, Turns
from quincunx.games.cinqo.state import CinqoState
from quincunx.games.cinqo.view import view
from quincunx.lessons.judge import fitting
from quincunx.lessons.library import puzzles
from quincunx.lessons.position import reach
from tests.games.cinqo.review.facts import false

GAME: Final = GAMES["cinqo"]
THEMES: Final = {sort: theme for theme, sorts in PUZZLER.sorts.items() for sort in sorts}
PARTS: Final = 18
FEW: Final = pytest.param((0, 3 * PARTS), id="few")
EVERY: Final = [
    pytest.param((part, PARTS), id=f"part {part}", marks=pytest.mark.nightly) for part in range(PARTS)
]
"""Which puzzles, in steps of how many: a few are worked out at once, all of them each night."""
OF_KEEPING: Final = {"bank", "straight", "stop", "side"}
"""Special cases of what to keep, which had no themes of their own at first."""


def solved(at: int, step: int) -> Iterator[tuple[Study, Weighed]]:
    """Each puzzle of one part with all of its keeps; turns are solved in small groups."""
    reached: list[tuple[Study, CinqoState, CinqoState]] = []
    for study in puzzles(GAME)[at::step]:
        states = reach(study.position, GAMES).states
        begun = [each for each in states if len(each.history) == len(states[-1].history)]
        reached.append((study, begun[0], states[-1]))
    reached.sort(key=lambda each: each[1].options.players)
    for _, same in groupby(reached, key=lambda each: each[1].options.players):
        every = list(same)
        for first in range(0, len(every), FEW_LANES):
            some = every[first : first + FEW_LANES]
            turns = Turns([view(start, None) for _, start, _ in some])
            for lane, (study, _, state) in enumerate(some):
                yield study, weigh(turns, lane, view(state, state.seat))


@pytest.fixture(scope="module", params=[FEW, *EVERY])
def every(request: pytest.FixtureRequest) -> list[tuple[Study, Weighed]]:
    return list(solved(*request.param))


def test_right_is_what_is_as_good_as_the_best_and_nothing_else(every: list[tuple[Study, Weighed]]) -> None:
    assert len(every) >= 18
    for study, weighed in every:
        for put, is_right in zip(weighed.ways.puts, weighed.right.tolist(), strict=True):
            answer = fitting(study, GAME.text.write_move(put))
            assert answer is not None, study.id
            assert answer.right == is_right, (study.id, put)


def test_the_margin_is_what_it_is_said_to_be(every: list[tuple[Study, Weighed]]) -> None:
    for study, weighed in every:
        assert study.margin == pytest.approx(weighed.margin, abs=1e-4)
        assert weighed.margin >= MARGIN[weighed.scale]
        assert study.ask == ("puzzle.rounds" if weighed.scale == "rounds" else "puzzle.win")


def test_the_theme_is_what_it_is_about(every: list[tuple[Study, Weighed]]) -> None:
    for study, weighed in every:
        sort = sort_of(weighed)
        assert sort is not None
        assert THEMES[sort] == study.theme or (study.theme == "keep" and THEMES[sort] in OF_KEEPING)
        if study.theme == "win":
            # The keep with the best average score is wrong.
            assert not weighed.right[int(weighed.points.argmax())]
        if study.theme == "box":
            boxed = weighed.ways.boxed[weighed.right]
            assert len({*boxed.tolist()}) == 1
            wrong = [place for place in weighed.order if not weighed.right[place]]
            assert weighed.ways.boxed[wrong[0]] != boxed[0]
        if study.theme == "stop":
            ends = {len(weighed.kept(place)) == DICE for place in weighed.order[: int(weighed.right.sum())]}
            assert ends == {len(weighed.kept(weighed.nearest)) < DICE}
        if study.theme == "bank":
            right = weighed.order[: int(weighed.right.sum())]
            assert {weighed.kept(place) for place in right} == {weighed.kept(weighed.nearest)}


def test_the_first_right_answer_is_the_best(every: list[tuple[Study, Weighed]]) -> None:
    for study, weighed in every:
        best = next(answer for answer in study.answers if answer.right)
        worth = weighed.worths[[GAME.text.write_move(put) for put in weighed.ways.puts].index(best.move)]
        assert worth == pytest.approx(weighed.worths.max(), abs=1e-9)


def test_every_keep_hears_what_it_is_worth_and_only_what_is_so(every: list[tuple[Study, Weighed]]) -> None:
    """All legal keeps of all puzzles."""
    for study, weighed in every:
        puts, worths = weighed.ways.puts, weighed.worths
        best, nearest = puts[weighed.order[0]], puts[weighed.order[int(weighed.right.sum())]]
        for place, put in enumerate(puts):
            answer = fitting(study, GAME.text.write_move(put))
            assert answer is not None
            why = answer.why
            if not answer.right:
                compared, *others = why
                assert compared.params == said_of(weighed.scale, worths.max(), worths[place]), study.id
                why = tuple(others)
            two = (put, nearest) if answer.right else (best, put)
            assert not list(false(weighed.view, *two, why)), (study.id, put, why)


def said_of(scale: str, best: float, worth: float) -> dict[str, float]:
    if scale == "rounds":
        return {"rounds": pytest.approx(best - worth, abs=0.0051)}
    return {
        "best": pytest.approx(100 * best, abs=0.051),
        "chance": pytest.approx(100 * worth, abs=0.051),
    }


def test_the_rating_is_the_panels(every: list[tuple[Study, Weighed]]) -> None:
    for study, weighed in every:
        found = shares(weighed)
        assert set(found) == set(PANEL)
        assert all(0 <= share <= 1 for share in found.values())
        assert study.rating == pytest.approx(difficulty(PANEL, found), abs=1)
