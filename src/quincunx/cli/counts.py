"""Numbers with their nouns, in the plural forms of the language.

A sentence with several numbers is built from these parts, since each number chooses a form of its own.
"""

from __future__ import annotations

from quincunx.core.speech import t


def tables(count: int) -> str:
    """Return a number of tables: “1 table”."""
    return t("{{count}} tables", "{{count}} table", count=count)


def entries(count: int) -> str:
    """Return a number of entries of the journal."""
    return t("{{count}} entries", "{{count}} entry", count=count)


def people(count: int) -> str:
    """Return a number of people."""
    return t("{{count}} people", "{{count}} person", count=count)


def keys(count: int) -> str:
    """Return a number of key files."""
    return t("{{count}} keys", "{{count}} key", count=count)
