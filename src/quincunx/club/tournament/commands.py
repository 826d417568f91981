"""Commands to a tournament: each gives a new state or a refusal. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from quincunx.club.tournament import apart, hosting, rounds
from quincunx.club.tournament.hosting import AppointHost
from quincunx.club.tournament.ladder import commands as ladder
from quincunx.club.tournament.ladder.wire import (
    AcceptChallenge,
    CancelChallenge,
    ChallengePlayer,
    DeclineChallenge,
)
from quincunx.club.tournament.rules import (
    FEWEST,
    FEWEST_TEAMS,
    LATE_FORMATS,
    TEAM_FORMATS,
    check,
    check_beginning,
)
from quincunx.club.tournament.state import Player, Tournament
from quincunx.club.tournament.teams import entry
from quincunx.club.tournament.wire import (
    DecidedCommand,
    DisbandTeam,
    EndTournament,
    HandOverTournament,
    JoinTournament,
    KeepApart,
    LeaveTournament,
    LetMeet,
    NextRound,
    RemoveHost,
    RemovePlayer,
    SetBegins,
    SetByHand,
    SetResult,
    SetTeam,
    StartTournament,
    TournamentSettings,
)
from quincunx.core.reason import Reason, Refusal, refused

MOST_NUMBERS: Final = 200
"""Most player numbers of a tournament. A person who leaves before the start and joins again takes another
number."""
_HOSTS: Final = (
    StartTournament,
    NextRound,
    SetByHand,
    SetBegins,
    SetResult,
    KeepApart,
    LetMeet,
    RemovePlayer,
    DisbandTeam,
    EndTournament,
)
_OWNERS: Final = (AppointHost, HandOverTournament)


def create_tournament(id: str, host: str, settings: TournamentSettings, now: int) -> Tournament:
    """Create a tournament. Raises :class:`~quincunx.core.reason.Refusal`."""
    settings = check(settings)
    check_beginning(settings, now)
    tournament = Tournament(id=id, version=1, host=host, settings=settings, made_at=now, changed_at=now)
    return rounds.scheduled(tournament, now)


def decide(
    tournament: Tournament,
    command: DecidedCommand | AppointHost,
    people: tuple[str, ...],
    now: int,
    name: Callable[[], str],
) -> Tournament:
    """The tournament after a person's command; the same object if nothing changes. ``people`` are the
    person's ids, their own first, and ``name`` draws a table's name.

    Raises :class:`~quincunx.core.reason.Refusal`.
    """
    is_allowed = (
        tournament.is_owned_by(people) if isinstance(command, _OWNERS) else tournament.is_hosted_by(people)
    )
    if isinstance(command, (*_HOSTS, *_OWNERS)) and not is_allowed:
        raise refused("forbidden", "tournament-not-host", "Only the host of the tournament can do that.")
    if tournament.status == "ended":
        if isinstance(command, EndTournament):
            return tournament
        if isinstance(command, SetResult):
            return hosting.rule(tournament, command, people[0], now)
        raise refused("conflict", "tournament-over", "That tournament is over.")
    after = _decide(tournament, command, people, now, name)
    return after if after is tournament else rounds.scheduled(after, now)


def _decide(
    tournament: Tournament,
    command: DecidedCommand | AppointHost,
    people: tuple[str, ...],
    now: int,
    name: Callable[[], str],
) -> Tournament:
    match command:
        case JoinTournament():
            return _join(tournament, people, now)
        case LeaveTournament():
            return _leave(tournament, people, now)
        case StartTournament():
            return _start(tournament, now, name)
        case NextRound(round=number):
            return _next(tournament, number, now, name)
        case SetByHand(by_hand=by_hand):
            return replace(tournament, settings=replace(tournament.settings, by_hand=by_hand))
        case SetBegins(begins=begins):
            return _set_begins(tournament, begins, now)
        case RemovePlayer(player=number):
            return _remove(tournament, number, now)
        case SetResult():
            return hosting.rule(tournament, command, people[0], now)
        case KeepApart(players=players):
            return apart.keep_apart(tournament, players)
        case LetMeet(players=players):
            return apart.let_meet(tournament, players)
        case SetTeam():
            return entry.set_team(tournament, command, people)
        case DisbandTeam(team=number):
            return entry.disband(tournament, number)
        case AppointHost(person=person):
            return hosting.appoint(tournament, person)
        case RemoveHost(handle=handle):
            return hosting.dismiss(tournament, handle, people)
        case HandOverTournament(handle=handle):
            return hosting.hand_over(tournament, handle)
        case EndTournament():
            return replace(tournament, status="ended")
        case ChallengePlayer() | AcceptChallenge() | DeclineChallenge() | CancelChallenge():
            return ladder.decide(tournament, command, people, now, name)


# ---- players ---------------------------------------------------------------------------------------------


def may_join(tournament: Tournament, people: tuple[str, ...], now: int) -> bool:
    """True if the person with these ids may join now."""
    known = tournament.player_of(people)
    if tournament.status == "ended" or (known is not None and (known.is_removed or not known.is_out)):
        return False
    if _is_last_round(tournament) or _bar_to_ladder(tournament, known, now) is not None:
        return False
    is_late = tournament.status == "playing" and tournament.settings.format not in LATE_FORMATS
    can_return = known is not None and known.since and tournament.settings.format != "knockout"
    if is_late and not can_return:
        return False
    return known is not None or _has_room(tournament)


def _bar_to_ladder(tournament: Tournament, known: Player | None, now: int) -> Reason | None:
    """The reason why a person cannot join a running ladder now."""
    is_running = tournament.settings.format == "ladder" and tournament.status == "playing"
    return ladder.bar_to_join(tournament, known, now) if is_running else None


def _is_last_round(tournament: Tournament) -> bool:
    """Whether no round is left that a player who joins now would play in."""
    return (
        tournament.status == "playing"
        and tournament.rounds is not None
        and tournament.round >= tournament.rounds
    )


def _has_room(tournament: Tournament) -> bool:
    playing = sum(not each.is_out for each in tournament.players)
    return playing < tournament.settings.most and len(tournament.players) < MOST_NUMBERS


def _join(tournament: Tournament, people: tuple[str, ...], now: int) -> Tournament:
    known = tournament.player_of(people)
    if known is not None and known.is_removed:
        raise refused("forbidden", "tournament-removed", "The host has removed you from this tournament.")
    if known is not None and not known.is_out:
        return tournament
    reason = _bar_to_ladder(tournament, known, now)
    if reason is not None:
        raise Refusal(reason)
    if not may_join(tournament, people, now):
        if _is_last_round(tournament):
            sentence = "The last round has begun, so nobody can join any more."
            raise refused("conflict", "tournament-last-round", sentence)
        if _has_room(tournament):
            sentence = "In this format, nobody can join after the start."
            raise refused("conflict", "tournament-started", sentence)
        raise refused("conflict", "tournament-full", "All places of that tournament are taken.")
    since = tournament.round + 1 if tournament.status == "playing" else 0
    number = 1 + max((each.number for each in tournament.players), default=0)
    player = Player(number, people[0], since) if known is None else replace(known, is_out=False, since=since)
    if tournament.settings.format == "ladder" and tournament.status == "playing":
        return ladder.join(tournament, player, now)
    if known is not None:
        return _with(tournament, player)
    return replace(tournament, players=(*tournament.players, player))


def _leave(tournament: Tournament, people: tuple[str, ...], now: int) -> Tournament:
    known = tournament.player_of(people)
    if known is None or known.is_out:
        return tournament
    tournament = entry.without_player(tournament, known.number)
    if tournament.status == "open" and not _is_named(tournament, known.number):
        return replace(tournament, players=tuple(each for each in tournament.players if each is not known))
    return _without(tournament, replace(known, is_out=True), now)


def _is_named(tournament: Tournament, number: int) -> bool:
    """True if a host has named this player to be kept apart."""
    return any(number in each.players for each in tournament.apart)


def _remove(tournament: Tournament, number: int, now: int) -> Tournament:
    known = tournament.player(number)
    if known is None:
        raise refused("unknown", "tournament-no-player", "Nobody of that number plays here.")
    if known.is_removed:
        return tournament
    tournament = entry.without_player(tournament, number)
    return _without(tournament, replace(known, is_out=True, is_removed=True), now)


def _without(tournament: Tournament, player: Player, now: int) -> Tournament:
    """The tournament in which this player is out."""
    if tournament.settings.format == "ladder" and tournament.status == "playing":
        return ladder.leave(tournament, player, now)
    return _with(tournament, player)


def _with(tournament: Tournament, player: Player) -> Tournament:
    players = tuple(player if each.number == player.number else each for each in tournament.players)
    return replace(tournament, players=players)


# ---- rounds ----------------------------------------------------------------------------------------------


def _start(tournament: Tournament, now: int, name: Callable[[], str]) -> Tournament:
    if tournament.status != "open":
        return tournament
    if not rounds.has_enough(tournament) and tournament.settings.format in TEAM_FORMATS:
        said = f"A tournament needs at least {FEWEST_TEAMS} teams."
        raise refused("conflict", "tournament-too-few-teams", said, fewest=FEWEST_TEAMS)
    if not rounds.has_enough(tournament):
        sentence = f"A tournament needs at least {FEWEST} players."
        raise refused("conflict", "tournament-too-few", sentence, fewest=FEWEST)
    return rounds.start(tournament, now, name)


def _set_begins(tournament: Tournament, begins: int | None, now: int) -> Tournament:
    if tournament.status != "open":
        raise refused("conflict", "tournament-begun", "That tournament has started already.")
    settings = replace(tournament.settings, begins=begins)
    check_beginning(settings, now)
    if settings == tournament.settings:
        return tournament
    return replace(tournament, settings=settings, next_at=begins)  # the system acts at once if that is now


def _next(tournament: Tournament, number: int, now: int, name: Callable[[], str]) -> Tournament:
    if tournament.status == "playing" and number == tournament.round:
        return tournament  # it has started already
    if tournament.status != "playing" or number != tournament.round + 1 or number > (tournament.rounds or 0):
        raise refused("conflict", "tournament-no-round", "That round is not the next one.")
    return rounds.begin_next(tournament, now, name)
