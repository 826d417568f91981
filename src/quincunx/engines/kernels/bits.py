"""Bit sets for kernels, with the machine's own instructions. Only kernels can call the intrinsics."""

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


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def byte(typing_context: Any, array: Any, at: Any) -> Any:
    """Return a number of an array of bytes as one of 64 bits. A kernel is compiled again for each narrower
    type of an argument."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.sext(builder.load(builder.gep(data, [args[1]])), ir.IntType(64))

    return types.int64(array, types.intp), build


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def word(typing_context: Any, array: Any, at: Any) -> Any:
    """Return the number in eight bytes of an array of bytes, from the place ``at`` on."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_pointer(context, builder, signature, args), align=1)

    return types.int64(array, types.intp), build


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def set_word(typing_context: Any, array: Any, at: Any, number: Any) -> Any:
    """Write a number into eight bytes of an array of bytes, from the place ``at`` on."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[2], _pointer(context, builder, signature, args), align=1)
        return context.get_dummy_value()

    return types.void(array, types.intp, types.int64), build


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def copy_bytes(typing_context: Any, to: Any, at: Any, source: Any, start: Any, count: Any) -> Any:
    """Copy bytes from the place ``start`` of an array of bytes to the place ``at`` of another. The count is a
    literal, so that the copy is a few wide moves without a check whether the arrays overlap."""
    if not isinstance(count, types.IntegerLiteral):
        return None

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointers = [
            builder.gep(context.make_array(signature.args[i])(context, builder, args[i]).data, [args[i + 1]])
            for i in (0, 2)
        ]
        size = context.get_constant(types.intp, count.literal_value)
        _memory(builder, "memcpy", pointers, size)
        return context.get_dummy_value()

    return types.void(to, types.intp, source, types.intp, count), build


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def clear_bytes(typing_context: Any, to: Any, at: Any, count: Any) -> Any:
    """Write zeros from the place ``at`` of an array of bytes on. The count is a literal."""
    if not isinstance(count, types.IntegerLiteral):
        return None

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        size = context.get_constant(types.intp, count.literal_value)
        _memory(builder, "memset", [builder.gep(data, [args[1]]), ir.Constant(ir.IntType(8), 0)], size)
        return context.get_dummy_value()

    return types.void(to, types.intp, count), build


def _memory(builder: Any, name: str, operands: list[Any], size: Any) -> None:
    """Add a call of LLVM's ``memcpy`` or ``memset``."""
    overloads = [each.type for each in operands if isinstance(each.type, ir.PointerType)]
    function = builder.module.declare_intrinsic(f"llvm.{name}", [*overloads, size.type])
    builder.call(function, [*operands, size, ir.Constant(ir.IntType(1), 0)])


def _pointer(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    data = context.make_array(signature.args[0])(context, builder, args[0]).data
    return builder.bitcast(builder.gep(data, [args[1]]), ir.IntType(64).as_pointer())


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
