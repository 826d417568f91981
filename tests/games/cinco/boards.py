"""Boards for positions that no game has led to."""

from __future__ import annotations

from collections.abc import Collection

from quincunx.games.cinco.board import SPACES


def board_of(*teams: Collection[int]) -> tuple[int | None, ...]:
    """The board on which the teams' tokens stand on these spaces."""
    owners = {space: team for team, spaces in enumerate(teams) for space in spaces}
    return tuple(owners.get(space) for space in range(1, SPACES + 1))
