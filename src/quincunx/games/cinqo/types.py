"""The types of Cinq-O: options, moves, views, events. See ``docs/rules/cinqo.md``."""

from __future__ import annotations

from typing import Literal

import msgspec

from quincunx.core.values import Outcome, Seat
from quincunx.games.cinqo.moves import CinqoMove as CinqoMove
from quincunx.games.cinqo.moves import Put as Put
from quincunx.games.cinqo.moves import ways_to_put


class CinqoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="game", tag="cinqo"):
    """The options of a game of Cinq-O.

    ``players`` is 1 to 6. ``goal`` is ``hundred`` (first to 100; with one player, solitaire) or ``rounds``, a
    fixed number of them (1 to 20). ``first`` is the seat that starts.
    """

    players: int = 2
    goal: Literal["hundred", "rounds"] = "hundred"
    rounds: int = 5
    first: Seat = 0


class TurnResult(msgspec.Struct, frozen=True, gc=False):
    """One finished turn. ``hilo`` is signed: 1, 2, 3 for Hi (arrow up), -1, -2, -3 for Lo.

    ``number`` is the number on the score card (10 for a five of a kind in one roll, whose points are flat,
    Q3); ``points`` is the score of the turn, and ``kind`` how it was made.
    """

    seat: Seat
    round: int
    rack: tuple[int, ...]
    hilo: int
    total: int
    number: int
    points: int
    kind: Literal["sum", "straight", "five"]


class CinqoView(msgspec.Struct, frozen=True, tag_field="game", tag="cinqo", gc=False):
    """Everything that one viewer may know about a game of Cinq-O: nothing is hidden in it."""

    options: CinqoOptions
    viewer: Seat | None
    to_move: Seat | None
    """The seat to move; ``None`` while dice are being rolled and when the game is over."""
    turn_of: Seat
    """The seat whose turn it is (or was, at the end)."""
    round: int
    """The round being played, from 1."""
    bonus: bool
    """True in the second turn after a five of a kind."""
    roll: int
    """Rolls made in this turn, 0 to 5."""
    tray: tuple[int, ...]
    """Scoring dice of the last roll, not put away, in the order in which they fell."""
    rack: tuple[int, ...]
    bank: tuple[int, ...]
    hilo: int | None
    """The value of the Hi/Lo die (signed, see :class:`TurnResult`); ``None`` before the first roll."""
    boxed: bool
    """True if the Hi/Lo die is in its box."""
    number: int | None
    """The card's number for the five dice as they lie, on the side named by the arrow; ``None`` before a
    roll."""
    points: int | None
    """The score of the turn if it ended as the dice lie."""
    best: int
    """The highest possible score of this turn, given the Rack and the box."""
    scores: tuple[int, ...]
    history: tuple[TurnResult, ...]
    """Every finished turn, oldest first."""
    outcome: Outcome | None

    @property
    def moves(self) -> tuple[CinqoMove, ...]:
        """The viewer's legal moves, in the rules' order; empty unless the viewer is to move."""
        if self.viewer is None or self.to_move != self.viewer:
            return ()
        return ways_to_put(tuple(sorted(self.tray)), self.bank, self.boxed)


class DiceRolled(msgspec.Struct, frozen=True, tag="dice_rolled", gc=False):
    """Dice fell. ``hilo`` is ``None`` if the Hi/Lo die was in its box and stayed there."""

    seat: Seat
    roll: int
    dice: tuple[int, ...]
    hilo: int | None


class PutAway(msgspec.Struct, frozen=True, tag="put_away", gc=False):
    """A seat has put dice away."""

    seat: Seat
    rack: tuple[int, ...]
    bank: tuple[int, ...]
    from_bank: tuple[int, ...]
    box: bool


class TurnEnded(msgspec.Struct, frozen=True, tag="turn_ended", gc=False):
    """A turn has been scored; ``score`` is the seat's new total."""

    result: TurnResult
    score: int


CinqoEvent = DiceRolled | PutAway | TurnEnded
