"""The picture of a link."""

from __future__ import annotations

import pytest
import segno

from quincunx.core.reason import Refusal
from quincunx.server.http.pages import qr


@pytest.mark.parametrize(("size", "version"), [(30, 5), (84, 5), (85, 10), (213, 10)])
def test_it_holds_the_whole_link(size: int, version: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def make(*words: object, **more: object) -> object:
        made.append(real(*words, **more))
        return made[-1]

    real = segno.make_qr
    monkeypatch.setattr(segno, "make_qr", make)
    link = ("https://a.example/t/" + "x" * size)[:size]
    picture = qr.svg(link)
    assert picture.startswith(b"<svg")
    assert (made[0].version, made[0].error, made[0].mode) == (version, "M", "byte")
    assert qr.svg(link) is picture, "and is drawn once"


def test_of_a_secret_nothing_is_kept() -> None:
    before = qr.svg.cache_info().currsize
    assert qr.drawn("https://a.example/enter#secret") == qr.drawn("https://a.example/enter#secret")
    assert qr.svg.cache_info().currsize == before


def test_a_link_that_is_too_long_is_refused() -> None:
    for size in (214, 100_000):
        with pytest.raises(Refusal, match="too long"):
            qr.svg("x" * size)
