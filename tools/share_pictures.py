"""Draws the pictures that other services show of a link: ``python tools/share_pictures.py``.

``share.png`` stands for the whole site, ``share-GAME.png`` for a table at which that game is not over. A
finished game has a picture of its own (``quincunx.review.picture``). Pillow and matplotlib are among the
development tools.
"""

from __future__ import annotations

import io
from typing import Any, Final

from PIL import Image, ImageDraw, ImageFont

from icons import INK, PUBLIC, mark  # beside this file
from quincunx.api.catalog import play
from quincunx.games import GAMES
from quincunx.pages.palette import COLOURS
from quincunx.pages.raster import png

WIDTH: Final = 1200
HEIGHT: Final = 630
FONT: Final = (
    PUBLIC.parent
    / "node_modules/@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2"
)
SEED: Final = 7
MARGIN: Final = 64


def position(name: str, wide: int, high: int) -> Image.Image:
    """The last position of a game between two bots, as large as it fits."""
    final = play(["greedy", "greedy"], seed=SEED, game=name).reveal()  # type: ignore[call-overload]  # either game
    draw: Any = GAMES[name].picture
    picture = draw(final)
    large = Image.open(io.BytesIO(png(picture, 3.0))).convert("RGB")
    large.thumbnail((wide, high), Image.Resampling.LANCZOS)
    return large


def words(
    image: Image.Image, text: str, at: tuple[float, float], size: int, weight: int, colour: str
) -> None:
    """Write with the client's own typeface; ``at`` is the left end of the line's base."""
    font = ImageFont.truetype(str(FONT), size)
    font.set_variation_by_axes([weight])
    ImageDraw.Draw(image).text(at, text, font=font, fill=colour, anchor="ls")


def paper() -> Image.Image:
    """An empty picture."""
    return Image.new("RGB", (WIDTH, HEIGHT), COLOURS["paper"])


def of_game(name: str) -> Image.Image:
    """The game's board on the left, its name and the mark on the right."""
    image = paper()
    board = position(name, 640, HEIGHT - 2 * 36)
    image.paste(board, (MARGIN + (640 - board.width) // 2, (HEIGHT - board.height) // 2))
    left = MARGIN + 640 + 56
    sign = mark(132, corner=8)
    image.paste(sign, (left, 150), sign)
    words(image, GAMES[name].title, (left - 4, 390), 108, 640, INK)
    words(image, "Quincunx", (left, 452), 44, 420, COLOURS["soft"])
    return image


def of_site() -> Image.Image:
    """The mark and the name, with all games below."""
    image = paper()
    sign = mark(150, corner=8)
    image.paste(sign, (MARGIN, 66), sign)
    words(image, "Quincunx", (MARGIN + 186, 176), 124, 640, INK)
    wide = (WIDTH - 2 * MARGIN) // len(GAMES)
    for place, name in enumerate(GAMES):
        board = position(name, wide - 60, 320)
        image.paste(
            board, (MARGIN + place * wide + (wide - board.width) // 2, 262 + (320 - board.height) // 2)
        )
    return image


def main() -> None:
    """Write all pictures, with few colours for small files."""
    pictures = {"share.png": of_site(), **{f"share-{name}.png": of_game(name) for name in GAMES}}
    for name, image in pictures.items():
        image.quantize(128, method=Image.Quantize.MEDIANCUT).save(PUBLIC / name, optimize=True)


if __name__ == "__main__":
    main()
