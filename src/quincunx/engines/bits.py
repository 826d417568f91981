"""Sets of bits for kernels, with the machine's own instructions."""

from __future__ import annotations

from typing import Any

from quincunx.engines.kernel_cache import kernel  # isort: skip  # it says where numba keeps its files: before numba

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic


@intrinsic  # type: ignore[untyped-decorator]
def _popcount(typing_context: Any, bits: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def _leading_zeros(typing_context: Any, bits: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), build


@kernel
def count_bits(bits: int) -> int:
    """How many bits are set in a number from 0 to 2⁶³ - 1."""
    return _popcount(bits)


@kernel
def highest_bit(bits: int) -> int:
    """The place of the highest bit that is set; ``bits`` is from 1 to 2⁶³ - 1."""
    return 63 - _leading_zeros(bits)


@kernel
def nth_bit(bits: int, n: int) -> int:
    """The place of the nth lowest bit that is set, from 0; there are more than ``n``."""
    place = 0
    width = 32
    while width:
        below = count_bits(bits & ((1 << width) - 1))
        # Which half it is cannot be predicted, so there are no branches.
        upper = 1 if n >= below else 0
        n -= below * upper
        bits >>= width * upper
        place += width * upper
        width >>= 1
    return place
