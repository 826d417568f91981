"""Reasons about cards: the one that is played, and those that stay in hand or come into it."""

from __future__ import annotations

from math import comb
from typing import Final

from quincunx.core.review import Why
from quincunx.games.cinco.review.position import FEW, Position, Reasoning
from quincunx.games.cinco.state import HAND
from quincunx.games.cinco.types import CincoMove, Draw, Exchange, Play

MUCH: Final = 5
"""One card reaches much more than another if the difference is at least one in this many of the free
spaces."""
FEWEST: Final = 2
"""The number of cards below which :func:`last_card` gives a better reason."""
LIKELY: Final = 0.5
"""The smallest chance of a better card among four new ones that is worth mentioning."""


def same_space(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """A higher card reaches the same space, and the lower one is kept."""
    if not isinstance(best, Play) or not isinstance(other, Play) or best.space is None:
        return None
    if best.space != other.space or len(position.reach[best.card]) >= len(position.reach[other.card]):
        return None
    return Why("same-space", {"card": best.card, "kept": other.card, "space": best.space})


def keeps_low(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """The card that reaches most stays in hand; the other move spends it."""
    if isinstance(best, Exchange) or not isinstance(other, Play) or len(position.hand) < 2:
        return None
    most = position.farthest(position.hand)
    if other.card != most:
        return None
    if isinstance(best, Play) and (
        best.space == other.space or _reach(position, best) >= _reach(position, other)
    ):
        return None
    return Why("keeps-low", {"card": most})


def keeps_lower(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """A card is spent that reaches much less than the other move's, which is not the best in hand."""
    if not isinstance(best, Play) or not isinstance(other, Play) or best.space == other.space:
        return None
    more, less = _reach(position, other), _reach(position, best)
    if other.card == position.farthest(position.hand) or (more - less) * MUCH < len(position.free):
        return None
    return Why("keeps-lower", {"card": best.card, "reaches": less, "kept": other.card, "more": more})


def _reach(position: Position, play: Play) -> int:
    return len(position.reach[play.card])


def spends_idle(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """The card reaches no other space than this one, or none at all."""
    if not isinstance(best, Play) or len(position.reach[best.card]) > 1:
        return None
    if isinstance(other, Play) and len(position.reach[other.card]) <= 1:
        return None
    return Why("spends-idle", {"card": best.card})


def draws(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """A card is drawn: with fewer than four there is less to choose from."""
    if not isinstance(best, Draw) or isinstance(other, Draw) or len(position.hand) < FEWEST:
        return None
    return Why("draws", {"count": len(position.hand)})


def last_card(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """A card is drawn; the other move would leave an empty hand, after which drawing is the only choice."""
    if not isinstance(best, Draw) or not isinstance(other, Play) or len(position.hand) > 1:
        return None
    return Why("last-card", {"card": other.card})


def leaves_little(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """A card is drawn; the other move would leave cards of which even the best reaches little."""
    if not isinstance(best, Draw) or not isinstance(other, Play) or len(position.hand) == 1:
        return None
    reach = position.reach_after(other)
    most = max(reach, key=lambda card: (len(reach[card]), -card))
    free = len(position.free) - (other.space is not None)
    return Why("leaves-little", {"card": most}) if len(reach[most]) * FEW <= free else None


def wastes(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """The other move spends a card without a token."""
    if not isinstance(other, Play) or other.space is not None:
        return None
    return None if isinstance(best, Play) and best.space is None else Why("wastes", {"card": other.card})


def exchanges(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """All four are exchanged, and even the best of them reaches little."""
    if not isinstance(best, Exchange) or isinstance(other, Exchange):
        return None
    most = position.farthest(position.hand)
    return Why("exchanges", {"card": most}) if position.reaches_little(most) else None


def new_cards(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """All four are exchanged, and it is likely that one of the new ones reaches more than any of them."""
    if not isinstance(best, Exchange) or isinstance(other, Exchange):
        return None
    most, unseen = position.farthest(position.hand), len(position.unseen)
    better = sum(position.spaces_for(card) > len(position.reach[most]) for card in position.unseen)
    if unseen < HAND or 1 - comb(unseen - better, HAND) / comb(unseen, HAND) < LIKELY:
        return None
    return Why("new-cards", {"card": most, "better": better, "cards": unseen})


def weak_hand(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """All four are exchanged, and they reach less than the unseen cards."""
    if not isinstance(best, Exchange) or isinstance(other, Exchange) or not position.unseen:
        return None
    if new_cards(position, best, other):
        return None  # that reason is clearer
    held = round(sum(len(position.reach[card]) for card in position.hand) / len(position.hand), 1)
    unseen = round(sum(map(position.spaces_for, position.unseen)) / len(position.unseen), 1)
    return Why("weak-hand", {"held": held, "unseen": unseen}) if held < unseen else None


def keeps_hand(position: Position, best: CincoMove, other: CincoMove) -> Why | None:
    """The exchange would give away a card that reaches much."""
    if not isinstance(other, Exchange) or isinstance(best, Exchange) or not position.hand_after(best):
        return None
    most = position.farthest(position.hand_after(best))
    return None if position.reaches_little(most) else Why("keeps-hand", {"card": most})


CARDS: Final[dict[str, Reasoning]] = {
    "same-space": same_space,
    "wastes": wastes,
    "keeps-low": keeps_low,
    "keeps-lower": keeps_lower,
    "leaves-little": leaves_little,
    "last-card": last_card,
    "spends-idle": spends_idle,
    "exchanges": exchanges,
    "new-cards": new_cards,
    "weak-hand": weak_hand,
    "keeps-hand": keeps_hand,
    "draws": draws,
}
"""These reasons by their codes."""
