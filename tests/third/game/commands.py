"""Commands of the command line for Trio alone."""

from __future__ import annotations

from tests.third.game.bots.greedy import FACES
from tests.third.game.state import DIE, PACK, points


def odds() -> int:
    """Print what each card scores on average."""
    for card in PACK:
        print(f"{card:2}: {sum(points(card, face) for face in FACES) / DIE:.2f}")
    return 0
