"""A view's tokens and cards as facts, on which reasons are based."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from quincunx.core.review import Why
from quincunx.games.cinco.board import LINE, SPACES, WINDOW_MASKS, WINDOWS_THROUGH, bit, spaces_of
from quincunx.games.cinco.types import CincoMove, CincoView, Exchange, Play

FEW: Final = 3
"""A card reaches little if it reaches at most one in this many of the free spaces."""


class Position:
    """The tokens and cards of a view."""

    def __init__(self, view: CincoView) -> None:
        assert view.viewer is not None
        self.options = view.options
        self._wins: dict[int, tuple[int, ...]] = {}
        self.hand = view.hand
        self.reach = {each.card: each.spaces for each in view.reach}
        team = view.viewer % view.options.teams
        self.own = _tokens(view, lambda owner: owner == team)
        self.rivals = tuple(other for other in range(view.options.teams) if other != team)
        self.others = tuple(
            _tokens(view, lambda owner, other=other: owner == other)  # type: ignore[misc]  # not inferred
            for other in self.rivals
        )
        self.free = tuple(space for space, owner in enumerate(view.board, 1) if owner is None)
        gone = {card for pile in view.discards for card in pile}
        self.unseen = tuple(
            card for card in range(1, SPACES + 1) if card not in gone and card not in self.hand
        )
        fresh = {*view.pile_cards} - gone - {*self.hand}
        self.drawable = tuple(sorted(fresh if view.pile else gone))
        """The cards that may be drawn now; if there is no pile left, the discards."""

    # ---- cards ----------------------------------------------------------------------------------------
    def can_be_reached(self, space: int) -> bool:
        """Return whether any card that the viewer does not see could be played on this space."""
        return self.reaching(space) > 0

    def reaching(self, space: int, move: CincoMove | None = None) -> int:
        """Return the number of cards, among those that the viewer does not see, that could be played on this
        space, at once or after a move."""
        taken = None if move is None else space_of(move)
        return sum(self.can_reach(card, space, taken) for card in self.unseen)

    def can_reach(self, card: int, space: int, taken: int | None = None) -> bool:
        """Return whether a card could be played on this free space, when ``taken`` is occupied as well."""
        return card <= space or self.is_joker(card, taken)

    def is_joker(self, card: int, taken: int | None = None) -> bool:
        """Return whether a card reaches no space, and therefore goes on any free one."""
        free = [space for space in self.free[-2:] if space != taken]
        return self.options.joker and bool(free) and card > free[-1]

    def reach_after(self, move: CincoMove) -> dict[int, tuple[int, ...]]:
        """Return the spaces reached by each card of the hand that a move leaves."""
        taken = space_of(move)
        free = tuple(space for space in self.free if space != taken)
        return {
            card: tuple(space for space in free if self.can_reach(card, space, taken))
            for card in self.hand_after(move)
        }

    def spaces_for(self, card: int) -> int:
        """Return the number of free spaces that a card reaches, in any hand."""
        if self.is_joker(card):
            return len(self.free)
        return sum(space >= card for space in self.free)

    def reaches_little(self, card: int) -> bool:
        return len(self.reach[card]) * FEW <= len(self.free)

    def hand_after(self, move: CincoMove) -> tuple[int, ...]:
        """Return the hand after a move, as far as it is known."""
        if isinstance(move, Play):
            return tuple(card for card in self.hand if card != move.card)
        return () if isinstance(move, Exchange) else self.hand

    def farthest(self, cards: tuple[int, ...]) -> int:
        """Return the card of these from the hand that reaches most."""
        return max(cards, key=lambda card: (len(self.reach[card]), -card))

    # ---- tokens ---------------------------------------------------------------------------------------
    def wins(self, tokens: int) -> tuple[int, ...]:
        """Return the free spaces on which one more token completes a line of five."""
        if tokens not in self._wins:
            self._wins[tokens] = self._find_wins(tokens)
        return self._wins[tokens]

    def _find_wins(self, tokens: int) -> tuple[int, ...]:
        found = 0
        for window in WINDOW_MASKS:
            if (tokens & window).bit_count() == LINE - 1:
                found |= window & ~tokens
        return tuple(space for space in spaces_of(found) if space in self.free)

    def threats(self, move: CincoMove) -> tuple[int, ...]:
        """Return the spaces where the viewer's team could complete a line after a non-winning move, with an
        unseen card or one that stays in hand."""
        taken = space_of(move)
        tokens = self.own if taken is None else self.own | bit(taken)
        cards = (*self.hand_after(move), *self.unseen)
        return tuple(
            space
            for space in self.wins(tokens)
            if space != taken and any(self.can_reach(card, space, taken) for card in cards)
        )

    def threats_of(self, theirs: int, move: CincoMove | None = None) -> set[int]:
        """Return the spaces where another team with these tokens could complete a line with an unseen card;
        at once, or after a move."""
        taken = None if move is None else space_of(move)
        return {space for space in self.wins(theirs) if space != taken and self.reaching(space, move)}

    def dangers(self) -> dict[int, int]:
        """Return the spaces where another team can win with a card that the viewer does not see, each with
        the first such team."""
        found: dict[int, int] = {}
        for team, theirs in zip(self.rivals, self.others, strict=True):
            for space in self.threats_of(theirs):
                found.setdefault(space, team)
        return found

    def open_windows(self, space: int) -> Iterator[int]:
        """Yield the lines of five through a space that the viewer's team could still complete."""
        theirs = 0
        for tokens in self.others:
            theirs |= tokens
        return (window for window in WINDOWS_THROUGH[space] if not window & theirs)

    def hindered(self, space: int) -> Iterator[int]:
        """Yield the number of tokens in each line of five through a space in which another team alone has
        tokens."""
        return (tokens for _, tokens in self._hindered(space))

    def hindered_team(self, space: int, tokens: int) -> int:
        """Return the first team that alone has this many tokens in a line of five through a space, or
        more."""
        return next(team for team, most in self._hindered(space) if most >= tokens)

    def _hindered(self, space: int) -> Iterator[tuple[int, int]]:
        every = self.own
        for tokens in self.others:
            every |= tokens
        for team, theirs in zip(self.rivals, self.others, strict=True):
            for window in WINDOWS_THROUGH[space]:
                if theirs & window and not every & ~theirs & window:
                    yield team, (theirs & window).bit_count()


Reasoning = Callable[[Position, CincoMove, CincoMove], Why | None]
"""A possible reason: a function of the better and the other move, which returns the reason or ``None``."""


def space_of(move: CincoMove) -> int | None:
    """Return the space of a move's token."""
    return move.space if isinstance(move, Play) else None


def _tokens(view: CincoView, wanted: Callable[[int | None], bool]) -> int:
    return sum(bit(space) for space, owner in enumerate(view.board, 1) if wanted(owner))
