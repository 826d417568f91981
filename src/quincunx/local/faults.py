"""Public reasons for errors."""

from __future__ import annotations

from typing import Final

from quincunx.core.reason import Reason, Refusal
from quincunx.table.record.faults import JournalDamaged, JournalUnavailable

NOT_FOUND: Final = Reason("unknown", "not-found", "There is nothing here.")
_DAMAGED: Final = Reason("internal", "damaged", "This table’s stored data is damaged.")
_UNAVAILABLE: Final = Reason(
    "unavailable",
    "unavailable",
    "This device cannot store moves just now; nothing is lost. Please try again.",
)
_INTERNAL: Final = Reason("internal", "internal", "Something went wrong. Please try again.")


def reason_of(error: Exception) -> Reason:
    """The public reason for an error. Nothing of an unexpected error is shown."""
    match error:
        case Refusal():
            return error.reason
        case JournalDamaged():
            return _DAMAGED
        case JournalUnavailable():
            return _UNAVAILABLE
    return _INTERNAL
