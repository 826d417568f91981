"""A finished game as a picture: of its size, of whatever game, with whatever names."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
import numpy as np
import pytest

from quincunx.core.picture import Circle, Polygon, Words
from quincunx.core.record import Record, parse, replay
from quincunx.core.review import Review
from quincunx.games import GAMES
from quincunx.review.picture import HEIGHT, WIDTH, picture
from tests.review.samples import sample
from tests.third.support import TWO, record_of

RECORDS = Path(__file__).parents[2] / "testdata/records"
FILES = sorted(RECORDS.glob("*.txt"))


def record(name: str) -> Record:
    return parse((RECORDS / f"{name}.txt").read_text("utf-8"), GAMES)


def pixels(png: bytes) -> np.ndarray:
    from matplotlib.image import imread

    read: np.ndarray = imread(io.BytesIO(png))
    return read


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_last_position_lies_within_its_frame(file: Path) -> None:
    found = parse(file.read_text("utf-8"), GAMES)
    assert found.game.picture is not None
    *_, last = replay(found)
    drawn = found.game.picture(found.game.reveal(last.after))
    assert len(drawn.shapes) > 5
    for shape in drawn.shapes:
        points = shape.points if isinstance(shape, Polygon) else ((shape.x, shape.y),)
        around = shape.radius if isinstance(shape, Circle) else 0.0
        for x, y in points:
            assert abs(x) + around <= drawn.width / 2
            assert abs(y) + around <= drawn.height / 2


def test_tokens_and_dice_are_those_of_the_game() -> None:
    found = record("cinco-2in2")
    *_, last = replay(found)
    view = found.game.reveal(last.after)
    assert found.game.picture is not None
    shapes = found.game.picture(view).shapes
    fills = [shape.fill for shape in shapes if not isinstance(shape, Words)]
    for team in range(2):
        assert fills.count(f"team{team}") == sum(owner == team for owner in view.board)
    assert fills.count("lit") == len(view.winning)
    found = record("cinqo-2-hundred")
    *_, last = replay(found)
    view = found.game.reveal(last.after)
    assert found.game.picture is not None
    shapes = found.game.picture(view).shapes
    assert sum(isinstance(shape, Circle) for shape in shapes) == sum(view.history[-1].rack)
    assert [shape.text for shape in shapes if isinstance(shape, Words)] == [str(abs(view.history[-1].hilo))]


def test_it_is_as_large_as_such_pictures_are_and_has_a_graph_when_there_is_a_review() -> None:
    found, review = record("cinco-2in2"), msgspec.json.decode(sample(), type=Review)
    # Names are no formulas, and may be in letters that this machine cannot draw.
    names = ("$\\frac{1}$", "小明 and a name that goes on and on")
    without, reviewed = (pixels(picture(found, names, each)) for each in (None, review))
    assert without.shape[:2] == reviewed.shape[:2] == (HEIGHT, WIDTH)
    differs = np.argwhere((without != reviewed).any(axis=2))
    assert differs.min(axis=0).tolist() > [HEIGHT // 2, 0], "the graph is below"
    assert differs[:, 1].min() > WIDTH // 2, "and on the right"
    assert picture(found, names, review) == picture(found, names, review)


def test_a_game_that_draws_no_position_has_its_names() -> None:
    found = record_of(TWO)
    assert found.game.picture is None
    assert pixels(picture(found, found.names, None)).shape[:2] == (HEIGHT, WIDTH)
