"""The windows of the board as tables, for kernels and for the plain evaluation.

Spaces and teams count from 0 here. A window's contents are a *code*: 0 nothing; ``team * 31 + pattern`` (1 to
31) for tokens of one team alone; :data:`DEAD` when two teams have tokens in it, so that neither can complete
it.
"""

from __future__ import annotations

from typing import Final

from quincunx.games.cinco.board import LINE, SPACES, WINDOWS

MOST_TEAMS: Final = 3
WINDOW_COUNT: Final = len(WINDOWS)
PATTERNS: Final = 31
"""The number of ways in which one team's tokens, at least one, can lie in a window of five."""
DEAD: Final = MOST_TEAMS * PATTERNS + 1

LINES: Final = tuple(tuple(space - 1 for space in window) for window in WINDOWS)
"""The spaces of each window, from end to end."""
THROUGH: Final = tuple(
    tuple((window, line.index(space)) for window, line in enumerate(LINES) if space in line)
    for space in range(SPACES)
)
"""The windows through each space, 15 at most, with the place of the space in each, 0 to 4."""

BITS: Final = tuple(pattern.bit_count() for pattern in range(PATTERNS + 1))
"""The number of tokens of a pattern."""
LAST_EMPTY: Final = tuple((~pattern & -~pattern).bit_length() - 1 for pattern in range(PATTERNS + 1))
"""The lowest place that a pattern leaves empty."""


def _gaps(line: tuple[int, ...], pattern: int) -> tuple[int, int]:
    empty = [space for place, space in enumerate(line) if not pattern >> place & 1]
    return (min(empty), max(empty)) if empty else (0, 0)


GAPS: Final = tuple(tuple(_gaps(line, pattern) for pattern in range(PATTERNS + 1)) for line in LINES)
"""The lowest and the highest space that a pattern leaves empty in a window, by window and pattern."""


def code_of(team: int, pattern: int) -> int:
    """Return the code of one team's tokens alone."""
    return team * PATTERNS + pattern if pattern else 0


def _next_codes() -> tuple[bytes, ...]:
    after = [bytearray([DEAD] * (MOST_TEAMS * LINE)) for _ in range(DEAD + 1)]
    for team in range(MOST_TEAMS):
        for pattern in range(PATTERNS + 1):
            for place in range(LINE):
                after[code_of(team, pattern)][team * LINE + place] = code_of(team, pattern | 1 << place)
    return tuple(map(bytes, after))


NEXT_CODE: Final = _next_codes()
"""``[95][15]``: the contents of a window after a token of team t is placed at its place p, by ``5 t + p``."""
CODE_TOKENS: Final = bytes([0, *(BITS[1:] * MOST_TEAMS), 0])
"""``[95]``: the number of tokens in a code's window if one team alone has any; 0 if it cannot be
completed."""


def codes(teams: int) -> int:
    """Return the number of possible contents of a window: nothing, 31 patterns of each team, or tokens of
    several."""
    return 1 + teams * PATTERNS + 1


def seen_codes(team: int, teams: int) -> bytes:
    """Return a table for ``bytes.translate``: the contents of a window with teams counted from ``team``, by
    its code."""
    seen = bytearray(256)
    for other in range(teams):
        for pattern in range(1, PATTERNS + 1):
            seen[code_of(other, pattern)] = code_of((other - team) % teams, pattern)
    seen[DEAD] = codes(teams) - 1
    return bytes(seen)
