"""The board of Cinco: the place of each number, and the 126 lines of five.

Everything here is computed once from the meander that rule 1 describes. Coordinates are axial hexagon
coordinates (q, r); the six neighbours of (q, r) are (q±1, r), (q, r±1), (q+1, r-1) and (q-1, r+1). The centre
(0, 0) is not a space.
"""

from __future__ import annotations

from typing import Final

SPACES: Final = 90
RINGS: Final = 5
LINE: Final = 5

Coordinate = tuple[int, int]

# One step along each side of a ring, clockwise from its topmost corner (0, -ring).
_SIDES: Final[tuple[Coordinate, ...]] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
# The meander leaves each ring by one of two steps, in turn.
_STEPS_OUT: Final[tuple[Coordinate, ...]] = ((0, -1), (-1, 0))
AXES: Final[tuple[Coordinate, ...]] = ((1, 0), (0, 1), (1, -1))
"""The three directions of a line; each runs both ways."""


def _ring(radius: int) -> list[Coordinate]:
    """The spaces of a ring, clockwise from its topmost left corner."""
    q, r = 0, -radius
    walk: list[Coordinate] = []
    for step_q, step_r in _SIDES:
        for _ in range(radius):
            walk.append((q, r))
            q, r = q + step_q, r + step_r
    return walk


def _meander() -> tuple[Coordinate, ...]:
    """All spaces in the order of their numbers: each ring runs against the direction of the ring inside
    it."""
    path: list[Coordinate] = []
    last: Coordinate = (0, 0)
    for radius in range(1, RINGS + 1):
        step_q, step_r = _STEPS_OUT[(radius - 1) % 2]
        start = (last[0] + step_q, last[1] + step_r)
        walk = _ring(radius)
        if radius % 2 == 0:
            walk.reverse()
        at = walk.index(start)
        path += walk[at:] + walk[:at]
        last = path[-1]
    return tuple(path)


COORDINATES: Final[tuple[Coordinate, ...]] = _meander()
"""The coordinates of each space: ``COORDINATES[n - 1]`` are those of space *n*."""

NUMBERS: Final[dict[Coordinate, int]] = {at: n for n, at in enumerate(COORDINATES, 1)}
"""The number of the space at a coordinate; the centre is absent."""


def _windows() -> tuple[tuple[int, ...], ...]:
    found: list[tuple[int, ...]] = []
    for q, r in COORDINATES:
        for step_q, step_r in AXES:
            cells = [(q + i * step_q, r + i * step_r) for i in range(LINE)]
            # The centre is not in NUMBERS, so a line across it is not a window.
            if all(cell in NUMBERS for cell in cells):
                found.append(tuple(NUMBERS[cell] for cell in cells))
    return tuple(found)


WINDOWS: Final[tuple[tuple[int, ...], ...]] = _windows()
"""The 126 straight lines of five neighbouring spaces, each as its numbers from end to end."""


def bit(space: int) -> int:
    """Return the bit of a space in a bit set of spaces."""
    return 1 << (space - 1)


WINDOW_MASKS: Final[tuple[int, ...]] = tuple(sum(bit(s) for s in window) for window in WINDOWS)
"""Each window as a bit set."""

WINDOWS_THROUGH: Final[tuple[tuple[int, ...], ...]] = tuple(
    # No window goes through space 0; the entry lets a space be its own index.
    tuple(mask for mask in WINDOW_MASKS if space and mask & bit(space))
    for space in range(SPACES + 1)
)
"""The windows through each space: ``WINDOWS_THROUGH[n]`` are the masks of those that contain space *n*."""


def _ray(space: int, step_q: int, step_r: int) -> tuple[int, ...]:
    """Return the spaces in one direction, the nearest first, up to the rim or the centre; as bits."""
    ray: list[int] = []
    q, r = COORDINATES[space - 1]
    while (at := NUMBERS.get((q + step_q, r + step_r))) is not None:
        ray.append(bit(at))
        q, r = q + step_q, r + step_r
    return tuple(ray)


_RAYS: Final = tuple(
    # As above, no space is 0.
    tuple((_ray(space, q, r), _ray(space, -q, -r)) for q, r in AXES) if space else ()
    for space in range(SPACES + 1)
)


def line_through(tokens: int, space: int) -> int:
    """Return the length of the longest unbroken line of ``tokens`` (a bit set) through ``space``.

    ``space`` itself counts as occupied. The centre breaks every line.
    """
    longest = 1
    for both_ways in _RAYS[space]:
        length = 1
        for ray in both_ways:
            for each in ray:
                if not tokens & each:
                    break
                length += 1
        if length > longest:
            longest = length
    return longest


def spaces_of(tokens: int) -> tuple[int, ...]:
    """The numbers in a bit set, ascending."""
    return tuple(space for space in range(1, SPACES + 1) if tokens & bit(space))
