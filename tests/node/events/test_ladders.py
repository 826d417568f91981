"""Ladders on nodes: challenges, their deadlines and their games, whichever node dies at whatever moment."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from quincunx.club.tournament.ladder.order import ladder_of
from quincunx.club.tournament.ladder.view import steps_view
from quincunx.club.tournament.ladder.wire import AcceptChallenge, ChallengePlayer, DeclineChallenge
from quincunx.club.tournament.state import Tournament
from quincunx.club.tournament.view import view
from quincunx.core.reason import Refusal
from quincunx.node.events.tournaments import Tournaments
from quincunx.table.commands import Resign, SitDown
from quincunx.table.fold import fold
from quincunx.table.seats.person import Person
from tests.contracts.people import person, session
from tests.node.events.test_tournaments import PLAYERS, Club, _soon, club, is_ready, store, tables_made
from tests.table.support import promise
from tests.tournament.ladder import faults_of_ladder

__all__ = ["_soon", "club", "store"]

pytestmark = pytest.mark.by_the_clock

ALICE, BOB, CAROL, DAVE = PLAYERS
DAY = 24 * 3_600_000


async def start(club: Club, driver: Tournaments, **settings: Any) -> Tournament:
    for each in PLAYERS:
        await club.store.add_guest(person(each.id, each.name), session(each.id))
    return await club.start(driver, format="ladder", wait=DAY // 1_000, **settings)


def order(tournament: Tournament) -> list[int]:
    return list(ladder_of(tournament).order)


async def challenge(club: Club, driver: Tournaments, person: Person, other: int) -> int:
    """The number of a new challenge."""
    after = await driver.command(club.id, [person], ChallengePlayer(other))
    return ladder_of(after).open[-1].number


async def test_a_challenge_is_made_accepted_and_played_on_two_nodes(club: Club) -> None:
    (_, one), (tables, other) = await club.node(), await club.node()
    await start(club, one)
    number = await challenge(club, one, CAROL, 1)
    await other.command(club.id, [ALICE], AcceptChallenge(number))
    # A retried command has no further effect, wherever it comes in.
    await one.command(club.id, [ALICE], AcceptChallenge(number))
    tournament = await club.until(is_ready)
    (game,) = tournament.games
    assert tables_made(club.world) == [game.table]
    assert game.players == (1, 3)
    assert game.table is not None
    for seat, player in enumerate((ALICE, CAROL)):
        await club.world.do(tables, game.table, player, SitDown(seat, promise(seat + 1)))
    await club.world.do(tables, game.table, ALICE, Resign(0))
    tournament = await club.until(lambda now: order(now) != [1, 2, 3, 4])
    assert order(tournament) == [3, 1, 2, 4]
    await other.command(club.id, [BOB], DeclineChallenge(await challenge(club, one, DAVE, 2)))
    tournament = await club.until(is_ready)
    assert order(tournament) == [3, 1, 4, 2]
    assert faults(club, tournament) == []


def faults(club: Club, tournament: Tournament) -> list[str]:
    """All that is wrong by a second program, which has the journal and what everyone may read."""
    shown = msgspec.json.decode(msgspec.json.encode(view(tournament, (), club.world.clock.time)))
    steps = msgspec.to_builtins(steps_view(tournament, 1))["steps"]
    states = {name: fold(entries) for name, entries in club.world.journal.tables.items() if entries}
    return faults_of_ladder(shown, steps, states)


async def test_a_challenge_runs_out_on_whichever_node_is_there(club: Club) -> None:
    _, dead = await club.node(drives=False)
    await start(club, dead, answer=1)
    await challenge(club, dead, DAVE, 1)
    assert order(await club.now()) == [1, 2, 3, 4]
    await club.node()
    await club.node()
    club.world.clock.time += 3_600_000
    tournament = await club.until(lambda now: order(now) != [1, 2, 3, 4])
    assert order(tournament) == [4, 1, 2, 3]
    expired = [step for step in tournament.steps if step.kind == "expire"]
    assert len(expired) == 1


async def test_a_node_that_dies_after_an_acceptance_leaves_the_table_to_another(club: Club) -> None:
    _, dead = await club.node(drives=False)
    await start(club, dead)
    await dead.command(club.id, [ALICE], AcceptChallenge(await challenge(club, dead, BOB, 1)))
    assert tables_made(club.world) == []
    await club.node()
    await club.node()
    tournament = await club.until(is_ready)
    assert tables_made(club.world) == [tournament.games[0].table]


async def test_of_two_answers_at_once_one_counts(club: Club) -> None:
    (_, one), (_, other) = await club.node(), await club.node()
    await start(club, one)
    number = await challenge(club, one, BOB, 1)
    answers = await asyncio.gather(
        one.command(club.id, [ALICE], AcceptChallenge(number)),
        other.command(club.id, [ALICE], DeclineChallenge(number)),
        return_exceptions=True,
    )
    assert sum(isinstance(each, Refusal) for each in answers) == 1
    tournament = await club.now()
    assert len([step for step in tournament.steps if step.challenge == number]) == 1
    assert len(tournament.games) == int(order(tournament) == [1, 2, 3, 4])


async def test_many_who_challenge_the_same_player_at_once_get_two_places(club: Club) -> None:
    (_, one), (_, other) = await club.node(), await club.node()
    await start(club, one)
    answers = await asyncio.gather(
        *(
            driver.command(club.id, [person], ChallengePlayer(1))
            for driver in (one, other)
            for person in (BOB, CAROL, DAVE)
        ),
        return_exceptions=True,
    )
    refused = [each for each in answers if isinstance(each, BaseException)]
    assert {type(each) for each in refused} == {Refusal}
    assert len(ladder_of(await club.now()).open) == 2
