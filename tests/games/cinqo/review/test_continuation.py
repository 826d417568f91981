"""Continuations after a keep: the exact chances of best play, by the plain rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cache

import pytest

from quincunx.core.chance import Rolled
from quincunx.core.record import replay
from quincunx.core.review import Judged, Next, Option
from quincunx.core.values import Phrase
from quincunx.games.cinqo.bots.advisor import advise
from quincunx.games.cinqo.bots.kernels.encode import outcomes
from quincunx.games.cinqo.game import GAME
from quincunx.games.cinqo.review.continuation import CODES
from quincunx.games.cinqo.state import CinqoState
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.games.cinqo.view import view
from quincunx.review import review
from quincunx.texts.catalogue import Catalogue, languages
from tests.games.cinqo.review.support import game_of

FACES = (1, 2, 3, -1, -2, -3)


@cache
def mistakes(options: CinqoOptions, seed: int) -> Sequence[tuple[Judged, CinqoState]]:
    """All of a careless game, each with the position in which it was made."""
    record = game_of(options, seed, sees=0.6)
    plies = list(replay(record))
    found = [each for each in review(record).choices if each.verdict == "mistake"]
    return [(each, plies[each.ply - 1].before) for each in found]


def made(state: CinqoState, turns: int, chance: float, found: dict[int, float]) -> None:
    """The chance of each number of points if the advisor continues from a roll to come, by the rules
    alone."""
    if len(state.history) > turns:
        found[state.history.last.points] += chance
        return
    count = 5 - len(state.rack) - len(state.bank)
    faces = (0,) if state.boxed else range(1, 7)
    for dice, likely in outcomes(count):
        for face in faces:
            rolled = GAME.apply(state, Rolled((*dice, face) if face else dice))
            some = chance * likely / len(faces)
            if rolled.rolling or len(rolled.history) > turns:
                made(rolled, turns, some, found)
            else:
                made(GAME.apply(rolled, advise(view(rolled, rolled.seat))[0].put), turns, some, found)


def told_of(option: Option, state: CinqoState) -> tuple[dict[str, Next], dict[int, float]]:
    found: dict[int, float] = defaultdict(float)
    made(GAME.apply(state, option.move), len(state.history), 1.0, found)
    return {each.code: each for each in option.continuation}, found


def is_small(option: Option, state: CinqoState) -> bool:
    """True if all continuations can be tried in a short time."""
    after: CinqoState = GAME.apply(state, option.move)
    left = 5 - len(after.rack) - len(after.bank)
    return state.roll >= 4 or (state.roll == 3 and left <= 2 and after.boxed)


@pytest.mark.parametrize(
    ("options", "seed"), [(CinqoOptions(2), 10), (CinqoOptions(1), 3), (CinqoOptions(2, "rounds", 5), 3)]
)
def test_averages_and_chances_are_those_of_best_play(options: CinqoOptions, seed: int) -> None:
    some = [
        (option, state)
        for judged, state in mistakes(options, seed)
        for option in (judged.chosen, judged.best)
        if is_small(option, state)
    ]
    assert len(some) > 3
    for option, state in some:
        told, found = told_of(option, state)
        assert sum(found.values()) == pytest.approx(1.0)
        if "ends" in told:
            assert found == {told["ends"].params["count"]: pytest.approx(1.0)}
            continue
        average = sum(points * chance for points, chance in found.items())
        assert told["average"].params["points"] == pytest.approx(average, abs=0.051)
        missing = 100 - state.scores[state.seat]
        points = int(told["at-least"].params["count"]) if "at-least" in told else missing
        chance = sum(each for made, each in found.items() if made >= points)
        assert (told.get("at-least") or told["reaches"]).chance == pytest.approx(chance)


def test_both_are_told_of_the_same_number_of_points() -> None:
    for judged, _ in mistakes(CinqoOptions(2), 3):
        told = [
            (each.code, each.params.get("count"))
            for option in (judged.chosen, judged.best)
            for each in option.continuation
            if each.code in ("at-least", "reaches")
        ]
        assert len({*told}) <= 1


def test_a_player_ahead_does_not_play_for_points() -> None:
    """Nor does what follows: 92 to 76, and fewer points on average win more often."""
    differ = [
        (option.points, each.params["points"])
        for judged, _ in mistakes(CinqoOptions(2), 10)
        for option in (judged.chosen, judged.best)
        for each in option.continuation
        if each.code == "average"
    ]
    assert all(float(average) < points + 0.051 for points, average in differ if points is not None)
    assert any(float(average) < points - 1.0 for points, average in differ if points is not None)


def test_both_choices_of_every_mistake_and_no_others() -> None:
    record = game_of(CinqoOptions(2), 5, sees=0.6)
    for each in review(record).choices:
        for option in (each.chosen, each.best):
            assert bool(option.continuation) == (each.verdict == "mistake")


def test_the_better_keep_makes_what_it_is_told_of_more_often() -> None:
    for judged, _ in mistakes(CinqoOptions(2), 7):
        two = [{next.code: next for next in option.continuation} for option in (judged.chosen, judged.best)]
        for code in ("at-least", "reaches"):
            chances = [each[code].chance for each in two if code in each]
            if len(chances) == 2:
                assert chances[1] > chances[0]  # type: ignore[operator]  # both are numbers


def test_near_the_end_it_is_told_how_likely_the_hundredth_point_is() -> None:
    games = [mistakes(CinqoOptions(2), seed) for seed in (3, 7, 10)]
    codes = {each.code for game in games for judged, _ in game for each in judged.best.continuation}
    assert codes == set(CODES)


@pytest.mark.parametrize("language", languages())
def test_there_are_words_for_each(language: str) -> None:
    catalogue = Catalogue(language)
    for code in CODES:
        params = {"count": 18, "points": "14.2", "chance": "34 %"}
        said = catalogue.translate(Phrase(f"cinqo.review.next.{code}", params))
        assert "{{" not in said
        assert "cinqo.review" not in said
        assert catalogue.has(f"cinqo.review.next.{code}", 18)
