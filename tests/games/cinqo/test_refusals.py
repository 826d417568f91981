"""Every refusal of Cinq-O's rules, whole: rule, code and values, and the sentence that people read where
their language has no text of its own."""

from __future__ import annotations

from typing import Any

import pytest

from quincunx.core.chance import Picked, Rolled
from quincunx.core.reason import Reason, Refusal, Unparseable
from quincunx.games.cinco.types import Draw
from quincunx.games.cinqo.game import GAME as CINQO
from quincunx.games.cinqo.rules import apply, asks, initial
from quincunx.games.cinqo.types import CinqoOptions, Put

ROLLED = (Rolled((6, 1, 6, 3, 6, 3)),)
BOXED = (*ROLLED, Put(rack=(6,), box=True), Rolled((1, 1, 3, 6)))


def no(rule: str, code: str, sentence: str, **params: int | str) -> Reason:
    return Reason("rule", code, sentence, rule, params)


ROLLING = no("3.1", "chance-first", "The dice are still rolling.")
NOT_ASKED = no("3.1", "not-what-was-asked", "That is not what chance was asked for here.")
OTHER_DICE = no("3.1", "not-what-was-asked", "Those are not the dice that were to be rolled.")
RACK_ONE = no("3.2", "rack-one", "After each roll at least one die must go into the Rack.")
UNSORTED = no("3.2", "dice-unsorted", "List the dice in ascending order.")


@pytest.mark.parametrize(
    ("moves", "move", "reason"),
    [
        ((), Put(rack=(1,)), ROLLING),
        ((), Picked(0), NOT_ASKED),
        (ROLLED, Rolled((1,)), NOT_ASKED),
        ((), Rolled((1,) * 5), OTHER_DICE),
        ((), Rolled((1,) * 7), OTHER_DICE),
        ((), Rolled((1, 1, 1, 1, 1, 7)), OTHER_DICE),
        ((), Rolled((0, 1, 1, 1, 1, 1)), OTHER_DICE),
        (ROLLED, Put(bank=(6,)), RACK_ONE),
        (ROLLED, Put(), RACK_ONE),
        (ROLLED, Put(box=True), RACK_ONE),
        (ROLLED, Put(rack=(5,)), no("3.2", "not-in-roll", "There is no such 5 in this roll.", die=5)),
        (
            ROLLED,
            Put(rack=(6,), bank=(2,)),
            no("3.2", "not-in-roll", "There is no such 2 in this roll.", die=2),
        ),
        (
            ROLLED,
            Put(rack=(6,), from_bank=(6,)),
            no("3.2", "not-in-bank", "There is no such 6 in the Bank.", die=6),
        ),
        (ROLLED, Put(rack=(6, 1)), UNSORTED),
        (ROLLED, Put(rack=(6,), bank=(6, 1)), UNSORTED),
        (ROLLED, Put(rack=(6,), from_bank=(6, 1)), UNSORTED),
        (
            BOXED,
            Put(rack=(1,), box=True),
            no("3.2", "already-boxed", "The Hi/Lo die is in its box already."),
        ),
    ],
)
def test_refusals_of_the_rules(moves: tuple[Put | Rolled, ...], move: Any, reason: Reason) -> None:
    state = initial(CinqoOptions())
    for each in moves:
        state = apply(state, each)
    with pytest.raises(Refusal) as caught:
        apply(state, move)
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (
            CinqoOptions(7),
            no("2", "cinqo-players", "Cinq-O is for 1 to 6 players, not 7.", players=7),
        ),
        (CinqoOptions(2, first=2), no("2", "no-such-starter", "There is no seat 3 to start.", seat=3)),
        (CinqoOptions(2, first=-1), no("2", "no-such-starter", "There is no seat 0 to start.", seat=0)),
        (
            CinqoOptions(1, "rounds"),
            no("5.3", "solitaire-to-hundred", "Solitaire is played to 100 points.", goal="rounds"),
        ),
        (
            CinqoOptions(2, "rounds", 0),
            no("5.2", "cinqo-rounds", "A game has 1 to 20 rounds, not 0.", rounds=0),
        ),
        (
            CinqoOptions(2, "rounds", 21),
            no("5.2", "cinqo-rounds", "A game has 1 to 20 rounds, not 21.", rounds=21),
        ),
    ],
)
def test_unplayable_options(options: CinqoOptions, reason: Reason) -> None:
    with pytest.raises(Refusal) as caught:
        initial(options)
    assert caught.value.reason == reason


def test_the_smallest_and_the_largest_game_can_be_played() -> None:
    for options in (
        CinqoOptions(1),
        CinqoOptions(6),
        CinqoOptions(2, "rounds", 1),
        CinqoOptions(2, "rounds", 20),
    ):
        assert initial(options).options == options


def test_refusals_of_other_modules_in_the_game_s_name() -> None:
    assert CINQO.is_over == no("5", "game-over", "The game is over.")
    assert CINQO.not_your_turn == no("3", "not-your-turn", "It is not your turn.")
    assert CINQO.no_draws == no("5", "no-draws", "Cinq-O knows no draw.")


def test_invalid_moves_and_questions() -> None:
    state = apply(initial(CinqoOptions()), ROLLED[0])
    with pytest.raises(Unparseable, match=r"^That isn’t a move in Cinq-O\.$"):
        apply(state, Draw())  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(ValueError, match=r"^chance is not asked for anything here$"):
        asks(state)
