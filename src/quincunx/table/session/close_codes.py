"""Codes with which sockets are closed. ``docs/protocol.md`` lists them."""

from __future__ import annotations

from typing import Final

from quincunx.core.reason import Kind, Reason

POLICY: Final = 1008
TOO_BIG: Final = 1009
SESSION_CHANGED: Final = 1012
"""The client should reconnect at once."""
DAMAGED: Final = 4500
"""The table's stored data is damaged; a client should not reconnect."""

CLOSE_CODES: Final[dict[Kind, int]] = {
    "unauthenticated": 4401,
    "forbidden": 4403,
    "unknown": 4404,
    "too-fast": POLICY,
    "unavailable": 1013,
    "internal": 1011,
}
"""The code with which a refused socket is closed."""


def close_code(reason: Reason) -> int:
    """The code for a reason that closes a socket."""
    return DAMAGED if reason.code == "damaged" else CLOSE_CODES[reason.kind]
