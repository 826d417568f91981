"""A viewer's view of Cinq-O: the dice, and the maximum that the turn can still score."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from quincunx.core.chance import CHANCE, Picked, Rolled, resolve_chance
from quincunx.games.cinqo.card import HILO_FACES, read
from quincunx.games.cinqo.game import GAME as CINQO
from quincunx.games.cinqo.rules import apply, legal_moves
from quincunx.games.cinqo.state import CinqoState
from quincunx.games.cinqo.types import CinqoOptions, CinqoView, Put

HI_1, HI_3, LO_1, LO_2 = 1, 3, 4, 5


def seen(*moves: Put | Rolled) -> CinqoView:
    """A spectator's view after these moves."""
    state = CINQO.initial(CinqoOptions())
    for move in moves:
        state = apply(state, move)
    return CINQO.view(state, None)


def test_a_die_outside_its_box_limits_nothing_that_is_still_to_be_rolled() -> None:
    view = seen(Rolled((6, 1, 6, 3, 6, HI_1)), Put(rack=(6, 6)))
    assert (view.hilo, view.boxed, view.best) == (1, False, 30)
    boxed = seen(Rolled((6, 1, 6, 3, 6, HI_1)), Put(rack=(6, 6), box=True))
    assert (boxed.hilo, boxed.boxed, boxed.best) == (1, True, 10)


def test_in_small_there_are_totals_and_the_dice_as_they_lie() -> None:
    assert CINQO.small is not None
    begun, put, rolled = (
        CINQO.small(seen(*moves))
        for moves in (
            (),
            (Rolled((6, 1, 6, 3, 6, LO_2)), Put(rack=(6, 6), bank=(6,), box=True)),
            (Rolled((6, 1, 6, 3, 6, LO_2)), Put(rack=(6, 6), bank=(6,)), Rolled((5, 1, HI_3))),
        )
    )
    assert (begun, put, rolled) == ("0,0 0 - - - -", "0,0 0 66 6 - -2", "0,0 0 66 6 51 3")


def test_no_turn_is_idle() -> None:
    assert {CINQO.idle_turns(state) for state in positions_of(1)} == {0}


def test_a_move_of_another_game_has_no_public_events() -> None:
    state = CINQO.initial(CinqoOptions())
    with pytest.raises(ValueError, match=r"^Cinq-O has no such move$"):
        CINQO.public_events(state, Picked(0), state, None)


# ---- once more by trying everything ------------------------------------------------------------------------


def best_by_trying(state: CinqoState) -> int:
    """The most points over all legal keeps and all that may be rolled after them.

    Whatever more rolls can bring, one can bring as well, after which everything is put away.
    """
    if state.rolling:
        return most_after_a_roll((*state.rack, *state.bank), state.hilo if state.boxed else None)
    best = 0
    for after in {_kept(apply(state, put)) for put in legal_moves(state)}:
        best = max(best, after if isinstance(after, int) else most_after_a_roll(*after))
    return best


def _kept(after: CinqoState) -> int | tuple[tuple[int, ...], int | None]:
    """The points of the turn if it has ended, else the dice that stay and the Hi/Lo die in its box."""
    if not after.rack:
        return after.history.last.points
    return tuple(sorted((*after.rack, *after.bank))), after.hilo if after.boxed else None


@cache
def most_after_a_roll(kept: tuple[int, ...], boxed: int | None) -> int:
    """The most that one roll can bring, looked for among all of them."""
    falls = combinations_with_replacement(range(1, 7), 5 - len(kept))
    dice = [(*kept, *fall) for fall in falls]
    return max(read(each, hilo) * abs(hilo) for each in dice for hilo in ((boxed,) if boxed else HILO_FACES))


def positions_of(seed: int) -> Iterator[CinqoState]:
    """All positions of a random turn or two."""
    random = Random(seed)
    state = CINQO.initial(CinqoOptions())
    while len(state.history) < 2 and state.outcome is None:
        yield state
        if CINQO.to_move(state) == CHANCE:
            state = apply(state, resolve_chance(CINQO.asks(state), random))
        else:
            few = [put for put in legal_moves(state) if len(put.rack) + len(put.bank) <= 2]
            state = apply(state, random.choice(few))


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_the_best_is_what_trying_everything_finds(seed: int) -> None:
    for state in positions_of(seed):
        assert CINQO.view(state, 0).best == best_by_trying(state), state


SIXES = Rolled((1, 6, 6, 6, 6, HI_3))


@pytest.mark.parametrize(
    ("moves", "best"),
    [
        ((), 30),
        # The last die lies, and one must be racked after every roll: 6-6-6-6-1 on 3↑ reads 4.
        ((SIXES, Put((6,) * 4, box=True), Rolled((1,))), 12),
        # With the Hi/Lo die outside its box, too, the turn ends as the dice lie.
        ((SIXES, Put((6,) * 4), Rolled((1, LO_1))), 1),
        ((SIXES, Put((6,) * 4), Rolled((6, HI_1))), 10),
        # With one of them in the Bank that one may be racked, and the last die rolled again.
        ((SIXES, Put((6,) * 3, (6,), box=True), Rolled((1,))), 30),
        # While it rolls anything may fall.
        ((SIXES, Put((6,) * 4, box=True)), 30),
        ((SIXES, Put((6,) * 4)), 30),
        ((SIXES, Put((1, 6), box=True)), 12),
        # A straight is still possible, whatever the arrow says.
        ((Rolled((1, 2, 3, 3, 3, LO_2)), Put((2, 3), box=True)), 20),
        ((Rolled((1, 2, 3, 3, 3, LO_2)),), 30),
    ],
)
def test_the_best_by_example(moves: tuple[Put | Rolled, ...], best: int) -> None:
    assert seen(*moves).best == best


def test_after_the_end_nothing_can_be_scored() -> None:
    state = replace(CINQO.initial(CinqoOptions()), scores=(90, 0))
    over = CINQO.view(apply(state, Rolled((2,) * 5 + (LO_1,))), 0)
    assert (over.best, over.number, over.points, over.to_move) == (0, None, None, None)


# ---- as they lie -------------------------------------------------------------------------------------------


def test_the_dice_are_read_as_they_lie() -> None:
    view = seen(Rolled((6, 6, 5, 6, 6, HI_3)))
    assert (view.number, view.points, view.hilo, view.boxed) == (8, 24, 3, False)
    assert view.tray == (6, 6, 5, 6, 6), "as they fell"
    rolling = seen(Rolled((6, 6, 5, 6, 6, HI_3)), Put((6,), box=True))
    assert (rolling.number, rolling.points, rolling.hilo, rolling.boxed) == (None, None, 3, True)
    again = seen(Rolled((6, 6, 5, 6, 6, HI_3)), Put((6,), (6,), box=True), Rolled((1, 1, 1)))
    assert (again.number, again.points, again.bank) == (1, 3, (6,))


def test_every_finished_turn_is_shown_oldest_first() -> None:
    view = seen(SIXES, Put((1, 6, 6, 6, 6)), Rolled((6, 6, 6, 6, 5, HI_3)), Put((5, 6, 6, 6, 6)))
    assert [(turn.seat, turn.points) for turn in view.history] == [(0, 12), (1, 24)]
    assert view.turn_of == 0
