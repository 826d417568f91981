"""What has changed in a view: most of it is as it was before a move, and need not be sent again."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import astuple


def changed(before: msgspec.Struct, after: msgspec.Struct) -> dict[str, Any]:
    """The members of ``after`` that are not those of ``before``, by the names that they have in JSON. Both
    are of one type; whoever has ``before`` and takes these over has ``after``."""
    each = zip(after.__struct_encode_fields__, astuple(before), astuple(after), strict=True)
    return {name: new for name, old, new in each if new is not old and new != old}
