"""The experiment itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from quincunx.core.game import encode
from quincunx.games.cinqo.types import CinqoOptions
from tests.chaos.balancer import Balancer, at_random, first
from tests.chaos.client import Guest
from tests.chaos.cluster import Cluster, cluster
from tests.tournament.browsers import OWN_LINE, PagePlayer, against, broken, chromium, page_player
from tests.tournament.check import faults, figures, settled
from tests.tournament.players import Bot, Human, Leaver, Player, Sleeper, account

SETTINGS: dict[str, Any] = {
    "name": "A whole tournament",
    "format": "swiss",
    "options": encode(CinqoOptions(goal="rounds", rounds=3)),
    "pace": {"type": "live", "total": 20, "increment": 2},
    "rounds": 4,
    "rated": True,
    "wait": 5,
    "pause": 1,
}
LONGEST_SECONDS = 400.0


def settings_for(seats: int, boards: int = 0) -> dict[str, Any]:
    """The settings with so many at a table, or with matches of teams at so many boards."""
    if boards:
        return {**SETTINGS, "format": "team_swiss", "boards": boards, "rounds": 3}
    if seats == 2:
        return SETTINGS
    options = encode(CinqoOptions(players=seats, goal="rounds", rounds=3))
    return {**SETTINGS, "format": "table_swiss", "options": options, "rounds": 3}


async def run(
    folder: Path,
    random: Random,
    players: int = 16,
    bots: int = 6,
    browsers: int = 2,
    kills: int = 1,
    seats: int = 2,
    boards: int = 0,
    progress: Callable[[str], None] = lambda line: None,
) -> tuple[dict[str, Any], list[str]]:
    """Play it. The figures, and what went wrong."""
    async with cluster(folder, 2, at_random(random)) as made, pages(made, random, browsers) as at_pages:
        address = made.balancer.address
        cookie, _ = await account(address, "The Host")
        host = Guest(address)
        host.cookie = cookie
        tournament = str((await host.ask("POST", "/api/tournaments", settings_for(seats, boards)))["id"])
        tasks, people = await _join(address, tournament, random, players, bots, at_pages)
        if boards:
            await _form_teams(host, tournament, players, boards)
        try:
            begun = time.monotonic()
            await host.ask("POST", f"/api/tournaments/{tournament}/commands", {"type": "start"})
            async with asyncio.timeout(LONGEST_SECONDS):
                await _until_round(host, tournament, 2, progress)
                await _until_at_table(at_pages[:1])
                killed = [await _kill(made, number, random, progress) for number in range(kills)]
                view = await _until_over(host, tournament, progress)
                await _until_seen(at_pages)
            seconds = time.monotonic() - begun
            wrong = await _alike(made, tournament, view)
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        wrong += [f"somebody failed: {each!r}" for each in ended if isinstance(each, Exception)]
        wrong += [complaint for each in people for complaint in each.complaints]
        rounds = [
            await host.ask("GET", f"/api/tournaments/{tournament}/rounds/{number}")
            for number in range(1, view["round"] + 1)
        ]
        found = await settled(made.url)
        wrong += faults(view, rounds, found) + _as_expected(view, people)
        shown, missed = _at_pages(at_pages, people, view, rounds, killed)
        return {"seconds": round(seconds, 1), **figures(rounds, found), **shown}, wrong + missed


@asynccontextmanager
async def pages(made: Cluster, random: Random, count: int) -> AsyncIterator[list[PagePlayer]]:
    """This many people with a browser; the first of them is connected to the node that is killed first."""
    if not count:
        yield []
        return
    to_first = Balancer(lambda: [node.address for node in made.nodes], first)
    await to_first.start()
    try:
        async with chromium() as browser:
            addresses = [to_first.address] + [made.balancer.address] * (count - 1)
            yield [
                await page_player(browser, address, Random(random.random()), number)
                for number, address in enumerate(addresses)
            ]
    finally:
        await to_first.stop()


async def _join(
    address: str, tournament: str, random: Random, players: int, bots: int, at_pages: list[PagePlayer]
) -> tuple[list[asyncio.Task[None]], list[Player]]:
    """Two who fall asleep, one who leaves and one who never comes; the rest plays."""
    kinds: list[type[Player]] = [Sleeper, Sleeper, Leaver, Player]
    kinds += [Human] * (players - bots - len(kinds) - len(at_pages))
    people = [*(kind(address, Random(random.random())) for kind in kinds), *at_pages]
    for each in people:
        await each.join(tournament)
    tasks = []
    for number in range(bots):
        _, token = await account(address, f"Robot number {number}")
        bot = Bot(address, token, Random(random.random()))
        tasks.append(asyncio.create_task(bot.play(tournament)))
    tasks += [asyncio.create_task(each.play()) for each in people if type(each) is not Player]
    while len((await people[0].look())["standings"]) < players:  # noqa: ASYNC110  # as above
        await asyncio.sleep(0.1)
    return tasks, people


async def _form_teams(host: Guest, tournament: str, players: int, boards: int) -> None:
    """Form teams with a substitute at least, of unequal size if players are left over. The number of teams is
    even, so that no browser is without a game when a node is killed."""
    teams = players // (boards + 1) // 2 * 2
    for team in range(1, teams + 1):
        members = list(range(team, players + 1, teams))
        command = {"type": "set_team", "name": f"Team {team}", "players": members}
        await host.ask("POST", f"/api/tournaments/{tournament}/commands", command)


async def _until_round(
    host: Guest, tournament: str, number: int, progress: Callable[[str], None]
) -> dict[str, Any]:
    while (view := await host.ask("GET", f"/api/tournaments/{tournament}"))["round"] < number:  # noqa: ASYNC110  # it happens in other processes
        await asyncio.sleep(0.02)
    progress(f"Round {number} begins.")
    return dict(view)


async def _kill(made: Cluster, number: int, random: Random, progress: Callable[[str], None]) -> float:
    """One after the other, at some moment from now on; it comes back some seconds later. When it was."""
    node = made.nodes[number % len(made.nodes)]
    await asyncio.sleep(random.uniform(0, 0.5))
    killed = time.monotonic()
    await node.kill()
    progress(f"Node {number % len(made.nodes) + 1} is killed.")
    await asyncio.sleep(random.uniform(1, 4))
    await node.start()
    return killed


async def _until_over(host: Guest, tournament: str, progress: Callable[[str], None]) -> dict[str, Any]:
    seen = 2
    while (view := await host.ask("GET", f"/api/tournaments/{tournament}"))["status"] != "ended":
        if view["round"] > seen:
            seen = view["round"]
            progress(f"Round {seen} begins.")
        await asyncio.sleep(0.1)
    return dict(view)


async def _until_at_table(at_pages: list[PagePlayer]) -> None:
    """Wait until these players are at a table where they have not been before."""
    before = [each.tables_opened for each in at_pages]
    while [each.tables_opened for each in at_pages] == before and at_pages:  # noqa: ASYNC110  # as above
        await asyncio.sleep(0.05)


async def _until_seen(at_pages: list[PagePlayer]) -> None:
    """Wait until the pages show the end, too."""
    while not all(each.standings for each in at_pages):  # noqa: ASYNC110  # it happens in a browser
        await asyncio.sleep(0.1)


async def _alike(made: Cluster, tournament: str, view: dict[str, Any]) -> list[str]:
    """Both nodes show all viewers the same."""
    shown = [await _seen(node.address, tournament) for node in made.nodes]
    return (
        []
        if all(each["standings"] == view["standings"] and each["teams"] == view["teams"] for each in shown)
        else ["nodes disagree"]
    )


async def _seen(address: str, tournament: str) -> dict[str, Any]:
    guest = await Guest(address).say_hello()
    return dict(await guest.ask("GET", f"/api/tournaments/{tournament}"))


def _as_expected(view: dict[str, Any], people: list[Player]) -> list[str]:
    """Errors unless absent people and people who left are out, and all others have played to the end."""
    lines = {line["player"]: line for line in view["standings"]}
    wrong = []
    for number, each in enumerate(people, 1):
        line = lines[number]
        if isinstance(each, Leaver) or type(each) is Player:
            wrong += [] if line["is_out"] else [f"player {number} is not out"]
        if isinstance(each, Sleeper) or type(each) is Player:
            wrong += [f"player {number} has won {line['wins']}"] if line["wins"] else []
    return wrong


def _at_pages(
    at_pages: list[PagePlayer],
    people: list[Player],
    view: dict[str, Any],
    rounds: list[dict[str, Any]],
    killed: list[float],
) -> tuple[dict[str, Any], list[str]]:
    """The figures of the players with a browser, and their errors."""
    wrong = [fault for each in at_pages for fault in against(each, view, rounds, people.index(each) + 1)]
    # The first one was connected to the node that was killed first.
    lost = broken(at_pages[0], killed[0]) if killed and at_pages else []
    if killed and at_pages and dict(lost).get(OWN_LINE) is None:
        wrong.append(f"the page that was connected to the killed node has not come back: {lost}")
    return {
        "moves by clicks in browsers": [each.moves for each in at_pages],
        "milliseconds until the lines of a page were there again after the kill": [
            round(1000 * seconds) for _, seconds in lost if seconds is not None
        ],
    }, wrong
