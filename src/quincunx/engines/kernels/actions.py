"""The kernel that checks the actions of a batch."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.batches import NEXT_STEP, Arrays
from quincunx.engines.kernel_cache import inlined


@inlined
def first_illegal(arrays: Arrays, actions: NDArray[np.int64], mode: int) -> int:
    """Return the first game whose action is not legal; -1 if there is none."""
    masks, terminated, truncated = arrays.masks, arrays.terminated, arrays.truncated
    for game in range(actions.shape[0]):
        if mode == NEXT_STEP and (terminated[game] or truncated[game]):
            continue
        action = actions[game]
        if action < 0 or action >= masks.shape[1] or not masks[game, action]:
            return game
    return -1
