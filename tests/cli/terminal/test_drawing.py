"""Every game's position as text, in every language, and what stands out in it."""

from __future__ import annotations

import re
from itertools import cycle, product
from typing import Any

import pytest
from msgspec.structs import replace

from quincunx.games import GAMES, game_of
from quincunx.games.cinco import types as cinco
from quincunx.games.cinqo import types as cinqo
from quincunx.texts.catalogue import Catalogue, languages
from tests.cli.rehearsal import transitions
from tests.examples import mostly_nightly
from tests.games.support import SETUPS, name_of

NAMES = ("Ada", "Bruno", "Chiara")


FEW = tuple(zip(SETUPS, cycle(languages()), strict=False))
"""Each way to set up a game in one language."""


@pytest.mark.parametrize(
    ("options", "language"),
    mostly_nightly(product(SETUPS, languages()), *FEW),
    ids=lambda each: each if isinstance(each, str) else name_of(each),
)
def test_every_drawing_is_whole_and_narrow(options: Any, language: str) -> None:
    game, say = game_of(options), Catalogue(language).translate
    names = tuple("W" * 24 for _ in range(game.players(options)))
    for number, (_, _, after) in enumerate(transitions(options, 7)):
        if number % 10 and game.to_move(after) is not None:
            continue
        for view in (game.view(after, None), game.view(after, 0), game.reveal(after)):
            drawn = game.text.draw(view, names, say)
            assert "{{" not in drawn
            assert not re.search(r"\b\w+\.\w+\b", drawn), "a key instead of words"
            assert max(map(len, drawn.split("\n"))) <= 80
            for each in game.text.highlight(view, drawn):
                assert 0 <= each.start < each.end <= len(drawn)


def cinco_view(language: str) -> tuple[cinco.CincoView, str]:
    """A position with tokens of three teams, drawn."""
    game = GAMES["cinco"]
    options = cinco.CincoOptions(3, 3, first=0)
    views = (game.view(after, 0) for _, _, after in transitions(options, 3))
    view = next(view for view in views if {0, 1, 2} <= set(view.board))
    return view, game.text.draw(view, NAMES, Catalogue(language).translate)


@pytest.mark.parametrize(("language", "marks"), [("en", "BRG"), ("it", "BRV")])
def test_cinco_s_tokens_are_letters_of_the_language_in_the_team_s_colour(language: str, marks: str) -> None:
    view, drawn = cinco_view(language)
    board = drawn.split("\n\n")[0]
    colours = ("bright_blue", "bright_red", "bright_green")
    painted = [
        (drawn[each.start : each.end], each.style) for each in GAMES["cinco"].text.highlight(view, drawn)
    ]
    for team, (mark, colour) in enumerate(zip(marks, colours, strict=True)):
        assert len(re.findall(rf"\b{mark}\b", board)) == view.board.count(team)
        assert painted.count((mark, f"bold {colour}")) == view.board.count(team)
        assert (f"  {mark} ", f"bold {colour}") in painted or (f"> {mark} ", f"bold {colour}") in painted
    assert f"[{marks[view.board[view.last_space - 1] or 0]}]" in board
    reached = {space for reach in view.reach for space in reach.spaces}
    dim = {int(text) for text, style in painted if style == "dim"}
    assert dim == {space for space in range(1, 91) if view.board[space - 1] is None} - reached
    assert painted[-1] == (drawn.rsplit("\n", 1)[1], "bold")


def test_cinco_shows_the_last_discards_and_all_hands_once_it_is_open() -> None:
    game, say = GAMES["cinco"], Catalogue("en").translate
    view, _ = cinco_view("en")
    discards = ((), (1,), (10, 11, 12, 13, 14, 15))
    shown = game.text.draw(replace(view, discards=discards), NAMES, say)
    ada, bruno, chiara = (next(line for line in shown.split("\n") if name in line) for name in NAMES)
    assert "discarded" not in ada
    assert bruno.endswith("discarded 1")
    assert chiara.endswith("discarded …11 12 13 14 15")
    five = game.text.draw(replace(view, discards=((), (), (11, 12, 13, 14, 15))), NAMES, say)
    assert "discarded 11 12 13 14 15" in five
    opened = game.text.draw(replace(view, viewer=None, hands=((), (5, 6), (7,))), NAMES, say)
    assert re.findall(r"holds (.*)", opened) == ["–", "5 6", "7"]
    assert "Your hand" not in opened


def test_cinco_s_hand_says_where_each_card_may_go() -> None:
    view, _ = cinco_view("en")
    reach = (cinco.CardReach(3, (57, 58, 60, 62, 63)), cinco.CardReach(88, ()))
    aside = GAMES["cinco"].text.asides["hand"]
    shown = aside(replace(view, reach=reach), Catalogue("en").translate)
    assert shown == "   3: 57–58, 60, 62–63\n  88: no free space: it would be discarded"
    assert aside(replace(view, reach=reach), Catalogue("it").translate).endswith("si scarta")


@pytest.mark.parametrize(
    ("language", "drawn"),
    [
        (
            "en",
            "Round 2 of 5 · Roll 3 of 5 · Bruno · Second turn\n"
            "  Rack         1 1\n  Bank         –\n  Hi/Lo box    2↓ in its box\n  Tray         3 5 6\n"
            "  Score now: 12 · Best possible: 30\n"
            "  Ada                   40 ██████████               |\n"
            "> Bruno                104 █████████████████████████|",
        ),
        (
            "it",
            "Giro 2 di 5 · Lancio 3 di 5 · Bruno · Secondo turno\n"
            "  Rack         1 1\n  Bank         –\n  Hi/Lo        2↓ nella sua casella\n"
            "  Vassoio      3 5 6\n"
            "  Punti adesso: 12 · Al massimo: 30\n"
            "  Ada                   40 ██████████               |\n"
            "> Bruno                104 █████████████████████████|",
        ),
    ],
)
def test_cinqo_drawn(language: str, drawn: str) -> None:
    view = cinqo.CinqoView(
        options=cinqo.CinqoOptions(2, "rounds", 5),
        viewer=1,
        to_move=1,
        turn_of=1,
        round=2,
        bonus=True,
        roll=3,
        tray=(3, 5, 6),
        rack=(1, 1),
        bank=(),
        hilo=-2,
        boxed=True,
        number=6,
        points=12,
        best=30,
        scores=(40, 104),
        history=(),
        outcome=None,
    )
    text = GAMES["cinqo"].text
    assert text.draw(view, NAMES[:2], Catalogue(language).translate) == drawn
    painted = [drawn[each.start : each.end] for each in text.highlight(view, drawn)]
    assert painted == ["2↓", drawn.rsplit("\n", 1)[1]]
