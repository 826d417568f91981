"""View of a ladder. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from quincunx.club.tournament.attendance import NOT_MADE, Seatings
from quincunx.club.tournament.ladder.order import SCORED, WALKOVERS, Challenge, Ladder, ladder_of
from quincunx.club.tournament.ladder.rules import answer_until, bar, ends_at, rivals_of, vacation_at
from quincunx.club.tournament.ladder.wire import (
    LadderChallenge,
    LadderGame,
    LadderResult,
    LadderRival,
    LadderStep,
    LadderSteps,
    TournamentLadder,
)
from quincunx.club.tournament.state import Game, Tournament
from quincunx.table.deadlines.gaps import moved_deadline
from quincunx.table.deadlines.outage import Outage

SHOWN: Final = 20
"""Latest results that are shown."""
PAGE: Final = 500
"""Most steps in one answer."""


def ladder_view(
    tournament: Tournament, now: int, outages: Sequence[Outage], seatings: Seatings
) -> TournamentLadder | None:
    """The view of the ladder; ``None`` for other formats."""
    if tournament.settings.format != "ladder":
        return None
    ladder = ladder_of(tournament)
    games = {game.board: game for game in tournament.games}
    over = [each for each in ladder.challenges if each.state in (*SCORED, *WALKOVERS)]
    latest = sorted(over, key=lambda each: (each.ended_at or 0, each.number), reverse=True)[:SHOWN]
    return TournamentLadder(
        challenges=tuple(
            LadderChallenge(
                challenge=each.number,
                player=each.player,
                other=each.other,
                at=each.at,
                until=answer_until(tournament, each, outages),
                is_still=vacation_at(tournament, each.other, now) is not None,
            )
            for each in ladder.open
        ),
        games=tuple(
            _game(tournament, each, games[each.number], outages, seatings)
            for each in ladder.challenges
            if each.state == "playing"
        ),
        results=tuple(_result(each, games.get(each.number)) for each in latest),
        ends=ends_at(tournament) if tournament.steps else tournament.settings.ends,
        away=tuple(each for each in ladder.order if vacation_at(tournament, each, now) is not None),
    )


def _game(
    tournament: Tournament, challenge: Challenge, game: Game, outages: Sequence[Outage], seatings: Seatings
) -> LadderGame:
    seating = seatings.get(game.table or "", NOT_MADE)
    until = moved_deadline(game.began + tournament.settings.wait * 1000, game.began, outages)
    return LadderGame(
        challenge=challenge.number,
        player=challenge.player,
        players=game.players,
        table=game.table or "",
        waits_until=until,
        has_begun=seating.has_begun,
        seats=seating.seats,
    )


def _result(challenge: Challenge, game: Game | None) -> LadderResult:
    outcome: Any = challenge.state
    return LadderResult(
        challenge=challenge.number,
        at=challenge.ended_at or 0,
        player=challenge.player,
        other=challenge.other,
        outcome=outcome,
        before=challenge.before,
        after=challenge.after,
        table=None if game is None else game.table,
        players=() if game is None else game.players,
        points=() if game is None else tuple(game.halves_of(player) / 2 for player in game.players),
        is_ruled=game is not None and game.ruled is not None,
    )


def ladder_if_any(tournament: Tournament) -> Ladder | None:
    """The present state of a running ladder; ``None`` for others, and for other formats."""
    is_running = tournament.settings.format == "ladder" and tournament.status == "playing"
    return ladder_of(tournament) if is_running else None


def rivals(
    tournament: Tournament, ladder: Ladder | None, player: int | None, now: int
) -> tuple[LadderRival, ...]:
    """The players whom this one may challenge by their places, the nearest first."""
    if player is None or ladder is None:
        return ()
    return tuple(
        LadderRival(each, bar(tournament, ladder, player, each, now))
        for each in rivals_of(tournament, ladder, player)
    )


def steps_view(tournament: Tournament, first: int) -> LadderSteps:
    """The steps of the ladder from this number on."""
    tables = {game.board: game.table for game in tournament.games}
    shown = tournament.steps[max(0, first - 1) :][:PAGE]
    steps = tuple(
        LadderStep(
            number=each.number,
            at=each.at,
            kind=each.kind,
            player=each.player,
            other=each.other,
            challenge=each.challenge,
            table=tables.get(each.challenge or 0) if each.kind == "accept" else None,
        )
        for each in shown
    )
    more = shown[-1].number + 1 if shown and shown[-1].number < len(tournament.steps) else None
    return LadderSteps(steps, more)
