"""What a viewer of Cinq-O sees. Nothing is hidden, but the gate has the same shape as Cinco's."""

from __future__ import annotations

from quincunx.games.cinqo import card
from quincunx.games.cinqo.state import CinqoState
from quincunx.games.cinqo.types import CinqoMove, CinqoEvent, CinqoView, DiceRolled, Put, PutAway, TurnEnded
from quincunx.core.game import ChanceMove, Rolled, Seat


def view(state: CinqoState, viewer: Seat | None) -> CinqoView:
    """The whole position, and what the dice would score as they lie."""
    dice = state.rack + state.bank + state.tray
    lying = state.hilo if len(dice) == card.DICE and state.outcome is None else None
    number = None if lying is None else card.read(dice, lying)
    kept = state.rack + state.bank
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
        best=0 if state.outcome is not None else card.best_points(kept, state.hilo if state.boxed else None),
        scores=state.scores,
        history=state.history,
        outcome=state.outcome,
    )


def story(before: CinqoState, move: CinqoMove | ChanceMove, after: CinqoState) -> tuple[CinqoEvent, ...]:
    """What everybody is told of a move, the end of a turn included."""
    told: list[CinqoEvent] = []
    match move:
        case Put(rack=rack, bank=bank, from_bank=from_bank, box=box):
            told.append(PutAway(before.seat, rack, bank, from_bank, box))
        case Rolled(faces=faces):
            hilo = None if before.boxed else card.HILO_FACES[faces[-1] - 1]
            dice = faces if before.boxed else faces[:-1]
            told.append(DiceRolled(before.seat, before.roll + 1, dice, hilo))
        case _:
            raise ValueError("Cinq-O has no such move")
    if len(after.history) > len(before.history):
        told.append(TurnEnded(after.history[-1], after.scores[before.seat]))
    return tuple(told)
