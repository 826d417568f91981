"""``HEAD`` gets the head that ``GET`` gets, at every address, and nothing after it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest

from tests.plain import NO_CERTIFICATES
from tests.server.support import Server

VARYING = {"date", "x-request-id", "set-cookie"}


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    server = Server(tmp_path_factory.mktemp("head") / "data")
    with httpx.Client(base_url=server.url, verify=NO_CERTIFICATES, timeout=60) as client:
        client.headers["cookie"] = client.get("/api/me").headers["set-cookie"].split(";")[0]
        yield client
    server.stop()


def same(http: httpx.Client, path: str) -> int:
    """The status of both."""
    whole, head = http.get(path), http.head(path)
    assert head.status_code == whole.status_code, path
    assert head.content == b""
    assert {name: value for name, value in head.headers.items() if name not in VARYING} == {
        name: value for name, value in whole.headers.items() if name not in VARYING
    }, path
    return whole.status_code


def test_every_route_that_takes_get_takes_head(http: httpx.Client) -> None:
    described = http.get("/schema/openapi.json").json()["paths"]
    paths = [path for path, methods in described.items() if "get" in methods]
    assert len(paths) > 20
    # Where there is nothing of this name both are refused alike.
    assert {same(http, re.sub(r"\{[^}]*\}", "cinco", path)) for path in paths} >= {200, 404}


@pytest.mark.parametrize(
    "path", ["/", "/t/none", "/nothing", "/favicon.svg", "/schema/openapi.json", "/health/live", "/me"]
)
def test_pages_and_files_do_too(path: str, http: httpx.Client) -> None:
    assert same(http, path) in (200, 404)


def test_where_only_post_is_taken_neither_is(http: httpx.Client) -> None:
    assert same(http, "/api/tables") == 405
    assert http.put("/api/lobby").headers["allow"] == "GET, HEAD, OPTIONS"


def test_a_refusal_before_the_application_has_no_body_either(http: httpx.Client) -> None:
    answer = http.head("/api/lobby", headers={"host": "elsewhere.example"})
    assert (answer.status_code >= 400, answer.content) == (True, b"")
