"""Why one move is better than another, from facts of the position that the seat to move sees.

Each function is one reason: it looks at both moves, and says the reason or ``None``. ``docs/review.md`` lists
them; the words are in ``texts/``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from quincunx.core.review import Why
from quincunx.games.cinco.board import LINE, SPACES, WINDOW_MASKS, WINDOWS_THROUGH, bit, spaces_of
from quincunx.games.cinco.types import CincoMove, CincoView, Draw, Exchange, Play

FEW: Final = 3
"""A card reaches little if that is at most one in so many of the free spaces."""
MORE_LINES: Final = 3
"""So many lines more that could still be completed are worth a word."""

Reasoning = Callable[["Position", CincoMove, CincoMove], Why | None]


class Position:
    """What a view says of tokens and cards."""

    def __init__(self, view: CincoView) -> None:
        assert view.viewer is not None
        self.options = view.options
        self.hand = view.hand
        self.reach = {each.card: each.spaces for each in view.reach}
        team = view.viewer % view.options.teams
        self.own = _tokens(view, lambda owner: owner == team)
        self.others = tuple(
            _tokens(view, lambda owner, other=other: owner == other)  # type: ignore[misc]  # not inferred
            for other in range(view.options.teams)
            if other != team
        )
        self.free = tuple(space for space, owner in enumerate(view.board, 1) if owner is None)
        gone = {card for pile in view.discards for card in pile}
        self.unseen = tuple(
            card for card in range(1, SPACES + 1) if card not in gone and card not in self.hand
        )

    def can_be_reached(self, space: int) -> bool:
        """Whether any card that the viewer does not see could be played on this space."""
        if self.unseen and self.unseen[0] <= space:
            return True
        return self.options.joker and any(card > self.free[-1] for card in self.unseen)

    def wins(self, tokens: int) -> tuple[int, ...]:
        """The free spaces on which one token more completes a line of five."""
        found = 0
        for window in WINDOW_MASKS:
            if (tokens & window).bit_count() == LINE - 1:
                found |= window & ~tokens
        return tuple(space for space in spaces_of(found) if space in self.free)

    def dangers(self) -> set[int]:
        """Where another team can win with a card that the viewer does not see."""
        return {space for theirs in self.others for space in self.wins(theirs) if self.can_be_reached(space)}

    def open_windows(self, space: int) -> Iterator[int]:
        """The lines of five through a space that the viewer's team could still complete."""
        theirs = 0
        for tokens in self.others:
            theirs |= tokens
        return (window for window in WINDOWS_THROUGH[space] if not window & theirs)

    def left(self, move: CincoMove) -> tuple[int, ...]:
        """The hand after a move, as far as it is known."""
        if isinstance(move, Play):
            return tuple(card for card in self.hand if card != move.card)
        return () if isinstance(move, Exchange) else self.hand

    def reaches_little(self, card: int) -> bool:
        return len(self.reach[card]) * FEW <= len(self.free)


def _tokens(view: CincoView, wanted: Callable[[int | None], bool]) -> int:
    return sum(bit(space) for space, owner in enumerate(view.board, 1) if wanted(owner))


def reasons(view: CincoView, best: CincoMove, other: CincoMove) -> tuple[Why, ...]:
    """As :meth:`quincunx.core.review.Reviewer.reasons`."""
    position = Position(view)
    found = (reason(position, best, other) for reason in REASONS)
    return tuple(why for why in found if why is not None)


def _space(move: CincoMove) -> int | None:
    return move.space if isinstance(move, Play) else None


def wins(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """The token completes five in a row."""
    winning, space = position.wins(position.own), _space(best)
    if space is None or space not in winning or _space(other) in winning:
        return None
    return Why("wins", {"space": space})


def blocks(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """Another team needs this space alone for its five, and may hold or draw a card that reaches it."""
    dangers, space = position.dangers(), _space(best)
    if space is None or space not in dangers or _space(other) in dangers:
        return None
    return Why("blocks", {"space": space})


def _wins_after(position: Position, move: CincoMove) -> tuple[int, ...]:
    """Where the viewer's team could complete a line after a move that does not."""
    space = _space(move)
    tokens = position.own if space is None else position.own | bit(space)
    return tuple(each for each in position.wins(tokens) if each != space)


def two_threats(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """Two spaces or more would then complete a line: the others can block one of them at a time."""
    spaces = _wins_after(position, best)
    if len(spaces) < 2 or len(_wins_after(position, other)) >= 2 or _space(best) is None:
        return None
    return Why("two-threats", {"first": spaces[0], "second": spaces[1]})


def threatens(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """One more space would then complete a line; the other move makes no such threat."""
    now, spaces = set(position.wins(position.own)), _wins_after(position, best)
    new = [space for space in spaces if space not in now]
    if not new or len(spaces) > 1 or set(_wins_after(position, other)) - now:
        return None
    return Why("threatens", {"space": new[0]})


def breaks(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """The token ends a line in which another team alone has three; the other move leaves it."""
    space = _space(best)
    if space is None or not _breaks(position, space):
        return None
    elsewhere = _space(other)
    if elsewhere is not None and _breaks(position, elsewhere):
        return None
    return Why("breaks", {"space": space})


def _breaks(position: Position, space: int) -> bool:
    for theirs in position.others:
        rest = position.own
        for tokens in position.others:
            rest |= tokens if tokens != theirs else 0
        for window in WINDOWS_THROUGH[space]:
            if (theirs & window).bit_count() == 3 and not rest & window:
                return True
    return False


def builds(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """The token makes three in a line that can still be completed; the other move makes less."""
    space = _space(best)
    if space is None or _longest(position, best) != 3 or _longest(position, other) >= 3:
        return None
    return Why("builds", {"space": space})


def _longest(position: Position, move: CincoMove) -> int:
    """The most tokens that the viewer's team then has in one line through the new one that it could still
    complete."""
    space = _space(move)
    if space is None:
        return 0
    tokens = position.own | bit(space)
    return max(((tokens & window).bit_count() for window in position.open_windows(space)), default=0)


def same_space(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """A higher card reaches the same space, and the lower one is kept."""
    if not isinstance(best, Play) or not isinstance(other, Play) or best.space is None:
        return None
    if best.space != other.space or len(position.reach[best.card]) >= len(position.reach[other.card]):
        return None
    return Why("same-space", {"card": best.card, "kept": other.card, "space": best.space})


def keeps_low(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """The card that reaches most stays in hand; the other move spends it."""
    if not isinstance(best, Play) or not isinstance(other, Play) or len(position.hand) < 2:
        return None
    most = max(position.hand, key=lambda card: (len(position.reach[card]), -card))
    if other.card != most or best.card == most or best.space == other.space:
        return None
    if len(position.reach[best.card]) >= len(position.reach[most]):
        return None
    return Why("keeps-low", {"card": most})


def spends_idle(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """The card reaches no other space than this one, or none at all."""
    if not isinstance(best, Play) or len(position.reach[best.card]) > 1:
        return None
    if isinstance(other, Play) and len(position.reach[other.card]) <= 1:
        return None
    return Why("spends-idle", {"card": best.card})


def more_lines(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """More lines that can still be completed go through the space."""
    here, there = _space(best), _space(other)
    if here is None or there is None:
        return None
    best_lines = len(list(position.open_windows(here)))
    lines = len(list(position.open_windows(there)))
    if best_lines - lines < MORE_LINES:
        return None
    return Why("more-lines", {"space": here, "lines": best_lines, "count": lines})


def draws(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """A card is drawn: with fewer than four there is less to choose from."""
    if not isinstance(best, Draw) or isinstance(other, Draw):
        return None
    return Why("draws", {"count": len(position.hand)})


def exchanges(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """All four are exchanged, and even the best of them reaches little."""
    if not isinstance(best, Exchange) or isinstance(other, Exchange):
        return None
    most = max(position.hand, key=lambda card: (len(position.reach[card]), -card))
    return Why("exchanges", {"card": most}) if position.reaches_little(most) else None


def keeps_hand(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """The exchange would give away a card that reaches much."""
    if not isinstance(other, Exchange) or isinstance(best, Exchange):
        return None
    most = max(position.left(best), key=lambda card: (len(position.reach[card]), -card), default=None)
    if most is None or position.reaches_little(most):
        return None
    return Why("keeps-hand", {"card": most})


REASONS: Final[tuple[Reasoning, ...]] = (
    wins,
    blocks,
    two_threats,
    threatens,
    breaks,
    builds,
    same_space,
    keeps_low,
    spends_idle,
    draws,
    exchanges,
    keeps_hand,
    more_lines,
)
CODES: Final = (
    "wins",
    "blocks",
    "two-threats",
    "threatens",
    "breaks",
    "builds",
    "same-space",
    "keeps-low",
    "spends-idle",
    "draws",
    "exchanges",
    "keeps-hand",
    "more-lines",
)
"""Every code there is."""
