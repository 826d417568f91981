"""Commands of players to a running ladder: each gives a new state or a refusal. Pure."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from quincunx.club.tournament.ladder.order import ROUND, Challenge, Ladder, ladder_of
from quincunx.club.tournament.ladder.rules import MOST_STEPS, RETURN, bar, is_gone
from quincunx.club.tournament.ladder.steps import Step, StepKind
from quincunx.club.tournament.ladder.wire import (
    AcceptChallenge,
    CancelChallenge,
    ChallengeCommand,
    ChallengePlayer,
    DeclineChallenge,
)
from quincunx.club.tournament.state import Game, Player, Tournament
from quincunx.core.reason import Reason, Refusal, refused


def start(tournament: Tournament, now: int) -> Tournament:
    """Start a ladder, in the order of joining."""
    players = tuple(each if each.is_out else replace(each, since=ROUND) for each in tournament.players)
    tournament = replace(tournament, status="playing", round=ROUND, players=players)
    for each in players:
        if not each.is_out:
            tournament = with_step(tournament, "join", each.number, now)
    return tournament


def with_step(
    tournament: Tournament, kind: StepKind, player: int, now: int, of: Challenge | None = None
) -> Tournament:
    """The tournament with another step: of a player, or one that ends a challenge."""
    number = len(tournament.steps) + 1
    step = (
        Step(number, now, kind, player)
        if of is None
        else Step(number, now, kind, of.player, of.other, of.number)
    )
    return replace(tournament, steps=(*tournament.steps, step))


def bar_to_join(tournament: Tournament, player: Player | None, now: int) -> Reason | None:
    """The reason why this player (``None``: a new one) cannot join a running ladder now; ``None`` if they
    can."""
    if len(tournament.steps) >= MOST_STEPS:
        return Reason("conflict", "ladder-long", "This ladder has no room for more games.")
    number = None if player is None else player.number
    left = [each.at for each in tournament.steps if each.kind == "leave" and each.player == number]
    if left and now < left[-1] + RETURN:
        return Reason("conflict", "ladder-return", "You can come back a day after you left.")
    return None


def join(tournament: Tournament, player: Player, now: int) -> Tournament:
    """The running ladder with this player at its bottom."""
    others = tuple(each for each in tournament.players if each.number < player.number)
    later = tuple(each for each in tournament.players if each.number > player.number)
    after = replace(tournament, players=(*others, player, *later))
    return with_step(after, "join", player.number, now)


def leave(tournament: Tournament, player: Player, now: int) -> Tournament:
    """The running ladder without this player, who is out. They may have been out before."""
    known = tournament.player(player.number)
    players = tuple(player if each is known else each for each in tournament.players)
    after = replace(tournament, players=players)
    return after if known is None or known.is_out else with_step(after, "leave", player.number, now)


def decide(
    tournament: Tournament,
    command: ChallengeCommand,
    people: tuple[str, ...],
    now: int,
    name: Callable[[], str],
) -> Tournament:
    """The tournament after a player's command; the same object if nothing changes. Raises
    :class:`~quincunx.core.reason.Refusal`."""
    if tournament.settings.format != "ladder":
        raise refused("conflict", "ladder-none", "This tournament is not a ladder.")
    if tournament.status != "playing":
        raise refused("conflict", "ladder-not-begun", "The ladder has not started yet.")
    ladder = ladder_of(tournament)
    if isinstance(command, ChallengePlayer):
        return _challenge(tournament, ladder, command.player, people, now)
    known = ladder.challenge(command.challenge)
    if known is None:
        raise refused("unknown", "ladder-no-challenge", "There is no such challenge.")
    match command:
        case AcceptChallenge():
            return _accept(tournament, ladder, known, people, now, name)
        case DeclineChallenge():
            _check_own(tournament, known.other, people)
            if known.state == "declined":
                return tournament
            _check_open(known)
            return with_step(tournament, "decline", known.player, now, known)
        case CancelChallenge():
            _check_own(tournament, known.player, people)
            if known.state == "cancelled":
                return tournament
            _check_open(known)
            return with_step(tournament, "cancel", known.player, now, known)


def _challenge(
    tournament: Tournament, ladder: Ladder, other: int, people: tuple[str, ...], now: int
) -> Tournament:
    player = tournament.player_of(people)
    if player is None or player.is_out:
        raise refused("conflict", "ladder-not-on", "You’re not on the ladder.")
    if any(each.player == player.number and each.other == other for each in ladder.open):
        return tournament
    challenged = tournament.player(other)
    if challenged is not None and challenged.person in people:
        other = player.number  # a former guest of the same person
    reason = bar(tournament, ladder, player.number, other, now)
    if reason is not None:
        raise Refusal(reason)
    number = len(tournament.steps) + 1
    step = Step(number, now, "challenge", player.number, other)
    return replace(tournament, steps=(*tournament.steps, step))


def _accept(
    tournament: Tournament,
    ladder: Ladder,
    known: Challenge,
    people: tuple[str, ...],
    now: int,
    name: Callable[[], str],
) -> Tournament:
    _check_own(tournament, known.other, people)
    if any(game.board == known.number for game in tournament.games):
        return tournament
    _check_open(known)
    if is_gone(tournament, known.player):
        raise refused("conflict", "ladder-closed", "That challenge is over.")
    starts = {player: sum(each.first == player for each in tournament.games) for player in ladder.order}
    # The player who has started less often starts; the challenged one, if both have equally often.
    first, second = known.other, known.player
    if starts[second] < starts[first]:
        first, second = second, first
    game = Game(ROUND, known.number, first, second, name(), now)
    return replace(with_step(tournament, "accept", known.player, now, known), games=(*tournament.games, game))


def _check_own(tournament: Tournament, player: int, people: tuple[str, ...]) -> None:
    known = tournament.player(player)
    if known is None or known.person not in people:
        raise refused("forbidden", "ladder-not-yours", "That challenge isn’t yours to answer.")


def _check_open(known: Challenge) -> None:
    if known.state != "open":
        raise refused("conflict", "ladder-closed", "That challenge is over.")
