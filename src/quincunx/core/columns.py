"""Columns of a terminal: a Chinese character takes two of them."""

from __future__ import annotations

import unicodedata


def padded(text: str, width: int) -> str:
    """The text, and blanks behind it up to so many columns; a longer one stays as it is."""
    return text + " " * (width - columns(text))


def columns(text: str) -> int:
    """How many columns it takes."""
    return sum(map(_columns, text))


def _columns(letter: str) -> int:
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
