"""The seconds after which a refused caller may try again."""

from __future__ import annotations

from typing import Final

import msgspec

from quincunx.core.reason import Kind, Reason

WAITS: Final[dict[Kind, int]] = {"too-fast": 10, "unavailable": 5}
"""Seconds after which a refused caller may retry, by kind, unless the refusal gives its own."""


def with_wait(reason: Reason) -> Reason:
    """The reason with the default ``seconds`` of its kind, if it has none."""
    if reason.kind not in WAITS or "seconds" in reason.params:
        return reason
    return msgspec.structs.replace(reason, params={**reason.params, "seconds": WAITS[reason.kind]})


def retry_after(reason: Reason) -> dict[str, str]:
    """The ``Retry-After`` header for a reason whose kind is in :data:`WAITS`; otherwise no header."""
    if reason.kind not in WAITS:
        return {}
    return {"retry-after": str(with_wait(reason).params["seconds"])}
