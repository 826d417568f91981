"""Pictures of whole views: each number, card, die and line that the view holds is there, once."""

from __future__ import annotations

import re
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

import quincunx
from quincunx import Cinco, Cinqo
from quincunx.core.picture import Circle, Picture, Polygon, Words
from quincunx.games import GAMES
from quincunx.games.cinco.drawing.shapes import centre
from quincunx.pages.drawing import svg
from quincunx.pages.palette import COLOURS
from quincunx.pages.raster import png
from quincunx.texts.catalogue import Catalogue, languages


def picture_of(view: Any, language: str = "en") -> Picture:
    game = GAMES[view.__struct_config__.tag]
    assert game.drawing is not None
    names = tuple(f"Seat {seat + 1}" for seat in range(game.players(view.options)))
    return game.drawing(view, names, Catalogue(language).translate)


def words_of(view: Any) -> list[str]:
    return [shape.text for shape in picture_of(view).shapes if isinstance(shape, Words)]


def inks_of(view: Any) -> list[str]:
    return [shape.fill for shape in picture_of(view).shapes if not isinstance(shape, Words)]


def midgame(plies: int = 30) -> Cinco:
    game, random = Cinco(3, seed=4), Random(4)
    for _ in range(plies):
        game.push(random.choice(game.legal_moves))
    return game


def test_every_space_has_its_number_and_every_token_its_shape() -> None:
    view = midgame().view()
    words = words_of(view)
    assert all(words.count(str(space)) >= 1 for space in range(1, 91))
    inks = inks_of(view)
    for team in range(3):
        # One beside the name, and one beside the number of tokens left.
        assert inks.count(f"team{team}") == view.board.count(team) + 2


def test_reach_is_the_deeper_the_more_cards_reach_a_space() -> None:
    game = midgame()
    assert game.seat is not None
    view = game.view(game.seat)
    inks = inks_of(view)
    counts = [sum(space in reach.spaces for reach in view.reach) for space in range(1, 91)]
    for depth in range(1, 5):
        assert inks.count(f"reach{depth}") == counts.count(depth)
    assert not any("reach" in ink for ink in inks_of(game.view()))


def test_the_hand_is_shown_only_to_its_seat_and_all_hands_at_the_end() -> None:
    def cards(view: Any) -> int:
        return inks_of(view).count("ivory")

    game = midgame()
    assert [cards(game.view(seat)) for seat in (None, 0, 1, 2)] == [0, *map(len, game.position.hands)]
    assert cards(game.reveal()) == sum(map(len, game.position.hands))


def test_the_last_token_and_the_winning_line_stand_out() -> None:
    game = quincunx.play(["greedy", "greedy"], seed=5)
    view = game.reveal()
    assert len(view.winning) >= 5
    picture = picture_of(view)
    rings = [shape for shape in picture.shapes if isinstance(shape, Circle) and shape.line == "ink"]
    assert len(rings) == 1
    assert view.last_space is not None
    board = next(shape for shape in picture.shapes if isinstance(shape, Polygon) and shape.fill == "wood")
    middle = sum(x for x, _ in board.points) / len(board.points)
    assert rings[0].x - middle == pytest.approx(centre(view.last_space)[0])
    # The line, the ring, and the winner's row.
    assert inks_of(view).count("lit") == len(view.winning) + 2


def test_dice_lie_where_they_are() -> None:
    game, random = Cinqo(2, seed=3), Random(7)
    while not game.is_over:
        view = game.reveal()
        inks = inks_of(view)
        assert inks.count("ivory") == len(view.rack + view.bank + view.tray)
        assert inks.count("pip") == sum(view.rack + view.bank + view.tray)
        assert inks.count("dark") == (view.hilo is not None)
        assert str(view.scores[0]) in words_of(view)
        game.push(random.choice(game.legal_moves))


def test_the_score_card_lights_the_column_that_is_read() -> None:
    game, random = Cinqo(2, seed=3), Random(7)
    lit = 0
    while not game.is_over:
        view = game.reveal()
        if view.number is not None and view.number != 10:
            assert inks_of(view).count("lit") == 1
            lit += 1
        game.push(random.choice(game.legal_moves))
    assert lit > 10


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("make", [lambda: midgame().view(1), lambda: Cinqo(6, seed=1).reveal()])
def test_pictures_speak_every_language_and_stay_within_their_frame(make: Any, language: str) -> None:
    view = make()
    picture = picture_of(view, language)
    root = ElementTree.fromstring(view.svg(language))
    assert len(root) == len(picture.shapes) + 1
    for shape in picture.shapes:
        if isinstance(shape, Words):
            # A letter is about 0.55 of its size wide, a Chinese one is as wide as high.
            width = sum(1.0 if ord(letter) > 0x2E80 else 0.55 for letter in shape.text) * shape.size
            shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor]
            assert shape.x - shift * width >= -picture.width / 2
            assert shape.x + (1 - shift) * width <= picture.width / 2, shape.text
        else:
            points = [(shape.x, shape.y)] if isinstance(shape, Circle) else shape.points
            assert all(abs(x) <= picture.width / 2 and abs(y) <= picture.height / 2 for x, y in points)
            assert {shape.fill, shape.line} - {None} <= COLOURS.keys()


def test_text_is_escaped_and_numbers_are_short() -> None:
    drawn = svg(Picture(2.0, 1.0, (Words(0.123456, 0, "<&", 1, "ink"),)), "a < b")
    assert "<title>a &lt; b</title>" in drawn
    assert ">&lt;&amp;</text>" in drawn
    assert not re.search(r"\.[0-9]{3}", drawn)


def test_a_png_is_as_large_as_its_svg_times_the_scale() -> None:
    for scale in (1.0, 2.0):
        drawn = png(Picture(4.0, 2.0, (Circle(0, 0, 0.5, "team0"),)), scale)
        size = (int.from_bytes(drawn[16:20]), int.from_bytes(drawn[20:24]))
        assert size == (120 * scale, 60 * scale)
