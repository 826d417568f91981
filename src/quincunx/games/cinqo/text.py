"""Cinq-O in words and plain text, for terminals and records. The words themselves are in ``texts/``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from quincunx.core.columns import padded
from quincunx.core.game import Text
from quincunx.core.values import Clauses, Highlight, Phrase, Say
from quincunx.games.cinqo.notation import parse_move, write_move
from quincunx.games.cinqo.state import HUNDRED
from quincunx.games.cinqo.types import (
    CinqoEvent,
    CinqoMove,
    CinqoOptions,
    CinqoView,
    DiceRolled,
    PutAway,
    TurnEnded,
)

_BETWEEN_DICE: Final = re.compile(r"(?<=[1-6])[ ,-]+(?=[1-6])")
_ARROW: Final = re.compile(r"[1-3][↑↓]")
_MOVER: Final = re.compile(r"(?m)^>.*$")


def hilo_text(hilo: int) -> str:
    """Return ``3↑`` or ``2↓``."""
    return f"{abs(hilo)}{'↑' if hilo > 0 else '↓'}"


def describe_options(options: CinqoOptions) -> tuple[Phrase, ...]:
    """Describe the number of players, and the goal: 100 points or a number of rounds."""
    players = Phrase("new.people", {"count": options.players})
    if options.goal == "rounds":
        return (players, Phrase("cinqo.roundsInAll", {"count": options.rounds}))
    return (players, Phrase("cinqo.setup.hundred"))


def say_move(move: CinqoMove) -> Phrase:
    """Describe a move as a phrase."""
    places = (("rack", move.rack), ("fromBank", move.from_bank), ("bank", move.bank))
    parts = [Phrase(f"cinqo.hint.{name}", {"dice": _dice(dice)}) for name, dice in places if dice]
    if move.box:
        parts.append(Phrase("cinqo.hint.box"))
    return Phrase("cinqo.terminal.move", {"parts": Clauses(parts)})


def describe(event: CinqoEvent, names: tuple[str, ...]) -> Phrase:
    """Describe one event."""
    match event:
        case DiceRolled(seat=seat, dice=dice, hilo=hilo):
            params = {"name": names[seat], "dice": _dice(dice)}
            if hilo is None:
                return Phrase("cinqo.event.rolled", params)
            return Phrase("cinqo.event.rolledHilo", {**params, "hilo": hilo_text(hilo)})
        case PutAway():
            return _describe_put(event, names)
        case TurnEnded():
            return _describe_turn(event, names)


def _describe_put(event: PutAway, names: tuple[str, ...]) -> Phrase:
    places = (("Rack", event.rack), ("FromBank", event.from_bank), ("Bank", event.bank))
    parts = [Phrase(f"cinqo.event.part{name}", {"dice": _dice(dice)}) for name, dice in places if dice]
    if event.box:
        parts.append(Phrase("cinqo.event.partBox"))
    return Phrase("cinqo.event.put", {"name": names[event.seat], "parts": Clauses(parts)})


def _describe_turn(event: TurnEnded, names: tuple[str, ...]) -> Phrase:
    result = event.result
    params: dict[str, Any] = {
        "name": names[result.seat],
        "number": result.number,
        "times": abs(result.hilo),
        "points": result.points,
        "score": event.score,
    }
    if result.kind != "five":
        return Phrase("cinqo.event.ended", params)
    # A player with 100 points needs no second turn.
    return Phrase("cinqo.event.endedFive" if event.score < HUNDRED else "cinqo.event.endedFiveEnough", params)


def _dice(dice: tuple[int, ...]) -> str:
    return "-".join(map(str, dice))


def draw(view: CinqoView, names: tuple[str, ...], say: Say) -> str:
    """Draw the case, the tray, and all scores."""
    lines = [" · ".join(_draw_turn(view, names, say))]
    hilo = "–" if view.hilo is None else hilo_text(view.hilo)
    boxed = f" {say(Phrase('cinqo.terminal.boxed'))}" if view.boxed else ""
    for key, shown in (
        ("rack", _spaced(view.rack)),
        ("bank", _spaced(view.bank)),
        ("box", hilo + boxed),
        ("tray", _spaced(view.tray)),
    ):
        lines.append(f"  {padded(say(Phrase(f'cinqo.{key}')), 12)} {shown}")
    if view.points is not None:
        lie = say(Phrase("cinqo.asTheyLie", {"points": view.points}))
        lines.append(f"  {lie} · {say(Phrase('cinqo.atBest', {'points': view.best}))}")
    for seat, name in enumerate(names):
        score = view.scores[seat]
        track = "█" * (min(score, HUNDRED) // 4)
        mark = ">" if view.to_move == seat else " "
        lines.append(f"{mark} {padded(name[:20], 20)} {score:3} {track:25}|")
    return "\n".join(lines)


def _draw_turn(view: CinqoView, names: tuple[str, ...], say: Say) -> Iterator[str]:
    if view.options.goal == "rounds":
        yield say(Phrase("cinqo.roundOf", {"round": view.round, "rounds": view.options.rounds}))
    else:
        yield say(Phrase("cinqo.round", {"round": view.round}))
    if view.roll:  # none between turns
        yield say(Phrase("cinqo.rollOf", {"roll": view.roll}))
    yield names[view.turn_of][:20]
    if view.bonus:
        yield say(Phrase("cinqo.second"))


def _spaced(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice)) or "–"


def highlight(view: CinqoView, drawn: str) -> Iterator[Highlight]:
    """Highlight the Hi/Lo die, and the seat to move."""
    for match in _ARROW.finditer(drawn):
        yield Highlight(*match.span(), "bold bright_yellow")
    for match in _MOVER.finditer(drawn):
        yield Highlight(*match.span(), "bold")


def normalize_move(text: str) -> str:
    """Join dice that are typed apart, as in ``rack 6 6`` for ``rack 66``; the order within a word does not
    matter."""
    joined = _BETWEEN_DICE.sub("", text)
    return re.sub(r"[1-6]{2,5}", lambda dice: "".join(sorted(dice[0])), joined)


TEXT: Final = Text[CinqoOptions, CinqoMove, CinqoView, CinqoEvent](
    describe_options=describe_options,
    write_move=write_move,
    parse_move=parse_move,
    say_move=say_move,
    describe=describe,
    draw=draw,
    highlight=highlight,
    normalize_move=normalize_move,
    forms=(
        ("rack 66", "cinqo.terminal.formRack"),
        ("bank 5", "cinqo.terminal.formBank"),
        ("from 3", "cinqo.terminal.formFrom"),
        ("box", "cinqo.terminal.formBox"),
        ("rack 66 bank 5 from 3 box", "cinqo.terminal.formAll"),
    ),
    asides={},
)
