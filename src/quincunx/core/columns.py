"""Terminal columns: a wide (East Asian) character takes two."""

from __future__ import annotations

import unicodedata


def padded(text: str, width: int) -> str:
    """Pad the text with blanks to ``width`` columns; a longer text is returned unchanged."""
    return text + " " * (width - columns(text))


def columns(text: str) -> int:
    """Return the number of columns that the text takes."""
    return sum(map(_columns, text))


def _columns(letter: str) -> int:
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
