"""Examples of a test: a few for every change, and the others in ``make nightly``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def mostly_nightly(every: Iterable[Any], *usual: Any) -> list[Any]:
    """All values for :func:`pytest.mark.parametrize`; those that are not among ``usual`` run nightly.

    A tuple is one example with several arguments. Raises :class:`ValueError` if a usual one is not among all.
    """
    values = list(every)
    if missing := [each for each in usual if each not in values]:
        raise ValueError(f"not among the examples: {missing}")
    return [
        pytest.param(
            *(each if isinstance(each, tuple) else (each,)),
            marks=() if each in usual else pytest.mark.nightly,
        )
        for each in values
    ]
