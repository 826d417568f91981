"""Versions of stored data: 1.0 is the first that was released."""

from __future__ import annotations

from typing import Final

from quincunx.core.sentence import sentence

BEFORE_RELEASE: Final = sentence(
    "This data is from before version 1.0. "
    "Export the games with the version that wrote it, or start with an empty folder."
)
"""The refusal of journals, stores and backups that no released version has written."""
