"""The experiment itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from quincunx.core.game import encode
from quincunx.games.cinqo.types import CinqoOptions
from tests.chaos.client import Guest
from tests.chaos.cluster import Cluster, cluster
from tests.evening.check import Found, faults, figures, read
from tests.evening.players import Bot, Human, Leaver, Player, Sleeper, account

SETTINGS: dict[str, Any] = {
    "name": "A whole evening",
    "format": "swiss",
    "options": encode(CinqoOptions(goal="rounds", rounds=3)),
    "pace": {"type": "live", "total": 8, "increment": 1},
    "rounds": 4,
    "rated": True,
    "wait": 5,
    "pause": 1,
}
LONGEST_SECONDS = 400.0


async def run(
    folder: Path,
    random: Random,
    players: int = 16,
    bots: int = 6,
    kills: int = 1,
    progress: Callable[[str], None] = lambda line: None,
) -> tuple[dict[str, Any], list[str]]:
    """Play it. The figures, and what went wrong."""
    async with cluster(folder, 2) as made:
        address = made.balancer.address
        cookie, _ = await account(address, "The Host")
        host = Guest(address)
        host.cookie = cookie
        evening = str((await host.ask("POST", "/api/evenings", SETTINGS))["id"])
        tasks, people = await _join(address, evening, random, players, bots)
        try:
            begun = time.monotonic()
            await host.ask("POST", f"/api/evenings/{evening}/commands", {"type": "start"})
            async with asyncio.timeout(LONGEST_SECONDS):
                await _until_round(host, evening, 2, progress)
                for number in range(kills):
                    await _kill(made, number, random, progress)
                view = await _until_over(host, evening, progress)
            seconds = time.monotonic() - begun
            wrong = await _alike(made, evening, view)
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        wrong += [f"somebody failed: {each!r}" for each in ended if isinstance(each, Exception)]
        wrong += [complaint for each in people for complaint in each.complaints]
        rounds = [
            await host.ask("GET", f"/api/evenings/{evening}/rounds/{number}")
            for number in range(1, view["round"] + 1)
        ]
        found = await _settled(made.url)
        wrong += faults(view, rounds, found) + _as_expected(view, people)
        return {"seconds": round(seconds, 1), **figures(rounds, found)}, wrong


async def _join(
    address: str, evening: str, random: Random, players: int, bots: int
) -> tuple[list[asyncio.Task[None]], list[Player]]:
    """Two who fall asleep, one who leaves and one who never comes; the rest plays."""
    kinds: list[type[Player]] = [Sleeper, Sleeper, Leaver, Player]
    kinds += [Human] * (players - bots - len(kinds))
    people = [kind(address, Random(random.random())) for kind in kinds]
    for each in people:
        await each.join(evening)
    tasks = []
    for number in range(bots):
        _, token = await account(address, f"Robot number {number}")
        bot = Bot(address, token, Random(random.random()))
        tasks.append(asyncio.create_task(bot.play(evening)))
    tasks += [asyncio.create_task(each.play()) for each in people if type(each) is not Player]
    while len((await people[0].look())["standings"]) < players:  # noqa: ASYNC110  # as above
        await asyncio.sleep(0.1)
    return tasks, people


async def _until_round(
    host: Guest, evening: str, number: int, progress: Callable[[str], None]
) -> dict[str, Any]:
    while (view := await host.ask("GET", f"/api/evenings/{evening}"))["round"] < number:  # noqa: ASYNC110  # it happens in other processes
        await asyncio.sleep(0.02)
    progress(f"Round {number} begins.")
    return dict(view)


async def _kill(made: Cluster, number: int, random: Random, progress: Callable[[str], None]) -> None:
    """Whichever it is, at some moment from the pairing on; it comes back some seconds later."""
    node = made.nodes[number % len(made.nodes)]
    await asyncio.sleep(random.uniform(0, 0.5))
    await node.kill()
    progress(f"Node {number % len(made.nodes) + 1} is killed.")
    await asyncio.sleep(random.uniform(1, 4))
    await node.start()


async def _until_over(host: Guest, evening: str, progress: Callable[[str], None]) -> dict[str, Any]:
    seen = 2
    while (view := await host.ask("GET", f"/api/evenings/{evening}"))["status"] != "ended":
        if view["round"] > seen:
            seen = view["round"]
            progress(f"Round {seen} begins.")
        await asyncio.sleep(0.1)
    return dict(view)


async def _alike(made: Cluster, evening: str, view: dict[str, Any]) -> list[str]:
    """Both nodes show everybody the same."""
    shown = [await _seen(node.address, evening) for node in made.nodes]
    return [] if all(each["standings"] == view["standings"] for each in shown) else ["nodes disagree"]


async def _seen(address: str, evening: str) -> dict[str, Any]:
    guest = await Guest(address).say_hello()
    return dict(await guest.ask("GET", f"/api/evenings/{evening}"))


async def _settled(url: str) -> Found:
    """What there is once everything has been counted."""
    async with asyncio.timeout(30):
        while True:
            found = await read(url)
            if sorted(found.counted) == sorted(found.states):
                return found
            await asyncio.sleep(0.5)


def _as_expected(view: dict[str, Any], people: list[Player]) -> list[str]:
    """Who never came and who left are out; everybody else has played to the end."""
    lines = {line["player"]: line for line in view["standings"]}
    wrong = []
    for number, each in enumerate(people, 1):
        line = lines[number]
        if isinstance(each, Leaver) or type(each) is Player:
            wrong += [] if line["is_out"] else [f"player {number} is not out"]
        if isinstance(each, Sleeper) or type(each) is Player:
            wrong += [f"player {number} has won {line['wins']}"] if line["wins"] else []
    return wrong
