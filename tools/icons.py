"""Draws the mark as PNG files, for devices that install the client: ``python tools/icons.py``.

The mark is ``web/public/favicon.svg``: a rounded square and the five of a die, in units of 32. Devices cut
maskable icons to a shape of their own, so that one fills the whole square and keeps the dots well inside.
Pillow is among the development tools.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

PUBLIC: Final = Path(__file__).resolve().parents[1] / "web" / "public"
INK, PAPER, ACCENT = "#2a251f", "#f4eee2", "#d2452f"
DOTS: Final = [
    (9.5, 9.5, 3, PAPER),
    (22.5, 9.5, 3, PAPER),
    (9.5, 22.5, 3, PAPER),
    (22.5, 22.5, 3, PAPER),
    (16, 16, 3.4, ACCENT),
]
UNITS: Final = 32
FINER: Final = 8
"""The factor by which the mark is drawn larger, then scaled down, for smooth edges."""


def mark(size: int, *, corner: float, scale: float = 1) -> Image.Image:
    """The mark at a size, with corners of this many units; ``scale`` draws the dots nearer to the middle."""
    unit = size * FINER / UNITS
    image = Image.new("RGBA", (size * FINER, size * FINER))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, size * FINER - 1, size * FINER - 1), corner * unit, fill=INK)
    for x, y, radius, colour in DOTS:
        left, top = (unit * (UNITS / 2 + scale * (at - UNITS / 2) - scale * radius) for at in (x, y))
        draw.ellipse(
            (left, top, left + 2 * scale * radius * unit, top + 2 * scale * radius * unit), fill=colour
        )
    return image.resize((size, size), Image.Resampling.LANCZOS)


def main() -> None:
    """Write all icons, with few colours for small files."""
    icons = {
        "icon-192.png": mark(192, corner=8),
        "icon-512.png": mark(512, corner=8),
        "icon-maskable-512.png": mark(512, corner=0, scale=0.8),
        "apple-touch-icon.png": mark(180, corner=0, scale=0.9),
    }
    for name, image in icons.items():
        image.quantize(64, method=Image.Quantize.FASTOCTREE).save(PUBLIC / name, optimize=True)


if __name__ == "__main__":
    main()
