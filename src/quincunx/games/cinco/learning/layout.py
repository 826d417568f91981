"""The layout of Cinco's observations: planes of 90 bytes, relative to the seat that observes.

Seats and teams count from the observer, who is seat 0 of team 0: seat 1 is the next to play. With *T* teams
and *P* players there are *T + P + 4* planes:

1. numbers, at the places below; where 0 means “none”, others are one more;
2. *T* planes of tokens, by space: 1 where the team has one, the observer's team first;
3. the last token, by space;
4. the hand, by card;
5. *P* planes of discards since the last shuffle, by card: 1 for the oldest discard of the seat, 2 for the
   next, and so on; 0 for cards that do not lie there;
6. the cards that were shuffled into the present draw pile, by card.

``lines`` has *4 T + 1* further planes, by space: the number of windows of five through the space that are
empty, and for each team those that hold one, two, three and four of its tokens, and no other team's.
"""

from __future__ import annotations

from typing import Final

from quincunx.games.cinco.board import SPACES
from quincunx.games.cinco.types import CincoOptions

WIDTH: Final = SPACES
MOST_PLAYERS: Final = 6
MOST_TEAMS: Final = 3
TOKENS: Final = 1
"""The first plane of tokens."""

VIEWER: Final = 0
"""The observer's seat at the table."""
PLAYERS: Final = 1
TEAMS: Final = 2
JOKER: Final = 3
FIRST: Final = 4
"""The seat at the table that the options name as the first; 0: a lot decides."""
TO_MOVE: Final = 5
"""The seat to move, from the observer, and 1; 0: none."""
TURN: Final = 6  # two bytes, the lower one first
PILE: Final = 8
RESHUFFLES: Final = 9  # two bytes
END: Final = 11
"""How the game ended, from 1 as in :data:`ENDS`; 0: it has not."""
WINNER: Final = 12
"""The team that won, from the observer's, and 1; 0: none."""
HAND_SIZES: Final = 13  # by seat
CARRIED: Final = HAND_SIZES + MOST_PLAYERS  # by seat: its cards that are older than the draw pile
TOKENS_LEFT: Final = CARRIED + MOST_PLAYERS  # by team
RECENT: Final = TOKENS_LEFT + MOST_TEAMS  # the last turns, newest first, three bytes each: kind, card, space
NUMBERS: Final = RECENT + 3 * MOST_PLAYERS

ENDS: Final = ("five", "tokens", "board")
DREW: Final = 1
EXCHANGED: Final = 2
PLAYED: Final = 3
"""The kinds of a turn; 0: there was none. A spent card has space 0."""


def plain_planes(options: CincoOptions) -> tuple[str, ...]:
    """Return the names of the planes of ``plain``."""
    return (
        "numbers",
        *(f"tokens of team {team}" for team in range(options.teams)),
        "last token",
        "hand",
        *(f"discards of seat {seat}" for seat in range(options.players)),
        "cards of the draw pile",
    )


def line_planes(options: CincoOptions) -> tuple[str, ...]:
    """Return the names of the further planes of ``lines``."""
    return (
        "empty windows",
        *(f"windows with {count} of team {team}" for team in range(options.teams) for count in range(1, 5)),
    )


# The opponents of batches, by number.
RANDOM: Final = 1
GREEDY: Final = 2
LINE_COUNTER: Final = 3
NETWORK: Final = 4
