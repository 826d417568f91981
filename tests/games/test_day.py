"""Games' daily challenges: the same for all players, whatever they do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.core.chance import CHANCE, Roll, Rolled, Shuffled
from quincunx.core.day import AnyDayDeal, DayChance
from quincunx.core.game import AnyGame
from quincunx.core.values import Outcome
from quincunx.engines.levels import names
from quincunx.games import GAMES
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinqo.game import GAME as CINQO

WITH_DAYS = [game for game in GAMES.values() if game.day is not None]
SEEDS = st.binary(min_size=32, max_size=32)


def deal_of(game: AnyGame) -> AnyDayDeal:
    assert game.day is not None
    return game.day


def play(game: AnyGame, seed: bytes, random: Random, turns: int = 60) -> Iterator[tuple[Any, Any]]:
    """A game of random moves: the states in which chance was asked, and its answers."""
    deal, chance = deal_of(game), DayChance(seed, game.name)
    state = game.initial(deal.options)
    while (seat := game.to_move(state)) is not None and game.turn(state).number <= turns:
        if seat == CHANCE:
            move = chance.chance_move(deal.streams(state), game.asks(state))
            yield state, move
        else:
            move = random.choice(game.legal_moves(state))
        state = game.apply(state, move)


@pytest.mark.parametrize("game", WITH_DAYS, ids=lambda game: game.name)
def test_a_deal_can_be_played_by_people_against_bots_that_there_are(game: AnyGame) -> None:
    deal = deal_of(game)
    game.check(deal.options)
    assert deal.options.first is not None
    assert {deal.level, deal.best} <= set(names(game.bots))


@pytest.mark.parametrize("game", WITH_DAYS, ids=lambda game: game.name)
@given(seed=SEEDS, number=st.integers(0, 2**32))
def test_no_stream_is_asked_twice(game: AnyGame, seed: bytes, number: int) -> None:
    asked: list[int] = []
    for state, _ in play(game, seed, Random(number)):
        question = game.asks(state)
        streams = deal_of(game).streams(state)
        assert len(streams) == (len(question.sides) if isinstance(question, Roll) else 1)
        asked += streams
    assert len(set(asked)) == len(asked) > 0


@given(seed=SEEDS, one=st.integers(0, 2**32), other=st.integers(0, 2**32))
def test_dice_fall_alike_however_they_are_kept(seed: bytes, one: int, other: int) -> None:
    def fallen(number: int) -> dict[tuple[int, int, int], int]:
        """Turn, roll and die → what it showed."""
        found = {}
        for state, move in play(CINQO, seed, Random(number)):
            dice = state.loose if state.boxed else (*state.loose, 5)
            assert isinstance(move, Rolled)
            for die, face in zip(dice, move.faces, strict=True):
                found[CINQO.turn(state).number, state.roll + 1, die] = face
        return found

    first, second = fallen(one), fallen(other)
    both = first.keys() & second.keys()
    assert len(both) >= 6  # the first roll at least
    assert {key: first[key] for key in both} == {key: second[key] for key in both}


@given(seed=SEEDS, number=st.integers(0, 2**32))
def test_a_die_that_is_put_away_is_the_one_that_showed_it(seed: bytes, number: int) -> None:
    """The faces tell which dice are left: those of the tray, in its order."""
    random = Random(number)
    chance, state = DayChance(seed, "cinqo"), CINQO.initial(deal_of(CINQO).options)
    for _ in range(60):
        if CINQO.to_move(state) == CHANCE:
            before = state.loose
            state = CINQO.apply(state, chance.chance_move(deal_of(CINQO).streams(state), CINQO.asks(state)))
            shown = dict(zip(before, state.tray, strict=False))
        elif CINQO.to_move(state) is None:
            break
        else:
            move = random.choice(CINQO.legal_moves(state))
            after = CINQO.apply(state, move)
            if after.rolling and after.roll:
                assert set(after.loose) <= set(state.loose)
                gone = sorted(shown[die] for die in state.loose if die not in after.loose)
                assert gone == sorted(move.rack + move.bank)
            else:
                assert after.loose == (0, 1, 2, 3, 4)
            state = after


@given(seed=SEEDS, one=st.integers(0, 2**32), other=st.integers(0, 2**32))
def test_cards_are_the_same_for_all_players(seed: bytes, one: int, other: int) -> None:
    (_, first), (_, second) = (next(play(CINCO, seed, Random(number))) for number in (one, other))
    assert isinstance(first, Shuffled)
    assert first == second
    assert len(first.cards) == 90


def test_a_later_shuffle_of_the_discards_has_a_stream_of_its_own() -> None:
    chance, state = DayChance(bytes(32), "cinco"), CINCO.initial(deal_of(CINCO).options)
    streams = []
    while len(streams) < 3:
        if CINCO.to_move(state) == CHANCE:
            streams.append(deal_of(CINCO).streams(state))
            state = CINCO.apply(state, chance.chance_move(streams[-1], CINCO.asks(state)))
        else:
            state = CINCO.apply(state, CINCO.legal_moves(state)[-1])  # exchange all four
    assert streams == [(0,), (1,), (2,)]


def test_results_are_ordered_as_people_would() -> None:
    def cinco(turns: int, *winners: int) -> int:
        state = CINCO.initial(deal_of(CINCO).options)
        found = deal_of(CINCO).result(_at(state, turns), Outcome("five", winners))
        assert found is not None
        return found

    # Turns of both players count: after 9 of them I have had five, the other four.
    assert cinco(9, 0) == 9_995
    assert cinco(10, 1) == -9_995
    assert cinco(9, 0) > cinco(11, 0) > cinco(40) == 0 > cinco(40, 1) > cinco(10, 1)
    solitaire = CINQO.initial(deal_of(CINQO).options)
    assert deal_of(CINQO).result(solitaire, Outcome("resigned", ())) is None
    assert deal_of(CINQO).result(solitaire, Outcome("hundred", (0,))) == 0


def _at(state: Any, turns: int) -> Any:
    from msgspec.structs import replace

    return replace(state, turn=turns)


def test_the_average_of_perfect_play_is_what_the_solution_says() -> None:
    from quincunx.games.cinqo.bots.solver.everybody import start

    assert deal_of(CINQO).average == pytest.approx(-start(deal_of(CINQO).options)[0], abs=1e-9)


def test_the_game_that_the_client_is_tested_by_is_one() -> None:
    """``testdata/day-game.json``: what a replay tells of a day's deal, and the streams that it is from."""
    found = json.loads(Path("testdata/day-game.json").read_text("utf-8"))
    chance, state = DayChance(bytes.fromhex(found["seed"]), "cinqo"), CINQO.initial(deal_of(CINQO).options)
    assert len(found["steps"]) > 20
    for step in found["steps"]:
        move = CINQO.text.parse_move(step["move"])
        if "streams" in step:
            assert tuple(step["streams"]) == deal_of(CINQO).streams(state)
            assert chance.chance_move(tuple(step["streams"]), CINQO.asks(state)) == move
        after = CINQO.apply(state, move)
        assert json.loads(msgspec.json.encode(CINQO.public_events(state, move, after, 0))) == step["events"]
        state = after
