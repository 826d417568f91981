"""The seconds after which a refused caller may try again."""

from __future__ import annotations

from typing import Final

import msgspec

from quincunx.core.reason import Kind, Reason

WAITS: Final[dict[Kind, int]] = {"too-fast": 10, "unavailable": 5}
"""Seconds after which a caller may try again whose refusal does not say it more exactly."""


def with_wait(reason: Reason) -> Reason:
    """The reason with the ``seconds`` that every refusal of its kind has."""
    if reason.kind not in WAITS or "seconds" in reason.params:
        return reason
    return msgspec.structs.replace(reason, params={**reason.params, "seconds": WAITS[reason.kind]})


def retry_after(reason: Reason) -> dict[str, str]:
    """The header that says the same as the ``seconds`` of a reason that has them."""
    if reason.kind not in WAITS:
        return {}
    return {"retry-after": str(with_wait(reason).params["seconds"])}
