"""How many there are of what commands count: each number with its word, as the language has it.

A sentence that counts several things takes these as its parts, since each number chooses a form of its own.
"""

from __future__ import annotations

from quincunx.core.speech import t


def tables(count: int) -> str:
    """As “1 table”."""
    return t("{{count}} tables", "{{count}} table", count=count)


def entries(count: int) -> str:
    """Of the journal."""
    return t("{{count}} entries", "{{count}} entry", count=count)


def people(count: int) -> str:
    """Of whom something is kept."""
    return t("{{count}} people", "{{count}} person", count=count)


def keys(count: int) -> str:
    """Files of keys."""
    return t("{{count}} keys", "{{count}} key", count=count)
