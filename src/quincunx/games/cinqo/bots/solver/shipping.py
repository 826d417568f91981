"""The solved games as ``tables/solved.npz``, for machines without numba.

``python -m quincunx.games.cinqo.bots.solver.shipping`` makes the file, in half a minute.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from quincunx.games.cinqo.bots.solver import prospects, rounds, rounds_many, solitaire
from quincunx.games.cinqo.rules import MOST_ROUNDS

PLACE: Final = Path(__file__).parents[1] / "tables" / "solved.npz"


def solved(most_turns: int = 2 * MOST_ROUNDS) -> dict[str, NDArray[np.float64]]:
    """Return the arrays by name, as :mod:`quincunx.games.cinqo.bots.plain.solution` reads them."""
    return {
        "race": prospects.race_wins(),
        "alone": solitaire.expected_rounds(),
        "within": solitaire.best_probabilities(),
        "rounds": np.stack([rounds.probabilities(turns) for turns in range(most_turns + 1)]),
        "normal": np.stack([rounds_many.NODES, rounds_many.WEIGHTS]),
    }


if __name__ == "__main__":
    arrays: dict[str, Any] = dict(solved())
    np.savez_compressed(PLACE, **arrays)
