"""The layout of Cinq-O's observations: one plane of bytes, relative to the seat that observes.

Seats count from the observer: seat 1 is the next to play. The numbers at the places below come first, then
the history: for each seat the number of its finished turns, and two bytes for each, oldest first. The first
is the Rack, as the number of five dice in ascending order (1 for 1-1-1-1-1, 252 for 6-6-6-6-6); the second is
the face of the Hi/Lo die, and 8 more for a five of a kind in one roll.

``now`` has no history: the position of a game does not depend on it.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final

from quincunx.games.cinqo.card import DICE

MOST_PLAYERS: Final = 6
MOST_TURNS: Final = 100
"""The number of turns of a seat that fit into the history: a game to 100 has no more, since each scores a
point."""

VIEWER: Final = 0
"""The observer's seat at the table."""
PLAYERS: Final = 1
GOAL: Final = 2
"""0: to 100 points; 1: a number of rounds."""
ROUNDS: Final = 3
FIRST: Final = 4
"""The seat at the table that starts."""
TO_MOVE: Final = 5
"""The seat to move, from the observer, and 1; 0: none."""
TURN_OF: Final = 6
ROUND: Final = 7
BONUS: Final = 8
ROLL: Final = 9
HILO: Final = 10
"""The face of the Hi/Lo die, 1 to 6: 1↑ 2↑ 3↑ 1↓ 2↓ 3↓; 0 before the first roll."""
BOXED: Final = 11
END: Final = 12
"""How the game ended, from 1 as in :data:`ENDS`; 0: it has not."""
TRAY: Final = 13  # five dice as they fell, then 0
RACK: Final = TRAY + DICE  # five dice, ascending, then 0
BANK: Final = RACK + DICE  # likewise
SCORES: Final = BANK + DICE  # by seat, two bytes each, the lower one first
WINNERS: Final = SCORES + 2 * MOST_PLAYERS  # by seat: 1 if it has won
NUMBERS: Final = WINNERS + MOST_PLAYERS
HISTORY: Final = 1 + 2 * MOST_TURNS
"""The number of bytes of a seat's history."""

ENDS: Final = ("hundred", "rounds")
FIVE: Final = 8
RACKS: Final = tuple(combinations_with_replacement(range(1, 7), DICE))
"""Five dice by their number, less 1."""

# The opponents of batches, by number.
RANDOM: Final = 1
GREEDY: Final = 2
