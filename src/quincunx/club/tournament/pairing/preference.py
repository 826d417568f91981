"""Choice of the player who starts a game of a Swiss round, by FIDE's Dutch system. Pure.

Articles are those of C.04.3 of the FIDE Handbook. Its colours are turns here: White is the player who starts.
"""

from __future__ import annotations

from quincunx.club.tournament.pairing.entrant import Entrant


def wants_start(player: Entrant) -> bool | None:
    """True if the player should start, false if their opponent should; ``None`` before a first game (1.7)."""
    if not player.starts:
        return None
    if abs(player.balance) > 1:
        return player.balance < 0
    if is_repeated(player) or not player.balance:
        return not player.starts[-1]
    return player.balance < 0


def is_repeated(player: Entrant) -> bool:
    """True if the player started both of the last two games, or neither."""
    return len(player.starts) > 1 and player.starts[-1] == player.starts[-2]


def is_absolute(player: Entrant) -> bool:
    """True if the player's preference must be granted (1.7.1)."""
    return abs(player.balance) > 1 or is_repeated(player)


def is_strong(player: Entrant) -> bool:
    """True if the preference is absolute or strong: the player started too often or too seldom (1.7.2)."""
    return is_absolute(player) or player.balance != 0


def are_opposed(one: Entrant, other: Entrant) -> bool:
    """True if both preferences can be granted."""
    return wants_start(one) is None or wants_start(one) != wants_start(other)


def starts_first(higher: Entrant, lower: Entrant) -> bool:
    """True if the higher-ranked player starts (5.2)."""
    wish, other_wish = wants_start(higher), wants_start(lower)
    if wish is None and other_wish is None:
        # 5.2.5. The initial ranking is by lot, so that its first player can always start.
        return higher.place % 2 == 1
    if wish is None or other_wish is None or wish != other_wish:  # 5.2.1
        return wish if wish is not None else not other_wish
    strength, other_strength = _strength(higher), _strength(lower)
    if strength != other_strength:  # 5.2.2
        return wish == (strength > other_strength)
    # 5.2.3: the opposite of the latest round in which one of them started and the other did not.
    for own, others in zip(reversed(higher.starts), reversed(lower.starts), strict=False):
        if own != others:
            return not own
    return wish  # 5.2.4


def _strength(player: Entrant) -> tuple[int, int]:
    """The strength of a preference. Of two absolute ones, the wider difference is the stronger."""
    if is_absolute(player):
        return 2, abs(player.balance)
    return int(is_strong(player)), 0
