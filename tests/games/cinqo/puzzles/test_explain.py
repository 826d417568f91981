"""Why a keep is better: the chance that it serves, on positions where one is named, and where none is."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from quincunx.core.chance import Rolled
from quincunx.core.game import encode
from quincunx.core.review import Why
from quincunx.games import GAMES
from quincunx.games.cinqo.game import GAME
from quincunx.games.cinqo.notation import parse_move
from quincunx.games.cinqo.puzzles.explain import CODES, explained, likelier
from quincunx.games.cinqo.puzzles.weigh import Weighed, weigh
from quincunx.games.cinqo.review.reviewer import REVIEWER
from quincunx.games.cinqo.review.solved import Turns
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.games.cinqo.view import view
from quincunx.lessons.judge import fitting, solve
from quincunx.lessons.library import find_puzzle
from quincunx.review.words import reason
from quincunx.texts.catalogue import Catalogue, languages
from tests.games.cinqo.review.facts import false

LAST = CinqoOptions(goal="rounds", rounds=1)


def after(dice: str, scores: tuple[int, ...] = (0, 0), options: CinqoOptions | None = None) -> Weighed:
    """Every keep after a first roll, the Hi/Lo face last: 1 to 3 are 1↑ to 3↑, 4 to 6 are 1↓ to 3↓."""
    state = replace(GAME.initial(options or CinqoOptions(len(scores), first=0)), scores=scores)
    rolled = GAME.apply(state, Rolled(tuple(map(int, dice))))
    return weigh(Turns([view(state, None)]), 0, view(rolled, rolled.seat))


def places(found: Weighed, best: str, other: str) -> tuple[int, int]:
    puts = found.ways.puts
    return puts.index(parse_move(best)), puts.index(parse_move(other))  # type: ignore[arg-type]  # both are keeps


def chance(found: Weighed, best: str, other: str) -> Why | None:
    return likelier(found, *places(found, best, other))


HOLDS = [
    ("reaches-more", after("664213", (94, 80)), "rack 6 bank 6 box", "rack 1 bank 2 box"),
    ("reaches-more", after("664213", (94,)), "rack 6 bank 6 box", "rack 1 bank 2 box"),
    ("scores-more", after("664213"), "rack 6 bank 6 box", "rack 1 bank 2 box"),
    ("scores-more", after("664213", (60,)), "rack 6 bank 6 box", "rack 1 bank 2 box"),
    ("sure-of", after("234563"), "rack 23456 box", "rack 6 box"),
]


def test_every_chance_is_tried_and_may_be_told_of_a_wrong_answer() -> None:
    assert {code for code, *_ in HOLDS} == set(CODES)
    assert set(CODES) <= set(REVIEWER.lacks)


@pytest.mark.parametrize(("code", "found", "best", "other"), HOLDS, ids=[each[0] for each in HOLDS])
def test_the_chance_is_named_and_true(code: str, found: Weighed, best: str, other: str) -> None:
    why = chance(found, best, other)
    assert why is not None
    assert why.code == code
    assert not list(false(found.view, parse_move(best), parse_move(other), (why,)))  # type: ignore[arg-type]  # keeps


@pytest.mark.parametrize(("code", "found", "best", "other"), HOLDS, ids=[each[0] for each in HOLDS])
def test_another_chance_would_be_false(code: str, found: Weighed, best: str, other: str) -> None:
    why = chance(found, best, other)
    assert why is not None
    wrong = Why(code, {**why.params, "chance": int(why.params["chance"]) + 1})
    assert list(false(found.view, parse_move(best), parse_move(other), (wrong,))) == [wrong]  # type: ignore[arg-type]  # keeps


def test_no_chance_is_named_that_is_no_greater() -> None:
    found = after("664213", (94, 80))
    assert chance(found, "rack 1 bank 2 box", "rack 6 bank 6 box") is None
    assert chance(found, "rack 6 bank 6 box", "rack 6 bank 6 box") is None
    gains = [likelier(found, found.order[0], place) for place in found.order]
    assert all(
        why is None or int(why.params.get("best", 100)) >= int(why.params["chance"]) + 2 for why in gains
    )


def test_in_the_last_turn_only_the_points_that_win_count() -> None:
    """Behind by 19, and no turn follows: 18 points lose as surely as none."""
    second = replace(LAST, first=1)
    found = after("664213", (19, 0), second)
    assert found.view.turn_of == 1
    why = chance(found, "rack 6 bank 6 box", "rack 1 bank 2 box")
    assert why is not None
    assert int(why.params["count"]) >= 19


def test_the_chance_comes_after_facts_of_the_dice_and_before_what_says_little() -> None:
    found = after("664213", (94, 80))
    codes = [why.code for why in explained(found, *places(found, "rack 6 bank 6 box", "rack 6 bank 6"))]
    assert codes[0] == "boxes"
    codes = [why.code for why in explained(found, *places(found, "rack 6 bank 6 box", "rack 6 box"))]
    assert codes == ["reaches-more", "keeps-more"]


def test_two_reasons_are_enough() -> None:
    found = after("234613")
    best, *others = found.order
    assert max(len(explained(found, best, other)) for other in others) == 2


def test_a_chance_replaces_the_average() -> None:
    found = after("664213")
    two = places(found, "rack 6 bank 6 box", "rack 1 bank 2 box")
    assert "more-points" not in {why.code for why in explained(found, *two)}


@pytest.mark.parametrize(
    ("puzzle", "answer", "told"),
    [
        ("side-8f073e16", "rack 6 box", "It reaches 100 in 38 of 100 such turns, instead of 23."),
        ("side-14a6ee89", "rack 6", "It scores 30 points or more in 26 of 100 such turns, instead of 17."),
        (
            "win-fe87ef5d",
            "rack 5 bank 666",
            "It scores 30 points or more in 28 of 100 such turns, instead of 0.",
        ),
    ],
)
def test_the_solution_is_shown_with_the_chance(puzzle: str, answer: str, told: str) -> None:
    study = find_puzzle(GAME, puzzle)
    assert study is not None
    own = fitting(study, answer)
    assert own is not None
    assert not own.right
    move = bytes(encode(parse_move(answer)))
    said = [reason(why, "cinqo", Catalogue("en")) for why in solve(study, GAMES, move).why]
    assert told in said


@pytest.mark.parametrize("language", languages())
def test_every_chance_has_words(language: str) -> None:
    catalogue = Catalogue(language)
    for code in CODES:
        for count in (1, 12):
            why = Why(code, {"count": count, "best": 41, "chance": 23})
            told = reason(why, "cinqo", catalogue)
            assert "23" in told
            assert "41" in told or code == "sure-of"
            assert str(count) in told or code == "reaches-more"
            assert catalogue.has(f"cinqo.review.lacks.{code}", count)
