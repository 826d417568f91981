"""Bit sets for kernels, with the machine's own instructions."""

from __future__ import annotations

from typing import Any

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
