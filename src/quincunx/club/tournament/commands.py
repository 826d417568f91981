"""Commands to a tournament: each gives a new state or a refusal. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from quincunx.club.tournament import rounds
from quincunx.club.tournament.rules import FEWEST, check, check_beginning, rounds_of
from quincunx.club.tournament.state import Evening, Player
from quincunx.club.tournament.wire import (
    EndEvening,
    EveningCommand,
    EveningSettings,
    JoinEvening,
    LeaveEvening,
    NextRound,
    RemovePlayer,
    SetByHand,
    StartEvening,
)
from quincunx.core.reason import refused

MOST_NUMBERS: Final = 200
"""Most player numbers of a tournament. A person who leaves before the start and joins again takes another
number."""
_HOSTS: Final = (StartEvening, NextRound, SetByHand, RemovePlayer, EndEvening)


def make(id: str, host: str, settings: EveningSettings, now: int) -> Evening:
    """Create a tournament. Raises :class:`~quincunx.core.reason.Refusal`."""
    settings = check(settings)
    check_beginning(settings, now)
    evening = Evening(id=id, version=1, host=host, settings=settings, made_at=now, changed_at=now)
    return rounds.scheduled(evening, now)


def decide(
    evening: Evening, command: EveningCommand, people: tuple[str, ...], now: int, name: Callable[[], str]
) -> Evening:
    """The tournament after a person's command; the same object if nothing changes. ``people`` are the
    person's ids, their own first, and ``name`` draws a table's name.

    Raises :class:`~quincunx.core.reason.Refusal`.
    """
    if isinstance(command, _HOSTS) and evening.host not in people:
        raise refused("forbidden", "evening-not-host", "Only the host of the evening can do that.")
    if evening.status == "ended":
        if isinstance(command, EndEvening):
            return evening
        raise refused("conflict", "evening-over", "That evening is over.")
    after = _decide(evening, command, people, now, name)
    return after if after is evening else rounds.scheduled(after, now)


def _decide(
    evening: Evening, command: EveningCommand, people: tuple[str, ...], now: int, name: Callable[[], str]
) -> Evening:
    match command:
        case JoinEvening():
            return _join(evening, people)
        case LeaveEvening():
            return _leave(evening, people)
        case StartEvening():
            return _start(evening, now, name)
        case NextRound(round=number):
            return _next(evening, number, now, name)
        case SetByHand(by_hand=by_hand):
            return replace(evening, settings=replace(evening.settings, by_hand=by_hand))
        case RemovePlayer(player=number):
            return _remove(evening, number)
        case EndEvening():
            return replace(evening, status="ended")


# ---- players ---------------------------------------------------------------------------------------------


def may_join(evening: Evening, people: tuple[str, ...]) -> bool:
    """True if the person with these ids may join now."""
    known = evening.player_of(people)
    if evening.status == "ended" or (known is not None and (known.is_removed or not known.is_out)):
        return False
    if _is_last_round(evening):
        return False
    is_late = evening.status == "playing" and evening.settings.format == "round_robin"
    if is_late and (known is None or not known.since):
        return False
    return known is not None or _has_room(evening)


def _is_last_round(evening: Evening) -> bool:
    """Whether no round is left that a player who joins now would play in."""
    return evening.status == "playing" and evening.rounds is not None and evening.round >= evening.rounds


def _has_room(evening: Evening) -> bool:
    playing = sum(not each.is_out for each in evening.players)
    return playing < evening.settings.most and len(evening.players) < MOST_NUMBERS


def _join(evening: Evening, people: tuple[str, ...]) -> Evening:
    known = evening.player_of(people)
    if known is not None and known.is_removed:
        raise refused("forbidden", "evening-removed", "The host has removed you from this evening.")
    if known is not None and not known.is_out:
        return evening
    if not may_join(evening, people):
        if _is_last_round(evening):
            sentence = "The last round has begun, so nobody can join any more."
            raise refused("conflict", "evening-last-round", sentence)
        if _has_room(evening):
            sentence = "Everybody meets everybody here, so nobody can join after the start."
            raise refused("conflict", "evening-started", sentence)
        raise refused("conflict", "evening-full", "All places of that evening are taken.")
    since = evening.round + 1 if evening.status == "playing" else 0
    if known is not None:
        return _with(evening, replace(known, is_out=False, since=since))
    number = 1 + max((each.number for each in evening.players), default=0)
    return replace(evening, players=(*evening.players, Player(number, people[0], since)))


def _leave(evening: Evening, people: tuple[str, ...]) -> Evening:
    known = evening.player_of(people)
    if known is None or known.is_out:
        return evening
    if evening.status == "open":
        return replace(evening, players=tuple(each for each in evening.players if each is not known))
    return _with(evening, replace(known, is_out=True))


def _remove(evening: Evening, number: int) -> Evening:
    known = evening.player(number)
    if known is None:
        raise refused("unknown", "evening-no-player", "Nobody of that number plays here.")
    return evening if known.is_removed else _with(evening, replace(known, is_out=True, is_removed=True))


def _with(evening: Evening, player: Player) -> Evening:
    players = tuple(player if each.number == player.number else each for each in evening.players)
    return replace(evening, players=players)


# ---- rounds ----------------------------------------------------------------------------------------------


def _start(evening: Evening, now: int, name: Callable[[], str]) -> Evening:
    if evening.status != "open":
        return evening
    players = tuple(each if each.is_out else replace(each, since=1) for each in evening.players)
    count = sum(not each.is_out for each in players)
    if count < FEWEST:
        sentence = f"An evening begins with {FEWEST} people or more."
        raise refused("conflict", "evening-too-few", sentence, fewest=FEWEST)
    started = replace(evening, status="playing", players=players, rounds=rounds_of(evening.settings, count))
    return rounds.begin_next(started, now, name)


def _next(evening: Evening, number: int, now: int, name: Callable[[], str]) -> Evening:
    if evening.status == "playing" and number == evening.round:
        return evening  # it has started already
    if evening.status != "playing" or number != evening.round + 1 or number > (evening.rounds or 0):
        raise refused("conflict", "evening-no-round", "That round is not the next one.")
    return rounds.begin_next(evening, now, name)
