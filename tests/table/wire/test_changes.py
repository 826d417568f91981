"""Changes of a view, for a client that has the rest."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import pytest

from quincunx.games import game_of
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.wire.changes import changed_members
from tests.games.support import name_of, random_game

SETUPS = (CincoOptions(2, 2), CincoOptions(6, 3, True), CinqoOptions(1), CinqoOptions(3, "rounds", 2))


class Named(msgspec.Struct):
    is_there: bool = msgspec.field(name="here")


def test_a_member_has_the_name_that_it_has_in_json() -> None:
    assert changed_members(Named(True), Named(False)) == {"here": False}
    assert changed_members(Named(True), Named(True)) == {}


@pytest.mark.parametrize("options", SETUPS, ids=name_of)
def test_laid_over_a_view_they_make_the_next_one_byte_for_byte(options: Any) -> None:
    game = game_of(options)
    states = [state for _, state in random_game(options, seed=3)]
    for viewer in (None, *range(game.players(options))):
        views = [game.view(state, viewer) for state in states]
        shown = msgspec.to_builtins(views[0])
        for before, after in pairwise(views):
            shown |= msgspec.json.decode(msgspec.json.encode(changed_members(before, after)))
            assert msgspec.json.encode(shown) == msgspec.json.encode(after)
