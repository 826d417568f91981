"""Every reason on a position where it holds, and on one where it does not."""

from __future__ import annotations

import pytest

from quincunx.core.chance import CHANCE, Rolled
from quincunx.core.review import Why
from quincunx.core.values import Phrase
from quincunx.games.cinqo.game import GAME
from quincunx.games.cinqo.notation import parse_move
from quincunx.games.cinqo.review.reasons import CODES, REASONS
from quincunx.games.cinqo.review.reviewer import REVIEWER
from quincunx.games.cinqo.types import CinqoOptions, CinqoView, Put
from quincunx.review.words import comparison, reason
from quincunx.texts.catalogue import Catalogue, languages


def after(dice: str, kept: str = "", again: str = "", scores: tuple[int, ...] = (0, 0)) -> CinqoView:
    """The mover's view after a first roll (the Hi/Lo face last), or after a second one."""
    from msgspec.structs import replace

    state = replace(GAME.initial(CinqoOptions(len(scores))), scores=scores)
    state = GAME.apply(state, Rolled(tuple(map(int, dice))))
    if kept:
        state = GAME.apply(GAME.apply(state, parse_move(kept)), Rolled(tuple(map(int, again))))
    assert GAME.to_move(state) not in (None, CHANCE)
    return GAME.view(state, 0)


def codes(view: CinqoView, best: str, other: str) -> dict[str, dict[str, object]]:
    moves = parse_move(best), parse_move(other)
    assert all(isinstance(move, Put) for move in moves)
    return {why.code: dict(why.params) for why in REVIEWER.reasons(view, *moves)}


# A face of the Hi/Lo die: 1 to 3 are 1↑ to 3↑, 4 to 6 are 1↓ to 3↓.
HOLDS = [
    ("wins", after("666653", scores=(90, 80)), "rack 56666", "rack 6 bank 666"),
    ("banks", after("664213"), "rack 6 bank 6", "rack 66"),
    ("straight", after("234613"), "rack 2 bank 34", "rack 6"),
    ("has-straight", after("234563"), "rack 23456", "rack 6"),
    ("keeps-high", after("661123"), "rack 6 bank 6 box", "rack 1 bank 1 box"),
    ("keeps-low", after("661126"), "rack 1 bank 1 box", "rack 6 bank 6 box"),
    ("boxes", after("664213"), "rack 6 bank 6 box", "rack 6 bank 6"),
    ("hilo-again", after("664211"), "rack 6 bank 6", "rack 6 bank 6 box"),
    ("rolls-more", after("664213"), "rack 6 bank 6 box", "rack 46 bank 6 box"),
    ("keeps-more", after("664213"), "rack 6 bank 6 box", "rack 6 box"),
    ("more-points", after("664213"), "rack 6 bank 6 box", "rack 1 bank 2 box"),
    ("not-for-points", after("664213"), "rack 1 bank 2 box", "rack 6 bank 6 box"),
    ("fewer-rounds", after("664213", scores=(0,)), "rack 1 bank 2 box", "rack 6 bank 6 box"),
]
HOLDS_NOT = [
    ("wins", after("666653", scores=(50, 80)), "rack 56666", "rack 6 bank 666"),
    ("wins", after("666653", scores=(90, 80)), "rack 56666", "rack 56666 box"),
    ("wins", after("666653", scores=(90,)), "rack 56666", "rack 6 bank 666"),
    ("banks", after("664213"), "rack 6 bank 6", "rack 46"),
    ("banks", after("664213"), "rack 66", "rack 6 bank 6"),
    ("straight", after("234613"), "rack 2 bank 34", "rack 3 bank 24"),
    ("straight", after("234613"), "rack 2 bank 3", "rack 6"),
    # A complete straight is no longer on the way; and one on the way is none yet.
    ("straight", after("234563"), "rack 23456", "rack 6"),
    ("has-straight", after("234563"), "rack 2 bank 345", "rack 6"),
    ("keeps-high", after("661123"), "rack 6 bank 6", "rack 1 bank 1"),
    ("keeps-high", after("661126"), "rack 6 bank 6 box", "rack 1 bank 1 box"),
    ("keeps-low", after("661123"), "rack 1 bank 1 box", "rack 6 bank 6 box"),
    ("boxes", after("664213"), "rack 6 bank 6 box", "rack 6 box"),
    ("boxes", after("664213", "rack 6 box", "4321"), "rack 4", "rack 3"),
    # The other keep ends the turn, so its Hi/Lo die stays as well.
    ("boxes", after("664213"), "rack 6 bank 6 box", "rack 12466"),
    ("hilo-again", after("664211"), "rack 6 bank 6", "rack 6"),
    # Nothing betters 3↑ with sixes.
    ("hilo-again", after("664213"), "rack 6 bank 6", "rack 6 bank 6 box"),
    ("rolls-more", after("664213"), "rack 6 bank 6 box", "rack 6 box"),
    ("keeps-more", after("664213"), "rack 6 bank 6 box", "rack 46 bank 6 box"),
    ("more-points", after("664213"), "rack 1 bank 2 box", "rack 6 bank 6 box"),
    # A tenth of a point more is about as good.
    ("more-points", after("664213"), "rack 6 box", "rack 4 bank 2 box"),
    ("not-for-points", after("664213"), "rack 4 bank 2 box", "rack 6 box"),
    ("not-for-points", after("664213"), "rack 6 bank 6 box", "rack 1 bank 2 box"),
    # A solo player has no opponent to beat.
    ("not-for-points", after("664213", scores=(0,)), "rack 1 bank 2 box", "rack 6 bank 6 box"),
    ("fewer-rounds", after("664213"), "rack 1 bank 2 box", "rack 6 bank 6 box"),
]


def test_every_reason_is_tried() -> None:
    assert {code for code, *_ in HOLDS} == {code for code, *_ in HOLDS_NOT} == set(CODES)
    assert len(REASONS) == len({reason.__name__ for reason in REASONS})


@pytest.mark.parametrize(("code", "view", "best", "other"), HOLDS, ids=[each[0] for each in HOLDS])
def test_it_holds(code: str, view: CinqoView, best: str, other: str) -> None:
    assert code in codes(view, best, other)


@pytest.mark.parametrize(("code", "view", "best", "other"), HOLDS_NOT, ids=[each[0] for each in HOLDS_NOT])
def test_it_does_not_hold(code: str, view: CinqoView, best: str, other: str) -> None:
    assert code not in codes(view, best, other)


def test_the_reasons_mention_their_spaces() -> None:
    view = after("664213")
    assert codes(view, "rack 6 bank 6", "rack 66")["banks"] == {"count": 1}
    assert codes(view, "rack 6 bank 6 box", "rack 6 bank 6")["boxes"] == {"hilo": "3↑"}
    assert codes(after("234613"), "rack 2 bank 34", "rack 6")["straight"] == {"dice": "2-3-4"}
    assert codes(HOLDS[0][1], "rack 56666", "rack 6 bank 666")["wins"] == {"points": 24}


@pytest.mark.parametrize("language", languages())
def test_every_reason_has_words(language: str) -> None:
    catalogue = Catalogue(language)
    for code in CODES:
        assert catalogue.has(f"cinqo.review.reason.{code}", 1), code
    for kind in REVIEWER.kinds:
        assert catalogue.has(f"cinqo.review.kind.{kind}")


@pytest.mark.parametrize("language", languages())
def test_a_comparison_says_what_the_worse_choice_lacks(language: str) -> None:
    catalogue = Catalogue(language)
    compared = [code for code in CODES if catalogue.has(f"cinqo.review.instead.{code}")]
    assert len(compared) == 7
    chosen = catalogue.translate(Phrase("review.instead"))
    params = dict.fromkeys(("points", "dice", "hilo"), "3")
    for code in compared:
        assert chosen in comparison(Why(code, params), "cinqo", catalogue), code


def test_a_reason_that_speaks_of_both_choices_stays_as_it_is() -> None:
    catalogue = Catalogue("en")
    said = comparison(Why("straight", {"dice": "3-4-5"}), "cinqo", catalogue)
    assert said == "3-4-5 are on the way to a straight; the choice made gives it up."
    both = Why("more-points", {"points": 12.8})
    assert comparison(both, "cinqo", catalogue) == reason(both, "cinqo", catalogue)
