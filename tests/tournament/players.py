"""The players of a trial tournament: programs over the API, the browsers' protocol with a cookie, and people
who fall asleep, never come, or leave."""

from __future__ import annotations

import asyncio
import contextlib
from random import Random
from typing import Any

import httpx

from quincunx.client import Client as Program
from quincunx.client import Refused, RemoteTable
from quincunx.table.commands import SitDown, StandUp
from tests.chaos.client import Client as Browser
from tests.chaos.client import Guest
from tests.plain import NO_CERTIFICATES

LOOK_SECONDS = 0.3
DOZING = 0.03
"""The chance that a human falls asleep, at each move."""
PASSWORD = "seven quiet herons at dawn"  # of accounts that live as long as the test


class Player:
    """A player with a cookie who has joined by the link."""

    def __init__(self, address: str, random: Random) -> None:
        self.guest = Guest(address)
        self.random = random
        self.tournament = ""
        self.complaints: list[str] = []

    async def join(self, tournament: str) -> None:
        self.tournament = tournament
        await self.guest.say_hello()
        await self.ask("join")

    async def ask(self, kind: str, **more: Any) -> dict[str, Any]:
        body = {"type": kind, **more}
        return dict(await self.guest.ask("POST", f"/api/tournaments/{self.tournament}/commands", body))

    async def look(self) -> dict[str, Any]:
        return dict(await self.guest.ask("GET", f"/api/tournaments/{self.tournament}"))

    async def play(self) -> None:
        """Go to each table as its round begins, until this is cancelled."""
        seen: set[str] = set()
        while True:
            table = (await self.look())["you"]["table"]
            if table is None or table in seen:
                await asyncio.sleep(LOOK_SECONDS)
                continue
            seen.add(table)
            await self.play_at(table)

    async def play_at(self, table: str) -> None:
        """No particular player stays away."""

    @contextlib.asynccontextmanager
    async def sitting(self, table: str) -> Any:
        """At the table, on the seat that is kept."""
        browser = Browser(self.guest, table, "browser", self.random, dozing=DOZING)
        running = asyncio.create_task(browser.run())
        try:
            async with asyncio.timeout(60):
                view = await browser.wait(lambda view: True)
                seat = next(at for at, each in enumerate(view.seats) if each.yours)
                if view.seats[seat].kind == "kept":
                    # A late player finds a bot there, and takes the seat back.
                    await browser.command(SitDown(seat, browser._promise(1, seat)))
            yield browser
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            self.complaints += browser.complaints


class Human(Player):
    """Plays as a browser does, and nods off now and then: a clock may run out, and the seat is taken back."""

    async def play_at(self, table: str) -> None:
        async with self.sitting(table) as browser:
            await browser.play(0.02)


class Sleeper(Player):
    """Comes to every table, and falls asleep there."""

    async def play_at(self, table: str) -> None:
        async with self.sitting(table) as browser:
            await browser._mix()
            await browser.wait(lambda view: view.status == "ended")


class Leaver(Human):
    """Leaves the tournament in round two, in the midst of a game."""

    async def play_at(self, table: str) -> None:
        if (await self.look())["round"] < 2:
            await super().play_at(table)
            return
        await self.ask("leave")
        async with self.sitting(table) as browser:
            await browser._mix()
            view = browser.view
            seat = next(at for at, each in enumerate(view.seats) if each.yours)
            await browser.command(StandUp(seat))


class Bot:
    """A program of an account, over the API."""

    def __init__(self, address: str, token: str, random: Random) -> None:
        self.address = address
        self.token = token
        self.random = random

    async def play(self, tournament: str) -> None:
        """Join, and play at whatever table is its own, until this is cancelled."""
        async with Program(f"http://{self.address}", self.token) as program:
            await program.join(tournament)
            playing: dict[str, asyncio.Task[None]] = {}
            try:
                async for line in program.changes():
                    if line.waits_for_you and line.id not in playing:
                        playing[line.id] = asyncio.create_task(self._at(program, line.id))
            finally:
                for task in playing.values():
                    task.cancel()
                await asyncio.gather(*playing.values(), return_exceptions=True)

    async def _at(self, program: Program, name: str) -> None:
        async with program.at(name) as table:
            async for _ in table.updates():
                # The game may have gone on meanwhile: the next view says how.
                with contextlib.suppress(Refused):
                    await self._act(table)

    async def _act(self, table: RemoteTable) -> None:
        if (kept := table.kept_for_me) is not None:
            await table.sit(kept)
        elif (turn := table.my_turn) is not None and table.view is not None:
            game = table.game
            decision = game.bots.bot("random").choose(table.view.game, self.random)
            await table.move(turn, decision.action)


async def account(address: str, name: str) -> tuple[str, str]:
    """An account's cookie, and a token of its own."""
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=20, verify=NO_CERTIFICATES) as http:
        hello = await http.get("/api/me")
        cookie = hello.headers["set-cookie"].split(";")[0]
        http.cookies.clear()
        given = {"name": name, "password": PASSWORD}
        made = await http.post("/api/account", json=given, headers={"cookie": cookie})
        made.raise_for_status()
        cookie = made.headers["set-cookie"].split(";")[0]
        http.cookies.clear()
        asked = {"name": "Bot", "scopes": ["play", "read"]}
        token = await http.post("/api/account/tokens", json=asked, headers={"cookie": cookie})
        token.raise_for_status()
        return cookie, str(token.json()["secret"])
