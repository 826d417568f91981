"""A whole game as readable, diffable text: written, parsed, replayed, verified.

``docs/record-format.md`` describes the format. A game looks like this::

    [Quincunx "1"]
    [Game "trio"]
    …
    [Result "won by 2 (counted)"]

    0. set-up: lot 1; shuffle 4 12 1 8 3 6 10 5 9 2 7 11
    1. seat 1: roll 3; play 3
    …
    end

Chance's moves stand among the others, so replaying needs no random numbers.
"""

from quincunx.core.record.check import signed_text, verify
from quincunx.core.record.model import Record, RecordError, replay
from quincunx.core.record.parser import LONGEST, MOST_TURNS, parse, read
from quincunx.core.record.writer import write

__all__ = [
    "LONGEST",
    "MOST_TURNS",
    "Record",
    "RecordError",
    "parse",
    "read",
    "replay",
    "signed_text",
    "verify",
    "write",
]
