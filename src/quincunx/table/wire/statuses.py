"""HTTP statuses of refusals."""

from __future__ import annotations

from typing import Final

from quincunx.core.reason import Kind

STATUS: Final[dict[Kind, int]] = {
    "rule": 409,
    "conflict": 409,
    "stale": 409,
    "malformed": 400,
    "forbidden": 403,
    "unknown": 404,
    "unauthenticated": 401,
    "unsupported": 415,
    "too-large": 413,
    "too-fast": 429,
    "unavailable": 503,
    "internal": 500,
}
"""The HTTP status of a refused request."""
