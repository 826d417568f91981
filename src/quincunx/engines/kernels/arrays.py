"""Arrays in kernels: words and rows of bytes, and entries of batches, without the checks of an index.

Only kernels can call the intrinsics.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from quincunx.engines.kernel_cache import inlined  # isort: skip  # sets numba's cache folder, so before numba

from llvmlite import ir
from numba import carray, types
from numba.extending import intrinsic


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


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def and_bytes(
    typing_context: Any, to: Any, at: Any, one: Any, first: Any, other: Any, start: Any, count: Any
) -> Any:
    """Write the bits that bytes of two arrays share, from the places ``first`` and ``start`` on, to the place
    ``at`` of a third array. The count is a literal."""
    if not isinstance(count, types.IntegerLiteral):
        return None

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        vector = ir.VectorType(ir.IntType(8), count.literal_value).as_pointer()
        target, left, right = (
            builder.bitcast(
                builder.gep(
                    context.make_array(signature.args[i])(context, builder, args[i]).data, [args[i + 1]]
                ),
                vector,
            )
            for i in (0, 2, 4)
        )
        shared = builder.and_(builder.load(left, align=1), builder.load(right, align=1))
        builder.store(shared, target, align=1)
        return context.get_dummy_value()

    return types.void(to, types.intp, one, types.intp, other, types.intp, count), build


def _memory(builder: Any, name: str, operands: list[Any], size: Any) -> None:
    """Add a call of LLVM's ``memcpy`` or ``memset``."""
    overloads = [each.type for each in operands if isinstance(each.type, ir.PointerType)]
    function = builder.module.declare_intrinsic(f"llvm.{name}", [*overloads, size.type])
    builder.call(function, [*operands, size, ir.Constant(ir.IntType(1), 0)])


def _pointer(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    data = context.make_array(signature.args[0])(context, builder, args[0]).data
    return builder.bitcast(builder.gep(data, [args[1]]), ir.IntType(64).as_pointer())


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _address(typing_context: Any, array: Any, at: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.gep(context.make_array(signature.args[0])(context, builder, args[0]).data, [args[1]])

    pointer = types.CPointer(array.dtype)
    return pointer(array, types.intp), build


@inlined
def row(array: NDArray[Any], index: int) -> NDArray[Any]:
    """Return a row of a table that outlives it. An index would count a reference to the table and discard it
    again, which for all arrays of a step takes a quarter of its time."""
    return carray(_address(array, index * array.shape[1]), (array.shape[1],))


@inlined
def table(array: NDArray[Any], index: int) -> NDArray[Any]:
    """Return a table of an array of tables, as :func:`row` does."""
    rows, columns = array.shape[1], array.shape[2]
    return carray(_address(array, index * rows * columns), (rows, columns))
