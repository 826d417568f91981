"""Rounds of a tournament: pairing, and the system's scheduled actions. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from quincunx.club.tournament.ladder import clock as ladder
from quincunx.club.tournament.ladder import commands as ladder_commands
from quincunx.club.tournament.pairing import knockout, round_robin, swiss, tables
from quincunx.club.tournament.pairing.entrant import Entrant, Float
from quincunx.club.tournament.pairing.round_robin import Seats
from quincunx.club.tournament.rules import FEWEST, FEWEST_TEAMS, TEAM_FORMATS, has_large_tables, rounds_of
from quincunx.club.tournament.scores import bye_of
from quincunx.club.tournament.standings import standings
from quincunx.club.tournament.state import Game, Player, Tournament
from quincunx.club.tournament.teams import round as teams
from quincunx.table.deadlines.outage import Outage, absence
from quincunx.table.events import DailyPace

MOST_ABSENT: Final = 2
"""Number of consecutive games that a player may leave before being withdrawn."""
_DAY: Final = 24 * 3600 * 1000
OPEN_MILLISECONDS: Final = 14 * _DAY
"""A tournament that has not started expires this long after its last event or its announced start."""
PLAYING_MILLISECONDS: Final = 2 * _DAY
"""A tournament of live games that has started expires this long after its last event."""
DAILY_MILLISECONDS: Final = 2 * 365 * _DAY
"""The same by the day. A game in which all players use all their time takes about that long."""
AGAIN_MILLISECONDS: Final = 5 * 60 * 1000
"""Interval of the attempts to start at the announced time, while too few have joined."""
PATIENCE_MILLISECONDS: Final = 2 * 3600 * 1000
"""Time after the announced start when the last attempt is made. After that a host must start."""


def scheduled(tournament: Tournament, now: int) -> Tournament:
    """A changed tournament, with the time of the system's next action."""
    tournament = replace(tournament, changed_at=now)
    if tournament.status == "ended":
        return replace(tournament, next_at=None, due=None)
    if tournament.status == "open":
        return _with_attempt(tournament, _next_attempt(tournament, now))
    if missing_tables(tournament):
        return replace(tournament, next_at=None, due=now)
    if tournament.settings.format == "ladder":
        return replace(tournament, next_at=None, due=ladder.next_due(tournament, now))
    if not tournament.is_round_over or tournament.waits_for_host:
        return replace(tournament, next_at=None, due=now + _limit(tournament))
    next_at = now + tournament.settings.pause * 1000 if tournament.next_at is None else tournament.next_at
    return replace(tournament, next_at=next_at, due=next_at)


def act(
    tournament: Tournament, now: int, name: Callable[[], str], outages: Sequence[Outage] = ()
) -> Tournament:
    """The tournament after the system's actions that are due by now; the same object if there are none. The
    caller creates the tables in :func:`unmade` and then calls :func:`with_tables_created`. ``name`` draws a
    table's name. Every deadline moves by the ``outages`` of the server."""
    if tournament.due is None:  # it is over
        return tournament
    if tournament.settings.format == "ladder" and tournament.status == "playing":
        return ladder.act(tournament, now, outages)
    lost = absence(outages, tournament.changed_at)
    if tournament.status == "open" and tournament.next_at is not None and tournament.next_at <= now:
        return _attempt(tournament, now, name, lost)
    if lost and tournament.next_at is not None and tournament.status == "playing":
        return scheduled(replace(tournament, next_at=tournament.next_at + lost), now)
    if tournament.due > now:
        return tournament
    ends = _quiet_since(tournament) + _limit(tournament)
    if now >= ends:
        ends += absence(outages, _quiet_since(tournament))
        return (
            replace(tournament, due=ends)
            if now < ends
            else scheduled(replace(tournament, status="ended"), now)
        )
    if tournament.status == "playing" and tournament.is_round_over:
        if tournament.round == tournament.rounds:
            return scheduled(replace(tournament, status="ended"), now)
        if tournament.next_at is not None and tournament.next_at <= now and not tournament.waits_for_host:
            return scheduled(begin_next(tournament, now, name), now)
    after = scheduled(tournament, tournament.changed_at)
    # It was due because a result was recorded, and its last change is the time of that.
    return tournament if after == tournament else scheduled(tournament, now)


def has_enough(tournament: Tournament) -> bool:
    """True if enough players have joined to start; in a tournament of teams, if there are enough teams."""
    if tournament.settings.format in TEAM_FORMATS:
        return len(tournament.teams) >= FEWEST_TEAMS
    return sum(not each.is_out for each in tournament.players) >= FEWEST


def start(tournament: Tournament, now: int, name: Callable[[], str]) -> Tournament:
    """Start the first round, or the ladder."""
    if tournament.settings.format == "ladder":
        return ladder_commands.start(tournament, now)
    players = tuple(each if each.is_out else replace(each, since=1) for each in tournament.players)
    is_of_teams = tournament.settings.format in TEAM_FORMATS
    count = len(tournament.teams) if is_of_teams else sum(not each.is_out for each in players)
    rounds = rounds_of(tournament.settings, count)
    return begin_next(replace(tournament, status="playing", players=players, rounds=rounds), now, name)


def _next_attempt(tournament: Tournament, now: int) -> int | None:
    """The time of the next automatic start; ``None`` if a host must start."""
    begins = tournament.settings.begins
    if begins is None or tournament.settings.by_hand:
        return None
    if tournament.next_at is not None and tournament.next_at <= now:
        return tournament.next_at  # it is overdue
    attempts = max(0, (now - begins) // AGAIN_MILLISECONDS + 1)
    next_at = begins + attempts * AGAIN_MILLISECONDS
    return next_at if next_at <= begins + PATIENCE_MILLISECONDS else None


def _with_attempt(tournament: Tournament, next_at: int | None) -> Tournament:
    expires = _quiet_since(tournament) + OPEN_MILLISECONDS
    return replace(tournament, next_at=next_at, due=expires if next_at is None else next_at)


def _attempt(tournament: Tournament, now: int, name: Callable[[], str], lost: int) -> Tournament:
    """Start at the announced time, or wait for the next attempt if too few have joined. An outage of the
    server makes the patience longer."""
    begins = tournament.settings.begins
    is_late = begins is not None and now > begins + PATIENCE_MILLISECONDS + AGAIN_MILLISECONDS + lost
    if has_enough(tournament) and not is_late:
        return scheduled(start(tournament, now, name), now)
    # An attempt is no event: the tournament expires as if there had been none.
    return _with_attempt(tournament, _next_attempt(replace(tournament, next_at=None), now))


def _limit(tournament: Tournament) -> int:
    """The time without an event after which the tournament expires."""
    if tournament.status == "open":
        return OPEN_MILLISECONDS
    is_daily = isinstance(tournament.settings.pace, DailyPace)
    return DAILY_MILLISECONDS if is_daily else PLAYING_MILLISECONDS


def _quiet_since(tournament: Tournament) -> int:
    """The time of the last event. A tournament announced for later does not expire before its start."""
    announced = tournament.settings.begins if tournament.status == "open" else None
    return max(tournament.changed_at, announced or 0)


def missing_tables(tournament: Tournament) -> tuple[Game, ...]:
    """The games whose tables are to be created."""
    return tuple(game for game in tournament.games if game.table is not None and not game.is_made)


def with_tables_created(tournament: Tournament, now: int) -> Tournament:
    """The tournament after all its tables have been created."""
    games = tuple(
        game if game.table is None or game.is_made else replace(game, is_made=True)
        for game in tournament.games
    )
    return scheduled(replace(tournament, games=games), now)


def begin_next(tournament: Tournament, now: int, name: Callable[[], str]) -> Tournament:
    """Pair the next round. The tournament ends if nobody is left to play against each other."""
    tournament = _set_aside(tournament)
    number = tournament.round + 1
    boards: tuple[tuple[int, tuple[int | None, ...]], ...]
    if tournament.settings.format == "knockout":
        meetings = knockout.meetings(tournament, number)
        is_decided = knockout.is_decided(tournament, number, meetings)
        boards = tuple((each.board, _seated(tournament, each.one, each.other)) for each in meetings)
    elif tournament.settings.format in TEAM_FORMATS:
        matches = teams.next_matches(tournament, number)
        last = number if tournament.settings.format == "team_swiss" else tournament.rounds or number
        is_decided = all(
            each.away is None
            for later in range(number, last + 1)
            for each in teams.next_matches(tournament, later)
        )
        boards = tuple(
            (each.board, (each.first, each.second)) for each in teams.boards_in(tournament, matches)
        )
        tournament = replace(tournament, matches=(*tournament.matches, *(() if is_decided else matches)))
    elif has_large_tables(tournament.settings):
        seated = tables.tables_of(tournament)
        is_decided = all(len(each) < 2 for each in seated)
        boards = tuple(enumerate(seated, 1))
    elif tournament.settings.format == "swiss":
        pairs = _swiss(tournament)
        is_decided = all(other is None for _, other in pairs)
        boards = tuple(enumerate(pairs, 1))
    else:
        # After withdrawals a round may be one of byes alone, and two who are left meet in a later one.
        later = [_circle(tournament, each) for each in range(number, (tournament.rounds or number) + 1)]
        is_decided = all(other is None for pairs in later for _, other in pairs)
        boards = tuple(enumerate(later[0], 1))
    if is_decided:
        return replace(tournament, status="ended")
    games = tuple(_game(tournament, number, board, players, now, name) for board, players in boards)
    return replace(tournament, round=number, games=(*tournament.games, *games))


def _game(
    tournament: Tournament,
    number: int,
    board: int,
    players: Sequence[int | None],
    now: int,
    name: Callable[[], str],
) -> Game:
    first, *others = (each for each in players if each is not None)
    return Game(
        round=number,
        board=board,
        first=first,
        second=others[0] if others else None,
        table=name() if others else None,
        began=now,
        others=tuple(others[1:]),
        bye=bye_of(tournament.settings.format),
    )


def _set_aside(tournament: Tournament) -> Tournament:
    """Withdraw players who were deleted or banned, or have left too many games in a row."""
    players = tuple(
        replace(each, is_out=True) if not each.is_out and _is_absent(tournament, each) else each
        for each in tournament.players
    )
    return replace(tournament, players=players)


def _is_absent(tournament: Tournament, player: Player) -> bool:
    known = tournament.people.get(player.person)
    if known is not None and (known.is_gone or known.is_barred):
        return True
    played = [
        game.counted.left[game.seat_of(player.number)]
        for game in tournament.games
        if player.number in game.players and game.counted is not None and game.round >= player.since
    ]
    return len(played) >= MOST_ABSENT and all(played[-MOST_ABSENT:])


def _circle(tournament: Tournament, number: int) -> tuple[Seats, ...]:
    """One round of a round robin. If a player has withdrawn, their opponent has a bye. The second half of a
    double one is the first with the starting players exchanged."""
    entrants = sorted(
        (each for each in tournament.players if each.since),
        key=lambda each: tournament.drawn_lot(each.number),
    )
    places = [None if each.is_out else each.number for each in entrants]
    pairs: list[Seats] = []
    single = round_robin.rounds_for(len(places))
    for one, other in round_robin.circle(len(places), (number - 1) % single + 1):
        first, second = places[one], None if other is None else places[other]
        if number > single and second is not None:
            first, second = second, first
        if first is None:
            first, second = second, None
        if first is not None:
            pairs.append((first, second))
    place = {each.player: at for at, each in enumerate(standings(tournament))}
    return tuple(sorted(pairs, key=lambda pair: (pair[1] is None, min(place[each] for each in pair if each))))


def _swiss(tournament: Tournament) -> tuple[Seats, ...]:
    entrants = [_entrant(tournament, each) for each in tournament.players if each.since and not each.is_out]
    return swiss.pair(entrants, tournament.round, tournament.round + 1 == tournament.rounds)


def _seated(tournament: Tournament, one: int, other: int | None) -> Seats:
    """Two players who meet in a knockout: the one who has started less often starts."""
    if other is None:
        return one, None
    players = (tournament.player(one), tournament.player(other))
    first, second = (_entrant(tournament, each) for each in players if each is not None)
    return swiss.seated(first, second)


def _entrant(tournament: Tournament, player: Player) -> Entrant:
    number = player.number
    lot = tournament.drawn_lot(number)
    lots = (tournament.drawn_lot(each.number) for each in tournament.players if each.since)
    played = [game for game in tournament.games if number in game.players]
    seats = [game.seat_of(number) for game in played if game.second is not None]
    met = (game.other(number) for game in played)
    return Entrant(
        number=number,
        halves=sum(game.halves_of(number) for game in played),
        lot=lot,
        met=tuple(each for each in met if each is not None),
        place=1 + sum(each < lot for each in lots),
        starts=tuple(seat == 0 for seat in seats),
        byes=sum(game.second is None for game in played),
        kept_from=tournament.kept_from(number),
        floats=(
            _float(tournament, number, tournament.round),
            _float(tournament, number, tournament.round - 1),
        ),
    )


def _float(tournament: Tournament, player: int, number: int) -> Float | None:
    """The player's float in a round."""
    game = next((each for each in tournament.in_round(number) if player in each.players), None)
    if game is None:
        return None
    other = game.other(player)
    if other is None:
        return "down"
    own, others = (_halves_before(tournament, each, number) for each in (player, other))
    return None if own == others else "down" if own > others else "up"


def _halves_before(tournament: Tournament, player: int, number: int) -> int:
    earlier = (each for each in tournament.games if each.round < number and player in each.players)
    return sum(each.halves_of(player) for each in earlier)
