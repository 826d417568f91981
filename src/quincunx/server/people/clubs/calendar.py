"""A club's calendar feed, in the format of RFC 5545 (iCalendar)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from quincunx.club.clubs.state import Club

KIND: Final = "text/calendar"
"""The media type; the charset is added to it."""
_LONGEST_LINE: Final = 75
"""Bytes of a line; longer ones are folded."""


def calendar(club: Club, address: str) -> bytes:
    """The feed with all club nights. ``address`` is that of the club's page."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Quincunx//Club calendar//EN",
        "CALSCALE:GREGORIAN",
        f"X-WR-CALNAME:{_escaped(club.settings.title)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
        *_events(club, address),
        "END:VCALENDAR",
    ]
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line)).encode()


def _events(club: Club, address: str) -> Iterator[str]:
    for night in club.nights:
        yield "BEGIN:VEVENT"
        yield f"UID:{night.id}@{club.name}.quincunx"
        # Calendars expect a time stamp; a night never changes after it was added.
        yield f"DTSTAMP:{_time(club.made_at)}"
        yield f"DTSTART:{_time(night.begins)}"
        yield f"DTEND:{_time(night.ends)}"
        yield f"SUMMARY:{_escaped(f'{night.title} ({club.settings.title})')}"
        yield f"URL:{address}"
        yield "END:VEVENT"


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", "\\n")


def _folded(line: str) -> Iterator[str]:
    """The lines of at most 75 bytes into which a line is folded; a character is never cut."""
    part = ""
    for character in line:
        if len((part + character).encode()) > _LONGEST_LINE:
            yield part
            part = " "
        part += character
    yield part
