"""Tokens of programs: what they may do, and what they may not."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import httpx
import pytest

from tests.server.people.conftest import HOST, Browser, Clubhouse
from tests.server.support import CINCO, PROMISE

pytestmark = pytest.mark.asyncio(loop_scope="module")
IN_PERSON = [
    ("GET", "/api/me/devices", None),
    ("GET", "/api/me/data", None),
    ("DELETE", "/api/me", None),
    ("POST", "/api/me/links", None),
    ("POST", "/api/me/sign-out-everywhere", None),
    ("GET", "/api/account", None),
    ("POST", "/api/account/codes", None),
    ("PUT", "/api/account/password", {"password": "a password of the bot's"}),
    ("POST", "/api/account/tokens", {"name": "More", "scopes": ["play"]}),
    ("GET", "/api/account/tokens", None),
]


async def made(browser: Browser, *scopes: str) -> tuple[str, str]:
    """A token: its name and its secret."""
    told = await browser.ask("POST", "/api/account/tokens", {"name": "Bot", "scopes": scopes}, 201)
    return told["token"]["id"], told["secret"]


class Program:
    """A caller with a token and no cookie."""

    def __init__(self, club: Clubhouse, secret: str) -> None:
        self.http = httpx.AsyncClient(
            transport=httpx.ASGITransport(club.app, client=("192.0.2.1", 1)),
            base_url=f"http://{HOST}",
            headers={"authorization": f"Bearer {secret}"},
        )

    async def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        return await self.http.request(method, path, **({} if body is None else {"json": body}))


async def test_a_program_plays_as_its_person(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    _, secret = await made(browser, "play")
    assert secret.startswith("qx_")
    program = Program(club, secret)
    answer = await program.ask("POST", "/api/tables", CINCO)
    assert answer.status_code == 201
    table = answer.json()["id"]
    assert (await browser.ask("GET", f"/api/tables/{table}"))["hosted_by_you"]
    answer = await program.ask("GET", "/api/me")
    assert answer.json()["name"] == "Ada"
    assert "set-cookie" not in answer.headers
    assert [each["id"] for each in (await program.ask("GET", "/api/me/tables")).json()["tables"]] == [table]


async def test_a_program_makes_its_own_secret(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    secret = "qx_" + "s" * 43
    body = {"name": "Bot", "scopes": ["play"], "digest": sha256(secret.encode()).hexdigest()}
    program = Program(club, secret)
    assert (await program.ask("GET", "/api/me")).json()["code"] == "bad-token"
    made = await browser.ask("POST", "/api/account/tokens", body, 201)
    assert made["secret"] == ""
    assert (await program.ask("GET", "/api/me")).json()["name"] == "Ada"
    # Pressed twice, or sent again over a bad line: there is one token.
    again = await browser.ask("POST", "/api/account/tokens", body, 201)
    assert (again["token"]["id"], again["secret"]) == (made["token"]["id"], "")
    assert len((await browser.ask("GET", "/api/account/tokens"))["tokens"]) == 1
    other = club.browser()
    await other.account("Eve")
    assert await other.refused("POST", "/api/account/tokens", body) == "409 token-taken"
    for digest in ("", "00", "g" * 64, "A" * 64):
        refused = await browser.refused("POST", "/api/account/tokens", {**body, "digest": digest})
        assert refused.startswith("400")


async def test_one_that_only_reads(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    table = (await browser.ask("POST", "/api/tables", CINCO))["id"]
    program = Program(club, (await made(browser, "read"))[1])
    assert (await program.ask("GET", f"/api/tables/{table}")).json()["hosted_by_you"]
    command = {"key": "k", "version": 1, "command": {"type": "sit_down", "seat": 0, "commitment": PROMISE}}
    for path, body in (
        ("/api/tables", CINCO),
        (f"/api/tables/{table}/commands", command),
        (f"/api/tables/{table}/hints", {"seat": 0}),
    ):
        answer = await program.ask("POST", path, body)
        assert (answer.status_code, answer.json()["code"]) == (403, "scope")
    mine = (await browser.ask("GET", "/api/me/tables"))["tables"]
    assert [each["id"] for each in mine] == [table], "it is not only refused, nothing has been made"
    answer = await program.ask("PUT", "/api/me", {"name": "Eve"})
    assert (answer.status_code, answer.json()["code"]) == (403, "scope")


@pytest.mark.parametrize(("method", "path", "body"), IN_PERSON)
async def test_routes_that_no_token_opens(
    method: str, path: str, body: Any, club: Clubhouse, browser: Browser
) -> None:
    await browser.account()
    program = Program(club, (await made(browser, "play", "read"))[1])
    answer = await program.ask(method, path, body)
    assert (answer.status_code, answer.json()["code"]) == (403, "not-by-token")


async def test_tokens_are_listed_without_their_secrets_and_ended(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    name, secret = await made(browser, "read", "play")
    stored = b"".join(path.read_bytes() for path in club.settings.data.iterdir() if path.is_file())
    assert secret.encode() not in stored
    assert sha256(secret.encode()).digest() in stored
    program = Program(club, secret)
    assert (await program.ask("GET", "/api/me")).status_code == 200
    await club.state.sessions.settle()
    listed = (await browser.ask("GET", "/api/account/tokens"))["tokens"]
    now = club.clock.at
    assert listed == [{"id": name, "name": "Bot", "scopes": ["read", "play"], "since": now, "used": now}]
    other = club.browser()
    await other.account("Eve")
    assert await other.refused("DELETE", f"/api/account/tokens/{name}") == "404 no-such-token"
    await browser.ask("DELETE", f"/api/account/tokens/{name}", status=204)
    answer = await program.ask("GET", "/api/me")
    assert (answer.status_code, answer.json()["code"]) == (401, "bad-token")


@pytest.mark.parametrize("token", ["qx_", "qx_" + "A" * 43, "qx_\xe9", "qx_" + "x" * 150])
async def test_a_token_that_is_made_up(token: str, club: Clubhouse) -> None:
    program = Program(club, "x")
    headers = {"authorization": f"Bearer {token}".encode("latin-1")}
    answer = await program.http.get("/api/me", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (401, "bad-token")
    assert club.events == ["bad_token"]


async def test_a_bad_token_is_not_made_good_by_a_cookie(club: Clubhouse, browser: Browser) -> None:
    """A request with a token is judged by the token alone."""
    await browser.account()
    answer = await browser.http.get("/api/me", headers={"authorization": "Bearer qx_nonsense"})
    assert answer.status_code == 401
    # Other credentials (a proxy's password, say) are ignored.
    answer = await browser.http.get("/api/me", headers={"authorization": "Basic YTpi"})
    assert answer.status_code == 200


@pytest.mark.parametrize("scopes", [[], ["admin"], ["read", "admin"], "play", [7]])
async def test_scopes_that_there_are_not(scopes: Any, browser: Browser) -> None:
    await browser.account()
    body = {"name": "Bot", "scopes": scopes}
    assert (await browser.refused("POST", "/api/account/tokens", body)).startswith("400 ")


async def test_there_are_not_too_many(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    for _ in range(20):
        await made(browser, "read")
    await club.empty_throttles()
    body = {"name": "Bot", "scopes": ["read"]}
    assert await browser.refused("POST", "/api/account/tokens", body) == "409 too-many-tokens"


async def test_a_token_does_not_help_a_page_elsewhere(club: Clubhouse, browser: Browser) -> None:
    await browser.account()
    program = Program(club, (await made(browser, "play"))[1])
    headers = {"origin": "https://evil.example"}
    answer = await program.http.post("/api/tables", json=CINCO, headers=headers)
    assert answer.status_code == 403
