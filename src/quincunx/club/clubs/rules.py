"""Limits of clubs, and checks of what people type about them. Pure."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from msgspec.structs import replace

from quincunx.club.clubs.wire import AddNights, AskClubLink, ClubSettings
from quincunx.core.reason import refused
from quincunx.table.visible import visible

MOST_MEMBERS: Final = 500
MOST_ASKING: Final = 100
"""Most requests to join that wait for an answer."""
MOST_REMOVED: Final = 500
MOST_OWNED: Final = 3
"""Most clubs of one owner."""
MOST_JOINED: Final = 20
"""Most clubs that a person belongs to or has asked to join."""
MOST_ANNOUNCEMENTS: Final = 50
"""Announcements that are kept; a new one replaces the oldest."""
MOST_NIGHTS: Final = 100
MOST_AT_ONCE: Final = 26
"""Most club nights that are added at once: half a year of weekly ones."""
NIGHTS_AHEAD: Final = 366 * 24 * 3_600_000
"""Milliseconds that a club night may lie ahead."""
PAST_NIGHTS: Final = 400 * 24 * 3_600_000
"""Milliseconds for which a past night stays in the calendar."""
MOST_SEASONS: Final = 60
MOST_LINKS: Final = 20
LONGEST_TITLE: Final = 40
LONGEST_ABOUT: Final = 500
LONGEST_NIGHT: Final = 60
_NAME: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{1,22})[a-z0-9]")
_SPACES: Final = re.compile(r"[^\S\n]+")


def checked_club_name(name: str) -> str:
    """The name of a club in addresses. Raises :class:`~quincunx.core.reason.Refusal`."""
    name = name.lower()
    if not _NAME.fullmatch(name):
        sentence = "A club’s address has 3 to 24 letters a–z, digits and hyphens between them."
        raise refused("malformed", "club-name", sentence)
    return name


def checked_line(text: str, most: int, code: str) -> str:
    """One line of visible text with 1 to ``most`` characters. Raises
    :class:`~quincunx.core.reason.Refusal`."""
    seen = visible(unicodedata.normalize("NFC", text)) if len(text) <= 8 * most else None
    seen = " ".join((seen or "").split())
    if not 1 <= len(seen) <= most:
        raise refused("malformed", code, f"This takes 1 to {most} visible characters.", most=most)
    return seen


def checked_lines(text: str, most: int, code: str) -> str:
    """Visible text of several lines with up to ``most`` characters. Raises
    :class:`~quincunx.core.reason.Refusal`."""
    if len(text) > 8 * most:
        raise refused("malformed", code, f"This takes up to {most} visible characters.", most=most)
    lines = [visible(unicodedata.normalize("NFC", line)) for line in text.splitlines()]
    if None in lines:
        raise refused("malformed", code, f"This takes up to {most} visible characters.", most=most)
    joined = "\n".join(_SPACES.sub(" ", line or "").strip() for line in lines)
    joined = re.sub(r"\n{3,}", "\n\n", joined).strip()
    if len(joined) > most:
        raise refused("malformed", code, f"This takes up to {most} visible characters.", most=most)
    return joined


def checked_settings(settings: ClubSettings) -> ClubSettings:
    """The settings in their visible form. Raises :class:`~quincunx.core.reason.Refusal`."""
    return replace(
        settings,
        title=checked_line(settings.title, LONGEST_TITLE, "club-title"),
        about=checked_lines(settings.about, LONGEST_ABOUT, "club-text"),
    )


def check_nights(asked: AddNights, now: int) -> None:
    """Check the times of new club nights. Raises :class:`~quincunx.core.reason.Refusal`."""
    if not 1 <= len(asked.begins) <= MOST_AT_ONCE or not 15 <= asked.minutes <= 24 * 60:
        sentence = f"You can add 1 to {MOST_AT_ONCE} nights at once, of 15 minutes to a day."
        raise refused("malformed", "club-nights", sentence, most=MOST_AT_ONCE)
    if not all(now <= each <= now + NIGHTS_AHEAD for each in asked.begins):
        raise refused("malformed", "club-night-time", "A club night lies ahead, by a year at most.")


def check_link(asked: AskClubLink) -> None:
    """Check the terms of a new link. Raises :class:`~quincunx.core.reason.Refusal`."""
    if not (1 <= asked.uses <= MOST_MEMBERS and 1 <= asked.days <= 90):
        raise refused("malformed", "club-link", "A link has 1 to 500 uses and lasts 1 to 90 days.")
