"""Rules for the settings of a tournament. Pure."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import fields, replace

from quincunx.club.tournament.ladder import settings as ladder
from quincunx.club.tournament.pairing import knockout
from quincunx.club.tournament.pairing.round_robin import rounds_for
from quincunx.club.tournament.scores import TABLE_FORMATS
from quincunx.club.tournament.wire import TournamentSettings
from quincunx.core.game import decode_options, encode, name_in
from quincunx.core.reason import Unparseable, refused
from quincunx.core.sentence import sentence
from quincunx.core.values import Seating
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
"""Players at a table, in all formats but those of larger tables."""
AT_A_LARGE_TABLE: Final = (3, 4)
SWISS_FORMATS: Final = ("swiss", "table_swiss", "team_swiss")
"""The formats of which a host sets the number of rounds."""
TEAM_FORMATS: Final = ("team_swiss", "team_round_robin")
LATE_FORMATS: Final = ("swiss", "table_swiss", *TEAM_FORMATS, "ladder")
"""The formats that players can join late."""
FEWEST_TEAMS: Final = 2
BOARDS: Final = range(2, 9)
"""Allowed boards of a match."""
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
    rounds = settings.rounds if settings.format in SWISS_FORMATS else None
    is_of_teams = settings.format in TEAM_FORMATS
    if is_of_teams and settings.boards not in BOARDS:
        said = f"A match of teams has {BOARDS[0]} to {BOARDS[-1]} boards."
        raise refused("malformed", "tournament-boards", said, fewest=BOARDS[0], most=BOARDS[-1])
    boards = settings.boards if is_of_teams else None
    settings = ladder.check(settings)
    table = check_table(table_settings(settings))
    return replace(settings, name=name, rounds=rounds, boards=boards, options=table.options)


def _check_times(settings: TournamentSettings) -> None:
    if settings.format == "ladder":
        if settings.wait not in WAIT_BY_THE_DAY:
            said = "On a ladder, the wait for a late player is an hour to 7 days."
            raise refused("malformed", "ladder-wait", said)
    elif isinstance(settings.pace, DailyPace):
        if settings.wait not in WAIT_BY_THE_DAY or settings.pause not in PAUSE_BY_THE_DAY:
            said = "By the day, the wait for a late player is an hour to 7 days; a pause is at most 7 days."
            raise refused("malformed", "tournament-days", said)
    elif settings.wait not in WAIT or settings.pause not in PAUSE:
        said = "The wait for a late player is 5 seconds to an hour; a pause is at most an hour."
        raise refused("malformed", "tournament-times", said)


def check_beginning(settings: TournamentSettings, now: int) -> None:
    """Raise :class:`~quincunx.core.reason.Refusal` unless the announced start, and the end of a ladder, are
    allowed at ``now``."""
    ladder.check_end(settings, now)
    if settings.begins is None or -LATE_MILLISECONDS <= settings.begins - now <= AHEAD_MILLISECONDS:
        return
    days = AHEAD_MILLISECONDS // (24 * 3600 * 1000)
    said = f"A tournament must start within the next {days} days."
    raise refused("malformed", "tournament-begins", said, days=days)


def has_large_tables(settings: TournamentSettings) -> bool:
    """True if three or four play at a table."""
    return settings.format in TABLE_FORMATS


def options_of(settings: TournamentSettings) -> Any:
    """The game's options. Raises :class:`~quincunx.core.reason.Refusal` if the format cannot use them."""
    try:
        if len(bytes(settings.options)) > LARGEST_OPTIONS:
            raise Unparseable(sentence("No game has so many options."))
        options = decode_options(GAMES, settings.options)
    except Unparseable as error:
        raise refused("malformed", "bad-options", str(error)) from None
    game = GAMES[name_in(options)]
    players = game.players(options)
    if not has_large_tables(settings):
        if players != AT_ONE_TABLE:
            raise refused("conflict", "tournament-two", "In this format, two play at each table.")
    elif players not in AT_A_LARGE_TABLE or not all(
        Seating(each, each) in game.seatings for each in range(AT_ONE_TABLE, players)
    ):
        said = "In this format, three or four play at each table, and fewer at the last ones."
        raise refused("conflict", "tournament-tables", said)
    return options


def rank_fact_of(settings: TournamentSettings) -> str | None:
    """The fact of a game by which sides rank that have not won."""
    return GAMES[name_in(options_of(settings))].rank_fact


def seating_of(settings: TournamentSettings, players: int | None = None) -> Seating:
    """The seating of a table with this many players, in place of a full one. With fewer, each plays for
    themselves."""
    options = options_of(settings)
    game = GAMES[name_in(options)]
    full = game.players(options)
    if players is None or players == full:
        return Seating(full, len(set(game.sides(options))))
    return Seating(players, players)


def sides_of(settings: TournamentSettings, players: int) -> tuple[int, ...]:
    """The side of each seat at a table with this many players."""
    options = options_of(settings)
    game = GAMES[name_in(options)]
    return game.sides(game.seated(options, seating_of(settings, players)))


def table_settings(settings: TournamentSettings, players: int | None = None) -> TableSettings:
    """The settings of the tournament's tables, or of one with fewer players. The player on the first seat
    starts."""
    options = options_of(settings)
    seating = seating_of(settings, players)
    options = GAMES[name_in(options)].seated(options, seating)
    if any(field.name == "first" for field in fields(options)):
        options = replace(options, first=0)
    seats = tuple(SeatSetup("open") for _ in range(seating.players))
    return TableSettings(encode(options), seats, pace=settings.pace, rated=settings.rated, bot_pace="quick")


def rounds_of(settings: TournamentSettings, players: int) -> int:
    """The number of rounds for this many players, or teams, small enough that no two need to meet twice."""
    if settings.format == "knockout":
        return knockout.rounds_for(players)
    if has_large_tables(settings):
        return _rounds_of_tables(settings, players)
    if settings.format not in SWISS_FORMATS:
        return rounds_for(players) * (2 if settings.format == "double_round_robin" else 1)
    # While every player still has half of the others to meet, a pairing without repeated meetings exists
    # (Dirac). With 3 or 4 players it exists also after that.
    most = rounds_for(players) if players <= 4 else (players + 1) // 2
    enough = max(FEWEST, (players - 1).bit_length())
    return min(most, enough if settings.rounds is None else settings.rounds)


def _rounds_of_tables(settings: TournamentSettings, players: int) -> int:
    """The number of rounds in which a player can meet every other; in a Swiss tournament no more than are
    needed for a single winner, and one."""
    seats = seating_of(settings).players
    most = max(FEWEST, -(-(players - 1) // (seats - 1)))
    if settings.format == "table_round_robin":
        return most
    enough, winners = 1, players
    while winners > 1:
        enough, winners = enough + 1, -(-winners // seats)
    return min(most, max(FEWEST, enough) if settings.rounds is None else settings.rounds)
