"""Trio in words and plain text. The words themselves are in ``texts/``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from quincunx.core.game import Text
from quincunx.core.values import Highlight, Phrase, Say
from tests.third.game.notation import parse_move, write_move
from tests.third.game.state import points
from tests.third.game.types import (
    Chosen,
    Dealt,
    DieRolled,
    Passed,
    Play,
    Played,
    TrioEvent,
    TrioMove,
    TrioOptions,
    TrioView,
)

_NUMBER: Final = re.compile(r"[1-9][0-9]?", re.ASCII)


def describe_options(options: TrioOptions) -> tuple[Phrase, ...]:
    """A sentence with the number of players, and the number of passes for each."""
    passes = Phrase("trio.setup.passes", {"count": options.most_passes})
    return (Phrase("new.people", {"count": options.players}), passes)


def say_move(move: TrioMove) -> Phrase:
    """Play a card, or pass."""
    if isinstance(move, Play):
        return Phrase("trio.terminal.movePlay", {"card": move.card})
    return Phrase("trio.terminal.movePass")


def describe(event: TrioEvent, names: tuple[str, ...]) -> Phrase:
    """One thing that happened."""
    match event:
        case Chosen(seat=seat):
            return Phrase("trio.event.chosen", {"name": names[seat]})
        case Dealt(cards=None):
            return Phrase("trio.event.dealt")
        case Dealt(cards=cards):
            return Phrase("trio.event.dealtMine", {"cards": cards})
        case DieRolled(seat=seat, face=face):
            return Phrase("trio.event.rolled", {"name": names[seat], "face": face})
        case Played(seat=seat, card=card, points=scored, total=total):
            params = {"name": names[seat], "card": card, "count": scored, "total": total}
            return Phrase("trio.event.played", params)
        case Passed(seat=seat):
            return Phrase("trio.event.passed", {"name": names[seat]})


def draw(view: TrioView, names: tuple[str, ...], say: Say) -> str:
    """A line for each seat, then the viewer's hand."""
    lines: list[str] = []
    for seat, name in enumerate(names):
        turn = ">" if view.to_move == seat else " "
        total = say(Phrase("trio.terminal.total", {"count": view.totals[seat]}))
        played = " ".join(map(str, view.played[seat])) or "–"
        lines.append(f"{turn} {name[:20]:20} {total:12} {played}")
        if view.hands is not None:
            held = " ".join(map(str, view.hands[seat])) or "–"
            lines.append("    " + say(Phrase("trio.terminal.holds", {"cards": held})))
    if view.die is not None:
        lines.append("  " + say(Phrase("trio.terminal.die", {"face": view.die})))
    if view.viewer is not None:
        held = " ".join(map(str, view.hand)) or "–"
        lines.append("  " + say(Phrase("trio.terminal.hand", {"cards": held})))
    return "\n".join(lines)


def highlight(view: TrioView, drawn: str) -> Iterator[Highlight]:
    """The viewer's own hand."""
    if view.viewer is not None:
        yield Highlight(drawn.rindex("\n") + 1, len(drawn), "bold")


def normalize_move(text: str) -> str:
    """A number alone is a card to play."""
    return f"play {text}" if _NUMBER.fullmatch(text) else text


def worths(view: TrioView, say: Say) -> str:
    """The present score of each of the viewer's cards."""
    if view.die is None:
        return say(Phrase("trio.terminal.noDie"))
    return "\n".join(f"  {card:2}: {points(card, view.die)}" for card in view.hand)


TEXT: Final = Text[TrioOptions, TrioMove, TrioView, TrioEvent](
    describe_options=describe_options,
    write_move=write_move,
    parse_move=parse_move,
    say_move=say_move,
    describe=describe,
    draw=draw,
    highlight=highlight,
    normalize_move=normalize_move,
    forms=(
        ("play 7", "trio.terminal.formPlay"),
        ("pass", "trio.terminal.formPass"),
        ("worths", "trio.terminal.formWorths"),
    ),
    asides={"worths": worths},
)
