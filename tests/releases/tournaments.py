"""Tournaments of a sample: one of every kind, waiting, running or over."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

from quincunx.club.tournament import commands, rounds
from quincunx.club.tournament.hosting import AppointHost
from quincunx.club.tournament.ladder.wire import AcceptChallenge, ChallengePlayer
from quincunx.club.tournament.rules import TEAM_FORMATS, table_settings
from quincunx.club.tournament.scores import TABLE_FORMATS
from quincunx.club.tournament.state import Game, Tournament
from quincunx.club.tournament.talk.state import Act, Line
from quincunx.club.tournament.view import waits_until
from quincunx.club.tournament.wire import (
    Format,
    JoinTournament,
    KeepApart,
    LeaveTournament,
    SetResult,
    SetTeam,
    StartTournament,
    TournamentSettings,
)
from quincunx.core.game import encode
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.events import DailyPace, LivePace
from quincunx.table.seats.person import SYSTEM, Person, host_of_tournament
from tests.releases.sample import DAY, HOUR, Sample, play_on
from tests.table.support import ALICE, BOB, CAROL, DAVE, PEOPLE, Desk

CUP = "friday-cup"
LADDER = "long-ladder"
PLAYED: tuple[Format, ...] = ("knockout", "table_swiss")
"""The kinds, besides Swiss and ladder, of which a round is played."""
PLAYERS = (ALICE, BOB, CAROL, DAVE)


async def write_tournaments(sample: Sample) -> None:
    """A Swiss one and a ladder that are played, and one of each other kind."""
    sample.now += DAY
    await _swiss(sample)
    await _ladder(sample)
    for format in get_args(Format):
        if format != "ladder":
            await _other(sample, format)


def _plan(format: Format, name: str, **more: Any) -> TournamentSettings:
    players = 4 if format in TABLE_FORMATS else 2
    options = CinqoOptions(players=players, goal="rounds", rounds=1)
    given: dict[str, Any] = {"pace": LivePace(300, 10), "pause": 0, "rated": True, **more}
    return TournamentSettings(name, format, encode(options), **given)


async def _create(sample: Sample, id: str, settings: TournamentSettings) -> Tournament:
    sample.now += HOUR
    assert await sample.store.make_tournament(
        commands.create_tournament(id, ALICE.id, settings, sample.now), 99
    )
    return await _read(sample, id)


async def _read(sample: Sample, id: str) -> Tournament:
    found = await sample.store.tournament(id)
    assert found is not None
    return found


async def _do(sample: Sample, before: Tournament, command: Any, person: Person = ALICE) -> Tournament:
    sample.now += 1_000
    after = commands.decide(before, command, (person.id,), sample.now, sample.table_name)
    assert await sample.store.keep_tournament(before, after)
    return await _read(sample, before.id)


async def _join(sample: Sample, tournament: Tournament) -> Tournament:
    for person in PLAYERS:
        tournament = await _do(sample, tournament, JoinTournament(), person)
    return tournament


# ---- tables ------------------------------------------------------------------------------------------------


def _desk(tournament: Tournament, game: Game, now: int) -> Desk:
    """The table of a game, as a node creates it."""
    assert game.table is not None
    numbers = {each.number: each.person for each in tournament.players}
    people = {each.id: each for each in PEOPLE}
    desk = Desk(
        table_settings(tournament.settings, len(game.players)),
        host_of_tournament(tournament.id, SYSTEM.name),
        table=game.table,
        kept=tuple(people[numbers[number]] for number in game.players),
        begins_by=waits_until(tournament, game.began),
    )
    desk.now = now
    return desk


async def _create_tables(sample: Sample, tournament: Tournament) -> tuple[Tournament, list[Desk]]:
    desks = [_desk(tournament, game, sample.now) for game in rounds.missing_tables(tournament)]
    assert await sample.store.keep_tournament(tournament, rounds.with_tables_created(tournament, sample.now))
    return await _read(sample, tournament.id), desks


async def _play(sample: Sample, tournament: Tournament, desks: list[Desk]) -> Tournament:
    """Play the games of a round; then the system acts."""
    for desk in desks:
        play_on(desk.seat_everybody(), Random(desk.state.id))
        sample.now = max(sample.now, desk.now or 0)
        await sample.keep(desk)
    for _ in range(2):  # the round is over, and the next one begins
        tournament = await _act(sample, tournament)
    return tournament


async def _act(sample: Sample, tournament: Tournament) -> Tournament:
    """Let the system act a second later."""
    before = await _read(sample, tournament.id)
    sample.now += 1_000
    after = rounds.act(before, sample.now, sample.table_name)
    if after is not before:
        assert await sample.store.keep_tournament(before, after)
    return await _read(sample, tournament.id)


# ---- the tournaments ---------------------------------------------------------------------------------------


async def _swiss(sample: Sample) -> None:
    """Two rounds, with a co-host, a ruling, players kept apart, and a chat."""
    tournament = await _create(sample, CUP, _plan("swiss", "Friday Cup", rounds=2))
    tournament = await _do(sample, tournament, AppointHost(BOB.id))
    tournament = await _join(sample, tournament)
    tournament = await _do(sample, tournament, KeepApart((1, 2)))
    tournament = await _do(sample, tournament, StartTournament())
    while tournament.status == "playing":
        tournament, desks = await _create_tables(sample, tournament)
        tournament = await _play(sample, tournament, desks)
    await _do(sample, tournament, SetResult(2, 1, (0.5, 0.5)), BOB)
    for each in (
        Line(1, sample.now, ALICE.id, "good-game", None),
        Line(2, sample.now + 1, CAROL.id, None, "Merci à vous tous 👋"),
        Act(3, sample.now + 2, BOB.id, "remove", CAROL.id, 2),
        Act(4, sample.now + 3, BOB.id, "silence", CAROL.id),
    ):
        assert await sample.store.add_to_talk(CUP, each, 50)


async def _ladder(sample: Sample) -> None:
    """A challenge that was played, one that waits, and a player who has left."""
    settings = _plan("ladder", "Long Ladder", pace=DailyPace(24), wait=86_400, listed=True)
    tournament = await _join(sample, await _create(sample, LADDER, settings))
    tournament = await _do(sample, tournament, StartTournament())
    tournament = await _do(sample, tournament, ChallengePlayer(1), CAROL)
    challenge = tournament.steps[-1].number
    tournament = await _do(sample, tournament, AcceptChallenge(challenge), ALICE)
    tournament, desks = await _create_tables(sample, tournament)
    tournament = await _play(sample, tournament, desks)
    tournament = await _do(sample, tournament, LeaveTournament(), DAVE)
    await _do(sample, tournament, ChallengePlayer(1), BOB)


async def _other(sample: Sample, format: Format) -> None:
    """One of a kind. Those of teams have begun, some are in their second round, and the others wait for
    their announced start."""
    is_of_teams, is_played = format in TEAM_FORMATS, format in PLAYED
    more: dict[str, Any] = {"boards": 2} if is_of_teams else {}
    if not is_of_teams and not is_played:
        more = {"begins": sample.now + 2 * DAY, "listed": True}
    tournament = await _join(
        sample, await _create(sample, f"a-{format}", _plan(format, f"A {format}", **more))
    )
    if is_of_teams:
        for name, players in (("Reds", (1, 4)), ("Blues", (3, 2))):
            tournament = await _do(sample, tournament, SetTeam(name, players))
    if not is_of_teams and not is_played:
        return
    tournament = await _do(sample, tournament, StartTournament())
    tournament, desks = await _create_tables(sample, tournament)
    if is_played:
        await _play(sample, tournament, desks)
    else:
        for desk in desks:
            await sample.keep(desk)
