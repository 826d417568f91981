"""The experiment itself."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import time
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from playwright.async_api import Error as PageError

from quincunx.core.game import encode
from quincunx.games.cinqo.types import CinqoOptions
from tests.chaos.balancer import at_random
from tests.chaos.cluster import Cluster, cluster
from tests.club_night.members import Device, Member, Post, names
from tests.servers.mail_server import MailServer, mail_server
from tests.tournament.browsers import chromium
from tests.tournament.check import Found, faults, points_of, settled
from tests.tournament.players import Human

CLUB = "reed-and-water"
TOURNAMENT: dict[str, Any] = {
    "name": "Friday at the Ferry",
    "format": "swiss",
    "options": encode(CinqoOptions(goal="rounds", rounds=2)),
    "pace": {"type": "live", "total": 20, "increment": 2},
    "rounds": 3,
    "rated": True,
    "wait": 10,
    "pause": 1,
}
AHEAD_SECONDS = 15
"""The time between the announcement and the start."""
AT_ONCE = 8
"""The number of members who register at the same moment."""
LONGEST_SECONDS = 900.0
PAGES = ("/", "/today", "/puzzles", "/learn", "/community", f"/c/{CLUB}", "/rules/cinco")

Progress = Callable[[str], None]


async def run(
    folder: Path, random: Random, members: int = 64, players: int = 24, progress: Progress = lambda line: None
) -> tuple[dict[str, Any], list[str]]:
    """Play it. The figures, and what went wrong."""
    with mail_server() as mails:
        async with (
            asyncio.timeout(LONGEST_SECONDS),
            cluster(folder, 2, at_random(random), **_settings(mails)) as made,
        ):
            return await _night(made, Post(mails), random, members, players, progress)


def _settings(mails: MailServer) -> dict[str, str]:
    """Mail by the test's own server, and the limits that a server has by itself."""
    return {
        "QUINCUNX_MAIL": f"smtp://127.0.0.1:{mails.port}",
        "QUINCUNX_MAIL_FROM": "ferry@club.example",
        "QUINCUNX_PAGES": "https://club.example",
        "QUINCUNX_REQUESTS_PER_SECOND": "20",
        "QUINCUNX_SOCKETS_PER_ADDRESS": "200",
        "QUINCUNX_NEW_GUESTS_PER_MINUTE": "60",
    }


async def _night(
    made: Cluster, post: Post, random: Random, count: int, players: int, progress: Progress
) -> tuple[dict[str, Any], list[str]]:
    began = time.monotonic()
    people = [Member(made.balancer.address, name) for name in names(count)]
    await _in_groups(people, lambda member: member.register(post))
    registered = time.monotonic() - began
    progress(f"{count} members have registered and confirmed their addresses.")
    owner, *others = people
    await owner.device.ask(
        "POST", "/api/clubs", {"name": CLUB, "settings": {"title": "Reed and Water", "joining": "link"}}
    )
    link = await owner.device.ask("POST", f"/api/clubs/{CLUB}/links", {"uses": count, "days": 1})
    secret = str(link["path"].partition("#")[2])
    await _in_groups(others, lambda member: member.join(CLUB, secret))
    progress("They have joined the club by its link.")
    view, rounds, complaints, lost = await _tournament(made, post, people, players, random, progress)
    found = await settled(made.url)
    wrong = [*complaints, *lost, *faults(view, rounds, found)]
    wrong += await _season(owner, found)
    wrong += await _impostor(made, people[1])
    wrong += await _banned(made, progress)
    return {
        "seconds": round(time.monotonic() - began, 1),
        "seconds until all members had registered": round(registered, 1),
        "requests that had to wait (429)": sum(member.device.waited for member in people),
        "mails": len(post.server.messages),
        "games": len(found.states),
    }, wrong


async def _in_groups(people: Iterable[Member], do: Callable[[Member], Any]) -> None:
    """Let all do it, several at the same moment."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def one(member: Member) -> None:
        async with turns:
            await do(member)

    await asyncio.gather(*(one(member) for member in people))


async def _tournament(
    made: Cluster, post: Post, people: list[Member], count: int, random: Random, progress: Progress
) -> tuple[dict[str, Any], list[dict[str, Any]], list[str], list[str]]:
    """A tournament whose host announces it and goes. A node dies, and two members lose everything."""
    address = made.balancer.address
    owner = people[0]
    begins = int(1000 * (time.time() + AHEAD_SECONDS))
    made_now = await owner.device.ask("POST", "/api/tournaments", TOURNAMENT | {"begins": begins})
    name = str(made_now["id"])
    playing = [_player(address, member, random) for member in people[1 : count + 1]]
    await asyncio.gather(*(each.join(name) for each in playing))
    progress(f"{count} have joined the tournament. Its host is gone.")
    tasks = [asyncio.create_task(each.play()) for each in playing]
    watching = Device(address)
    path = f"/api/tournaments/{name}"
    try:
        await _until(watching, path, lambda view: view["round"] >= 2)
        await made.nodes[0].kill()
        progress("Round 2: a node is killed.")
        lost = await _get_back_in(made, post, people[-1], people[-2], progress)
        await made.nodes[0].start()
        view = await _until(watching, path, lambda view: view["status"] == "ended")
        progress("The tournament is over.")
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    complaints = [f"a player failed: {each!r}" for each in ended if isinstance(each, Exception)]
    complaints += [complaint for each in playing for complaint in each.complaints]
    rounds = [await watching.ask("GET", f"{path}/rounds/{number}") for number in range(1, view["round"] + 1)]
    return view, rounds, complaints, lost


def _player(address: str, member: Member, random: Random) -> Human:
    """A member at the tournament, with the cookie of their device."""
    player = Human(address, Random(random.random()))
    device = Device(address)
    device.cookie = member.device.cookie
    player.guest = device
    return player


async def _until(watching: Device, path: str, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    while not is_so(view := dict(await watching.ask("GET", path))):  # noqa: ASYNC110  # it happens elsewhere
        await asyncio.sleep(0.2)
    return view


async def _get_back_in(
    made: Cluster, post: Post, one: Member, other: Member, progress: Progress
) -> list[str]:
    """Two members lose everything: one is back by mail, the other by the operator's link."""
    one.lose_everything()
    other.lose_everything()
    await one.enter_by_mail(post)
    said = await _quincunx(made, "admin", "link", other.name)
    found = re.search(r"/enter/operator#(\S+)", said)
    if found is None:
        return [f"the operator was given no link: {said}"]
    await other.enter(found[1], "operator")
    progress("Two members who had lost everything are back.")
    return [
        f"{member.name} is not a member any more"
        for member in (one, other)
        if (await member.device.ask("GET", "/api/me"))["name"] != member.name
        or await member.role(CLUB) != "member"
    ]


async def _quincunx(made: Cluster, *words: str) -> str:
    """Output of an operator's command on the second node's machine."""
    node = made.nodes[1]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "quincunx", *words, "--data", str(node.data),
        env={**os.environ, "QUINCUNX_DATABASE": made.url, "QUINCUNX_PAGES": "https://club.example"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    said, _ = await process.communicate()
    return said.decode()


async def _season(owner: Member, found: Found) -> list[str]:
    """The season's table against one that is added up from the journal alone."""
    points: dict[str, Fraction] = {}
    for state in found.states.values():
        for seat, won in zip(state.seats, points_of(state), strict=True):
            name = str(seat.name)
            points[name] = points.get(name, Fraction(0)) + won
    shown: dict[str, Fraction] = {}
    for _ in range(100):
        lines = (await owner.device.ask("GET", f"/api/clubs/{CLUB}/standings"))["lines"]
        shown = {line["name"]: Fraction(line["points"]) for line in lines}
        if shown == points:
            return []
        await asyncio.sleep(0.3)  # standings are computed a moment after the last result
    return [f"the season shows {shown}, and the journal has {points}"]


async def _impostor(made: Cluster, member: Member) -> list[str]:
    """A guest who takes a member's name is told apart."""
    guest = Device(made.balancer.address)
    await guest.say_hello()
    named = (await guest.ask("PUT", "/api/me", {"name": member.name}))["name"]
    return [] if named == f"{member.name} (guest)" else [f"a guest is called {named!r}"]


async def _banned(made: Cluster, progress: Progress) -> list[str]:
    """A visitor who is banned is told on every page."""
    async with chromium() as browser:
        context = await browser.new_context(locale="en-GB")
        page = await context.new_page()
        address = f"http://{made.balancer.address}"
        await page.goto(address)
        await page.get_by_test_id("guest-name").wait_for()
        name = str((await page.evaluate("fetch('/api/me').then(answer => answer.json())"))["name"])
        found = await _quincunx(made, "admin", "find", name)
        said = await _quincunx(made, "admin", "ban", found.split()[0], "--reason", "a test")
        missing = []
        for path in PAGES:
            await page.goto(f"{address}{path}")
            try:
                await page.get_by_test_id("standing").filter(has_text="banned").wait_for(timeout=20_000)
            except PageError:
                missing.append(path)
        progress("A banned visitor has looked at every page.")
        return [f"{path} does not tell a banned visitor ({said.strip()})" for path in missing]
