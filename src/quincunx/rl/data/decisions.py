"""Batches of decisions as numpy arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quincunx.rl.data.rows import Header


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """Some decisions; the first axis of every array counts them."""

    games: list[str]
    """The id of each decision's game."""
    plies: NDArray[np.int32]
    seats: NDArray[np.int8]
    observations: NDArray[np.uint8]
    """``[decisions, *shape]``, with the shape of the header."""
    masks: NDArray[np.uint8]
    """``[decisions, actions]``: 1 for a legal move, 0 otherwise."""
    actions: NDArray[np.int64]
    """The compact numbers of the chosen moves."""
    outcomes: NDArray[np.float64]
    """The final share of the seat's side, from 0 to 1; NaN for games without a result."""
    adjusted: NDArray[np.float64]
    """The share without luck; NaN where luck was not measured."""

    def __len__(self) -> int:
        return len(self.games)


def observations_of(header: Header, data: list[bytes]) -> NDArray[np.uint8]:
    """Return observations as one array, which may be written to."""
    return np.frombuffer(bytearray().join(data), np.uint8).reshape(len(data), *header.shape)


def masks_of(header: Header, counts: Any, legal: Any) -> NDArray[np.uint8]:
    """Return masks from the number of legal moves of each decision, and from all their numbers in order."""
    masks = np.zeros((len(counts), header.actions), np.uint8)
    masks[np.repeat(np.arange(len(counts)), counts), legal] = 1
    return masks
