"""Cinq-O's rules, by example. Rule numbers are those of docs/rules/cinqo.md."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from quincunx.core.chance import CHANCE, Picked, Roll, Rolled
from quincunx.core.reason import Reason, Refusal
from quincunx.core.values import Outcome, Turn
from quincunx.games.cinqo.card import HILO_FACES, best_points, number_of, read
from quincunx.games.cinqo.game import GAME as CINQO
from quincunx.games.cinqo.rules import apply, asks, initial, legal_moves
from quincunx.games.cinqo.state import CinqoState
from quincunx.games.cinqo.types import CinqoOptions, DiceRolled, Put, PutAway, TurnEnded, TurnResult

HI_3, LO_1, LO_3 = 3, 4, 6
"""Faces of the Hi/Lo die as chance rolls them."""


def play(state: CinqoState, *moves: Put | Rolled) -> CinqoState:
    for move in moves:
        state = apply(state, move)
    return state


def new(**options: object) -> CinqoState:
    return initial(CinqoOptions(**options))  # type: ignore[arg-type]  # options are checked by initial


def refused(state: CinqoState, move: object) -> Reason:
    with pytest.raises(Refusal) as caught:
        apply(state, move)  # type: ignore[arg-type]  # some of these moves are wrong on purpose
    assert caught.value.reason.kind == "rule"
    return caught.value.reason


# ---- 2: players ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [-1, 0, 7, 1000])
def test_one_to_six_may_play(players: int):
    for good in range(1, 7):
        new(players=good)
    assert not_played(players=players).rule == "2"


def not_played(**options: object) -> Reason:
    """The reason why a game cannot be played with these options."""
    with pytest.raises(Refusal) as caught:
        new(**options)
    return caught.value.reason


# ---- 3: a turn -----------------------------------------------------------------------------------


def test_a_turn_starts_with_all_six_dice():
    state = new()
    assert CINQO.to_move(state) == CHANCE
    assert asks(state) == Roll((6,) * 6)
    assert play(state, Rolled((6, 1, 6, 3, 6, HI_3))).tray == (6, 1, 6, 3, 6)


def test_at_least_one_die_goes_into_the_rack_from_the_roll_or_the_bank():
    state = play(new(), Rolled((6, 1, 6, 3, 6, HI_3)))
    assert refused(state, Put(bank=(6,))).rule == "3.2"
    assert refused(state, Put(box=True)).code == "rack-one"  # the Hi/Lo die is not a racked die
    banked = play(state, Put(rack=(6,), bank=(6,)), Rolled((2, 2, 2, HI_3)))
    assert banked.bank == (6,)
    assert play(banked, Put(from_bank=(6,))).rack == (6, 6)


def test_dice_that_are_not_there_cannot_be_put_away():
    state = play(new(), Rolled((6, 1, 6, 3, 6, HI_3)))
    assert refused(state, Put(rack=(5,))).code == "not-in-roll"
    assert refused(state, Put(rack=(6, 6), bank=(6, 6))).code == "not-in-roll"
    assert refused(state, Put(rack=(1,), from_bank=(1,))).code == "not-in-bank"
    assert refused(state, Put(rack=(1,) * 10_000)).code == "not-in-roll"


def test_q1_outside_its_box_the_hilo_die_is_rolled_again():
    first = play(new(), Rolled((6, 1, 6, 3, 6, HI_3)))
    assert asks(play(first, Put(rack=(6, 6, 6)))) == Roll((6, 6, 6))
    boxed = play(first, Put(rack=(6, 6, 6), box=True))
    assert asks(boxed) == Roll((6, 6))
    again = play(boxed, Rolled((1, 2)))
    assert again.hilo == 3
    assert refused(again, Put(rack=(1,), box=True)).code == "already-boxed"


def test_q2_the_turn_ends_when_no_scoring_die_is_left_to_roll():
    first = play(new(), Rolled((6, 1, 6, 3, 6, LO_1)))
    ended = play(first, Put(rack=(6,), bank=(1, 3, 6, 6)))  # the banked dice move to the Rack
    assert ended.history.last == TurnResult(0, 1, (1, 3, 6, 6, 6), -1, 22, 1, 1, "sum")
    assert CINQO.to_move(ended) == CHANCE
    assert ended.seat == 1


def test_a_full_rack_ends_the_turn():
    ended = play(new(), Rolled((6, 6, 6, 6, 5, HI_3)), Put(rack=(5, 6, 6, 6, 6)))
    assert ended.history.last.points == 8 * 3


def test_the_turn_ends_after_the_fifth_roll_with_everything_in_the_rack():
    state = play(new(), Rolled((1, 2, 2, 4, 6, HI_3)), Put(rack=(1,)))
    for roll in ((2, 2, 4, 6), (2, 4, 6), (4, 6)):
        state = play(state, Rolled((*roll, HI_3)), Put(rack=(roll[0],)))
    assert state.roll == 4
    ended = play(state, Rolled((6, LO_3)))  # 1 + 2 + 2 + 4 + 6 = 15
    assert ended.history.last == TurnResult(0, 1, (1, 2, 2, 4, 6), -3, 15, 1, 3, "sum")
    assert ended.tray == (), "nothing lies about until the next roll"


def test_a_straight_reads_10_and_is_called_one():
    ended = play(new(), Rolled((1, 5, 3, 2, 4, LO_3)), Put(rack=(1, 2, 3, 4, 5)))
    assert ended.history.last == TurnResult(0, 1, (1, 2, 3, 4, 5), -3, 15, 10, 30, "straight")


ROLLED = (Rolled((6, 1, 6, 3, 6, HI_3)),)


def test_after_the_end_every_move_is_refused_alike():
    over = play(new(goal="rounds", rounds=1), *SURE_24, *SURE_18)
    assert refused(over, Put(rack=(1,))) == refused(over, Rolled((1,) * 6)) == CINQO.is_over


@pytest.mark.parametrize(
    "put", [Put(rack=(6, 1)), Put(rack=(1,), bank=(6, 3)), Put(rack=(1,), bank=(6, 6, 3))]
)
def test_dice_are_named_in_ascending_order_and_in_no_other(put: Put):
    """One spelling for each move, as ``legal_moves`` lists it."""
    state = play(new(), *ROLLED)
    assert refused(state, put).code == "dice-unsorted"
    ascending = Put(tuple(sorted(put.rack)), tuple(sorted(put.bank)))
    assert ascending in legal_moves(state)
    apply(state, ascending)


def test_dice_of_the_bank_are_named_in_ascending_order_too():
    state = play(new(), *ROLLED, Put(rack=(6,), bank=(1, 3)), Rolled((2, 2, HI_3)))
    assert refused(state, Put(from_bank=(3, 1))).code == "dice-unsorted"
    apply(state, Put(from_bank=(1, 3)))


def test_moves_and_rolls_wait_for_each_other():
    state = new()
    assert refused(state, Put(rack=(1,))).code == "chance-first"
    rolled = play(state, Rolled((1, 2, 2, 4, 6, HI_3)))
    for answer in (Rolled((1, 2, 3, 4, 5, 6)), Picked(0)):
        assert refused(rolled, answer).code == "not-what-was-asked"
    for faces in ((1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 7), (0, 2, 3, 4, 5, 6)):
        assert refused(state, Rolled(faces)).code == "not-what-was-asked"


# ---- 4: the score --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("total", "hi", "lo"),
    [
        *((30, 10, 1), (29, 8, 1), (28, 7, 1), (27, 6, 1), (26, 5, 1), (25, 4, 1), (24, 3, 1), (23, 2, 1)),
        *((22, 1, 1), (17, 1, 1), (13, 1, 1), (12, 1, 2), (11, 1, 3), (10, 1, 4), (9, 1, 5), (8, 1, 6)),
        *((7, 1, 7), (6, 1, 8), (5, 1, 10)),
    ],
)
def test_the_score_card(total: int, hi: int, lo: int):
    assert (number_of(total, hi=True), number_of(total, hi=False)) == (hi, lo)


def test_the_examples_of_the_rules():
    assert read((1, 1, 1, 1, 2), -2) * 2 == 16
    assert read((4, 5, 6, 6, 6), 3) * 3 == 18
    assert read((6,) * 5, 3) * 3 == 30
    assert read((1,) * 5, -3) * 3 == 30
    assert HILO_FACES == (1, 2, 3, -1, -2, -3)


def test_a_straight_reads_10_on_either_side():
    for straight in ((1, 2, 3, 4, 5), (6, 5, 4, 3, 2)):
        for hilo in (1, -1):
            assert read(straight, hilo) == 10
    assert read((1, 2, 3, 4, 6), 1) == 1


@pytest.mark.parametrize(
    ("kept", "boxed", "best"),
    [
        ((), None, 30),
        ((), 2, 20),
        ((1,), 3, 30),  # a straight
        ((1, 2, 3, 4, 5), 3, 30),
        ((2, 3, 4, 5, 6), None, 30),
        ((6, 6, 6, 6), 1, 10),
        ((1, 1), 3, 3),  # at most 20 on Hi
        ((1, 1), -2, 20),
        ((3, 3, 6), None, 9),  # at most 24 on Hi reads 3
    ],
)
def test_the_best_that_a_turn_can_still_score(kept: tuple[int, ...], boxed: int | None, best: int):
    assert best_points(kept, boxed) == best


def test_q3_five_of_a_kind_in_one_roll_scores_10_flat_and_gives_a_second_turn():
    state = play(new(), Rolled((6, 6, 6, 6, 6, HI_3)))
    assert state.history.last.points == 10
    assert state.history.last.kind == "five"
    assert (state.seat, state.round, state.bonus) == (0, 1, True)
    again = play(state, Rolled((1, 1, 1, 1, 1, HI_3)))  # it may happen again
    assert (again.scores[0], again.seat, again.bonus) == (20, 0, True)
    ended = play(again, Rolled((6, 6, 6, 6, 5, HI_3)), Put(rack=(5, 6, 6, 6, 6)))
    assert (ended.seat, ended.bonus, ended.scores) == (1, False, (44, 0))


def test_five_equal_dice_gathered_over_several_rolls_are_an_ordinary_turn():
    state = play(new(), Rolled((6, 6, 6, 6, 1, HI_3)), Put(rack=(6, 6, 6, 6), box=True))
    assert play(state, Rolled((6,)), Put(rack=(6,))).history.last.points == 30


# ---- 5: the end ----------------------------------------------------------------------------------


def test_q4_reaching_100_ends_the_game_at_once():
    state = replace(new(players=3), scores=(76, 99, 99))
    ended = play(state, Rolled((6, 6, 6, 6, 5, HI_3)), Put(rack=(5, 6, 6, 6, 6)))
    assert ended.outcome == Outcome("hundred", (0,))
    assert ended.scores == (100, 99, 99)
    assert legal_moves(ended) == ()
    assert refused(ended, Put(rack=(1,))).code == "game-over"


def test_after_the_end_the_turn_is_still_of_the_player_who_ended_the_game():
    won = play(replace(new(players=3), scores=(0, 99, 0), seat=1), *SURE_24)
    assert (won.outcome, won.seat) == (Outcome("hundred", (1,)), 1)
    assert CINQO.view(won, None).turn_of == 1
    rounds = play(new(goal="rounds", rounds=1), *SURE_24, *SURE_18)
    assert (rounds.outcome, rounds.seat) == (Outcome("rounds", (0,)), 1)
    assert CINQO.turn(rounds) == Turn(3, 1)
    assert (CINQO.view(rounds, None).turn_of, CINQO.view(rounds, None).round) == (1, 1)


def test_q4_the_ten_of_five_of_a_kind_can_end_the_game():
    state = replace(new(), scores=(90, 0))
    assert play(state, Rolled((2, 2, 2, 2, 2, LO_1))).outcome == Outcome("hundred", (0,))


SURE_24 = (Rolled((6, 6, 6, 6, 5, HI_3)), Put(rack=(5, 6, 6, 6, 6)))
SURE_18 = (Rolled((6, 6, 6, 5, 4, HI_3)), Put(rack=(4, 5, 6, 6, 6)))


def test_fixed_rounds_give_everyone_each_round_and_equal_totals_share_the_win():
    shared = play(new(players=3, goal="rounds", rounds=1, first=1), *SURE_24, *SURE_18, *SURE_24)
    assert shared.outcome == Outcome("rounds", (0, 1))
    assert shared.scores == (24, 24, 18)


def test_fixed_rounds_go_past_100():
    state = replace(new(goal="rounds", rounds=1), scores=(90, 0))
    assert play(state, *SURE_24).outcome is None


def test_q5_the_second_turn_belongs_to_the_same_round():
    state = play(new(goal="rounds", rounds=1), Rolled((1, 1, 1, 1, 1, HI_3)))
    assert (state.seat, state.round) == (0, 1)
    ended = play(state, *SURE_18, *SURE_18)
    assert ended.outcome == Outcome("rounds", (0,))
    assert ended.scores == (28, 18)


def test_q5_solitaire_counts_rounds_and_a_second_turn_is_no_new_one():
    state = play(new(players=1), Rolled((1, 1, 1, 1, 1, HI_3)), *SURE_24, *SURE_24, *SURE_24, *SURE_24)
    assert state.outcome == Outcome("hundred", (0,))
    assert state.round == 4


def test_the_host_may_say_who_starts():
    state = play(new(players=3, first=2), *SURE_18)
    assert (state.seat, state.round) == (0, 1)
    assert play(state, *SURE_18, *SURE_18).round == 2


# ---- public events ----------------------------------------------------------------------


def test_the_public_events_of_a_turn():
    state = new()
    roll = Rolled((6, 6, 6, 6, 5, HI_3))
    rolled = apply(state, roll)
    put = Put(rack=(6,), bank=(5, 6, 6, 6), box=True)
    assert CINQO.public_events(state, roll, rolled, None) == (DiceRolled(0, 1, (6, 6, 6, 6, 5), 3),)
    assert CINQO.public_events(rolled, put, apply(rolled, put), 1) == (
        PutAway(0, (6,), (5, 6, 6, 6), (), True),
        TurnEnded(TurnResult(0, 1, (5, 6, 6, 6, 6), 3, 29, 8, 24, "sum"), 24),
    )


def test_of_a_boxed_die_nothing_is_told_that_was_not_rolled():
    state = play(new(), Rolled((6, 6, 6, 6, 5, HI_3)), Put(rack=(6,), box=True))
    roll = Rolled((1, 2, 3, 4))
    assert CINQO.public_events(state, roll, apply(state, roll), None) == (
        DiceRolled(0, 2, (1, 2, 3, 4), None),
    )
