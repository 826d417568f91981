"""A whole game as HTML with a slider, for notebooks: one file, no network, the last position without scripts.

Positions share nearly all their shapes, so each different shape is written once, and a position is a list of
ranges of shapes.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from typing import Final

from quincunx.core.chance import CHANCE
from quincunx.core.picture import Picture
from quincunx.core.record import Record, replay
from quincunx.core.record.model import write_result
from quincunx.core.values import Say

_STYLE: Final = (
    "font:14px/1.5 system-ui,sans-serif;max-width:1020px;color:#29241d;background:#f4eee2;padding:8px;"
    "border-radius:8px"
)
_SCRIPT: Final = """
(function(){
  const root=document.currentScript.parentNode,data=JSON.parse(root.querySelector("script").textContent);
  const svg=root.querySelector("svg"),slider=root.querySelector("input"),words=root.querySelector("output");
  const show=()=>{
    const shapes=data.frames[slider.value].flatMap(([from,to])=>data.shapes.slice(from,to));
    svg.innerHTML=shapes.join("");
    words.textContent=data.words[slider.value];
    slider.setAttribute("aria-valuetext",words.textContent);
  };
  slider.addEventListener("input",show);
  root.querySelector("div").hidden=false;
  show();
})();
"""


def viewer(record: Record, language: str) -> str:
    """Return the record as HTML, to be put into a page. Raises ``ValueError`` for an unknown language."""
    from quincunx.api.views import catalogue_of
    from quincunx.pages.drawing import fragments, opening

    catalogue, game = catalogue_of(language), record.game
    pictures = list(_pictures(record, catalogue.translate))
    numbers: dict[str, int] = {}
    frames = [_ranges(numbers, fragments(picture)) for picture in pictures]
    data = {"shapes": list(numbers), "frames": frames, "words": list(_words(record))}
    last = pictures[-1]
    return (
        f'<div style="{_STYLE}">{opening(last)}{"".join(fragments(last))}</svg>'
        f'<div hidden><input type="range" min="0" max="{len(frames) - 1}" value="{len(frames) - 1}" '
        f'style="width:100%" aria-label="{html.escape(game.title)}"><output></output></div>'
        f'<script type="application/json">{_json(data)}</script><script>{_SCRIPT}</script></div>'
    )


def _pictures(record: Record, say: Say) -> Iterator[Picture]:
    """Yield the position before the first ply and after each, with all hands open."""
    game = record.game
    assert game.drawing is not None  # every game of the library has one
    yield game.drawing(game.reveal(game.initial(record.options)), record.names, say)
    for ply in replay(record):
        yield game.drawing(game.reveal(ply.after), record.names, say)


def _words(record: Record) -> Iterator[str]:
    """Yield a line about each position: the ply that led to it, and at the end the result."""
    yield "0"
    last = len(record.steps)
    for ply in replay(record):
        seat = "" if ply.step.seat == CHANCE else f"{record.names[ply.step.seat]}: "
        result = f" · {write_result(record.outcome)}" if ply.number == last else ""
        yield f"{ply.number} · {seat}{record.game.text.write_move(ply.step.move)}{result}"


def _ranges(numbers: dict[str, int], shapes: tuple[str, ...]) -> list[list[int]]:
    """Return the numbers of these shapes as ranges, half open; new shapes get the next numbers."""
    ranges: list[list[int]] = []
    for shape in shapes:
        number = numbers.setdefault(shape, len(numbers))
        if ranges and ranges[-1][1] == number:
            ranges[-1][1] = number + 1
        else:
            ranges.append([number, number + 1])
    return ranges


def _json(data: object) -> str:
    """Return JSON that cannot end the script that holds it."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
