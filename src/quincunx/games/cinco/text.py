"""Cinco in words and plain text, for terminals and records. The words themselves are in ``texts/``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from quincunx.core.game import Highlight, Phrase, Say, Text
from quincunx.games.cinco.board import COORDINATES, RINGS
from quincunx.games.cinco.notation import parse_move, write_move
from quincunx.games.cinco.types import (
    Chosen,
    CincoEvent,
    CincoMove,
    CincoView,
    Dealt,
    Drew,
    Exchanged,
    Played,
    Reshuffled,
)

TEAM_MARKS: Final = ("B", "R", "G")
_TEAM_STYLES: Final = ("bold bright_blue", "bold bright_red", "bold bright_green")
_LINE_TOLD: Final = 3
"""Shorter lines are not worth a word."""
_BOARD_ROWS: Final = 2 * RINGS + 1
# A token between spaces or brackets, or the free number of a space.
_CELL: Final = re.compile(r"(?<![^ \[])([BRG])(?=[ \]]|$)|\b([0-9]{1,2})\b")
_TEAM_MARK: Final = re.compile(r"(?m)^[> ] ([BRG]) (?=\S)")
_SPACED_PLAY: Final = re.compile(r"([0-9]{1,2})(?: ?(?:>|-|→|to) ?| )([0-9]{1,2})")
_SHORT: Final = {"d": "draw", "x": "exchange"}


def describe(event: CincoEvent, names: tuple[str, ...]) -> Phrase:
    """One thing that happened."""
    match event:
        case Chosen(seat=seat):
            return Phrase("cinco.event.chosen", {"name": names[seat]})
        case Dealt(cards=None):
            return Phrase("cinco.event.dealt")
        case Dealt(cards=cards):
            return Phrase("cinco.event.dealtMine", {"cards": cards})
        case Drew(seat=seat, card=None):
            return Phrase("cinco.event.drew", {"name": names[seat]})
        case Drew(seat=seat, card=card):
            return Phrase("cinco.event.drewMine", {"name": names[seat], "card": card})
        case Exchanged(seat=seat, discarded=discarded, cards=None):
            return Phrase("cinco.event.exchanged", {"name": names[seat], "cards": discarded})
        case Exchanged(seat=seat, discarded=discarded, cards=cards):
            params = {"name": names[seat], "cards": discarded, "drawn": cards}
            return Phrase("cinco.event.exchangedMine", params)
        case Reshuffled(count=count):
            return Phrase("cinco.event.reshuffled", {"count": count})
        case Played():
            return _describe_played(event, names)


def _describe_played(event: Played, names: tuple[str, ...]) -> Phrase:
    params: dict[str, object] = {"name": names[event.seat], "card": event.card, "space": event.space}
    if event.space is None:
        return Phrase("cinco.event.spent", params)
    if event.line >= 5:
        return Phrase("cinco.event.playedWin", {**params, "line": event.line})
    if event.blocked_team is not None and event.blocks >= _LINE_TOLD:
        blocked = {"team": Phrase(f"team.l{event.blocked_team}"), "line": _line(event.blocks)}
        return Phrase("cinco.event.playedBlock", {**params, **blocked})
    if event.line >= _LINE_TOLD:
        return Phrase("cinco.event.playedLine", {**params, "line": _line(event.line)})
    return Phrase("cinco.event.played", params)


def _line(length: int) -> Phrase:
    return Phrase(f"cinco.lines.{length}")


def draw(view: CincoView, names: tuple[str, ...], say: Say) -> str:
    """The board, the hand, and what the others show. Tokens are letters, the last one in brackets."""
    lines = [*_draw_board(view), ""]
    for seat, name in enumerate(names):
        team = seat % view.options.teams
        pile = view.discards[seat][-5:]
        cards = say(Phrase("cinco.cards", {"count": view.hand_sizes[seat]}))
        tokens = say(Phrase("cinco.tokens", {"count": view.tokens_left[team]}))
        shown = say(Phrase("cinco.terminal.discarded", {"cards": " ".join(map(str, pile))})) if pile else ""
        turn = ">" if view.to_move == seat else " "
        lines.append(f"{turn} {TEAM_MARKS[team]} {name[:20]:20} {cards}, {tokens}  {shown}".rstrip())
        if view.hands is not None:
            held = " ".join(map(str, view.hands[seat])) or "–"
            lines.append("      " + say(Phrase("cinco.terminal.holds", {"cards": held})))
    lines.append("  " + say(Phrase("cinco.terminal.pile", {"count": view.pile})))
    if view.viewer is not None:
        held = " ".join(map(str, view.hand)) or "–"
        lines.append("  " + say(Phrase("cinco.terminal.hand", {"cards": held})))
    return "\n".join(lines)


def _draw_board(view: CincoView) -> list[str]:
    rows: dict[int, list[tuple[int, str]]] = {}
    for number, (q, r) in enumerate(COORDINATES, 1):
        team = view.board[number - 1]
        if team is None:
            cell = f"{number:2} "
        elif number == view.last_space or number in view.winning:
            cell = f"[{TEAM_MARKS[team]}]"
        else:
            cell = f" {TEAM_MARKS[team]} "
        rows.setdefault(r, []).append((4 * q + 2 * r, cell))
    width = 4 * RINGS
    lines: list[str] = []
    for _, cells in sorted(rows.items()):
        line = [" "] * (2 * width + 5)
        for column, cell in cells:
            line[column + width : column + width + 3] = cell
        lines.append("".join(line).rstrip())
    return lines


def highlight(view: CincoView, drawn: str) -> Iterator[Highlight]:
    """Tokens in their team's colour; spaces that no card of the viewer reaches are dim."""
    board_ends = len("\n".join(drawn.split("\n")[:_BOARD_ROWS]))
    reached = {space for reach in view.reach for space in reach.spaces}
    for match in _CELL.finditer(drawn, 0, board_ends):
        if match[1]:
            yield Highlight(*match.span(1), _TEAM_STYLES[TEAM_MARKS.index(match[1])])
        elif view.viewer is not None and int(match[2]) not in reached:
            yield Highlight(*match.span(2), "dim")
    for match in _TEAM_MARK.finditer(drawn, board_ends):
        yield Highlight(*match.span(), _TEAM_STYLES[TEAM_MARKS.index(match[1])])
    if view.viewer is not None:
        yield Highlight(drawn.rindex("\n") + 1, len(drawn), "bold")


def tidy(text: str) -> str:
    """``57 63`` and ``57-63`` are ``57>63``; ``d`` and ``x`` are drawing and exchanging."""
    match = _SPACED_PLAY.fullmatch(text)
    return f"{match[1]}>{match[2]}" if match else _SHORT.get(text, text)


def hand(view: CincoView, say: Say) -> str:
    """Where each of the viewer's cards may go."""
    nowhere = Phrase("cinco.terminal.reachesNothing")
    return "\n".join(f"  {reach.card:2}: {_ranges(reach.spaces) or say(nowhere)}" for reach in view.reach)


def _ranges(spaces: tuple[int, ...]) -> str:
    """Ascending numbers, neighbours drawn together: ``57–63, 65``."""
    runs: list[list[int]] = []
    for space in spaces:
        if runs and runs[-1][-1] == space - 1:
            runs[-1][1:] = [space]
        else:
            runs.append([space])
    return ", ".join("–".join(map(str, run)) for run in runs)


TEXT: Final = Text[CincoMove, CincoView, CincoEvent](
    write_move=write_move,
    parse_move=parse_move,
    describe=describe,
    draw=draw,
    highlight=highlight,
    tidy=tidy,
    forms=(
        ("57>63", "cinco.terminal.formPlay"),
        ("88>-", "cinco.terminal.formSpend"),
        ("draw", "cinco.terminal.formDraw"),
        ("exchange", "cinco.terminal.formExchange"),
        ("hand", "cinco.terminal.formHand"),
    ),
    asides={"hand": hand},
)
