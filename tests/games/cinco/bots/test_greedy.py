"""Greedy at Cinco: wins, blocks, spends the dearest card last, beats random, never plays for ever."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.games.cinco.board import COORDINATES, WINDOWS
from quincunx.games.cinco.bots.greedy import GreedyCinco, Potentials, worths
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.state import ALL_CARDS
from quincunx.games.cinco.types import CincoMove, CincoOptions, CincoView, Exchange, Play
from tests.engines.support import last_state, wins
from tests.examples import mostly_nightly
from tests.games.cinco.bots.support import view_of

GREEDY = GreedyCinco()


def choice(view: CincoView) -> CincoMove:
    return GREEDY.choose(view, Random(0)).action


windows = st.sampled_from(WINDOWS)
gaps = st.integers(0, 4)


def apart_from(*lines: tuple[int, ...]) -> tuple[int, ...]:
    """A window that shares no space with these."""
    return next(window for window in WINDOWS if not set(window) & {space for line in lines for space in line})


@given(windows, gaps)
def test_wins_at_once(window: tuple[int, ...], gap: int) -> None:
    """Also where it could block a threat instead."""
    own = (*window[:gap], *window[gap + 1 :])
    move = choice(view_of((1, 2, 3), own, apart_from(window)[:4]))
    assert isinstance(move, Play)
    # A line that is open at both ends can be won at either.
    assert any(set(line) <= {*own, move.space} for line in WINDOWS)


@given(windows, gaps, st.sampled_from([CincoOptions(), CincoOptions(3, 3), CincoOptions(6, 3, joker=True)]))
def test_blocks_at_once(window: tuple[int, ...], gap: int, options: CincoOptions) -> None:
    """Whichever team threatens, even with three of its own in line elsewhere."""
    own = apart_from(window)[:3]
    theirs = (*window[:gap], *window[gap + 1 :])
    for threatening in range(1, options.teams):
        teams = [own, *[()] * (options.teams - 1)]
        teams[threatening] = theirs
        move = choice(view_of((1, 30, 60, 90), *teams, options=options))
        assert isinstance(move, Play)
        # A line that is open at both ends can only be blocked at one.
        assert any(set(line) <= {*theirs, move.space} for line in WINDOWS)


def test_spends_the_highest_card_that_reaches() -> None:
    window = (63, 64, 65, 66, 67)
    assert choice(view_of((5, 40, 62, 70), window[:4], ())) == Play(62, 67)


def test_an_empty_hand_draws() -> None:
    assert CINCO.text.write_move(choice(view_of((), (), ()))) == "draw"


def test_dead_cards_are_exchanged() -> None:
    """88, 89 and 90 taken, and a hand that reaches nothing: a token could only be lost."""
    top = (84, 85, 86, 87, 88, 89, 90)
    assert choice(view_of((86, 87, 88, 89), top[::2], top[1::2])) == Exchange()


@pytest.mark.parametrize("hand", [(1, 2, 3, 4), (1, 2, 3, 60), (1, 2, 88, 90)])
def test_a_dead_board_is_filled_up(hand: tuple[int, ...]) -> None:
    """No team can win any more: bots that hoarded low cards, and spent useless ones, would play for ever."""
    free = (4, 5, 6)
    # Along every line q - r runs through all remainders of three, so both colours are in every window.
    lone = {n for n, (q, r) in enumerate(COORDINATES, 1) if (q - r) % 3 == 0}
    black = tuple(n for n in ALL_CARDS if n in lone and n not in free)
    white = tuple(n for n in ALL_CARDS if n not in lone and n not in free)
    move = choice(view_of(hand, black, white))
    assert move == Exchange() or (isinstance(move, Play) and move.space in free)
    if 88 not in hand:
        assert isinstance(move, Play)


@pytest.mark.nightly
def test_no_game_goes_on_for_ever() -> None:
    """Three sides lock each other up most easily; the longest of 900 such games had 746 turns."""
    for seed in range(40):
        state = last_state(CincoOptions(6, 3), [GREEDY], seed, most=2000)
        assert state.outcome is not None


def test_all_cards_seen_is_no_trouble() -> None:
    """The pile and all other hands are empty: there is no card that the viewer does not know."""
    hand = (10, 20, 30)
    view = view_of(hand, (), (), discarded=tuple(card for card in ALL_CARDS if card not in hand))
    assert view.pile == 0
    assert choice(view)


def test_dead_windows_are_worth_nothing() -> None:
    """Every window through 65 on the edge's line holds both colours."""
    value = worths(view_of((1,), (63, 67), (64, 66, 68)), 0, Potentials())
    alone = worths(view_of((1,), (), ()), 0, Potentials())
    along = [window for window in WINDOWS if 65 in window and 66 in window]
    assert len(along) == 2
    assert value[64] < alone[64]


@pytest.mark.parametrize(
    ("options", "games", "least"),
    mostly_nightly(
        [
            (CincoOptions(), 60, 57),
            (CincoOptions(joker=True), 60, 57),
            (CincoOptions(3, 3), 30, 27),
            (CincoOptions(4, 2), 30, 28),
            (CincoOptions(6, 3, joker=True), 30, 27),
        ],
        (CincoOptions(3, 3), 30, 27),
    ),
)
def test_beats_random(options: CincoOptions, games: int, least: int) -> None:
    assert wins(GREEDY, CINCO.bots.bot("random"), games, options) >= least
