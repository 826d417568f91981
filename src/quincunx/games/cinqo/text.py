"""Cinq-O in plain English and plain text, for terminals and records."""

from __future__ import annotations

from quincunx.games.cinqo.types import CinqoEvent, CinqoView, DiceRolled, PutAway, TurnEnded

_WAYS = {"sum": "", "straight": " with a straight", "five": " with five of a kind in one roll"}


def hilo_text(hilo: int) -> str:
    """``3↑`` or ``2↓``."""
    return f"{abs(hilo)}{'↑' if hilo > 0 else '↓'}"


def tell(story: CinqoEvent, names: tuple[str, ...]) -> str:
    """One thing that happened, as a sentence."""
    match story:
        case DiceRolled(seat=seat, dice=dice, hilo=hilo):
            arrow = "" if hilo is None else f" and {hilo_text(hilo)}"
            return f"{names[seat]} rolls {_dice(dice)}{arrow}."
        case PutAway(seat=seat):
            return f"{names[seat]} {_put(story)}."
        case TurnEnded(result=result, score=score):
            sum_ = "" if result.kind == "five" else f"{result.number} × {abs(result.hilo)} = "
            again = " and takes a second turn" if result.kind == "five" and score < 100 else ""
            return (
                f"{names[result.seat]} scores {sum_}{result.points}{_WAYS[result.kind]}{again}; "
                f"{score} in all."
            )


def _dice(dice: tuple[int, ...]) -> str:
    return "-".join(map(str, dice))


def _put(story: PutAway) -> str:
    parts: list[str] = []
    if story.rack:
        parts.append(f"racks {_dice(story.rack)}")
    if story.from_bank:
        parts.append(f"racks {_dice(story.from_bank)} from the Bank")
    if story.bank:
        parts.append(f"banks {_dice(story.bank)}")
    if story.box:
        parts.append("boxes the Hi/Lo die")
    *most, last = parts or ["puts nothing away"]
    return f"{', '.join(most)} and {last}" if most else last


def draw(view: CinqoView, names: tuple[str, ...]) -> str:
    """The case, the tray, and everybody's score."""
    hilo = "–" if view.hilo is None else hilo_text(view.hilo)
    lines = [
        f"Round {view.round}, roll {view.roll} of 5: {names[view.turn_of]}"
        + (" (second turn)" if view.bonus else ""),
        f"  Rack  {' '.join(map(str, view.rack)) or '–'}",
        f"  Bank  {' '.join(map(str, view.bank)) or '–'}",
        f"  Hi/Lo {hilo}{' in its box' if view.boxed else ''}",
        f"  Tray  {' '.join(map(str, view.tray)) or '–'}",
    ]
    if view.points is not None:
        lines.append(f"  As they lie: {view.points} points; at best {view.best}")
    for seat, name in enumerate(names):
        score = view.scores[seat]
        track = "█" * (min(score, 100) // 4)
        mark = ">" if view.to_move == seat else " "
        lines.append(f"{mark} {name[:20]:20} {score:3} {track:25}|")
    return "\n".join(lines)
