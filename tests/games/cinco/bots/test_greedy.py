"""Greedy at Cinco: wins, blocks, spends the dearest card last, beats random, never plays for ever."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from quincunx.games.cinco.board import COORDINATES, WINDOWS, bit
from quincunx.games.cinco.bots.greedy import GreedyCinco, line_counter
from quincunx.games.cinco.bots.lines import Potentials, worths
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.state import ALL_CARDS, CincoState
from quincunx.games.cinco.types import CincoMove, CincoOptions, CincoView, Draw, Exchange, Play
from tests.engines.support import last_state, wins

GREEDY = GreedyCinco()


def position(
    hand: tuple[int, ...],
    *teams: tuple[int, ...],
    options: CincoOptions | None = None,
    discarded: tuple[int, ...] = (),
) -> CincoView:
    """Seat 1's view when it is to move with these cards, and the teams' tokens stand like this.

    The others hold nothing; what is not discarded is in the pile.
    """
    options = options or CincoOptions()
    taken = {space for team in teams for space in team}
    empty: CincoState = CINCO.initial(options)
    others = options.players - 1
    state = replace(
        empty,
        seat=0,
        asked=None,
        tokens=tuple(sum(map(bit, team)) for team in teams),
        free=tuple(space for space in ALL_CARDS if space not in taken),
        hands=(hand, *((),) * others),
        pile=tuple(card for card in ALL_CARDS if card not in (*hand, *discarded)),
        discards=(discarded, *((),) * others),
    )
    return CINCO.view(state, 0)


def choice(view: CincoView) -> CincoMove:
    return GREEDY.choose(view, Random(0)).action


@pytest.mark.parametrize("window", WINDOWS)
def test_wins_at_once(window: tuple[int, ...]) -> None:
    """Also where it could block a threat instead."""
    own = window[:4]
    threat = next(other for other in WINDOWS if not set(other) & set(window))
    move = choice(position((1, 2, 3), own, threat[:4]))
    assert isinstance(move, Play)
    # A line that is open at both ends can be won at either.
    assert any(set(line) <= {*own, move.space} for line in WINDOWS)


@pytest.mark.parametrize("options", [CincoOptions(), CincoOptions(3, 3), CincoOptions(6, 3, joker=True)])
@pytest.mark.parametrize("window", WINDOWS)
def test_blocks_at_once(window: tuple[int, ...], options: CincoOptions) -> None:
    """Whichever team threatens, even with three of its own in line elsewhere."""
    own = next(other for other in WINDOWS if not set(other) & set(window))[:3]
    for threatening in range(1, options.teams):
        teams = [own, *[()] * (options.teams - 1)]
        teams[threatening] = window[:2] + window[3:]
        move = choice(position((1, 30, 60, 90), *teams, options=options))
        assert isinstance(move, Play)
        assert move.space == window[2]


def test_spends_the_highest_card_that_reaches() -> None:
    window = (63, 64, 65, 66, 67)
    assert choice(position((5, 40, 62, 70), window[:4], ())) == Play(62, 67)


def test_an_empty_hand_draws() -> None:
    assert CINCO.text.write_move(choice(position((), (), ()))) == "draw"


def test_dead_cards_are_exchanged() -> None:
    """88, 89 and 90 taken, and a hand that reaches nothing: a token could only be lost."""
    top = (84, 85, 86, 87, 88, 89, 90)
    assert choice(position((86, 87, 88, 89), top[::2], top[1::2])) == Exchange()


@pytest.mark.parametrize("hand", [(1, 2, 3, 4), (1, 2, 3, 60), (1, 2, 88, 90)])
def test_a_dead_board_is_filled_up(hand: tuple[int, ...]) -> None:
    """Nobody can win any more: whoever hoarded low cards, and spent useless ones, would play for ever."""
    free = (4, 5, 6)
    # Along every line q - r runs through all remainders of three, so both colours are in every window.
    lone = {n for n, (q, r) in enumerate(COORDINATES, 1) if (q - r) % 3 == 0}
    black = tuple(n for n in ALL_CARDS if n in lone and n not in free)
    white = tuple(n for n in ALL_CARDS if n not in lone and n not in free)
    move = choice(position(hand, black, white))
    assert move == Exchange() or (isinstance(move, Play) and move.space in free)
    if 88 not in hand:
        assert isinstance(move, Play)


def test_no_game_goes_on_for_ever() -> None:
    """Three sides lock each other up most easily; the longest of 900 such games had 746 turns."""
    for seed in range(40):
        state = last_state(CincoOptions(6, 3), [GREEDY], seed, most=2000)
        assert state.outcome is not None


def test_all_cards_seen_is_no_trouble() -> None:
    """The pile and all other hands are empty: there is no card that the viewer does not know."""
    hand = (10, 20, 30)
    view = position(hand, (), (), discarded=tuple(card for card in ALL_CARDS if card not in hand))
    assert view.pile == 0
    assert choice(view)


def test_dead_windows_are_worth_nothing() -> None:
    """Every window through 65 on the edge's line holds both colours."""
    value = worths(position((1,), (63, 67), (64, 66, 68)), 0, Potentials())
    alone = worths(position((1,), (), ()), 0, Potentials())
    along = [window for window in WINDOWS if 65 in window and 66 in window]
    assert len(along) == 2
    assert value[64] < alone[64]


@pytest.mark.parametrize(
    ("options", "games", "least"),
    [
        (CincoOptions(), 60, 57),
        (CincoOptions(joker=True), 60, 57),
        (CincoOptions(3, 3), 30, 27),
        (CincoOptions(4, 2), 30, 28),
        (CincoOptions(6, 3, joker=True), 30, 27),
    ],
)
def test_beats_random(options: CincoOptions, games: int, least: int) -> None:
    assert wins(GREEDY, CINCO.bots.bot("random"), games, options) >= least


def test_the_line_counter_looks_at_no_price_and_loses_by_it() -> None:
    view = position((1,))
    assert isinstance(choice(view), Draw)
    assert isinstance(line_counter.choose(view, Random(0)).action, Play)
    assert wins(GREEDY, line_counter, 20, CincoOptions()) >= 16
