"""Decisive reasons: wins, and moves that prevent others from winning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quincunx.core.review import Why
from quincunx.games.cinco.board import bit
from quincunx.games.cinco.review.position import Position, Reasoning, space_of
from quincunx.games.cinco.types import CincoMove, Play

TWO: Final = 2
"""The number of simultaneous threats that one token cannot block."""


def wins(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """The token completes five in a row."""
    winning, space = position.wins(position.own), space_of(best)
    if space is None or space not in winning or space_of(other) in winning:
        return None
    return Why("wins", {"space": space})


def blocks(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """Another team needs only this space for its five, and may hold or draw a card that reaches it."""
    dangers, space = position.dangers(), space_of(best)
    if space is None or space not in dangers or space_of(other) in dangers:
        return None
    return Why("blocks", {"space": space, "team": dangers[space]})


def blocks_likelier(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """Both moves block a win; more of the unseen cards reach the space of this one."""
    dangers, here, there = position.dangers(), space_of(best), space_of(other)
    if here is None or there is None or here not in dangers or there not in dangers:
        return None
    cards, fewer = position.reaching(here), position.reaching(there)
    return Why("blocks-likelier", {"space": here, "cards": cards, "count": fewer}) if cards > fewer else None


def two_threats(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """Two or more spaces would then complete a line, one of them for the first time; the others can block
    only one at a time."""
    spaces, now = position.threats(best), position.wins(position.own)
    if len(spaces) < TWO or len(position.threats(other)) >= TWO or not set(spaces) - set(now):
        return None
    return Why("two-threats", {"first": spaces[0], "second": spaces[1]})


def threatens(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """One more space would then complete a line; the other move makes no such threat."""
    now, spaces = set(position.wins(position.own)), position.threats(best)
    new = [space for space in spaces if space not in now]
    if not new or len(spaces) > 1 or set(position.threats(other)) - now:
        return None
    return Why("threatens", {"space": new[0]})


def threat_harder(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """Both moves threaten to win on one space; fewer of the unseen cards block this one."""
    here, there = position.threats(best), position.threats(other)
    if len(here) != 1 or len(there) != 1 or None in (space_of(best), space_of(other)):
        return None
    cards, more = position.reaching(here[0], best), position.reaching(there[0], other)
    return Why("threat-harder", {"space": here[0], "cards": cards, "count": more}) if cards < more else None


def takes_double(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """Another team could newly threaten two wins at once from this space with unseen cards; the other move
    allows it."""
    space = space_of(best)
    if space is None or not _doubles(position, space):
        return None
    teams = _doubles(position, space, other)
    return Why("takes-double", {"space": space, "team": teams[0]}) if teams else None


def _doubles(position: Position, space: int, move: CincoMove | None = None) -> list[int]:
    """Return the other teams that make two threats or more from this space, and have fewer without it; at
    once, or after a move of the viewer."""
    if space == (None if move is None else space_of(move)) or not position.reaching(space, move):
        return []
    return [
        team
        for team, theirs in zip(position.rivals, position.others, strict=True)
        if len(position.threats_of(theirs, move)) < TWO
        and len(position.threats_of(theirs | bit(space), move) - {space}) >= TWO
    ]


def finds_five(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """One space is missing for five, and no card in hand reaches it: a new one may."""
    if isinstance(best, Play) or not isinstance(other, Play):
        return None
    space = _highest_space(position, position.wins(position.own))
    return None if space is None else Why("finds-five", {"space": space, "cards": position.reaching(space)})


def finds_block(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """Another team can win on a space that no card in hand reaches: a new one may."""
    if isinstance(best, Play) or not isinstance(other, Play):
        return None
    dangers = position.dangers()
    space = _highest_space(position, sorted(dangers))
    if space is None:
        return None
    facts = {"space": space, "cards": position.reaching(space), "team": dangers[space]}
    return Why("finds-block", facts)


def _highest_space(position: Position, spaces: Sequence[int]) -> int | None:
    """Return the highest of these spaces, if no card in hand reaches any of them and a new one may."""
    if any(space in reach for reach in position.reach.values() for space in spaces):
        return None
    some = [space for space in spaces if any(position.can_reach(card, space) for card in position.drawable)]
    return some[-1] if some else None


THREATS: Final[dict[str, Reasoning]] = {
    "wins": wins,
    "blocks": blocks,
    "blocks-likelier": blocks_likelier,
    "two-threats": two_threats,
    "threatens": threatens,
    "threat-harder": threat_harder,
    "takes-double": takes_double,
    "finds-five": finds_five,
    "finds-block": finds_block,
}
"""These reasons by their codes."""
