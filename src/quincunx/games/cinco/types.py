"""The types of Cinco: options, moves, views, events. See ``docs/rules/cinco.md``."""

from __future__ import annotations

import msgspec

from quincunx.core.reason import Reason
from quincunx.core.values import Outcome, Seat


class CincoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="game", tag="cinco"):
    """The options of a game of Cinco.

    ``players`` is 2, 3, 4 or 6; ``teams`` 2 or 3, as rule 2 allows. ``first`` is the seat that starts;
    ``None`` leaves it to a lot (C1).
    """

    players: int = 2
    teams: int = 2
    joker: bool = False
    first: Seat | None = None


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="play", gc=False):
    """Play a card and place a token on a space; ``space`` is ``None`` when the card is spent (C2)."""

    card: int
    space: int | None


class Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="draw"):
    """Draw one card."""


class Exchange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="exchange"):
    """Discard all four cards face up and draw four (C3)."""


CincoMove = Play | Draw | Exchange


class CardReach(msgspec.Struct, frozen=True, gc=False):
    """The spaces for a card of the viewer's hand on the present board, whichever seat is to move.

    ``spaces`` is ascending. If it is empty, the card would be spent without a token (C2).
    """

    card: int
    spaces: tuple[int, ...]


class CincoView(msgspec.Struct, frozen=True, tag_field="game", tag="cinco", gc=False):
    """Everything that one viewer may know about a game of Cinco."""

    options: CincoOptions
    viewer: Seat | None
    """The seat whose view this is; ``None`` for a spectator and for a revealed game."""
    to_move: Seat | None
    """The seat to move; ``None`` while the game is being set up and when it is over."""
    turn: int
    """The number of turns that have been taken."""
    board: tuple[int | None, ...]
    """The team on each space; ``board[0]`` is space 1."""
    hand: tuple[int, ...]
    """The viewer's cards, ascending; empty for a spectator."""
    hand_sizes: tuple[int, ...]
    """The number of cards that each seat holds."""
    hands: tuple[tuple[int, ...], ...] | None
    """All hands, only when the game is revealed."""
    discards: tuple[tuple[int, ...], ...]
    """Each seat's discard pile since the last shuffle, oldest first. All of it is public (C4)."""
    pile: int
    """The number of cards in the draw pile."""
    pile_cards: tuple[int, ...]
    """The cards that were shuffled into the present draw pile, ascending: all 90 at first, later the
    discards of that moment (public, C5)."""
    carried: tuple[int, ...]
    """The number of each seat's cards that are older than the present draw pile. It is public: after a
    reshuffle, old and new cards can be told apart when they are discarded."""
    reshuffles: int
    """The number of reshuffles of the discards into a new pile."""
    recent: tuple[CincoMove, ...]
    """The last turns, at most one of each seat, newest last. They show what a player could not do, and so
    what they cannot have held. All of it was public."""
    tokens_left: tuple[int, ...]
    """The number of tokens that each team has left, from 35."""
    last_space: int | None
    """The space of the last token."""
    winning: tuple[int, ...]
    """The spaces of the winning line (or lines), ascending; empty unless a team has won."""
    reach: tuple[CardReach, ...]
    """The spaces for each card in the viewer's hand."""
    why_not_play: Reason | None
    why_not_draw: Reason | None
    why_not_exchange: Reason | None
    """The reason; ``None``: the viewer may do it now. For spectators the reason is that they hold no seat."""
    outcome: Outcome | None

    @property
    def moves(self) -> tuple[CincoMove, ...]:
        """The viewer's legal moves, in the rules' order; empty unless the viewer is to move."""
        moves: list[CincoMove] = []
        if self.why_not_play is None:
            for reach in self.reach:
                moves += [Play(reach.card, space) for space in reach.spaces] or [Play(reach.card, None)]
        if self.why_not_draw is None:
            moves.append(Draw())
        if self.why_not_exchange is None:
            moves.append(Exchange())
        return tuple(moves)


class Chosen(msgspec.Struct, frozen=True, tag="chosen"):
    """The lot has decided who starts (C1)."""

    seat: Seat


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """The cards were shuffled and dealt; ``cards`` are the viewer's own, or ``None`` for a spectator."""

    cards: tuple[int, ...] | None


class Played(msgspec.Struct, frozen=True, tag="played", gc=False):
    """A seat has played a card.

    ``line`` is the length of the longest unbroken line of the team's tokens through the space. ``blocks`` is
    the largest number of tokens that another team (``blocked_team``) had alone in a window of five through
    the space before; 0 and ``None`` if there was none.
    """

    seat: Seat
    card: int
    space: int | None
    line: int
    blocks: int
    blocked_team: int | None


class Drew(msgspec.Struct, frozen=True, tag="drew", gc=False):
    """A seat has drawn one card; ``card`` is shown only to that seat."""

    seat: Seat
    card: int | None


class Exchanged(msgspec.Struct, frozen=True, tag="exchanged"):
    """A seat has discarded four cards and drawn four; ``cards``, the new ones, are shown only to it."""

    seat: Seat
    discarded: tuple[int, ...]
    cards: tuple[int, ...] | None


class Reshuffled(msgspec.Struct, frozen=True, tag="reshuffled"):
    """All discards have become the new draw pile (C5)."""

    count: int


CincoEvent = Chosen | Dealt | Played | Drew | Exchanged | Reshuffled
