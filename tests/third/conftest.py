"""The game is registered for each of these modules, and for no other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from quincunx.games import GAMES
from tests.third.game.game import GAME


@pytest.fixture(scope="module", autouse=True)
def registered() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, GAME.name, GAME)
        yield
