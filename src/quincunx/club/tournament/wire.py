"""JSON messages between client and server about tournaments."""

from __future__ import annotations

from typing import Literal

import msgspec

from quincunx.club.tournament.ladder.wire import Arrival, ChallengeCommand, LadderRival, TournamentLadder
from quincunx.core.values import OptionsData
from quincunx.table.events import Pace

Format = Literal[
    "swiss",
    "round_robin",
    "double_round_robin",
    "knockout",
    "table_swiss",
    "table_round_robin",
    "team_swiss",
    "team_round_robin",
    "ladder",
]
"""``swiss``: players meet others with about the same points. ``round_robin``: every two players meet;
``double_round_robin``: twice, and each starts once. ``knockout``: the winner of each game goes on, and the
losers of the semi-finals play for third place. ``table_swiss``: tables of three or four, of players with
about the same points; ``table_round_robin``: such tables, at which each player meets every other as far as
possible. ``team_swiss`` and ``team_round_robin``: matches of teams, at several boards each. ``ladder``:
players challenge others above them, and take their places by winning."""
Status = Literal["open", "playing", "ended"]
Voice = Literal["nothing", "phrases", "words"]
"""The rights of a viewer in the chat. ``phrases``: while they play a game of the tournament."""

# ---- to the server ---------------------------------------------------------------------------------------


class TournamentSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a tournament. Times are in seconds."""

    name: str
    """1 to 60 characters."""
    format: Format
    options: OptionsData
    """The game and its options, for two players; in the formats with tables for three or four. The tournament
    decides the starting players."""
    pace: Pace
    rounds: int | None = None
    """Rounds of a Swiss tournament, of pairs or of tables, 1 to 20; ``None``: as many as it needs. Other
    formats have a fixed number."""
    rated: bool = False
    most: int = 64
    """Most players, 3 to 64."""
    wait: int = 180
    """Seconds after the start of a round until a bot sits down for an absent player: 5 to 3,600; by the day
    and on a ladder 3,600 to 604,800."""
    pause: int = 60
    """Seconds between the last game of a round and the next round: 0 to 3,600; by the day up to 604,800."""
    by_hand: bool = False
    """True if the host starts each round, the first one too; otherwise it starts after the pause."""
    listed: bool = False
    """True if the tournament is listed publicly while it waits; otherwise it is found only by its link."""
    boards: int | None = None
    """Boards of a match, 2 to 8, in the formats of teams."""
    reach: int | None = None
    """Places by which a player of a ladder may challenge upwards, 1 to 10; ``None``: 3."""
    answer: int | None = None
    """Hours to answer a challenge of a ladder, 1 to 336; ``None``: 72."""
    ends: int | None = None
    """The end of a ladder, in milliseconds since 1970, at most 366 days after its start; ``None``: then."""
    begins: int | None = None
    """The announced start, in milliseconds since 1970, at most 30 days ahead. The tournament then starts by
    itself, unless ``by_hand`` is set. ``None``: not announced."""


class JoinTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="join"):
    """Play from the next round on. Players who left or were withdrawn return with this command. Other formats
    than Swiss ones can only be joined before they start, and a knockout cannot be returned to."""


class LeaveTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="leave"):
    """Stop playing. Before the start it is as if the player had not joined. A running game remains theirs."""


class StartTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="start"):
    """Start the first round. Only the host may."""


class NextRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="next_round"):
    """Start the next round now; ``round`` is its number. Only the host may. Running games still count when
    they end. Sent twice, it has one effect."""

    round: int


class SetByHand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="set_by_hand"):
    """Set whether the host starts each round from now on. Only the host may."""

    by_hand: bool


class SetBegins(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="set_begins"):
    """Change the announced start, or withdraw it (``None``), before the tournament starts. Only a host
    may."""

    begins: int | None


class AddHost(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="add_host"):
    """Make the account of this name a co-host. Only the host may."""

    name: str


class RemoveHost(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="remove_host"):
    """Take away a co-host, given by handle. Only the host may; a co-host may step down."""

    handle: str


class HandOverTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="hand_over"):
    """Make a co-host the host, given by handle. The former host becomes a co-host. Only the host may; if the
    host’s account is gone, a co-host may."""

    handle: str


class SetResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="set_result"):
    """Correct the result of a game, or award one. Only a host may, also after the end. The change is on
    record. It has no effect on ratings, and rounds that have been paired stay as they are."""

    round: int
    board: int
    points: tuple[float, ...] | None
    """The points of each player: 1 and 0, ½ and ½, or 0 and 0; at a table of three or four those of an order
    of places, or 0 for all. ``None``: as played."""


class KeepApart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="keep_apart"):
    """Pair no two of these players, given by number, from the next round on. Only a host may. In a Swiss
    tournament they meet only if no pairing avoids it. A knockout keeps them apart in the first round; other
    formats refuse the command."""

    players: tuple[int, ...]
    """2 to 64 numbers."""


class LetMeet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="let_meet"):
    """Undo :class:`KeepApart` of the same players. Only a host may."""

    players: tuple[int, ...]


class SetTeam(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="set_team"):
    """Create a team, or change one, from the next round on. A host may; the captain may change the order and
    the name of their own team. Teams are created before the start. After it, players may be added to a team
    but not taken away."""

    name: str
    """1 to 40 characters."""
    players: tuple[int, ...]
    """The players' numbers in the order of boards, 1 to 20; the first is the captain. Those beyond the boards
    are substitutes."""
    team: int | None = None
    """The number of the team to change; ``None``: a new one."""


class DisbandTeam(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="disband_team"):
    """Delete a team before the start. Only a host may."""

    team: int


class RemovePlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="remove"):
    """Remove a player, given by number. Only the host may. They cannot join again."""

    player: int


class EndTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="end"):
    """End the tournament. Only the host may. Running games still count when they end."""


DecidedCommand = (
    JoinTournament
    | LeaveTournament
    | StartTournament
    | NextRound
    | SetByHand
    | SetBegins
    | RemoveHost
    | HandOverTournament
    | SetResult
    | KeepApart
    | LetMeet
    | SetTeam
    | DisbandTeam
    | RemovePlayer
    | EndTournament
    | ChallengeCommand
)
"""The commands that need no other data than the tournament's."""
TournamentCommand = DecidedCommand | AddHost
"""A person's commands to a tournament."""

# ---- to the client ---------------------------------------------------------------------------------------


class TournamentGame(msgspec.Struct, frozen=True):
    """A pairing of two to four players in a round, or a bye."""

    board: int
    """The board's number, from 1; the highest standings play at the first boards."""
    players: tuple[int, ...]
    """The players' numbers, in the order of seats; the first one starts. A single one has a bye."""
    table: str | None
    """``None``: a bye."""
    points: tuple[float, ...] | None
    """The points of each player; ``None`` until the result has been recorded."""
    left: tuple[bool, ...] = ()
    """Per player, true if they left the game or never came, and so lost it. Known once the result has been
    recorded."""
    is_ruled: bool = False
    """True if a host has set the result."""
    sides: tuple[int, ...] = ()
    """Per player, the number of their side, if some play as partners."""
    has_begun: bool = False
    """True while the game is played. Known, as ``seats``, for the current round of a tournament."""
    seats: tuple[Arrival, ...] = ()
    """Per player, whether they have come; empty before the table exists and after the game."""


class TournamentMatch(msgspec.Struct, frozen=True):
    """A match of two teams in a round, or a bye."""

    teams: tuple[int, ...]
    """The teams' numbers; the first one starts at odd boards. A single one has a bye."""
    boards: tuple[int, ...]
    """The numbers of its games in the round."""
    points: tuple[float, ...]
    """The points of both teams at the boards so far."""


class TournamentRound(msgspec.Struct, frozen=True):
    """The pairings of a round."""

    round: int
    began: int
    """Milliseconds since 1970."""
    waits_until: int
    """The time until which absent players are waited for; then a bot sits down for them."""
    games: tuple[TournamentGame, ...]
    matches: tuple[TournamentMatch, ...] = ()
    """The matches, in the formats of teams."""


class TournamentRounds(msgspec.Struct, frozen=True):
    """All rounds so far, in order."""

    rounds: tuple[TournamentRound, ...]


class TournamentLine(msgspec.Struct, frozen=True):
    """A line of the standings."""

    place: int
    """The place; players equal in everything share it."""
    player: int
    """The player's number, in the order of joining."""
    name: str
    handle: str | None
    """The handle of their page; ``None`` for a deleted person."""
    is_account: bool
    points: float
    """The points: 1 for a win, ½ for a draw, 1 for a bye; at tables of three or four 6 for the first place,
    0 for the last, and 3 for a bye."""
    buchholz: float
    """The sum of the points of all opponents; at tables of three or four the mean of each table."""
    wins: int
    """Games won at tables, without byes."""
    games: int
    """Games with a recorded result."""
    is_out: bool = False
    """True if they no longer play: they left, were removed, or left two games in a row."""


class TournamentTeam(msgspec.Struct, frozen=True):
    """A team, and its line of the standings."""

    place: int
    team: int
    """The team's number."""
    name: str
    players: tuple[int, ...]
    """The players' numbers in the order of boards; the first is the captain."""
    points: int
    """Match points: 2 for a match won, 1 for one drawn or a bye."""
    board_points: float
    wins: int
    matches: int
    """Matches that are over."""


class TournamentApart(msgspec.Struct, frozen=True):
    """Players who must not meet each other."""

    players: tuple[int, ...]
    """Their numbers, in ascending order."""


class TournamentBreach(msgspec.Struct, frozen=True):
    """A pairing of two players who must not meet, made because every other pairing was worse."""

    round: int
    board: int
    players: tuple[int, ...]


class TournamentYou(msgspec.Struct, frozen=True):
    """The viewer's own part in a tournament."""

    is_host: bool = False
    """True for the host and the co-hosts."""
    is_owner: bool = False
    """True if the viewer may name co-hosts and hand the tournament over."""
    player: int | None = None
    """The viewer's number, if they have joined."""
    table: str | None = None
    """The viewer's table of this round, until its result has been recorded."""
    may_join: bool = False
    rivals: tuple[LadderRival, ...] = ()
    """On a ladder, the players whom the viewer may challenge by their places, the nearest first."""
    voice: Voice = "nothing"
    """The viewer's rights in the chat, unless a host has silenced them."""
    apart: tuple[TournamentApart, ...] = ()
    """The players whom hosts keep apart, as hosts see them; empty for all others."""
    breaches: tuple[TournamentBreach, ...] = ()
    """The pairings of such players, in the order of rounds, as hosts see them; empty for all others."""


class TournamentHost(msgspec.Struct, frozen=True):
    name: str
    handle: str | None


class TournamentRuling(msgspec.Struct, frozen=True):
    """A result that a host has set."""

    number: int
    """Counted from 1, in the order of time."""
    at: int
    """Milliseconds since 1970."""
    by: TournamentHost
    round: int
    board: int
    players: tuple[int, ...]
    """The players' numbers."""
    before: tuple[float, ...] | None
    """The points of each player before; ``None`` if the game had no result yet."""
    after: tuple[float, ...] | None
    """The points set; ``None``: as played."""


class TournamentView(msgspec.Struct, frozen=True):
    """A tournament as seen by people with its link."""

    id: str
    version: int
    """The version, increased by every change."""
    status: Status
    settings: TournamentSettings
    host: TournamentHost
    cohosts: tuple[TournamentHost, ...]
    """In the order in which they were named."""
    made: int
    round: int
    """The current or last round; 0 before the first."""
    rounds: int | None
    """The total number of rounds; ``None`` while it depends on the number of players."""
    now: int
    """The server's time."""
    next_at: int | None
    """The time of the next automatic round (or of the end, after the last round); before the start, that of
    the automatic start, or of the next attempt if too few have joined. ``None`` if it is not fixed."""
    current: TournamentRound | None
    """The current or last round."""
    standings: tuple[TournamentLine, ...]
    """The standings, best first; before the start in the order of joining."""
    teams: tuple[TournamentTeam, ...]
    """The teams, best first."""
    ladder: TournamentLadder | None
    """``None`` in other formats."""
    rulings: tuple[TournamentRuling, ...]
    """All results that hosts have set, oldest first."""
    you: TournamentYou


class TournamentSummary(msgspec.Struct, frozen=True):
    """A line in the list of the receiver's tournaments."""

    id: str
    name: str
    status: Status
    round: int
    players: int
    is_host: bool
    is_ladder: bool
    """True for a ladder, which has no rounds."""
    made: int
    settings: TournamentSettings | None = None
    """``None`` if the server does not know their kind."""


class OpenTournament(msgspec.Struct, frozen=True):
    """A line in the public list of tournaments that people can join."""

    id: str
    name: str
    host: TournamentHost
    format: Format
    options: OptionsData
    pace: Pace
    rated: bool
    players: int
    """The number of people who have joined."""
    most: int
    """Most players."""
    begins: int | None
    """The announced start; ``None``: not announced."""
    made: int
    is_running: bool
    """True for a ladder that has begun."""


class OpenTournaments(msgspec.Struct, frozen=True):
    """The tournaments that people can join: first those with an announced start, soonest first; then the
    newest; then ladders that run."""

    tournaments: tuple[OpenTournament, ...]


class MyTournaments(msgspec.Struct, frozen=True):
    """Tournaments that have not ended and that the receiver hosts or plays in, newest first."""

    tournaments: tuple[TournamentSummary, ...]
