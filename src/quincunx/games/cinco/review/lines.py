"""Reasons about the place of a token: the lines that it builds, and those that it blocks."""

from __future__ import annotations

from typing import Final

from quincunx.core.review import Why
from quincunx.games.cinco.board import LINE, bit, spaces_of
from quincunx.games.cinco.review.position import Position, Reasoning, space_of
from quincunx.games.cinco.types import CincoMove, Draw

MORE_LINES: Final = 3
"""The smallest difference in completable lines that is worth mentioning."""
TWO: Final = 2
THREE: Final = 3
"""The number of tokens in a completable line that demands an answer."""
MORE: Final = 2
"""The same for kinds of lines that are rarer."""
HARDLY: Final = 8
"""A space is hard to reach if at most one in this many of the unseen cards reaches it."""


def breaks(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """The token blocks a line in which another team alone has three; the other move leaves it open.

    Not given for a token that also blocks a line of four: the line of three would be a part of it."""
    space = space_of(best)
    if space is None or max(position.hindered(space), default=0) != THREE or _hinders(position, other, THREE):
        return None
    return Why("breaks", {"space": space, "team": position.hindered_team(space, THREE)})


def hinders(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """The token blocks a line in which another team alone has two; the other move blocks none."""
    space = space_of(best)
    if space is None or not _hinders(position, best, TWO) or _hinders(position, other, TWO):
        return None
    # Lines of three belong to :func:`breaks`.
    if _hinders(position, best, THREE):
        return None
    return Why("hinders", {"space": space, "team": position.hindered_team(space, TWO)})


def hinders_more(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """Both tokens block such lines, or longer ones; this one blocks more."""
    space, lines, fewer = space_of(best), _hinders(position, best, TWO), _hinders(position, other, TWO)
    if space is None or not 0 < fewer < lines:
        return None
    return Why("hinders-more", {"space": space, "lines": lines, "count": fewer})


def _hinders(position: Position, move: CincoMove, tokens: int) -> int:
    """Return the number of lines blocked by a move in which another team alone has this many tokens, or
    four."""
    space = space_of(move)
    return 0 if space is None else sum(each >= tokens for each in position.hindered(space))


def builds(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """The token makes three in a line that can still be completed; the other move makes fewer."""
    space = space_of(best)
    if space is None or _longest(position, best) != THREE or _longest(position, other) >= THREE:
        return None
    return Why("builds", {"space": space})


def joins(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """The token shares a completable line with another of its team; the other move's does not."""
    space = space_of(best)
    if space is None or _longest(position, best) != TWO or _longest(position, other) >= TWO:
        return None
    return Why("joins", {"space": space})


def _longest(position: Position, move: CincoMove) -> int:
    """Return the largest number of the viewer's team's tokens in one completable line through the new one."""
    return max(_tokens(position, move), default=0)


def _tokens(position: Position, move: CincoMove) -> list[int]:
    """Return the number of the viewer's team's tokens in each completable line through the new one."""
    space = space_of(move)
    if space is None:
        return []
    tokens = position.own | bit(space)
    return [(tokens & window).bit_count() for window in position.open_windows(space)]


def stands_alone(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """The other move's token would share no open line with another of its team, and block no line."""
    space = space_of(other)
    # The first token of all is necessarily alone.
    if space is None or not position.own or not _is_alone(position, other) or _is_alone(position, best):
        return None
    return Why("stands-alone", {"space": space})


def _is_alone(position: Position, move: CincoMove) -> bool:
    space = space_of(move)
    return space is not None and _longest(position, move) <= 1 and not any(position.hindered(space))


def in_reach(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """The token shares more lines with others of its team in which a card in hand reaches every space."""
    lines, fewer = _in_reach(position, best), _in_reach(position, other)
    if lines - fewer < MORE:
        return None
    return Why("in-reach", {"space": space_of(best) or 0, "lines": lines, "count": fewer})


def _in_reach(position: Position, move: CincoMove) -> int:
    space = space_of(move)
    if space is None:
        return 0
    tokens = position.own | bit(space)
    reached = position.reach_after(move).values()
    lacking = (
        window & ~tokens
        for window in position.open_windows(space)
        if 2 <= (tokens & window).bit_count() < LINE
    )
    return sum(any(set(spaces_of(spaces)) <= {*reach} for reach in reached) for spaces in lacking)


def waits(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """A card is drawn; the other move's token would not be alone, but make no open three and block none."""
    space = space_of(other)
    if not isinstance(best, Draw) or space is None or _is_alone(position, other):
        return None
    if _longest(position, other) >= THREE or _hinders(position, other, THREE) or _threatens(position, other):
        return None
    return Why("waits", {"space": space})


def _threatens(position: Position, move: CincoMove) -> bool:
    return bool(set(position.threats(move)) - set(position.wins(position.own)))


def easier_lines(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """More completable lines have no missing space that is hard to reach."""
    lines, fewer = _easy(position, best), _easy(position, other)
    if space_of(other) is None or lines - fewer < MORE:
        return None
    return Why("easier-lines", {"space": space_of(best) or 0, "lines": lines, "count": fewer})


def _easy(position: Position, move: CincoMove) -> int:
    space = space_of(move)
    if space is None:
        return 0
    tokens = position.own | bit(space)
    lacking = (spaces_of(window & ~tokens) for window in position.open_windows(space))
    return sum(
        bool(spaces) and position.reaching(spaces[0], move) * HARDLY > len(position.unseen)
        for spaces in lacking
    )


def more_lines(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """More completable lines go through the space."""
    here, there = space_of(best), space_of(other)
    if here is None or there is None:
        return None
    lines, fewer = len(_tokens(position, best)), len(_tokens(position, other))
    if lines - fewer < MORE_LINES:
        return None
    return Why("more-lines", {"space": here, "lines": lines, "count": fewer})


LINES: Final[dict[str, Reasoning]] = {
    "breaks": breaks,
    "builds": builds,
    "joins": joins,
    "in-reach": in_reach,
    "stands-alone": stands_alone,
    "hinders": hinders,
    "hinders-more": hinders_more,
    "more-lines": more_lines,
    "easier-lines": easier_lines,
    "waits": waits,
}
"""These reasons by their codes."""
