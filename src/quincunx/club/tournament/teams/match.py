"""Teams and their matches, and the points of a match. Pure.

A match has a fixed number of boards. The players of a team play in the team's order: those who are there move
up, so that substitutes fill the last boards. A board without a player is lost; if both are missing, no points
are given.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

import msgspec

from quincunx.club.tournament.scores import WIN

MATCH_WIN: Final = 2
MATCH_DRAW: Final = 1
MATCH_BYE: Final = 1
"""Match points for a bye, as at chess olympiads; half of the boards' points come with it."""


class Team(msgspec.Struct, frozen=True):
    """A team, with its players in the order of boards; those beyond the boards are substitutes."""

    number: int
    """Counted from 1, in the order of naming."""
    name: str
    players: tuple[int, ...]
    """The players' numbers; the first one is the captain."""

    @property
    def captain(self) -> int:
        return self.players[0]

    def lineup(self, boards: int, absent: Container[int]) -> tuple[int | None, ...]:
        """The player at each board of the next match; ``None`` where nobody is left."""
        present = [each for each in self.players if each not in absent][:boards]
        return (*present, *(None for _ in range(boards - len(present))))


class Board(msgspec.Struct, frozen=True):
    """A board of a match: the player who starts and the other; a single one wins without a game."""

    board: int
    first: int
    second: int | None


class Match(msgspec.Struct, frozen=True):
    """A match of two teams, or a bye."""

    round: int
    home: int
    """The team that starts at the first board and at every second one after it."""
    away: int | None
    """``None``: a bye."""
    halves: tuple[int, int] | None = None
    """The half points of both teams at the boards; ``None`` until all boards are over."""

    @property
    def teams(self) -> tuple[int, ...]:
        return (self.home,) if self.away is None else (self.home, self.away)

    def other(self, team: int) -> int | None:
        """The opponent of this team."""
        return self.away if team == self.home else self.home

    def halves_of(self, team: int, boards: int) -> int:
        """The half points of this team at the boards."""
        if self.away is None:
            return boards * WIN // 2
        return 0 if self.halves is None else self.halves[team != self.home]

    def points_of(self, team: int) -> int:
        """The match points of this team; 0 until the match is over."""
        if self.away is None:
            return MATCH_BYE
        if self.halves is None or self.halves == (0, 0):
            return 0
        mine, theirs = self.halves if team == self.home else self.halves[::-1]
        return MATCH_WIN if mine > theirs else MATCH_DRAW if mine == theirs else 0


def boards_of(home: Sequence[int | None], away: Sequence[int | None]) -> tuple[Board, ...]:
    """The boards at which there is a player. The home team starts at odd boards."""
    found: list[Board] = []
    for board, (one, other) in enumerate(zip(home, away, strict=True), 1):
        first, second = (one, other) if board % 2 else (other, one)
        if first is None:
            first, second = second, None
        if first is not None:
            found.append(Board(board, first, second))
    return tuple(found)
