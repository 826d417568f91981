"""The game is registered for each test, and for no other."""

from __future__ import annotations

import pytest

from quincunx.games import GAMES
from tests.third.game.game import GAME


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, GAME.name, GAME)
