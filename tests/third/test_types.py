"""The client's types for the third game, beside those of the others."""

from __future__ import annotations

import re

from quincunx.games import GAMES
from tests.third.game.game import GAME
from tools.generate_types import generate


def test_the_game_has_files_of_its_own_and_the_others_stay_as_they_are() -> None:
    files = generate(GAMES)
    without = generate({name: game for name, game in GAMES.items() if name != GAME.name})
    assert set(files) - set(without) == {"games/trio/offered.ts", "games/trio/types.ts"}
    assert [path for path in without if files[path] != without[path]] == ["wire/types.ts"]


def test_its_unions_are_those_of_the_game() -> None:
    text = generate(GAMES)["games/trio/types.ts"]
    assert re.findall(r"export type Move =\n((?:  \| \w+;?\n)+)", text) == ["  | Play\n  | Pass;\n"]
    assert 'readonly type: "play";\n  readonly card: number;\n}' in text
    assert 'readonly game: "trio";' in text
    assert "readonly hands: readonly (readonly number[])[] | null;" in text


def test_all_shared_types_include_it() -> None:
    shared = generate(GAMES)["wire/types.ts"]
    for kind in ("Options", "Move", "View", "PlayEvent"):
        found = re.search(rf"export type {kind} =\n((?:  \| [\w.]+;?\n)+)", shared)
        assert found, kind
        assert f"trio.{kind}" in found[1]
