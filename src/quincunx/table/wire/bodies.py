"""Bodies of requests."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from quincunx.core.reason import refused

T = TypeVar("T")


def decoded(body: bytes, kind: type[T]) -> T:
    """Decode a body as this type. Raises :class:`~quincunx.core.reason.Refusal`."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        sentence = f"That request cannot be understood: {str(error)[:200]}."
        raise refused("malformed", "malformed", sentence) from None
