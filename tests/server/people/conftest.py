"""A whole server in this process: real stores and routes, a clock that is told what time it is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
import sqlalchemy as sa

from quincunx.adapters.bus.memory import MemoryBus
from quincunx.adapters.entropy import SystemEntropy
from quincunx.adapters.journal.sqlite import SqliteJournal
from quincunx.adapters.store.schema import METADATA
from quincunx.adapters.store.sql import SqlStore
from quincunx.club.mail import Postman
from quincunx.club.push import Courier
from quincunx.core.reason import Reason
from quincunx.node.ports import PictureMaker, ReviewMaker
from quincunx.server.adapters import Ports
from quincunx.server.bootstrap import build
from quincunx.server.observability.watch import Watch
from quincunx.server.people.access.accounts.accounts import Accounts
from quincunx.server.people.access.hashing import Argon2Hashes, Cost
from quincunx.server.people.access.mails import Mails
from quincunx.server.services import KEY
from quincunx.server.settings import Settings
from tests.node.fakes import HereEngine
from tests.server.people.passkey import SoftPasskey
from tests.servers.stores import new_store

HOST = "club.example"
GOOD = "correct horse battery staple"
BETTER = "seven quiet herons at dawn"
CHEAP = Cost(memory_kib=8, passes=1)
"""Of a hash, in tests alone."""
NOW = 1_800_000_000_000
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


class Clock:
    """Milliseconds since 1970, as the test says."""

    def __init__(self) -> None:
        self.at = NOW

    def now(self) -> int:
        return self.at


class Clubhouse:
    """One node."""

    def __init__(
        self, folder: Path, clock: Clock, store: SqlStore, courier: Courier | None = None, **more: Any
    ) -> None:
        self.clock = clock
        self.store = store
        self.courier = courier
        self.postman: Postman | None = None
        self.reviewer: ReviewMaker | None = None
        self.painter: PictureMaker | None = None
        self.bus = MemoryBus()
        self.watch = Watch()
        self.events: list[str] = []
        self.watch.security.record_event = self._note  # type: ignore[method-assign]
        given: dict[str, Any] = {
            "hosts": (HOST,),
            "requests_per_second": 100_000.0,
            "new_guests_per_minute": 1e6,
            "bot_pause": 0.0,
        }
        self.settings = Settings(folder, **{**given, **more})
        self.hashes = Argon2Hashes(CHEAP)
        self.journal = SqliteJournal(folder / "journal.sqlite")

    def _note(self, event: str, address: str | None = None, **fields: str | int) -> None:
        self.events.append(event)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Clubhouse]:
        async with AsyncExitStack() as stack:
            await self.journal.open()
            stack.push_async_callback(self.journal.close)
            await self.store.open()
            stack.push_async_callback(self.store.close)
            await self.bus.open()
            stack.push_async_callback(self.bus.close)
            world = (self.journal, self.bus, SystemEntropy(), self.clock, HereEngine(), self.store)
            ports = Ports(
                *world,
                courier=self.courier,
                postman=self.postman,
                reviewer=self.reviewer,
                painter=self.painter,
            )
            self.app = build(self.settings, ports, watch=self.watch, hashes=self.hashes)
            await stack.enter_async_context(running(self.app))
            yield self

    async def empty(self) -> None:
        """Forget all people, and reset the time."""
        state = self.state
        await state.sessions.settle()
        await self.store.database.write(_empty)
        self.clock.at = NOW
        self.events.clear()
        self.forget_sessions()
        state.days.forget()
        state.tables._memory._live.clear()  # or a table of those before may be counted once more
        await self.empty_throttles()

    def forget_sessions(self) -> None:
        """Nothing is cached about who has come."""
        sessions = self.state.sessions
        for cache in (sessions._fresh, sessions._last, sessions._unreached):
            cache.clear()

    async def empty_throttles(self) -> None:
        """Forget all attempts."""
        state = self.state
        await state.mails.stop()  # a test says when what is due is sent
        pages = self.settings.address_of_pages
        unsubscribing = state.notifications._keys
        state.mails = Mails(self.store, self.postman, pages, self.clock, self.watch, unsubscribing)
        state.pushes._mails = state.mails
        state.notifications._mails = state.mails
        state.accounts = Accounts(
            self.store, state.sessions, self.hashes, self.clock, self.watch, state.mails
        )

    @property
    def state(self) -> Any:
        """The services, as routes see them; tests look inside."""
        inner: Any = self.app
        while not hasattr(inner, "state"):
            inner = inner._app
        return inner.state[KEY]

    def browser(self, agent: str = FIREFOX, address: str = "192.0.2.1") -> Browser:
        """A browser that has not been here."""
        return Browser(self, agent, address)


def _empty(connection: sa.Connection) -> None:
    connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
    for table in reversed(METADATA.sorted_tables):
        connection.execute(table.delete())


@asynccontextmanager
async def running(app: Any) -> AsyncIterator[None]:
    """The application between its start and its end."""
    said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    life = asyncio.create_task(app({"type": "lifespan"}, said.get, heard.put))
    await said.put({"type": "lifespan.startup"})
    answer = await heard.get()
    assert answer["type"] == "lifespan.startup.complete", answer
    yield
    await said.put({"type": "lifespan.shutdown"})
    assert (await heard.get())["type"] == "lifespan.shutdown.complete"
    await life


class Browser:
    """A user's browser: it stores cookies, and passkeys."""

    def __init__(self, club: Clubhouse, agent: str, address: str) -> None:
        self.club = club
        transport = httpx.ASGITransport(club.app, client=(address, 1))
        self.http = httpx.AsyncClient(
            transport=transport, base_url=f"http://{HOST}", headers={"user-agent": agent}
        )

    @property
    def cookie(self) -> str:
        return self.http.cookies.get("quincunx_session") or ""

    @property
    def key(self) -> bytes:
        """The store's key for the cookie."""
        return sha256(self.cookie.encode()).digest()

    async def person(self) -> str:
        known = await self.club.store.session(self.key)
        assert known is not None
        return known.person.id

    async def name(self) -> str:
        return str((await self.ask("GET", "/api/me"))["name"])

    async def hello(self) -> Browser:
        await self.ask("GET", "/api/me")
        return self

    async def ask(self, method: str, path: str, body: Any = None, status: int | None = None) -> Any:
        """The answer's JSON; it must have this status, or be no refusal."""
        content = {} if body is None else {"json": body}
        answer = await self.http.request(method, path, **content)
        assert answer.status_code == status if status else answer.is_success, answer.text
        return answer.json() if answer.content else None

    async def refused(self, method: str, path: str, body: Any = None) -> str:
        """The code of the refusal, which there must be."""
        content = {} if body is None else {"json": body}
        answer = await self.http.request(method, path, **content)
        assert answer.is_error, answer.text
        said = answer.json()
        assert set(said) == set(Reason.__struct_fields__), said
        assert said["sentence"].endswith((".", ")")), said
        return f"{answer.status_code} {said['code']}"

    # ---- accounts ----

    async def account(self, name: str = "Ada", password: str = GOOD) -> list[str]:
        """Make an account with a password; its recovery codes."""
        await self.hello()
        made = await self.ask("POST", "/api/account", {"name": name, "password": password}, 201)
        return list(made["codes"])

    async def sign_in(self, name: str = "Ada", password: str = GOOD, **more: Any) -> Any:
        return await self.ask("POST", "/api/sign-in", {"name": name, "password": password, **more})

    async def account_by_passkey(self, name: str = "Ada") -> SoftPasskey:
        await self.hello()
        passkey = SoftPasskey(f"http://{HOST}")
        options = (await self.ask("POST", "/api/account/passkeys/options", {"name": name}))["options"]
        body = {"name": name, "passkey": passkey.make(options)}
        await self.ask("POST", "/api/account", body, 201)
        return passkey

    async def sign_in_by(self, passkey: SoftPasskey, status: int = 200) -> Any:
        options = (await self.ask("POST", "/api/sign-in/passkey"))["options"]
        return await self.ask("POST", "/api/sign-in", {"passkey": passkey.use(options)}, status)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def the_club(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Clubhouse]:
    """To make an application costs half a second: the tests of a module share it, one after another."""
    folder = tmp_path_factory.mktemp("club")
    one = Clubhouse(folder, Clock(), new_store(folder))
    async with one.open():
        yield one


@pytest_asyncio.fixture(loop_scope="module")
async def club(the_club: Clubhouse) -> Clubhouse:
    """A fresh server: nothing is stored or remembered of earlier people."""
    await the_club.empty()
    return the_club


@pytest.fixture
def browser(club: Clubhouse) -> Browser:
    return club.browser()


NewBrowser = Callable[..., Browser]
