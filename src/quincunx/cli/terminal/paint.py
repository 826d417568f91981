"""The games' plain text in colours, for terminals that have them. Nothing is said by colour alone."""

from __future__ import annotations

import re
from typing import Final

from rich.text import Text

from quincunx.games import View, game_of
from quincunx.games.cinco.text import TEAM_MARKS
from quincunx.games.cinco.types import CincoView

TEAM_STYLES: Final = ("bold bright_blue", "bold bright_red", "bold bright_green")
# A token between spaces or brackets, or the free number of a space.
_CELL: Final = re.compile(r"(?<![^ \[])([BRG])(?=[ \]]|$)|\b([0-9]{1,2})\b")
_ARROWS: Final = r"[1-3][↑↓]"
BOARD_ROWS: Final = 11


def paint(view: View, names: tuple[str, ...]) -> Text:
    """The position, as ``game.draw`` has it, in colours."""
    drawn = game_of(view.options).draw(view, names)
    if isinstance(view, CincoView):
        return _cinco(view, drawn)
    text = Text(drawn)
    text.highlight_regex(_ARROWS, "bold bright_yellow")
    text.highlight_regex(r"(?m)^>.*$", "bold")
    return text


def _cinco(view: CincoView, drawn: str) -> Text:
    """Tokens in their team's colour; spaces that no card of the viewer reaches are dim."""
    text = Text(drawn)
    board_ends = len("\n".join(drawn.split("\n")[:BOARD_ROWS]))
    reached = {space for reach in view.reach for space in reach.spaces}
    for match in _CELL.finditer(drawn, 0, board_ends):
        if match[1]:
            text.stylize(TEAM_STYLES[TEAM_MARKS.index(match[1])], *match.span(1))
        elif view.viewer is not None and int(match[2]) not in reached:
            text.stylize("dim", *match.span(2))
    for mark, style in zip(TEAM_MARKS, TEAM_STYLES, strict=True):
        text.highlight_regex(rf"(?m)^[> ] {mark} (?=\S)", style)
    text.highlight_regex(r"(?m)^  Your hand: .*$", "bold")
    return text
