"""Previews of links to a table: title, description, and a picture of the game."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from html import unescape
from typing import Any

import pytest
import pytest_asyncio

from quincunx.club.results.reviews import ReviewRow
from quincunx.core.record import parse
from quincunx.games import GAMES
from quincunx.kit import Cache, Rate, RateLimiter
from quincunx.node.finished import pictures
from quincunx.node.finished.reviews import version_of
from quincunx.node.ports import NoReview
from quincunx.server.transport.limits import Limits
from tests.review.samples import sample
from tests.server.people.conftest import HOST, Browser, Clock, Clubhouse
from tests.server.people.test_results import played
from tests.servers.stores import new_store

pytestmark = pytest.mark.asyncio(loop_scope="module")
PRIVATE: dict[str, Any] = {
    "options": {"game": "cinco", "first": 0},
    "seats": [{"kind": "me"}, {"kind": "open"}],
    "watchable": False,
}


class Painter:
    """Remembers what it was to draw."""

    def __init__(self) -> None:
        self.drawn: list[tuple[tuple[str, ...], bool]] = []
        self.fails = False

    async def picture(self, record: str, names: tuple[str, ...], review: bytes | None) -> bytes:
        if self.fails:
            raise NoReview
        assert parse(record, GAMES).names == ("1", "2")
        self.drawn.append((names, review is not None))
        return f"picture {len(self.drawn)}".encode()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def the_club(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Clubhouse]:
    """As for the other modules, with a painter."""
    folder = tmp_path_factory.mktemp("club")
    one = Clubhouse(folder, Clock(), new_store(folder))
    one.painter = Painter()
    async with one.open():
        yield one


@pytest_asyncio.fixture(loop_scope="module")
async def painter(club: Clubhouse) -> Painter:
    assert isinstance(club.painter, Painter)
    club.painter.drawn.clear()
    club.painter.fails = False
    club.state.limits = Limits(1e6)
    return club.painter


@pytest_asyncio.fixture(loop_scope="module")
async def two(club: Clubhouse) -> tuple[Browser, Browser]:
    return await club.browser().hello(), await club.browser().hello()


async def told(browser: Browser, path: str, language: str = "en") -> dict[str, str]:
    answer = await browser.http.get(path, headers={"accept": "text/html", "accept-language": language})
    assert answer.status_code == 200
    assert answer.text.count("</head>") == 1
    head = answer.text[: answer.text.index("</head>")]
    return {name: unescape(text) for name, text in re.findall(r'property="([^"]+)" content="([^"]*)"', head)}


async def test_a_link_says_who_played_and_who_has_won(
    club: Clubhouse, painter: Painter, two: tuple[Browser, Browser]
) -> None:
    ada, bo = two
    for browser, name in ((ada, 'A"d&<a>'), (bo, "Bo")):
        assert (await browser.http.put("/api/me", json={"name": name})).is_success
    table = await played(ada, bo)
    stranger = club.browser()
    for path in ("", "/replay", "/review"):
        found = await told(stranger, f"/t/{table}{path}")
        assert found["og:title"] == 'Cinco: A"d&<a> – Bo'
        assert found["og:description"] == 'A"d&<a> wins'
        assert found["og:image"] == f"http://{HOST}/t/{table}/picture.png"
        assert found["og:url"] == f"http://{HOST}/t/{table}"
    assert (await told(stranger, f"/t/{table}", "de-AT,en;q=0.5"))["og:description"] == 'A"d&<a> gewinnt'
    raw = (await stranger.http.get(f"/t/{table}")).text
    assert "<a>" not in raw, "names are other people's words"


async def test_of_a_game_that_goes_on_nothing_is_drawn(club: Clubhouse, painter: Painter, two: Any) -> None:
    ada, _ = two
    table = str((await ada.ask("POST", "/api/tables", PRIVATE | {"watchable": True}, 201))["id"])
    found = await told(club.browser(), f"/t/{table}")
    assert found["og:image"] == f"http://{HOST}/share-cinco.png"
    assert found["twitter:card"] == "summary_large_image"
    assert await ada.refused("GET", f"/t/{table}/picture.png") == "409 not-over"


async def test_private_tables_have_no_preview(club: Clubhouse, painter: Painter, two: Any) -> None:
    ada, bo = two
    private = await played(ada, bo, PRIVATE)
    stranger = club.browser()
    site = await told(stranger, "/")
    assert site["og:image"] == f"http://{HOST}/share.png"
    for path in (f"/t/{private}", "/t/no-such-table-at-all"):
        assert await told(stranger, path) == site
    # Also for those who sit there: what they see others may see over their shoulder, and keep.
    assert await told(ada, f"/t/{private}") == site
    assert await stranger.refused("GET", f"/t/{private}/picture.png") == "403 not-for-watching"
    assert (await ada.http.get(f"/t/{private}/picture.png")).content == b"picture 1"


async def test_a_picture_is_drawn_once_and_again_with_the_review(
    club: Clubhouse, painter: Painter, two: Any
) -> None:
    ada, bo = two
    table = await played(ada, bo)
    stranger = club.browser()
    for _ in range(2):
        answer = await stranger.http.get(f"/t/{table}/picture.png")
        assert answer.content == b"picture 1"
        assert answer.headers["content-type"] == "image/png"
    row = ReviewRow(table, str(version_of(GAMES["cinco"])), 1, sample())
    await club.store.keep_review(row, 10)
    assert (await stranger.http.get(f"/t/{table}/picture.png")).content == b"picture 2"
    assert [has_review for _, has_review in painter.drawn] == [False, True]


async def test_pictures_are_bounded(
    club: Clubhouse, painter: Painter, two: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo = two
    tables = [await played(ada, bo) for _ in range(4)]
    club.state.limits.pictures_of_address = RateLimiter(Rate(3, 1_000.0))
    small: Cache[Any, bytes] = Cache(2 * len(b"picture 1"), size_of=len)
    monkeypatch.setattr(club.state.pictures, "_drawings", small)
    stranger, other = club.browser(), club.browser(address="203.0.113.9")
    for table in tables[:3]:
        assert (await stranger.http.get(f"/t/{table}/picture.png")).is_success
    assert [key[0] for key, _ in small.items()] == tables[1:3]
    assert await stranger.refused("GET", f"/t/{tables[3]}/picture.png") == "429 too-many-tries"
    assert (await other.http.get(f"/t/{tables[3]}/picture.png")).is_success
    monkeypatch.setattr(pictures, "MOST_WAITING", 0)
    assert await other.refused("GET", f"/t/{tables[0]}/picture.png") == "429 too-fast"


async def test_where_none_can_be_drawn_there_is_none(club: Clubhouse, painter: Painter, two: Any) -> None:
    ada, bo = two
    table = await played(ada, bo)
    painter.fails = True
    assert await ada.refused("GET", f"/t/{table}/picture.png") == "404 no-picture"
    club.state.pictures._maker, kept = None, club.state.pictures._maker
    try:
        assert await ada.refused("GET", f"/t/{table}/picture.png") == "404 no-picture"
        assert (await told(ada, f"/t/{table}"))["og:image"].endswith("/share-cinco.png")
    finally:
        club.state.pictures._maker = kept
