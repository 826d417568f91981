"""Rules for the settings of a tournament. Pure."""

from __future__ import annotations

from typing import Final

from msgspec.structs import fields, replace

from quincunx.club.tournament.pairing import knockout
from quincunx.club.tournament.pairing.round_robin import rounds_for
from quincunx.club.tournament.wire import TournamentSettings
from quincunx.core.game import decode_options, encode, name_in
from quincunx.core.reason import Unparseable, refused
from quincunx.core.sentence import sentence
from quincunx.games import GAMES
from quincunx.table.events import DailyPace, SeatSetup, TableSettings
from quincunx.table.seats.person import LONGEST_TEXT, checked_text
from quincunx.table.seats.setup import LARGEST_OPTIONS
from quincunx.table.seats.setup import check as check_table

FEWEST: Final = 3
MOST: Final = 64
"""Most players."""
MOST_ROUNDS: Final = 20
"""Most rounds of a Swiss tournament."""
LONGEST_NAME: Final = 60
_HOUR: Final = 3_600
_WEEK: Final = 7 * 24 * _HOUR
WAIT: Final = range(5, _HOUR + 1)
"""Allowed seconds until a bot sits down for an absent player, in live games."""
WAIT_BY_THE_DAY: Final = range(_HOUR, _WEEK + 1)
PAUSE: Final = range(_HOUR + 1)
"""Allowed seconds between two rounds of live games."""
PAUSE_BY_THE_DAY: Final = range(_WEEK + 1)
MOST_OPEN: Final = 5
"""Most tournaments of one host that have not ended."""
MOST_JOINED: Final = 20
"""Most tournaments that have not ended and that one person hosts or plays in."""
AT_ONE_TABLE: Final = 2
AHEAD_MILLISECONDS: Final = 30 * 24 * 3600 * 1000
"""Longest time by which a tournament may be announced ahead."""
LATE_MILLISECONDS: Final = 5 * 60 * 1000
"""Tolerance for a start in the past, because the clocks of devices differ."""


def check(settings: TournamentSettings) -> TournamentSettings:
    """Check the settings, and return them tidied. Raises :class:`~quincunx.core.reason.Refusal` for forbidden
    ones."""
    # Refuse a long name as a name, and not as a chat text.
    is_long = len(settings.name) > LONGEST_TEXT
    name = "" if is_long else checked_text(settings.name)
    if is_long or len(name) > LONGEST_NAME:
        said = f"A tournament’s name must have 1 to {LONGEST_NAME} characters."
        raise refused("malformed", "tournament-name", said, most=LONGEST_NAME)
    if not FEWEST <= settings.most <= MOST:
        said = f"A tournament is for {FEWEST} to {MOST} players."
        raise refused("malformed", "tournament-most", said, fewest=FEWEST, most=MOST)
    if settings.rounds is not None and not 1 <= settings.rounds <= MOST_ROUNDS:
        said = f"A Swiss tournament can have 1 to {MOST_ROUNDS} rounds."
        raise refused("malformed", "tournament-rounds", said, most=MOST_ROUNDS)
    _check_times(settings)
    rounds = settings.rounds if settings.format == "swiss" else None
    table = check_table(table_settings(settings))
    return replace(settings, name=name, rounds=rounds, options=table.options)


def _check_times(settings: TournamentSettings) -> None:
    if isinstance(settings.pace, DailyPace):
        if settings.wait not in WAIT_BY_THE_DAY or settings.pause not in PAUSE_BY_THE_DAY:
            said = "By the day, the wait for a late player is an hour to 7 days; a pause is at most 7 days."
            raise refused("malformed", "tournament-days", said)
    elif settings.wait not in WAIT or settings.pause not in PAUSE:
        said = "The wait for a late player is 5 seconds to an hour; a pause is at most an hour."
        raise refused("malformed", "tournament-times", said)


def check_beginning(settings: TournamentSettings, now: int) -> None:
    """Raise :class:`~quincunx.core.reason.Refusal` unless the announced start is allowed at ``now``."""
    if settings.begins is None or -LATE_MILLISECONDS <= settings.begins - now <= AHEAD_MILLISECONDS:
        return
    days = AHEAD_MILLISECONDS // (24 * 3600 * 1000)
    said = f"A tournament must start within the next {days} days."
    raise refused("malformed", "tournament-begins", said, days=days)


def table_settings(settings: TournamentSettings) -> TableSettings:
    """The settings of every table of the tournament. The player on the first seat starts."""
    try:
        if len(bytes(settings.options)) > LARGEST_OPTIONS:
            raise Unparseable(sentence("No game has so many options."))
        options = decode_options(GAMES, settings.options)
    except Unparseable as error:
        raise refused("malformed", "bad-options", str(error)) from None
    if GAMES[name_in(options)].players(options) != AT_ONE_TABLE:
        raise refused("conflict", "tournament-two", "At a tournament two play at each table.")
    if any(field.name == "first" for field in fields(options)):
        options = replace(options, first=0)
    seats = tuple(SeatSetup("open") for _ in range(AT_ONE_TABLE))
    return TableSettings(encode(options), seats, pace=settings.pace, rated=settings.rated, bot_pace="quick")


def rounds_of(settings: TournamentSettings, players: int) -> int:
    """The number of rounds for this many players, small enough that no two players need to meet twice."""
    if settings.format == "knockout":
        return knockout.rounds_for(players)
    if settings.format != "swiss":
        return rounds_for(players) * (2 if settings.format == "double_round_robin" else 1)
    # While every player still has half of the others to meet, a pairing without repeated meetings exists
    # (Dirac). With 3 or 4 players it exists also after that.
    most = rounds_for(players) if players <= 4 else (players + 1) // 2
    enough = max(FEWEST, (players - 1).bit_length())
    return min(most, enough if settings.rounds is None else settings.rounds)
