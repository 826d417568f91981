"""The worth of turns, for kernels: one number, or several numbers for many turns side by side.

A *worth* is a ``float``, or an array ``[numbers, lanes]``. In each lane the mover maximises the first number;
the others follow from the mover's choices. With the chances to win of all seats as numbers this is *max^n*
(Luckhardt and Irani 1986): every seat maximises its own chance. A table of worths is an array with the entry
as its first index.

The functions here are compiled for either form, so that the recursion of
:mod:`quincunx.games.cinqo.bots.kernels.turn` is written once: with floats it runs in registers, with lanes in
the vector units. They change an array in place. Callers must use the return value, since a float cannot be
changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import specialise

Worth = TypeVar("Worth", float, NDArray[np.float64])
Table = NDArray[np.float64]
Implementation = Callable[..., Any]


def _is_number(type_: Any) -> bool:
    return not hasattr(type_, "ndim")


def nothing(like: Table) -> Any:
    """Return a worth of 0 in the form of those in a table."""
    raise NotImplementedError


@specialise(nothing)
def _nothing(like: Any) -> Implementation:
    if like.ndim == 1:
        return lambda like: 0.0
    return lambda like: np.zeros(like.shape[1:])


def take(worth: Worth, table: Table, row: int) -> Worth:
    """Return the table's worth."""
    raise NotImplementedError


@specialise(take)
def _take(worth: Any, table: Any, row: Any) -> Implementation:
    if _is_number(worth):
        return lambda worth, table, row: table[row]

    def take_lanes(worth, table, row):  # type: ignore[no-untyped-def]
        for number in range(worth.shape[0]):
            for lane in range(worth.shape[1]):
                worth[number, lane] = table[row, number, lane]
        return worth

    return take_lanes


def take_better(worth: Worth, table: Table, row: int) -> Worth:
    """Return the table's worth where the mover prefers it, otherwise the present one."""
    raise NotImplementedError


@specialise(take_better)
def _take_better(worth: Any, table: Any, row: Any) -> Implementation:
    if _is_number(worth):
        return lambda worth, table, row: max(worth, table[row])

    def take_better_lanes(worth, table, row):  # type: ignore[no-untyped-def]
        for number in range(1, worth.shape[0]):
            for lane in range(worth.shape[1]):
                if table[row, 0, lane] > worth[0, lane]:
                    worth[number, lane] = table[row, number, lane]
        for lane in range(worth.shape[1]):
            worth[0, lane] = max(worth[0, lane], table[row, 0, lane])
        return worth

    return take_better_lanes


def clear(worth: Worth) -> Worth:
    """Return 0."""
    raise NotImplementedError


@specialise(clear)
def _clear(worth: Any) -> Implementation:
    if _is_number(worth):
        return lambda worth: 0.0

    def clear_lanes(worth):  # type: ignore[no-untyped-def]
        for number in range(worth.shape[0]):
            for lane in range(worth.shape[1]):
                worth[number, lane] = 0.0
        return worth

    return clear_lanes


def add(total: Worth, chance: float, worth: Worth) -> Worth:
    """Return ``total`` plus ``chance`` times ``worth``."""
    raise NotImplementedError


@specialise(add)
def _add(total: Any, chance: Any, worth: Any) -> Implementation:
    if _is_number(total):
        return lambda total, chance, worth: total + chance * worth

    def add_lanes(total, chance, worth):  # type: ignore[no-untyped-def]
        for number in range(total.shape[0]):
            for lane in range(total.shape[1]):
                total[number, lane] += chance * worth[number, lane]
        return total

    return add_lanes


def divide(worth: Worth, by: float) -> Worth:
    """Return ``worth / by``."""
    raise NotImplementedError


@specialise(divide)
def _divide(worth: Any, by: Any) -> Implementation:
    if _is_number(worth):
        return lambda worth, by: worth / by

    def divide_lanes(worth, by):  # type: ignore[no-untyped-def]
        for number in range(worth.shape[0]):
            for lane in range(worth.shape[1]):
                worth[number, lane] /= by
        return worth

    return divide_lanes


def put(table: Table, row: int, worth: Worth) -> None:
    """Write a worth into a table."""
    raise NotImplementedError


@specialise(put)
def _put(table: Any, row: Any, worth: Any) -> Implementation:
    if _is_number(worth):

        def put_number(table, row, worth):  # type: ignore[no-untyped-def]
            table[row] = worth

        return put_number

    def put_lanes(table, row, worth):  # type: ignore[no-untyped-def]
        for number in range(worth.shape[0]):
            for lane in range(worth.shape[1]):
                table[row, number, lane] = worth[number, lane]

    return put_lanes
