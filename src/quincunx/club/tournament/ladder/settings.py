"""Settings of a ladder. Pure."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from quincunx.club.tournament.wire import TournamentSettings
from quincunx.core.reason import refused

HOUR: Final = 3_600_000
DAY: Final = 24 * HOUR
REACH: Final = range(1, 11)
"""Allowed places by which a player may challenge upwards."""
USUAL_REACH: Final = 3
ANSWER_HOURS: Final = range(1, 14 * 24 + 1)
USUAL_ANSWER: Final = 72
LONGEST: Final = 366 * DAY
"""Longest time from the start to the end of a ladder."""


def check(settings: TournamentSettings) -> TournamentSettings:
    """Check a ladder's own settings, and fill in the usual ones; other formats have none. Raises
    :class:`~quincunx.core.reason.Refusal`."""
    if settings.format != "ladder":
        return replace(settings, reach=None, answer=None, ends=None)
    reach = USUAL_REACH if settings.reach is None else settings.reach
    if reach not in REACH:
        said = f"On a ladder, you challenge players {REACH[0]} to {REACH[-1]} places above you at most."
        raise refused("malformed", "ladder-reach", said, fewest=REACH[0], most=REACH[-1])
    answer = USUAL_ANSWER if settings.answer is None else settings.answer
    if answer not in ANSWER_HOURS:
        said = f"The time to answer a challenge is 1 hour to {ANSWER_HOURS[-1] // 24} days."
        raise refused("malformed", "ladder-answer", said, days=ANSWER_HOURS[-1] // 24)
    return replace(settings, reach=reach, answer=answer)


def check_end(settings: TournamentSettings, now: int) -> None:
    """Raise :class:`~quincunx.core.reason.Refusal` unless the announced end is allowed at ``now``."""
    if settings.ends is None:
        return
    start = max(now, settings.begins or 0)
    if not start < settings.ends <= start + LONGEST:
        said = "A ladder must end after its start, and within a year."
        raise refused("malformed", "ladder-ends", said)
