"""Kernels against the rules, move by move, in every seating and variant."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.core.chance import CHANCE, resolve_chance
from quincunx.engines.kernels import bits as bits_of
from quincunx.engines.kernels.xorshift import below, seeded
from quincunx.games.cinco.actions import ACTIONS, DRAW, EXCHANGE, PLAY_BASE
from quincunx.games.cinco.board import SPACES, WINDOW_MASKS
from quincunx.games.cinco.bots.greedy import GreedyCinco
from quincunx.games.cinco.bots.kernels import encode, moves, rules
from quincunx.games.cinco.bots.kernels.encode import (
    DECK,
    GONE,
    LOOSE,
    PILE,
    QUIET,
    RESHUFFLES,
    SEAT,
    WINNER,
)
from quincunx.games.cinco.bots.kernels.greedy import greedy_move
from quincunx.games.cinco.bots.kernels.playouts import play_many
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.state import HAND
from quincunx.games.cinco.types import CincoOptions
from tests.examples import mostly_nightly
from tests.games.cinco.bots.support import from_state, take_space
from tests.games.support import CINCO_SETUPS, SOME_CINCO_SETUPS, name_of


def without(position: encode.Position) -> encode.Position:
    """A position as the rules' states have it; cards that were drawn may linger behind the pile."""
    same = position.copy()
    same[QUIET] = 0  # the rules do not count quiet turns
    assert same[LOOSE] == 0, "the rules' pile has its order"
    same[DECK + int(same[PILE]) : DECK + SPACES] = 0
    return same


def moves_of(position: encode.Position) -> set[int]:
    """Every move that the kernels draw from when they play at random."""
    seat = int(position[SEAT])
    found = {EXCHANGE if position[encode.HAND_SIZE + seat] == HAND else DRAW}
    for place in range(encode.HANDS + HAND * seat, encode.HANDS + HAND * (seat + 1)):
        card = int(position[place])
        if card and moves.first_reach(position, card) == encode.CARDS:
            assert moves.count_ways(position, place) == 1
            found.add(card * PLAY_BASE)
        elif card:
            reached = [moves.nth_reach(position, card, n) for n in range(moves.count_ways(position, place))]
            found |= {card * PLAY_BASE + space + 1 for space in reached}
    return found


@pytest.mark.parametrize("options", SOME_CINCO_SETUPS, ids=name_of)
@pytest.mark.parametrize("seed", mostly_nightly(range(4), 0))
def test_every_move_and_every_position_is_the_rules_own(options: CincoOptions, seed: int) -> None:
    random, xorshift = Random(seed), seeded(seed)
    state = CINCO.initial(options)
    position = encode.empty(options)
    while (seat := CINCO.to_move(state)) is not None and state.turn < 600:
        if seat == CHANCE:
            state = CINCO.apply(state, resolve_chance(CINCO.asks(state), random))
            if CINCO.to_move(state) != CHANCE:
                position = from_state(state)
            continue
        legal = CINCO.legal_moves(state)
        assert sorted(moves_of(position)) == sorted(map(ACTIONS.number_of, legal))
        move = random.choice(legal) if random.random() < 0.8 else random.choice((legal[0], legal[-1]))
        state = CINCO.apply(state, move)
        rules.apply(position, ACTIONS.number_of(move), xorshift)
        if CINCO.to_move(state) == CHANCE:
            assert encode.words(position)[RESHUFFLES // encode.WORD] == state.reshuffles + 1
            continue  # the kernel has shuffled for itself
        assert (without(from_state(state)) == without(position)).all()
    assert state.outcome is None or position[WINNER] != encode.GOING_ON


@given(st.integers(1, 2**45 - 1))
def test_bits_are_counted_and_found(bits: int) -> None:
    assert bits_of.count_bits(bits) == bits.bit_count()
    assert bits_of.highest_bit(bits) == bits.bit_length() - 1
    places = [place for place in range(64) if bits >> place & 1]
    assert [bits_of.nth_bit(bits, n) for n in range(len(places))] == places


@given(st.sets(st.integers(0, 89)), st.integers(1, 90), st.booleans())
def test_the_reach_of_a_card(taken: set[int], card: int, joker: bool) -> None:
    position = encode.empty(CincoOptions(joker=joker))
    for space in taken:
        take_space(position, space)
    free = [space for space in range(90) if space not in taken]
    reached = [space for space in free if space >= card - 1] or (free if joker else [])
    assert moves.reach_count(position, card) == len(reached)
    for n in {0, len(reached) // 2, len(reached) - 1} if reached else set():
        assert moves.nth_reach(position, card, n) == reached[n]


@pytest.mark.parametrize("seed", range(5))
def test_winning_spaces_are_those_of_brute_force(seed: int) -> None:
    random, xorshift = Random(seed), seeded(seed)
    position = encode.empty(CincoOptions(3, 3))
    rules.deal(position, xorshift)
    tokens = [0, 0, 0]
    for space in random.sample(range(90), 60):
        team = random.randrange(3)
        tokens[team] |= 1 << space
        rules.place(position, team, space)
    taken = tokens[0] | tokens[1] | tokens[2]
    for team in range(3):
        wins = {
            (window & ~tokens[team]).bit_length() - 1
            for window in WINDOW_MASKS
            if (window & ~tokens[team]).bit_count() == 1 and not window & ~tokens[team] & taken
        }
        at = encode.WINS // encode.WORD + 2 * team
        low, high = encode.words(position)[at : at + 2].tolist()
        found = low | high << encode.HALF
        assert {space for space in range(90) if found >> space & 1} == wins


def test_random_numbers_are_fair() -> None:
    xorshift = seeded(1)
    counts = np.bincount([below(xorshift, 6) for _ in range(60_000)], minlength=6)
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 25  # χ² with 5 degrees of freedom, p ≈ 1e-4


@pytest.mark.nightly
@pytest.mark.parametrize("options", SOME_CINCO_SETUPS, ids=name_of)
def test_greedy_is_the_same_in_both_forms(options: CincoOptions) -> None:
    random, xorshift, bot = Random(3), seeded(3), GreedyCinco()
    state, worths = CINCO.initial(options), np.zeros(90)
    while (seat := CINCO.to_move(state)) is not None and state.turn < 80:
        if seat == CHANCE:
            state = CINCO.apply(state, resolve_chance(CINCO.asks(state), random))
            continue
        decision = bot.choose(CINCO.view(state, seat), random)
        number = greedy_move(from_state(state), worths, xorshift)
        best = [c.action for c in decision.alternatives if c.value == decision.value]
        # Among equals either may take any; of more than three equals a decision shows three.
        assert ACTIONS.move_of(int(number)) in best or len(best) == 3
        state = CINCO.apply(state, decision.action)


@pytest.mark.nightly
@pytest.mark.parametrize("options", CINCO_SETUPS, ids=name_of)
def test_games_by_the_million_are_whole_games(options: CincoOptions) -> None:
    played = play_many(options, "random", 300, 1)
    assert (played.turns > 5).all()
    assert set(played.winners) <= {-3, -2, *range(options.teams)}
    assert (played.winners >= 0).mean() > 0.3
    again = play_many(options, "random", 300, 1)
    assert all((one == other).all() for one, other in zip(played, again, strict=True))
    assert (play_many(options, "random", 300, 2).turns != played.turns).any()


def test_a_batch_needs_a_policy_for_each_team_and_a_network_to_learn_from() -> None:
    with pytest.raises(ValueError, match="one policy for each"):
        play_many(CincoOptions(), ("random",), 1, 1)
    with pytest.raises(ValueError, match="needs a network"):
        play_many(CincoOptions(), "learned", 1, 1)


def test_cards_are_conserved_over_whole_games() -> None:
    xorshift = seeded(4)
    position = encode.empty(CincoOptions(6, 3, joker=True))
    for _ in range(20):
        rules.deal(position, xorshift)
        while position[WINNER] == encode.GOING_ON and position[QUIET] < 100:
            held = [c for c in position[encode.HANDS : encode.HANDS + 24] if c]
            pile = list(position[DECK : DECK + int(position[PILE])])
            gone = [card + 1 for card in range(90) if position[GONE + card]]
            assert sorted([*held, *pile, *gone]) == list(range(1, 91))
            assert 0 <= position[SEAT] < 6
            rules.apply(position, moves.random_move(position, xorshift), xorshift)


@pytest.mark.nightly
def test_every_card_is_drawn_as_often_as_any_other() -> None:
    """A pile is shuffled only as it is drawn from, which no player can see."""
    xorshift, position = seeded(5), encode.empty(CincoOptions(2))
    deals = 9_000
    counts = {place: np.zeros(90, np.int64) for place in (1, 40, 82)}
    together = 0
    for _ in range(deals):
        rules.deal(position, xorshift)
        dealt = sorted([*position[encode.HANDS : encode.HANDS + 8]])
        position[encode.HAND_SIZE] = 0
        drawn = []
        for _ in range(82):
            drawn.append(rules.draw_card(position, 0, xorshift))
            position[encode.HAND_SIZE] = 0
        assert sorted([*drawn, *dealt]) == list(range(1, 91))
        together += drawn[1] == drawn[0] + 1
        for place in counts:
            counts[place][drawn[place - 1] - 1] += 1
    for count in counts.values():
        # 89 degrees of freedom: beyond 150 once in ten thousand times.
        assert ((count - deals / 90) ** 2 / (deals / 90)).sum() < 150
    assert abs(together / deals - 89 / (90 * 89)) < 0.006


@pytest.mark.parametrize("options", SOME_CINCO_SETUPS, ids=name_of)
def test_random_moves_are_legal_and_each_is_made(options: CincoOptions) -> None:
    xorshift, position = seeded(6), encode.empty(options)
    rules.deal(position, xorshift)
    for _ in range(30):
        legal = moves_of(position)
        drawn = {int(moves.random_move(position, xorshift)) for _ in range(20 * len(legal))}
        assert drawn == legal
        rules.apply(position, max(drawn), xorshift)
