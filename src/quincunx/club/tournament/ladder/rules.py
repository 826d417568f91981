"""Rules of a ladder: which players may challenge which others, and deadlines. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quincunx.club.tournament.ladder.order import Challenge, Ladder
from quincunx.club.tournament.ladder.settings import DAY, HOUR, LONGEST, USUAL_ANSWER, USUAL_REACH
from quincunx.club.tournament.state import Tournament
from quincunx.core.reason import Reason
from quincunx.table.deadlines.gaps import moved_deadline
from quincunx.table.deadlines.outage import Outage
from quincunx.table.parts import Vacation

REPEAT: Final = 7 * DAY
"""Time after a challenge in which the same two players do not meet again."""
RETURN: Final = DAY
"""Time for which a player who has left must wait before joining again."""
MOST_OUT: Final = 2
"""Most challenges by a player that wait for an answer or a result."""
MOST_IN: Final = 2
"""Most such challenges to a player."""
MOST_A_DAY: Final = 5
"""Most challenges of a player in 24 hours."""
MOST_STEPS: Final = 4_000
"""Recorded steps of a ladder after which no player may join or challenge."""
MOST_MISSES: Final = 2
"""Challenges in a row that a player may miss before being taken off the ladder."""


def ends_at(tournament: Tournament) -> int:
    """The time at which a ladder ends that has started."""
    last = tournament.steps[0].at + LONGEST
    return last if tournament.settings.ends is None else min(last, tournament.settings.ends)


def answer_until(tournament: Tournament, challenge: Challenge, outages: Sequence[Outage] = ()) -> int:
    """The time until which a challenge can be answered. It moves by the vacations of the challenged player,
    and by the ``outages`` of the server."""
    until = challenge.at + (tournament.settings.answer or USUAL_ANSWER) * HOUR
    gaps: list[Outage | Vacation] = [*outages, *tournament.vacations.get(challenge.other, ())]
    return moved_deadline(until, challenge.at, sorted(gaps, key=lambda gap: gap.since))


def vacation_at(tournament: Tournament, player: int, now: int) -> int | None:
    """The time until which a player is on vacation; ``None`` if they are not."""
    return next(
        (each.until for each in tournament.vacations.get(player, ()) if each.since <= now < each.until), None
    )


def is_gone(tournament: Tournament, player: int) -> bool:
    """True if a player was deleted or banned. They are taken off the ladder within an hour."""
    known = tournament.player(player)
    return known is not None and tournament.is_gone(known.person)


def is_apart(tournament: Tournament, one: int, other: int) -> bool:
    """True if two players must not meet: one has blocked the other, or a host keeps them apart."""
    is_blocked = (min(one, other), max(one, other)) in tournament.blocked
    return is_blocked or other in tournament.kept_from(one)


def rivals_of(tournament: Tournament, ladder: Ladder, player: int) -> tuple[int, ...]:
    """The players whom this one may challenge by their places, the nearest first. Players who must not meet
    them do not count, so that a block does not shield a place from those below."""
    place = ladder.place(player)
    if place is None:
        return ()
    above = (each for each in reversed(ladder.order[: place - 1]) if not is_apart(tournament, player, each))
    return tuple(above)[: tournament.settings.reach or USUAL_REACH]


def own_bar(tournament: Tournament, ladder: Ladder, player: int, now: int) -> Reason | None:
    """The reason why a player cannot challenge any other now; ``None`` if they can."""
    own = [each for each in ladder.challenges if each.player == player]
    if sum(each.state in ("open", "playing") for each in own) >= MOST_OUT:
        said = f"You have {MOST_OUT} challenges under way. Wait until one is over."
        return Reason("conflict", "ladder-out", said, params={"most": MOST_OUT})
    lately = [each.at for each in own if each.at > now - DAY]
    if len(lately) >= MOST_A_DAY:
        said = f"You can challenge {MOST_A_DAY} times a day."
        return Reason("too-fast", "ladder-day", said, params={"most": MOST_A_DAY})
    if vacation_at(tournament, player, now) is not None:
        return Reason("conflict", "ladder-own-vacation", "You’re on vacation. End it to challenge a player.")
    if len(tournament.steps) >= MOST_STEPS:
        return Reason("conflict", "ladder-long", "This ladder has no room for more games.")
    return None


def bar(tournament: Tournament, ladder: Ladder, player: int, other: int, now: int) -> Reason | None:
    """The reason why a player of the ladder cannot challenge this other one now; ``None`` if they can."""
    if player == other:
        return Reason("conflict", "ladder-self", "You can’t challenge yourself.")
    if ladder.place(other) is None or is_gone(tournament, other):
        return Reason("unknown", "ladder-not-there", "That player isn’t on the ladder.")
    if is_apart(tournament, player, other):
        return Reason("forbidden", "ladder-apart", "You can’t challenge this player.")
    if other not in rivals_of(tournament, ladder, player):
        reach = tournament.settings.reach or USUAL_REACH
        said = f"You can challenge players up to {reach} places above you."
        return Reason("conflict", "ladder-reach-of", said, params={"reach": reach})
    if any({each.player, each.other} == {player, other} for each in ladder.pending):
        return Reason("conflict", "ladder-pending", "There is a challenge between you already.")
    ends = [each.ended_at or 0 for each in ladder.challenges if {each.player, each.other} == {player, other}]
    if ends and now < (again := max(ends) + REPEAT):
        days = -(-(again - now) // DAY)
        said = "You have met lately, and can challenge this player again in some days."
        return Reason("conflict", "ladder-again", said, params={"days": days})
    if vacation_at(tournament, other, now) is not None:
        return Reason("conflict", "ladder-vacation", "This player is on vacation.")
    if sum(each.other == other for each in ladder.pending) >= MOST_IN:
        said = f"This player has {MOST_IN} challenges to deal with already."
        return Reason("conflict", "ladder-in", said, params={"most": MOST_IN})
    return own_bar(tournament, ladder, player, now)
