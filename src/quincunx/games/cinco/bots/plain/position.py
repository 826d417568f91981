"""A position as one seat sees it, in plain Python: the counterpart of the kernels' array.

The rules stay with :mod:`quincunx.games.cinco.rules`. This module follows what bots need besides: the
contents of the windows, the winning spaces, the sums of the network, and what last turns reveal about hands.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from quincunx.games.cinco.board import LINE, SPACES
from quincunx.games.cinco.bots.lines import CODE_TOKENS, DEAD, LAST_EMPTY, LINES, NEXT_CODE, PATTERNS, THROUGH
from quincunx.games.cinco.bots.lines import seen_codes as _seen_codes
from quincunx.games.cinco.bots.plain.network import PlainNetwork
from quincunx.games.cinco.bots.unseen import mover_of
from quincunx.games.cinco.state import HAND
from quincunx.games.cinco.types import CincoMove, CincoOptions, CincoView, Draw, Exchange, Play

seen_codes: Final = cache(_seen_codes)


class Board:
    """The tokens, with all that follows from them."""

    __slots__ = ("accumulators", "codes", "network", "teams", "wins")

    def __init__(self, network: PlainNetwork, teams: int) -> None:
        self.network = network
        self.teams = teams
        self.codes = bytearray(len(LINES))
        """The contents of each window."""
        self.wins = [0] * teams
        """The spaces where each team would complete a line, as bit sets."""
        self.accumulators = [network.bias] * teams
        """The windows' part of the network's sum, from each team's point of view."""

    def copy(self) -> Board:
        """Return a board that changes separately."""
        board = Board.__new__(Board)
        board.network, board.teams = self.network, self.teams
        board.codes, board.wins = self.codes[:], self.wins[:]
        board.accumulators = self.accumulators[:]
        return board

    def fill(self, owners: tuple[int | None, ...]) -> None:
        """Put all tokens on an empty board, and compute the sums."""
        for space, team in enumerate(owners):
            if team is not None:
                self.put(team, space)
        rows, codes = self.network.windows, self.network.codes
        for team in range(self.teams):
            seen = self.codes.translate(seen_codes(team, self.teams))
            self.accumulators[team] += sum(rows[window * codes + code] for window, code in enumerate(seen))

    def put(self, team: int, space: int) -> None:
        """Put a token on a free space, without the sums."""
        taken = ~(1 << space)
        self.wins[:] = [spaces & taken for spaces in self.wins]
        codes = self.codes
        for window, place in THROUGH[space]:
            code = codes[window] = NEXT_CODE[codes[window]][team * LINE + place]
            if CODE_TOKENS[code] == 4:
                self.wins[team] |= 1 << LINES[window][LAST_EMPTY[code - team * PATTERNS]]

    def place(self, team: int, space: int) -> None:
        """Put a token on a free space, and update the sums."""
        before = [self.codes[window] for window, _ in THROUGH[space]]
        self.put(team, space)
        rows, size = self.network.windows, self.network.codes
        for viewer in range(self.teams):
            seen, change = seen_codes(viewer, self.teams), 0
            for (window, _), code in zip(THROUGH[space], before, strict=True):
                if code != DEAD:
                    at = window * size
                    change += rows[at + seen[self.codes[window]]] - rows[at + seen[code]]
            self.accumulators[viewer] += change

    def take(self, owners: list[int | None], space: int) -> None:
        """Take a token away, without the sums; ``owners`` are the tokens that stay."""
        for window, _ in THROUGH[space]:
            code = 0
            for place, each in enumerate(LINES[window]):
                team = owners[each]
                if team is not None:
                    code = NEXT_CODE[code][team * LINE + place]
            self.codes[window] = code
        self.wins = [0] * self.teams
        for window, code in enumerate(self.codes):
            if CODE_TOKENS[code] == 4:
                team = (code - 1) // PATTERNS
                self.wins[team] |= 1 << LINES[window][LAST_EMPTY[code - team * PATTERNS]]


class Notes:
    """Conclusions from each seat's last turn about its hand."""

    __slots__ = ("drew", "missed")

    def __init__(self, players: int) -> None:
        self.missed = [-1] * players
        """The highest space on which the seat could have won, or kept another team from winning, and did not;
        -1 if there was none."""
        self.drew = [0] * players
        """The number of cards that it drew."""

    def copy(self) -> Notes:
        """Return notes that change separately."""
        notes = Notes.__new__(Notes)
        notes.missed, notes.drew = self.missed[:], self.drew[:]
        return notes

    def add(self, board: Board, seat: int, move: CincoMove) -> None:
        """Note a move that does not win; ``board`` is as it was before."""
        teams, wins = board.teams, board.wins
        space = move.space - 1 if isinstance(move, Play) and move.space is not None else None
        missed = wins[seat % teams].bit_length() - 1
        for other in range(teams):
            blocked = space is not None and wins[other] >> space & 1
            if other != seat % teams and not blocked:
                missed = max(missed, wins[other].bit_length() - 1)
        self.missed[seat] = missed
        self.drew[seat] = 1 if isinstance(move, Draw) else HAND if isinstance(move, Exchange) else 0


class Position:
    """Everything that the evaluation reads."""

    __slots__ = ("board", "free", "gone", "hand", "notes", "options", "seat", "sizes")

    def __init__(
        self,
        options: CincoOptions,
        seat: int,
        hands: tuple[tuple[int, ...], tuple[int, ...]],
        free: tuple[int, ...],
        gone: int,
        known: tuple[Board, Notes],
    ) -> None:
        self.options = options
        self.seat = seat
        """The seat to move."""
        self.hand, self.sizes = hands
        """Its cards, ascending, and the number of cards of every seat."""
        self.free = free
        """The free spaces from 1 to 90, ascending."""
        self.gone = gone
        """The cards on the discard piles, as a bit set: bit *n - 1* is card *n*."""
        self.board, self.notes = known


def cards_gone(discards: tuple[tuple[int, ...], ...]) -> int:
    """Return the discarded cards as a bit set."""
    return sum(1 << card - 1 for pile in discards for card in pile)


def position_of(network: PlainNetwork, view: CincoView) -> Position:
    """Return the position that the viewer sees, as if the viewer were to move."""
    options, seat = view.options, view.viewer
    assert seat is not None
    board = Board(network, options.teams)
    board.fill(view.board)
    free = tuple(space for space, team in enumerate(view.board, 1) if team is None)
    hands = view.hand, view.hand_sizes
    return Position(options, seat, hands, free, cards_gone(view.discards), (board, notes_of(view, board)))


def notes_of(view: CincoView, board: Board) -> Notes:
    """Return what the last round reveals, going back turn by turn. The viewer's turn is included, since the
    others draw conclusions from it."""
    players = view.options.players
    mover = mover_of(view)
    notes, before, owners = Notes(players), board.copy(), list(view.board)
    for back, move in enumerate(reversed(view.recent), 1):
        if isinstance(move, Play) and move.space is not None:
            owners[move.space - 1] = None
            before.take(owners, move.space - 1)
        notes.add(before, (mover - back) % players, move)
    return notes


def start_of(position: Position, card: int) -> int:
    """Return the lowest space, from 0, from which on a card may be placed: 0 for one that counts as a 1, 90
    for one that reaches nothing (C2)."""
    if position.free and position.free[-1] >= card:
        return card - 1
    return 0 if position.options.joker else SPACES
