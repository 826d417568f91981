"""What has changed in a view: most of it is as it was before a move, and need not be sent again."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any

import msgspec


def changed(before: msgspec.Struct, after: msgspec.Struct) -> dict[str, Any]:
    """The members of ``after`` that are not those of ``before``, by the names that they have in JSON. Both
    are of one type; whoever has ``before`` and takes these over has ``after``."""
    names, members = _members(type(after))
    each = zip(names, members(before), members(after), strict=True)
    return {name: new for name, old, new in each if new is not old and new != old}


@cache
def _members(kind: type[msgspec.Struct]) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    names = kind.__struct_encode_fields__
    fields = kind.__struct_fields__
    if len(fields) > 1:
        return names, attrgetter(*fields)
    return names, lambda struct: tuple(getattr(struct, field) for field in fields)
