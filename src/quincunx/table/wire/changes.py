"""Differences between two views: most of a view is unchanged by a move, and need not be sent again."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import astuple


def changed_members(before: msgspec.Struct, after: msgspec.Struct) -> dict[str, Any]:
    """The members of ``after`` that differ from ``before``, by their names in JSON. Both are of one type. A
    client that has ``before`` and replaces these members has ``after``."""
    each = zip(after.__struct_encode_fields__, astuple(before), astuple(after), strict=True)
    return {name: new for name, old, new in each if new is not old and new != old}
