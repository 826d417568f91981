"""Cinco's puzzles: what is a fact holds for every one of them, and what was measured, measured again."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

import pytest
from msgspec.structs import replace

from quincunx.core.study import Answer, Study
from quincunx.games import GAMES
from quincunx.games.cinco.board import bit
from quincunx.games.cinco.bots.kernels.measure import worths_of
from quincunx.games.cinco.bots.ranking import root_of
from quincunx.games.cinco.puzzles.answers import COMPARED
from quincunx.games.cinco.puzzles.shape import around
from quincunx.games.cinco.review.position import Position
from quincunx.games.cinco.state import CincoState, team_of
from quincunx.games.cinco.types import CincoMove, Draw, Exchange, Play
from quincunx.games.cinco.view import view
from quincunx.lessons.judge import fits, fitting
from quincunx.lessons.library import puzzles
from quincunx.lessons.position import follow, reach
from tests.examples import mostly_nightly

GAME: Final = GAMES["cinco"]
ALL: Final = puzzles(GAME)
SAMPLE: Final = 8
MEASURED: Final = Random(12).sample(ALL, min(SAMPLE, len(ALL)))
EVERY: Final = 3
"""One puzzle of each theme in so many is tried at once, all of them each night."""
SIMULATIONS: Final = 800


def of_theme(theme: str, part: int) -> list[tuple[Study, CincoState, Position]]:
    found = []
    for study in [each for each in ALL if each.theme == theme][part::EVERY]:
        state = reach(study.position, GAMES).state
        found.append((study, state, Position(view(state, state.seat))))
    return found


@pytest.fixture(params=[0, *(pytest.param(each, marks=pytest.mark.nightly) for each in range(1, EVERY))])
def part(request: pytest.FixtureRequest) -> int:
    return int(request.param)


def right_moves(study: Study, state: CincoState) -> list[object]:
    said = {move: fitting(study, GAME.text.write_move(move)) for move in GAME.legal_moves(state)}
    return [move for move, answer in said.items() if answer is not None and answer.right]


def test_to_win_this_turn_is_right_and_nothing_else(part: int) -> None:
    for study, state, _ in of_theme("win", part):
        for move in GAME.legal_moves(state):
            answer = fitting(study, GAME.text.write_move(move))
            assert answer is not None
            assert answer.right == (GAME.apply(state, move).outcome is not None), study.id


def test_the_only_block_is_where_the_next_seat_would_win(part: int) -> None:
    for study, state, facts in of_theme("block", part):
        (space,) = facts.dangers()
        assert all(GAME.apply(state, move).outcome is None for move in GAME.legal_moves(state))
        after = (state.seat + 1) % state.options.players
        theirs = state.tokens[team_of(state.options, after)]
        assert space in facts.wins(theirs)
        right = right_moves(study, state)
        assert right
        assert all(isinstance(move, Play) and move.space == space for move in right)


def test_whatever_else_is_done_the_line_shows_the_win_that_it_allows(part: int) -> None:
    shown = 0
    for study, state, _ in of_theme("block", part):
        for move in GAME.legal_moves(state):
            answer = fitting(study, GAME.text.write_move(move))
            assert answer is not None
            if answer.right or answer.why[0].code == COMPARED:
                continue
            *_, (_, last) = follow(GAME, GAME.apply(state, move), answer.line)
            assert last.outcome is not None
            assert state.seat not in last.outcome.winners
            shown += 1
    assert shown > 50


def test_two_threats_are_two_where_there_was_none(part: int) -> None:
    for study, state, facts in of_theme("threats", part):
        assert not facts.wins(facts.own)
        assert not facts.dangers()
        for move in right_moves(study, state):
            assert isinstance(move, Play)
            assert move.space is not None
            wins = [space for space in facts.wins(facts.own | bit(move.space)) if space != move.space]
            assert len(wins) >= 2


def test_draw_exchange_and_play_are_each_right_at_times() -> None:
    found = [each for part in range(EVERY) for each in of_theme("choose", part)]
    assert {type(right_moves(study, state)[0]) for study, state, _ in found} == {Play, Draw, Exchange}


def test_to_exchange_is_right_at_times_and_the_nearest_mistake_at_others(part: int) -> None:
    kinds: set[bool] = set()
    for study, state, _ in of_theme("timing", part):
        assert len(state.hands[state.seat]) == 4
        near = [each.move for each in study.answers if each.why and each.why[0].code == COMPARED]
        (right,) = {isinstance(move, Exchange) for move in right_moves(study, state)}
        assert right or "exchange" in near, study.id
        kinds.add(right)
    assert kinds == {True, False}


def test_to_block_is_right_at_times_and_to_leave_the_danger_at_others(part: int) -> None:
    blocks: set[bool] = set()
    for study, state, facts in of_theme("chances", part):
        dangers = facts.dangers()
        assert dangers, study.id
        spaces = {move.space if isinstance(move, Play) else None for move in right_moves(study, state)}
        (space,) = spaces
        blocks.add(space in dangers)
    assert blocks == {True, False}


def test_a_threat_is_made_where_there_was_none(part: int) -> None:
    for study, state, facts in of_theme("pressure", part):
        for move in right_moves(study, state):
            assert isinstance(move, Play)
            assert set(facts.threats(move)) - set(facts.wins(facts.own)), study.id


def test_a_quiet_move_makes_no_line_of_three_and_stops_none(part: int) -> None:
    for study, state, facts in of_theme("quiet", part):
        assert not facts.dangers()
        for move in right_moves(study, state):
            assert isinstance(move, Play)
            assert move.space is not None
            own = facts.own | bit(move.space)
            lines = [(own & window).bit_count() for window in facts.open_windows(move.space)]
            assert max([*lines, *facts.hindered(move.space)], default=0) < 3, study.id
            assert not facts.threats(move)


def first_of(moves: Mapping[str, CincoMove], answer: Answer) -> CincoMove:
    return next(move for text, move in moves.items() if fits(answer, text))


@pytest.mark.parametrize("study", mostly_nightly(MEASURED, *MEASURED[1:3]), ids=lambda study: study.id)
def test_measured_once_more_right_is_better_than_wrong(study: Study) -> None:
    state = reach(study.position, GAMES).state
    root, seat = root_of(view(state, state.seat)), state.seat
    moves = {GAME.text.write_move(move): move for move in GAME.legal_moves(state)}
    best, *others = [
        worths_of(
            root, seat, next(move for text, move in moves.items() if fits(answer, text)), "test", SIMULATIONS
        )
        for answer in study.answers
        if answer.right or answer.move in moves
    ]
    wrong = others[sum(answer.right for answer in study.answers) - 1 :]
    assert wrong
    assert study.margin is not None
    for other in wrong:
        difference = best - other
        error = difference.std() / SIMULATIONS**0.5
        # The margin is of the nearest wrong move; both were measured, so both may err.
        assert difference.mean() > 0.5 * study.margin - 2 * error, study.id
        assert difference.mean() > 0, study.id


def test_turned_and_mirrored_it_is_one_shape_and_moved_another_token_is_not() -> None:
    empty = view(reach(ALL[0].position, GAMES).state, 0)

    def shape(corner: int, *others: int) -> str:
        board = tuple(0 if space in others else None for space in range(1, 91))
        return around(replace(empty, board=board), corner, 0)

    # 1 to 6 are the ring around the centre, so each has a neighbour on either side along it.
    ring = [1, 2, 3, 4, 5, 6]
    neighbours = [(each, ring[place - 1]) for place, each in enumerate(ring)]
    assert len({shape(corner, other) for corner, other in neighbours}) == 1
    assert len({shape(corner, ring[(place + 1) % 6]) for place, corner in enumerate(ring)}) == 1
    assert shape(1, 2) == shape(1, 6)
    assert shape(1, 2) != shape(1)
