"""The members of the club: they register, confirm an address by mail, join by a link, and get back in."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import httpx
import msgspec

from tests.chaos.client import RECONNECT_SECONDS, Guest
from tests.plain import NO_CERTIFICATES
from tests.servers.mail_server import MailServer, text_of

PASSWORD = "seven quiet herons at dawn"  # of accounts that live as long as the test
MAIL_SECONDS = 60.0
FIRST = ("Amber", "Brisk", "Clever", "Daring", "Eager", "Frosty", "Gentle", "Hidden")
SECOND = ("Avocet", "Bittern", "Curlew", "Dunlin", "Egret", "Fulmar", "Garganey", "Heron")


def names(count: int) -> list[str]:
    """Distinct names that do not look alike, at most 64."""
    return [f"{FIRST[number // 8]} {SECOND[number % 8]}" for number in range(count)]


class Device(Guest):
    """A browser: it waits as long as the server says, and keeps the newest cookie."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.waited = 0

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """The answer's JSON; ``None`` if it is empty. Raises ``httpx.HTTPStatusError`` for a refusal."""
        answer = await self.answer(method, path, body)
        answer.raise_for_status()
        return answer.json() if answer.content else None

    async def answer(self, method: str, path: str, body: object = None) -> httpx.Response:
        """The first answer that is neither a failure nor “later”."""
        async with httpx.AsyncClient(verify=NO_CERTIFICATES, timeout=30) as client:
            while True:
                try:
                    answer = await client.request(
                        method,
                        f"http://{self.address}{path}",
                        content=None if body is None else msgspec.json.encode(body),
                        headers={"content-type": "application/json", "cookie": self.cookie},
                    )
                except httpx.TransportError:
                    await asyncio.sleep(RECONNECT_SECONDS)
                    continue
                if answer.status_code == 429:
                    self.waited += 1
                    await asyncio.sleep(float(answer.headers.get("retry-after", 1)))
                elif answer.status_code >= 500:
                    await asyncio.sleep(RECONNECT_SECONDS)
                else:
                    if given := answer.headers.get("set-cookie"):
                        self.cookie = given.split(";")[0]
                    return answer


class Post:
    """The members' letter box: each message is read once."""

    def __init__(self, server: MailServer) -> None:
        self.server = server
        self._read: set[int] = set()

    async def link(self, recipient: str, page: str) -> str:
        """The secret of the newest unread link to this page that was mailed to an address."""
        async with asyncio.timeout(MAIL_SECONDS):
            while True:
                for number in reversed(range(len(self.server.messages))):
                    if number in self._read or self.server.recipients[number] != [recipient]:
                        continue
                    if found := re.search(rf"{page}#(\S+)", text_of(self.server.messages[number])):
                        self._read.add(number)
                        return found[1]
                await asyncio.sleep(0.05)


class Member:
    """An account, its address, and the device that it is signed in on."""

    def __init__(self, address: str, name: str) -> None:
        self.address = address
        self.name = name
        self.mail = f"{name.replace(' ', '.').lower()}@club.example"
        self.device = Device(address)

    async def register(self, post: Post) -> None:
        """Create the account, and confirm its address by the link that is mailed."""
        await self.device.say_hello()
        given = {"name": self.name, "password": PASSWORD, "codes": False}
        await self.device.ask("POST", "/api/account", given)
        await self.device.ask("PUT", "/api/account/mail", {"address": self.mail})
        # The message is read on another device than the one that the account was created on.
        phone = Device(self.address)
        await phone.say_hello()
        confirmed = await phone.ask(
            "POST", "/api/account/mail/confirm", {"link": await post.link(self.mail, "/confirm")}
        )
        assert confirmed["name"] == self.name

    async def join(self, club: str, link: str) -> None:
        """Join the club by a link."""
        await self.device.ask("POST", f"/api/clubs/{club}/commands", {"type": "join", "link": link})

    async def role(self, club: str) -> str | None:
        """The member's role, as the club's page shows it on this device."""
        found = (await self.device.ask("GET", f"/api/clubs/{club}"))["you"]["role"]
        return None if found is None else str(found)

    def lose_everything(self) -> None:
        """A new device, on which nothing is known of the account."""
        self.device = Device(self.address)

    async def enter(self, link: str, kind: str) -> None:
        """Get back in by a link."""
        await self.device.say_hello()
        await self.device.ask("POST", "/api/sign-in/link", {"link": link, "kind": kind})

    async def enter_by_mail(self, post: Post) -> None:
        """Ask for a link by mail, and get back in by it."""
        await self.device.say_hello()
        await self.device.ask("POST", "/api/sign-in/mail", {"address": self.mail})
        await self.enter(await post.link(self.mail, "/enter/mail"), "mail")
