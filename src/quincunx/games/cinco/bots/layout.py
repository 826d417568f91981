"""The features of a position other than those of windows: the first number of each block, and its size.

A window's feature depends on the window and its contents (:mod:`quincunx.games.cinco.bots.lines`).
"""

from __future__ import annotations

from typing import Final

CARD_FEATURES: Final = 0
"""``4 × 91``: the card that is the 1st, 2nd … lowest in the known hand; 0 if there is none."""
UNKNOWN_FEATURES: Final = CARD_FEATURES + 4 * 91
"""``5``: the number of cards drawn by the move and not known yet (0, 1, 4)."""
OTHER_SIZE_FEATURES: Final = UNKNOWN_FEATURES + 5
"""``6 × 5``: the number of cards that the 1st, 2nd … next seat holds."""
OTHER_WIN_FEATURES: Final = OTHER_SIZE_FEATURES + 6 * 5
"""``6 × 12``: the likelihood that the 1st, 2nd … next seat holds a card that wins at once, in eleven steps;
0: no card does."""
OWN_WIN_FEATURES: Final = OTHER_WIN_FEATURES + 6 * 12
"""``15``: the hand reaches no winning space (0: there is none, 1: there is one); it reaches one, which an
opponent can take with this likelihood, in eleven steps (from 2); it reaches several (14)."""
BLOCK_FEATURES: Final = OWN_WIN_FEATURES + 15
"""``5``: no other team has a winning space; one that the hand reaches or not; several, all reached or not."""
TIME_FEATURES: Final = BLOCK_FEATURES + 5
"""``16``: the number of tokens on the board before the move, in steps of six."""
JOKER_FEATURE: Final = TIME_FEATURES + 16
"""``1``: the joker variant."""
LINE_FEATURES: Final = JOKER_FEATURE + 1
"""``5 × 4``: the numbers (0, 1, 2, 3 or more) of windows of five kinds. Three own tokens and nothing else:
the hand reaches both empty spaces, or one. Three tokens of another team: the hand reaches both empty spaces,
the higher one, or none."""
SMALL_FEATURES: Final = LINE_FEATURES + 5 * 4

MOST_ACTIVE: Final = 4 + 1 + 5 + 5 + 1 + 1 + 1 + 1 + 5
"""The largest number of these features that can be active at once."""
