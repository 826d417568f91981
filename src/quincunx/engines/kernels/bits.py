"""Bit sets for kernels, with the machine's own instructions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import kernel  # isort: skip  # sets numba's cache folder, so before numba

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _popcount(typing_context: Any, bits: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), build


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _leading_zeros(typing_context: Any, bits: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), build


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _load(typing_context: Any, array: Any, at: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_pointer(context, builder, signature, args), align=1)

    return types.int64(array, types.intp), build


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _store(typing_context: Any, array: Any, at: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[2], _pointer(context, builder, signature, args), align=1)
        return context.get_dummy_value()

    return types.void(array, types.intp, types.int64), build


def _pointer(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Return the address of the eight bytes from a place of an array of bytes on."""
    data = context.make_array(signature.args[0])(context, builder, args[0]).data
    return builder.bitcast(builder.gep(data, [args[1]]), ir.IntType(64).as_pointer())


@kernel
def word(array: NDArray[np.int8], at: int) -> int:
    """Return the number in the eight bytes from a place of an array on."""
    return _load(array, at)


@kernel
def set_word(array: NDArray[np.int8], at: int, number: int) -> None:
    """Write a number into the eight bytes from a place of an array on."""
    _store(array, at, number)


@kernel
def count_bits(bits: int) -> int:
    """Return the number of set bits in a number from 0 to 2⁶³ - 1."""
    return _popcount(bits)


@kernel
def highest_bit(bits: int) -> int:
    """Return the index of the highest set bit; ``bits`` is from 1 to 2⁶³ - 1."""
    return 63 - _leading_zeros(bits)


@kernel
def nth_bit(bits: int, n: int) -> int:
    """Return the index of the nth lowest set bit, from 0; more than ``n`` bits must be set."""
    place = 0
    width = 32
    while width:
        below = count_bits(bits & ((1 << width) - 1))
        # Which half it is cannot be predicted, so the code has no branches.
        upper = 1 if n >= below else 0
        n -= below * upper
        bits >>= width * upper
        place += width * upper
        width >>= 1
    return place
