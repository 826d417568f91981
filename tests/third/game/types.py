"""The types of Trio: options, moves, views, events."""

from __future__ import annotations

import msgspec

from quincunx.core.reason import Reason
from quincunx.core.values import Outcome, Seat


class TrioOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="game", tag="trio"):
    """The options of a game of Trio. ``most_passes`` is the number of passes for each seat, 0 to 3."""

    players: int = 2
    most_passes: int = 1
    first: Seat | None = None


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="play"):
    """Play a card (4.1). Cinco has a move of this tag, with other fields."""

    card: int


class Pass(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="pass"):
    """Let the turn go by (4.2)."""


TrioMove = Play | Pass


class TrioView(msgspec.Struct, frozen=True, tag_field="game", tag="trio"):
    """All that one viewer may know of a game of Trio."""

    viewer: Seat | None
    """The seat that this is seen from; ``None`` for a spectator and for a revealed game."""
    to_move: Seat | None
    die: int | None
    """The die in this turn; ``None`` before the first roll and when the game is over."""
    hand: tuple[int, ...]
    """The viewer's cards, ascending; empty for a spectator."""
    hands: tuple[tuple[int, ...], ...] | None
    """All players' cards: only when the game is revealed."""
    hand_sizes: tuple[int, ...]
    played: tuple[tuple[int, ...], ...]
    """The cards that each seat has played, oldest first."""
    totals: tuple[int, ...]
    passes_left: tuple[int, ...]
    why_not_play: Reason | None
    why_not_pass: Reason | None
    """``None``: the viewer may do it now."""
    outcome: Outcome | None

    @property
    def moves(self) -> tuple[TrioMove, ...]:
        """The viewer's legal moves; empty unless the viewer is to move."""
        plays: tuple[TrioMove, ...] = () if self.why_not_play else tuple(Play(card) for card in self.hand)
        return plays if self.why_not_pass else (*plays, Pass())


class Chosen(msgspec.Struct, frozen=True, tag="chosen"):
    """The lot says who starts (2)."""

    seat: Seat


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """The cards were dealt; ``cards`` are the viewer's own, else ``None``."""

    cards: tuple[int, ...] | None


class DieRolled(msgspec.Struct, frozen=True, tag="die_rolled"):
    """The die was rolled for a seat."""

    seat: Seat
    face: int


class Played(msgspec.Struct, frozen=True, tag="played"):
    """A seat has played a card; ``total`` is what it has now."""

    seat: Seat
    card: int
    points: int
    total: int


class Passed(msgspec.Struct, frozen=True, tag="passed"):
    """A seat has passed, and may do so ``left`` times more."""

    seat: Seat
    left: int


TrioEvent = Chosen | Dealt | DieRolled | Played | Passed
