"""Observations hold exactly what views hold: nothing is lost on the way there and back, and nothing hidden
gets in."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from quincunx import rl
from quincunx.core.chance import Rolled
from quincunx.games import GAMES, game_of
from quincunx.games.cinco.board import WINDOWS
from quincunx.games.cinco.types import CincoOptions, Exchange
from quincunx.games.cinqo.learning.layout import MOST_TURNS
from quincunx.games.cinqo.types import CinqoOptions, Put
from tests.games.support import SETUPS, any_move, random_game


@st.composite
def states(draw: st.DrawFn) -> tuple[Any, Any]:
    """Options and a state somewhere in a random game, its set-up and its end included."""
    options = draw(st.sampled_from(SETUPS))
    return options, draw(st.sampled_from(random_game(options, draw(st.integers(0, 200)))))[1]


@given(states())
def test_an_observation_is_a_view_and_the_view_is_found_again(given_: tuple[Any, Any]) -> None:
    options, state = given_
    game = game_of(options)
    for seat in range(options.players):
        view = game.view(state, seat)
        data = rl.observation(view)
        assert rl.view_of(data, options) == view
        parts = rl.encoding(options).parts(options)
        assert len(data) == sum(size for _, size in parts)
        for name in ("lines",) if options.players and isinstance(options, CincoOptions) else ("now",):
            other = rl.observation(view, name)
            kept = min(len(data), len(other))
            assert other[:kept] == data[:kept]
            again = rl.view_of(other, options, name)
            assert again == (view if name == "lines" else replace(view, history=()))


def test_cards_from_before_a_reshuffle_are_told_apart() -> None:
    options = CincoOptions(3, 3, first=0)
    game, random = GAMES["cinco"], Random(1)
    state = game.initial(options)
    carried = 0
    while state.turn < 40:
        move = any_move(state, options, random) if state.asked else Exchange()
        state = game.apply(state, move)
        for seat in range(3):
            assert rl.view_of(rl.observation(game.view(state, seat)), options) == game.view(state, seat)
        carried += max(state.carried)
    assert carried


def test_the_turn_after_a_five_of_a_kind_belongs_to_the_same_seat() -> None:
    options = CinqoOptions(2, "rounds", 2)
    game = GAMES["cinqo"]
    state = game.apply(game.initial(options), Rolled((4, 4, 4, 4, 4, 1)))
    for dice in ((1, 2, 2, 4, 6, 3), (1, 3, 3, 4, 6, 5)):
        state = game.apply(state, Rolled(dice))
        state = game.apply(state, Put(rack=dice[:5]))
    assert [result.seat for result in state.history] == [0, 0, 1]
    for seat in (0, 1):
        assert rl.view_of(rl.observation(game.view(state, seat)), options) == game.view(state, seat)


def test_hidden_information_changes_no_observation() -> None:
    random = Random(4)
    for options in (CincoOptions(), CincoOptions(6, 3, joker=True)):
        game = game_of(options)
        state = random_game(options, 3, most=80)[-1][1]
        others = [card for seat, hand in enumerate(state.hands) if seat for card in hand]
        hidden = [*others, *state.pile]
        random.shuffle(hidden)
        hands = [state.hands[0]]
        for hand in state.hands[1:]:
            hands.append(tuple(sorted(hidden[: len(hand)])))
            del hidden[: len(hand)]
        twin = replace(state, hands=tuple(hands), pile=tuple(hidden))
        assert twin.hands != state.hands
        for name in ("plain", "lines"):
            assert rl.observation(game.view(twin, 0), name) == rl.observation(game.view(state, 0), name)


def test_lines_count_the_windows_through_each_space() -> None:
    options = CincoOptions(first=0)
    state = random_game(options, 12)[-1][1]
    view = GAMES["cinco"].view(state, 1)
    data = rl.observation(view, "lines")
    names = [name for name, _ in rl.encoding(options, "lines").parts(options)]
    for space in range(90):
        for relative, team in enumerate((1, 0)):
            for count in range(1, 5):
                expected = sum(
                    space + 1 in window
                    and [view.board[each - 1] for each in window].count(team) == count
                    and [view.board[each - 1] for each in window].count(1 - team) == 0
                    for window in WINDOWS
                )
                plane = names.index(f"windows with {count} of team {relative}")
                assert data[90 * plane + space] == expected


def test_observations_mean_the_same_for_ever() -> None:
    """Networks are trained with them: a changed digest is a broken promise, not a test to be updated."""
    digest = sha256()
    for options in SETUPS:
        game = game_of(options)
        for _, state in random_game(options, 1, most=60):
            for seat in range(options.players):
                for name in ("plain", "lines") if isinstance(options, CincoOptions) else ("plain", "now"):
                    digest.update(rl.observation(game.view(state, seat), name))
    assert digest.hexdigest()[:16] == "0e1390ead53c8755"


def test_spectators_and_unknown_names_are_refused() -> None:
    game = GAMES["cinqo"]
    options = CinqoOptions()
    state = game.initial(options)
    with pytest.raises(ValueError, match="spectator"):
        rl.observation(game.view(state, None))
    with pytest.raises(ValueError, match="plain, now"):
        rl.observation(game.view(state, 0), "lines")
    with pytest.raises(ValueError, match="spectator"):
        rl.observation(GAMES["cinco"].view(GAMES["cinco"].initial(CincoOptions()), None))


def test_numbers_that_do_not_fit_are_refused() -> None:
    cinco = GAMES["cinco"].view(GAMES["cinco"].initial(CincoOptions()), 0)
    with pytest.raises(ValueError, match="two bytes"):
        rl.observation(replace(cinco, turn=1 << 16))
    state = random_game(CinqoOptions(1), 1)[-1][1]
    cinqo = GAMES["cinqo"].view(state, 0)
    with pytest.raises(ValueError, match=f"more than {MOST_TURNS}"):
        rl.observation(replace(cinqo, history=cinqo.history[:1] * (MOST_TURNS + 1)))
