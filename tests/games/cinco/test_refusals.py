"""Every refusal of Cinco's rules, whole: rule, code and values, and the sentence that people read where their
language has no text of its own."""

from __future__ import annotations

from typing import Any

import pytest

from quincunx.core.chance import Picked, Rolled, Shuffled
from quincunx.core.reason import Reason, Refusal, Unparseable
from quincunx.games.cinco import legality
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.rules import apply, asks, initial
from quincunx.games.cinco.state import ALL_CARDS, CincoState
from quincunx.games.cinco.types import CincoOptions, Draw, Exchange, Play
from quincunx.games.cinqo.types import Put
from tests.games.cinco.test_rules import dealt, occupied


def no(rule: str, code: str, sentence: str, **params: int) -> Reason:
    return Reason("rule", code, sentence, rule, {**params})


LOT, DEAL = initial(CincoOptions(2)), initial(CincoOptions(2, first=0))
BLOCKED = occupied(dealt(88), (87, 89), (88, 90))
OVER = apply(occupied(dealt(1), (61, 59, 20, 21), ()), Play(1, 22))
NOT_ASKED = no("5", "not-what-was-asked", "That is not what chance was asked for here.")
GAME_OVER = no("6", "game-over", "The game is over.")
FULL = no("4.2", "hand-full", "You hold four cards already; draw only with fewer.")


def hand_of(held: int) -> Reason:
    sentence = f"Only a hand of exactly four cards can be exchanged; you hold {held}."
    return no("4.3", "hand-not-full", sentence, held=held)


def no_space(space: int) -> Reason:
    return no("1", "no-such-space", f"There is no space {space}; they run from 1 to 90.", space=space)


@pytest.mark.parametrize(
    ("state", "move", "reason"),
    [
        (LOT, Picked(2), NOT_ASKED),
        (LOT, Picked(-1), NOT_ASKED),
        (LOT, Shuffled(ALL_CARDS), NOT_ASKED),
        (DEAL, Picked(0), NOT_ASKED),
        (DEAL, Shuffled(ALL_CARDS[1:]), NOT_ASKED),
        (DEAL, Rolled((1,)), NOT_ASKED),
        (dealt(1), Shuffled(ALL_CARDS), NOT_ASKED),
        (DEAL, Draw(), no("5", "chance-first", "The cards must be shuffled first.")),
        (dealt(10), Play(11, 50), no("4.1", "card-not-held", "You do not hold card 11.", card=11)),
        (dealt(10), Play(10, 0), no_space(0)),
        (dealt(10), Play(10, 91), no_space(91)),
        (
            dealt(10),
            Play(10, None),
            no(
                "C2",
                "must-place",
                "Card 10 has a free space to go to, so it must place a token.",
                card=10,
            ),
        ),
        (BLOCKED, Play(88, 89), no("4.1", "space-taken", "Space 89 is taken.", space=89)),
        (
            BLOCKED,
            Play(88, 5),
            no(
                "C2",
                "card-places-nothing",
                "No space from 88 up is free, so card 88 is spent without a token.",
                card=88,
            ),
        ),
        (
            dealt(68),
            Play(68, 67),
            no(
                "4.1",
                "space-too-low",
                "Card 68 goes only on 68 or higher, not on 67.",
                card=68,
                space=67,
            ),
        ),
        (dealt(1, 2, 3, 4), Draw(), FULL),
        (dealt(), Exchange(), hand_of(0)),
        (dealt(1, 2, 3), Exchange(), hand_of(3)),
        (OVER, Draw(), GAME_OVER),
        (OVER, Shuffled(ALL_CARDS), GAME_OVER),
    ],
)
def test_refusals_of_the_rules(state: CincoState, move: Any, reason: Reason) -> None:
    with pytest.raises(Refusal) as caught:
        apply(state, move)
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (
            CincoOptions(5),
            no("2", "cinco-players", "Cinco is for 2, 3, 4 or 6 players, not 5.", players=5),
        ),
        (
            CincoOptions(3, 2),
            no("2", "cinco-teams", "These do not go together: players 3, teams 2.", players=3, teams=2),
        ),
        (CincoOptions(2, first=2), no("C1", "no-such-starter", "There is no seat 3 to start.", seat=3)),
        (CincoOptions(2, first=-1), no("C1", "no-such-starter", "There is no seat 0 to start.", seat=0)),
    ],
)
def test_unplayable_options(options: CincoOptions, reason: Reason) -> None:
    with pytest.raises(Refusal) as caught:
        initial(options)
    assert caught.value.reason == reason


NO_SEAT = no("2", "no-seat", "You are watching; you hold no seat here.")
SHUFFLING = no("3", "not-started", "The cards are being shuffled.")
NOT_YOUR_TURN = no("4", "not-your-turn", "It is not your turn.")
EMPTY = no("4.2", "hand-empty", "Your hand is empty: you can only draw.")


@pytest.mark.parametrize(
    ("state", "seat", "play", "draw", "exchange"),
    [
        (dealt(1, 2, 3, 4), None, NO_SEAT, NO_SEAT, NO_SEAT),
        (OVER, 0, GAME_OVER, GAME_OVER, GAME_OVER),
        (DEAL, 0, SHUFFLING, SHUFFLING, SHUFFLING),
        (dealt(1, 2, 3, 4), 1, NOT_YOUR_TURN, NOT_YOUR_TURN, NOT_YOUR_TURN),
        (dealt(), 1, NOT_YOUR_TURN, NOT_YOUR_TURN, NOT_YOUR_TURN),
        (dealt(), 0, EMPTY, None, hand_of(0)),
        (dealt(1, 2, 3), 0, None, None, hand_of(3)),
        (dealt(1, 2, 3, 4), 0, None, FULL, None),
    ],
)
def test_why_a_seat_may_not_do_something_now(
    state: CincoState, seat: int | None, play: Reason | None, draw: Reason | None, exchange: Reason | None
) -> None:
    assert legality.why_not_play(state, seat) == play
    assert legality.why_not_draw(state, seat) == draw
    assert legality.why_not_exchange(state, seat) == exchange


def test_refusals_of_other_modules_in_the_game_s_name() -> None:
    assert (CINCO.is_over, CINCO.not_your_turn, CINCO.no_draws) == (GAME_OVER, NOT_YOUR_TURN, None)


def test_invalid_moves_and_questions() -> None:
    with pytest.raises(Unparseable, match=r"^That isn’t a move in Cinco\.$"):
        apply(dealt(1), Put((1,)))  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(ValueError, match=r"^chance is not asked for anything here$"):
        asks(dealt(1))
