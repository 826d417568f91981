"""Pictures of finished games: each is drawn once, by a bounded number of requests at a time."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from quincunx.core.game import AnyGame
from quincunx.core.reason import Refusal
from quincunx.core.record import Record, parse
from quincunx.games import GAMES
from quincunx.node.finished import pictures as made
from quincunx.node.finished.pictures import Pictures
from quincunx.node.finished.reviews import text_without_names
from quincunx.node.ports import NoReview
from tests.node.finished.test_reviews import GAME
from tests.node.support import until

CINCO = GAMES["cinco"]
NAMES = ("Alice", "Bob")
RECORD = parse(GAME.read_text("utf-8"), GAMES)


class Maker:
    """A maker of pictures that waits while ``gate`` is closed."""

    def __init__(self) -> None:
        self.given: list[tuple[str, tuple[str, ...], bytes | None]] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.fails: Exception | None = None

    async def picture(self, record: str, names: tuple[str, ...], review: bytes | None) -> bytes:
        self.given.append((record, names, review))
        number = len(self.given)
        await self.gate.wait()
        if self.fails is not None:
            raise self.fails
        return f"picture {number}".encode()


class Gallery:
    """The pictures of a node, and the reviews of its games."""

    def __init__(self) -> None:
        self.maker = Maker()
        self.reviews: dict[str, bytes] = {}
        self.read: list[str] = []
        self.admitted: Counter[str] = Counter()
        self.pictures = Pictures(self.maker, self._recorded, self._reviewed)

    async def _recorded(self, table: str) -> Record:
        self.read.append(table)
        return RECORD

    async def _reviewed(self, table: str, game: AnyGame) -> bytes | None:
        assert game is CINCO
        return self.reviews.get(table)

    async def picture(self, table: str = "a-table", names: tuple[str, ...] = NAMES) -> bytes:
        return await self.pictures.picture(table, CINCO, names, lambda: self.admitted.update([table]))


@pytest.fixture
async def gallery() -> Gallery:
    return Gallery()


async def test_a_picture_is_drawn_once_with_the_present_names(gallery: Gallery) -> None:
    gallery.maker.gate.clear()
    together = asyncio.gather(*(gallery.picture() for _ in range(5)))
    await until(lambda: bool(gallery.maker.given))
    gallery.maker.gate.set()
    assert await together == [b"picture 1"] * 5
    assert await gallery.picture() == b"picture 1"
    assert gallery.maker.given == [(text_without_names(RECORD), NAMES, None)]
    assert "Alice" not in gallery.maker.given[0][0]
    assert (gallery.read, gallery.admitted) == (["a-table"], {"a-table": 1})
    assert await gallery.picture(names=("Alice", "Robert")) == b"picture 2"
    assert await gallery.picture("another") == b"picture 3"
    assert gallery.admitted == {"a-table": 2, "another": 1}


async def test_a_picture_is_drawn_again_with_the_review(gallery: Gallery) -> None:
    await gallery.picture()
    gallery.reviews["a-table"] = b"review"
    assert await gallery.picture() == b"picture 2"
    assert gallery.maker.given[1][2] == b"review"
    assert await gallery.picture() == b"picture 2"


async def test_a_caller_who_has_requested_too_many_gets_none(gallery: Gallery) -> None:
    def admit() -> None:
        raise PermissionError

    with pytest.raises(PermissionError):
        await gallery.pictures.picture("a-table", CINCO, NAMES, admit)
    assert gallery.maker.given == []
    await gallery.picture()
    assert await gallery.pictures.picture("a-table", CINCO, NAMES, admit) == b"picture 1", (
        "it is drawn already"
    )


async def test_at_most_16_pictures_are_waited_for(gallery: Gallery) -> None:
    gallery.maker.gate.clear()
    waiting = [asyncio.create_task(gallery.picture(f"table-{number}")) for number in range(16)]
    await until(lambda: len(gallery.maker.given) == 16)
    with pytest.raises(Refusal) as refusal:
        await gallery.picture("one-more")
    assert (refusal.value.reason.kind, refusal.value.reason.params["seconds"]) == ("too-fast", 5)
    assert gallery.admitted["one-more"] == 0
    joined = asyncio.create_task(gallery.picture("table-3"))
    await asyncio.sleep(0)
    gallery.maker.gate.set()
    assert len({*await asyncio.gather(*waiting), await joined}) == 16
    await gallery.picture("one-more")


async def test_the_memory_of_pictures_is_bounded(gallery: Gallery, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(made, "MOST_BYTES", 20)
    gallery.pictures = Pictures(gallery.maker, gallery._recorded, gallery._reviewed)
    for table in ("one", "two", "three", "three", "two", "one"):
        await gallery.picture(table)
    assert gallery.admitted == {"one": 2, "two": 1, "three": 1}


@pytest.mark.parametrize("error", [NoReview(), BrokenPipeError()])
async def test_a_game_that_cannot_be_drawn_has_no_picture(error: Exception, gallery: Gallery) -> None:
    gallery.maker.fails = error
    with pytest.raises(Refusal) as refusal:
        await gallery.picture()
    assert (refusal.value.reason.kind, refusal.value.reason.code) == ("unknown", "no-picture")
    gallery.maker.fails = None
    assert await gallery.picture() == b"picture 2", "a failure is not stored"


async def test_a_node_without_a_maker_has_no_pictures(gallery: Gallery) -> None:
    assert gallery.pictures.are_made
    gallery.pictures = Pictures(None, gallery._recorded, gallery._reviewed)
    assert not gallery.pictures.are_made
    with pytest.raises(Refusal) as refusal:
        await gallery.picture()
    assert refusal.value.reason.code == "no-picture"
    assert gallery.admitted == {}
