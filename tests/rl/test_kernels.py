"""Batches against the rules: games of the kernels are replayed, and every byte that they show compared."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from quincunx import rl
from quincunx.core.chance import CHANCE, Picked, Rolled, Shuffled
from quincunx.engines.kernels.xorshift import below
from quincunx.games import GAMES, game_of
from quincunx.games.cinco.bots.kernels.encode import HAND_SIZE, HANDS
from quincunx.games.cinco.types import CincoOptions, Draw, Exchange
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.rl.batches import MODES, seeds_of
from tests.games.support import CINCO_SETUPS, CINQO_SETUPS, name_of

# They compile for minutes.
pytestmark = pytest.mark.nightly

CINCO, CINQO = GAMES["cinco"], GAMES["cinqo"]


def shows(batch: rl.Batch, state: Any) -> None:
    """Compare all that game 0 of a batch shows with the rules' state."""
    options = batch.options
    game = game_of(options)
    for seat in range(batch.players):
        view = game.view(state, seat)
        assert batch.view(0, seat) == view
        if seat == batch.to_move[0]:
            name = "plain" if batch.shape == rl.encoding(options).shape(options) else "lines"
            assert batch.observations[0].tobytes() == rl.observation(view, name)
            assert batch.masks[0].tobytes() == rl.mask(view)
    outcome = game.outcome(state)
    assert (outcome is not None) == bool(batch.terminated[0])
    assert list(batch.rewards[0]) == rewards_of(options, () if outcome is None else outcome.winners)


def rewards_of(options: Any, winners: tuple[int, ...]) -> list[float]:
    """The reward of each seat; several winners of Cinq-O share a draw."""
    won = 0.0 if isinstance(options, CinqoOptions) and len(winners) > 1 else 1.0
    return [0.0 if not winners else won if seat in winners else -1.0 for seat in range(options.players)]


def cinco_hands(batch: rl.Batch) -> list[set[int]]:
    position = batch._kernels.state["positions"][0]
    return [
        {int(position[HANDS + 4 * seat + i]) for i in range(position[HAND_SIZE + seat])}
        for seat in range(batch.players)
    ]


def dealt(batch: rl.Batch, state: Any) -> Any:
    """The rules' state after the deal of game 0."""
    if batch.options.first is None:  # type: ignore[attr-defined]
        state = CINCO.apply(state, Picked(int(batch.to_move[0])))
    hands = [sorted(hand) for hand in cinco_hands(batch)]
    order = [hands[seat][round_] for round_ in range(4) for seat in range(batch.players)]
    rest = [card for card in range(1, 91) if card not in order]
    return CINCO.apply(state, Shuffled((*order, *rest)))


def turn_of_cinco(batch: rl.Batch, state: Any, move: Any, before: list[set[int]]) -> Any:
    """The rules' state after a move, for which chance gives the cards that the kernel has drawn."""
    if not isinstance(move, Draw | Exchange):
        return CINCO.apply(state, move)
    seat = state.seat
    drawn = cinco_hands(batch)[seat] - (set() if isinstance(move, Exchange) else before[seat])
    from_pile = sorted(drawn & set(state.pile))
    rest = [card for card in state.pile if card not in from_pile]
    state = CINCO.apply(replace(state, pile=(*from_pile, *rest)), move)
    if state.asked is not None:
        top = sorted(drawn - set(from_pile))
        below_them = [card for card in state.asked.cards if card not in top]
        state = CINCO.apply(state, Shuffled((*top, *below_them)))
    return state


def number_of(batch: rl.Batch, random: Random) -> int:
    """A legal action, often one that turns cards over, so that the pile is shuffled anew."""
    legal = np.flatnonzero(batch.masks[0])
    turns_cards = [number for number in legal if number < 2]
    return int(random.choice(turns_cards if batch.num_actions == 366 and random.random() < 0.5 else legal))


def rolled(state: Any, xorshift: Any) -> Any:
    """The rules' state when chance has rolled until a seat has a choice, with the numbers of a kernel."""
    while CINQO.to_move(state) == CHANCE:
        faces = tuple(below(xorshift, 6) + 1 for _ in CINQO.asks(state).sides)  # type: ignore[union-attr]
        state = CINQO.apply(state, Rolled(faces))
    return state


@pytest.mark.parametrize("options", CINCO_SETUPS, ids=name_of)
def test_every_step_of_cinco_is_the_rules(options: CincoOptions) -> None:
    batch = rl.batch(options, 1, 5, observation="lines", autoreset="disabled")
    random = Random(3)
    state = dealt(batch, CINCO.initial(options))
    for _ in range(200):
        shows(batch, state)
        if batch.to_move[0] < 0:
            break
        number = number_of(batch, random)
        move = rl.compact(options).move_of(CINCO.view(state, state.seat), number)
        hands = cinco_hands(batch)
        batch.step(np.array([number]))
        state = turn_of_cinco(batch, state, move, hands)
    assert state.reshuffles or batch.players == 2
    assert bool(batch.truncated[0]) == (state.idle >= 100)


@pytest.mark.parametrize("options", CINQO_SETUPS, ids=name_of)
def test_every_step_of_cinqo_is_the_rules(options: CinqoOptions) -> None:
    batch = rl.batch(options, 1, 5, autoreset="disabled")
    random = Random(3)
    state = rolled(CINQO.initial(options), seeds_of(5, 1)[:1])
    for _ in range(300):
        shows(batch, state)
        if batch.to_move[0] < 0:
            break
        number = number_of(batch, random)
        move = rl.compact(options).move_of(CINQO.view(state, state.seat), number)
        xorshift = batch._kernels.state["xorshifts"][0].copy()
        batch.step(np.array([number]))
        state = rolled(CINQO.apply(state, move), xorshift)


def test_five_of_a_kind_ends_a_turn_at_once_and_brings_another() -> None:
    """Chance needs long for it, so the kernel's random numbers are searched for such a roll."""
    options = CinqoOptions(2, "rounds", 3)
    seed = next(seed for seed in range(20_000) if is_alike(seeds_of(seed, 1)[:1]))
    batch = rl.batch(options, 1, seed, autoreset="disabled")
    state = rolled(CINQO.initial(options), seeds_of(seed, 1)[:1])
    assert state.bonus
    shows(batch, state)


def is_alike(xorshift: Any) -> bool:
    return len({below(xorshift, 6) for _ in range(5)}) == 1


@pytest.mark.parametrize("name", ["cinco", "cinqo"])
def test_random_actions_are_legal_and_reach_every_one(name: str) -> None:
    batch = rl.batch(name, 1, 3)
    seen = {int(batch.sample()[0]) for _ in range(4000)}
    assert seen == set(np.flatnonzero(batch.masks[0]))
    many = rl.batch(name, 50, 3)
    for _ in range(40):
        actions = many.sample()
        assert many.masks[np.arange(50), actions].all()
        many.step(actions)


@pytest.mark.parametrize("name", ["cinco", "cinqo"])
def test_the_same_seed_gives_the_same_games_and_a_state_can_be_gone_back_to(name: str) -> None:
    one, other = (rl.batch(name, 8, 11, opponents="random") for _ in range(2))
    for _ in range(30):
        one.step(one.sample())
        other.step(other.sample())
    assert (one.observations == other.observations).all()
    state = one.state_dict()
    ahead = [one.step(one.sample()).copy() for _ in range(30)]
    one.load_state_dict(state)
    assert all((one.step(one.sample()) == each).all() for each in ahead)
    with pytest.raises(ValueError, match="another kind of batch"):
        rl.batch(name, 9, 11).load_state_dict(state)


@pytest.mark.parametrize(
    ("name", "opponents"), [("cinco", ("greedy", "lines", "network")), ("cinqo", ("greedy",))]
)
def test_opponents_beat_random_play(name: str, opponents: tuple[str, ...]) -> None:
    for opponent in opponents:
        batch = rl.batch(name, 40, 2, opponents=opponent)
        actions, points, games = batch.sample(), 0.0, 0
        while games < 40:
            own = batch.seats.copy()
            batch.step(batch.sample(actions))
            points += float(batch.rewards[np.arange(40), own].sum())
            games += int(batch.terminated.sum() + batch.truncated.sum())
            assert (batch.to_move == batch.seats).all()
        assert points < -0.8 * games


def test_games_that_end_are_replaced_as_the_mode_says() -> None:
    options = CinqoOptions(2, "rounds", 1)
    same, later, never = (rl.batch(options, 4, 6, autoreset=mode) for mode in MODES)
    while not same.terminated.any():
        actions = same.sample()
        for each in (same, later, never):
            each.step(actions)
    ended = np.flatnonzero(same.terminated)
    assert (never.terminated == same.terminated).all()
    assert (never.to_move[ended] == -1).all()
    assert (same.to_move[ended] == 0).all()
    assert (same.final_observations[ended] == never.observations[ended]).all()
    assert (later.observations == never.observations).all()
    assert set(np.abs(same.rewards[ended]).ravel()) <= {0.0, 1.0}
    with pytest.raises(rl.IllegalAction, match=f"game {ended[0]}"):
        never.step(never.sample())
    later.step(later.sample())
    assert not later.terminated[ended].any()
    assert (later.rewards[ended] == 0).all()
    never.reset(never.terminated)
    assert (never.to_move[ended] == 0).all()


def test_a_game_without_progress_is_truncated_and_replaced() -> None:
    batch = rl.batch("cinco", 1, 1)
    for _ in range(1000):
        batch.step(np.array([np.flatnonzero(batch.masks[0])[0]]))  # always draws or exchanges
        if batch.truncated[0]:
            break
    assert batch.truncated[0]
    assert not batch.terminated[0]
    assert batch.to_move[0] >= 0
    assert not batch.rewards.any()
    assert batch.final_observations[0].any()
    batch.step(batch.sample())
    assert not batch.truncated[0]


def test_an_illegal_action_changes_nothing() -> None:
    batch = rl.batch("cinco", 3, 1)
    actions = batch.sample()
    actions[1] = 0  # a full hand cannot draw
    before = batch.state_dict()
    for wrong in (0, -1, 366):
        actions[1] = wrong
        with pytest.raises(rl.IllegalAction, match=f"Action {wrong} is not legal in game 1"):
            batch.step(actions)
    after = batch.state_dict()
    assert all((after[name] == array).all() for name, array in before.items())


def test_seats_are_kept_and_arguments_checked() -> None:
    batch = rl.batch("cinqo", 6, 1, opponents="random", observation="now")
    assert set(batch.seats) == {0, 1}
    batch.reset(seats=[1, 1, 1, 0, 0, 0])
    for _ in range(120):
        batch.step(batch.sample())
        assert list(batch.seats) == [1, 1, 1, 0, 0, 0]
    for arguments, message in (
        ({"opponents": "master"}, "random, greedy"),
        ({"opponents": ("random", "random")}, "1 opponents are needed"),
        ({"autoreset": "often"}, "same_step"),
        ({"observation": "lines"}, "plain, now"),
    ):
        with pytest.raises(ValueError, match=message):
            rl.batch("cinqo", 1, 1, **arguments)
    with pytest.raises(ValueError, match="Seats are 0 to 1"):
        batch.reset(seats=2)
