"""Cinco in plain English and plain text, for terminals and records."""

from __future__ import annotations

from quincunx.games.cinco.board import COORDINATES, RINGS
from quincunx.games.cinco.types import (
    Chosen,
    CincoEvent,
    CincoView,
    Dealt,
    Drew,
    Exchanged,
    Played,
    Reshuffled,
)

TEAM_NAMES = ("blue", "red", "green")
TEAM_MARKS = ("B", "R", "G")
_COUNTS = {2: "two", 3: "three", 4: "four"}


def tell(story: CincoEvent, names: tuple[str, ...]) -> str:
    """One thing that happened, as a sentence."""
    match story:
        case Chosen(seat=seat):
            return f"{names[seat]} starts."
        case Dealt(cards=None):
            return "The cards are dealt."
        case Dealt(cards=cards):
            return f"The cards are dealt: {_list(cards)}."
        case Drew(seat=seat, card=None):
            return f"{names[seat]} draws a card."
        case Drew(seat=seat, card=card):
            return f"{names[seat]} draws {card}."
        case Exchanged(seat=seat, discarded=discarded, cards=cards):
            drawn = "four cards" if cards is None else _list(cards)
            return f"{names[seat]} discards {_list(discarded)} and draws {drawn}."
        case Reshuffled(count=count):
            return f"The {count} discarded cards are shuffled into a new draw pile."
        case Played():
            return _tell_played(story, names)


def _tell_played(story: Played, names: tuple[str, ...]) -> str:
    if story.space is None:
        return f"{names[story.seat]} spends {story.card} without a token."
    told = f"{names[story.seat]} spends {story.card} and takes {story.space}"
    if story.line >= 5:
        return f"{told}: {story.line} in a row!"
    if story.blocked_team is not None and story.blocks >= 3:
        told += f", blocking {TEAM_NAMES[story.blocked_team]}’s {_COUNTS[story.blocks]}"
    elif story.line >= 3:
        told += f", making {_COUNTS[story.line]} in a row"
    return told + "."


def _list(cards: tuple[int, ...] | None) -> str:
    *most, last = map(str, cards or ("nothing",))
    return f"{', '.join(most)} and {last}" if most else last


def draw(view: CincoView, names: tuple[str, ...]) -> str:
    """The board, the hand, and what the others show. Tokens are letters, the last one in brackets."""
    lines = _draw_board(view)
    lines.append("")
    for seat, name in enumerate(names):
        team = seat % view.options.teams
        pile = view.discards[seat][-5:]
        shown = f"  discarded …{' '.join(map(str, pile))}" if pile else ""
        turn = ">" if view.to_move == seat else " "
        lines.append(
            f"{turn} {TEAM_MARKS[team]} {name[:20]:20} {view.hand_sizes[seat]} cards, "
            f"{view.tokens_left[team]} tokens{shown}"
        )
        if view.hands is not None:
            lines.append(f"      holds {' '.join(map(str, view.hands[seat])) or 'nothing'}")
    lines.append(f"  Draw pile: {view.pile} cards")
    if view.viewer is not None:
        lines.append(f"  Your hand: {' '.join(map(str, view.hand)) or 'empty'}")
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
