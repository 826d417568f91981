"""Cinco in words and plain text, for terminals and records. The words themselves are in ``texts/``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from quincunx.core.columns import padded
from quincunx.core.game import Text
from quincunx.core.values import Highlight, Phrase, Say
from quincunx.games.cinco.board import COORDINATES, RINGS
from quincunx.games.cinco.notation import parse_move, write_move
from quincunx.games.cinco.types import (
    Chosen,
    CincoEvent,
    CincoMove,
    CincoOptions,
    CincoView,
    Dealt,
    Draw,
    Drew,
    Exchange,
    Exchanged,
    Play,
    Played,
    Reshuffled,
)

_TEAM_STYLES: Final = ("bold bright_blue", "bold bright_red", "bold bright_green")
_LINE_TOLD: Final = 3
"""The shortest line that is mentioned."""
_BOARD_ROWS: Final = 2 * RINGS + 1
_SHOWN_DISCARDS: Final = 5
_CELL: Final = re.compile(r"\w+")
"""The content of a space on the drawn board: a token's letter, or the free number."""
_TEAM_MARK: Final = re.compile(r"(?m)^[> ] \w (?=\S)")
_SPACED_PLAY: Final = re.compile(r"([0-9]{1,2})(?: ?(?:>|-|→|to) ?| )([0-9]{1,2})")
_SHORT: Final = {"d": "draw", "x": "exchange"}


def describe_options(options: CincoOptions) -> tuple[Phrase, ...]:
    """Describe the number of players, the teams, and the variant."""
    players = Phrase("new.people", {"count": options.players})
    size = options.players // options.teams
    teams = (Phrase("new.teamsOf", {"teams": options.teams, "size": size}),) if size > 1 else ()
    return (players, *teams, Phrase("cinco.setup.joker" if options.joker else "cinco.setup.classic"))


def say_move(move: CincoMove) -> Phrase:
    """Describe a move as a phrase."""
    match move:
        case Play(card=card, space=None):
            return Phrase("cinco.terminal.move.spend", {"card": card})
        case Play(card=card, space=space):
            return Phrase("cinco.terminal.move.play", {"card": card, "space": space})
        case Draw():
            return Phrase("cinco.terminal.move.draw")
        case Exchange():
            return Phrase("cinco.terminal.move.exchange")


def describe(event: CincoEvent, names: tuple[str, ...]) -> Phrase:
    """Describe one event."""
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
        return Phrase("cinco.event.playedWin", {**params, "line": _line(event.line)})
    if event.blocked_team is not None and event.blocks >= _LINE_TOLD:
        blocked = {"team": Phrase(f"team.l{event.blocked_team}"), "line": _line(event.blocks)}
        return Phrase("cinco.event.playedBlock", {**params, **blocked})
    if event.line >= _LINE_TOLD:
        return Phrase("cinco.event.playedLine", {**params, "line": _line(event.line)})
    return Phrase("cinco.event.played", params)


def _line(length: int) -> Phrase:
    return Phrase(f"cinco.lines.{length}")


def draw(view: CincoView, names: tuple[str, ...], say: Say) -> str:
    """Draw the board, the hand, and what the others show. Tokens are letters, the last one in brackets."""
    marks = tuple(say(Phrase(f"cinco.terminal.mark{team}")) for team in range(view.options.teams))
    lines = [*_draw_board(view, marks), ""]
    for seat, name in enumerate(names):
        lines.append(
            _draw_seat(view, seat, f"{marks[seat % view.options.teams]} {padded(name[:20], 20)}", say)
        )
        if view.hands is not None:
            lines.append("      " + say(Phrase("cinco.terminal.holds", {"cards": _cards(view.hands[seat])})))
    lines.append("  " + say(Phrase("cinco.terminal.pile", {"count": view.pile})))
    if view.viewer is not None:
        lines.append("  " + say(Phrase("cinco.terminal.hand", {"cards": _cards(view.hand)})))
    return "\n".join(lines)


def _draw_seat(view: CincoView, seat: int, who: str, say: Say) -> str:
    turn = ">" if view.to_move == seat else " "
    cards = say(Phrase("cinco.cards", {"count": view.hand_sizes[seat]}))
    tokens = say(Phrase("cinco.tokens", {"count": view.tokens_left[seat % view.options.teams]}))
    pile = view.discards[seat]
    more = "…" if len(pile) > _SHOWN_DISCARDS else ""
    last = more + _cards(pile[-_SHOWN_DISCARDS:])
    shown = say(Phrase("cinco.terminal.discarded", {"cards": last})) if pile else ""
    return f"{turn} {who} {cards}, {tokens}  {shown}".rstrip()


def _cards(cards: tuple[int, ...]) -> str:
    return " ".join(map(str, cards)) or "–"


def _column(number: int) -> int:
    q, r = COORDINATES[number - 1]
    return 4 * q + 2 * r + 4 * RINGS


def _row(number: int) -> int:
    return COORDINATES[number - 1][1] + RINGS


_AS_DRAWN: Final = tuple(sorted(range(1, len(COORDINATES) + 1), key=lambda each: (_row(each), _column(each))))
"""The spaces in the order in which they are drawn."""


def _draw_board(view: CincoView, marks: tuple[str, ...]) -> list[str]:
    lines = [[" "] * (8 * RINGS + 5) for _ in range(_BOARD_ROWS)]
    for number in _AS_DRAWN:
        column = _column(number)
        lines[_row(number)][column : column + 3] = _draw_space(view, number, marks)
    return ["".join(line).rstrip() for line in lines]


def _draw_space(view: CincoView, number: int, marks: tuple[str, ...]) -> str:
    """Draw three characters: the token's letter, in brackets if it stands out, or the free space's number."""
    team = view.board[number - 1]
    if team is None:
        return f"{number:2} "
    stands_out = number == view.last_space or number in view.winning
    return f"[{marks[team]}]" if stands_out else f" {marks[team]} "


def highlight(view: CincoView, drawn: str) -> Iterator[Highlight]:
    """Show tokens in their team's colour, and spaces that no card of the viewer reaches dim."""
    board_ends = len("\n".join(drawn.split("\n")[:_BOARD_ROWS]))
    reached = {space for reach in view.reach for space in reach.spaces}
    for space, match in zip(_AS_DRAWN, _CELL.finditer(drawn, 0, board_ends), strict=True):
        team = view.board[space - 1]
        if team is not None:
            yield Highlight(*match.span(), _TEAM_STYLES[team])
        elif view.viewer is not None and space not in reached:
            yield Highlight(*match.span(), "dim")
    for seat, match in enumerate(_TEAM_MARK.finditer(drawn, board_ends)):
        yield Highlight(*match.span(), _TEAM_STYLES[seat % view.options.teams])
    if view.viewer is not None:
        yield Highlight(drawn.rindex("\n") + 1, len(drawn), "bold")


def normalize_move(text: str) -> str:
    """Convert ``57 63`` and ``57-63`` to ``57>63``, and ``d`` and ``x`` to drawing and exchanging."""
    match = _SPACED_PLAY.fullmatch(text)
    return f"{match[1]}>{match[2]}" if match else _SHORT.get(text, text)


def hand(view: CincoView, say: Say) -> str:
    """List the spaces for each of the viewer's cards."""
    nowhere = Phrase("cinco.terminal.reachesNothing")
    return "\n".join(f"  {reach.card:2}: {_ranges(reach.spaces) or say(nowhere)}" for reach in view.reach)


def _ranges(spaces: tuple[int, ...]) -> str:
    """Return ascending numbers with runs contracted: ``57–63, 65``."""
    runs: list[list[int]] = []
    for space in spaces:
        if runs and runs[-1][-1] == space - 1:
            runs[-1][1:] = [space]
        else:
            runs.append([space])
    return ", ".join("–".join(map(str, run)) for run in runs)


TEXT: Final = Text[CincoOptions, CincoMove, CincoView, CincoEvent](
    describe_options=describe_options,
    write_move=write_move,
    parse_move=parse_move,
    say_move=say_move,
    describe=describe,
    draw=draw,
    highlight=highlight,
    normalize_move=normalize_move,
    forms=(
        ("57>63", "cinco.terminal.formPlay"),
        ("88>-", "cinco.terminal.formSpend"),
        ("draw", "cinco.terminal.formDraw"),
        ("exchange", "cinco.terminal.formExchange"),
        ("hand", "cinco.terminal.formHand"),
    ),
    asides={"hand": hand},
)
