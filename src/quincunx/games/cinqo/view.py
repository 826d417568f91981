"""Cinq-O's views. Nothing is hidden, but the interface is the same as Cinco's."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from quincunx.core.chance import ChanceMove, Rolled
from quincunx.core.values import Seat
from quincunx.games.cinqo import card
from quincunx.games.cinqo.state import CinqoState
from quincunx.games.cinqo.types import CinqoEvent, CinqoMove, CinqoView, DiceRolled, Put, PutAway, TurnEnded


def view(state: CinqoState, viewer: Seat | None) -> CinqoView:
    """Return the whole position, and the score of the dice as they lie."""
    dice = state.rack + state.bank + state.tray
    lying = state.hilo if len(dice) == card.DICE and state.outcome is None else None
    number = None if lying is None else card.read(dice, lying)
    return CinqoView(
        options=state.options,
        viewer=viewer,
        to_move=None if state.rolling or state.outcome is not None else state.seat,
        turn_of=state.seat,
        round=state.round,
        bonus=state.bonus,
        roll=state.roll,
        tray=state.tray,
        rack=state.rack,
        bank=state.bank,
        hilo=state.hilo,
        boxed=state.boxed,
        number=number,
        points=None if number is None or lying is None else number * abs(lying),
        best=_best(state),
        scores=state.scores,
        history=state.history.all(),
        outcome=state.outcome,
    )


def reveal(state: CinqoState) -> CinqoView:
    """Return the same view: nothing is hidden in this game."""
    return view(state, None)


def small(view: CinqoView) -> str:
    """Write the totals, the seat to move, and the dice of Rack, Bank and tray and the Hi/Lo die as they lie,
    separated by blanks: ``17,40 1 665 6 2 -3``. An empty part is ``-``."""
    dice = ("".join(map(str, place)) or "-" for place in (view.rack, view.bank, view.tray))
    hilo = "-" if view.hilo is None else str(view.hilo)
    return " ".join((",".join(map(str, view.scores)), str(view.turn_of), *dice, hilo))


def _best(state: CinqoState) -> int:
    if state.outcome is not None:
        return 0
    kept = tuple(sorted(state.rack + state.bank))
    if state.rolling:
        return card.best_points(kept, state.hilo if state.boxed else None)
    assert state.hilo is not None  # the dice lie
    return best_after(kept, tuple(sorted(state.tray)), bool(state.bank), state.hilo, state.boxed)


# Only the dice that stay matter, not their place: there are so few positions that most are in the cache.
@lru_cache(maxsize=1 << 14)
def best_after(
    before: tuple[int, ...], tray: tuple[int, ...], any_in_bank: bool, hilo: int, boxed: bool
) -> int:
    """Return the highest possible score of a turn while a roll (``tray``) lies beside the dice kept
    ``before``: the best over all legal keeps and all later rolls. Both are ascending."""
    best = 0
    # At least one die goes into the Rack: of this roll, or of the Bank if it has any (3.2).
    for count in range(0 if any_in_bank else 1, len(tray) + 1):
        for keep in set(combinations(tray, count)):
            kept = tuple(sorted(before + keep))
            if len(kept) == card.DICE:  # the turn ends, and the Hi/Lo die counts as it lies (Q2)
                points = card.read(kept, hilo) * abs(hilo)
            else:
                points = max(card.best_points(kept, hilo), 0 if boxed else card.best_points(kept, None))
            best = max(best, points)
    return best


def public_events(
    before: CinqoState, move: CinqoMove | ChanceMove, after: CinqoState, viewer: Seat | None
) -> tuple[CinqoEvent, ...]:
    """Return the events of a move, including the end of a turn; they are the same for all viewers."""
    events: list[CinqoEvent] = []
    match move:
        case Put(rack=rack, bank=bank, from_bank=from_bank, box=box):
            events.append(PutAway(before.seat, rack, bank, from_bank, box))
        case Rolled(faces=faces):
            hilo = None if before.boxed else card.HILO_FACES[faces[-1] - 1]
            dice = faces if before.boxed else faces[:-1]
            events.append(DiceRolled(before.seat, before.roll + 1, dice, hilo))
        case _:
            raise ValueError("Cinq-O has no such move")
    if len(after.history) > len(before.history):
        events.append(TurnEnded(after.history.last, after.scores[before.seat]))
    return tuple(events)
