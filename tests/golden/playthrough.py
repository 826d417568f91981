"""Playthroughs: every viewer's view at every ply of a game, as text.

One block a ply: the move, what everyone is told (and a seat, where it is told more), the number of legal
moves with a fingerprint of their list, and a fingerprint of every viewer's view (``*`` is a spectator, ``!``
the open view). Whole views stand at a few plies only, or the files would be huge.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from quincunx.core.chance import CHANCE
from quincunx.core.record import Record, replay
from quincunx.core.values import Ply
from quincunx.texts.catalogue import ENGLISH, Catalogue

PLAYTHROUGHS = Path("testdata/playthroughs")
DRAWN_EVERY = 25
WORDS = Catalogue(ENGLISH)


def playthrough(record: Record) -> str:
    """The whole dump of a game."""
    return "".join(line + "\n" for line in _lines(record))


def _lines(record: Record) -> Iterator[str]:
    game = record.game
    yield f"{game.name}: {msgspec.json.encode(record.options).decode()}"
    dumped = _first_turn(record), len(record.steps)
    for ply in replay(record):
        yield ""
        yield from _block(record, ply)
        if ply.number in dumped:
            yield from _views(record, ply.after)
        if ply.number in dumped or ply.number % DRAWN_EVERY == 0:
            drawing = game.text.draw(game.reveal(ply.after), record.names, WORDS.translate)
            yield from (f"  | {line}".rstrip() for line in drawing.split("\n"))


def _first_turn(record: Record) -> int:
    """The number of the last of chance's moves before the first of a seat."""
    game = record.game
    return next((ply.number for ply in replay(record) if game.to_move(ply.after) != CHANCE), 0)


def _block(record: Record, ply: Ply) -> Iterator[str]:
    game = record.game
    before, move, after = ply.before, ply.step.move, ply.after
    who = "chance" if ply.step.seat == CHANCE else record.names[ply.step.seat]
    yield f"{ply.number} {who}: {game.text.write_move(move)}"
    told: dict[int | None, list[str]] = {}
    for viewer in (None, *range(len(record.names))):
        events = game.public_events(before, move, after, viewer)
        told[viewer] = [WORDS.translate(game.text.describe(event, record.names)) for event in events]
    yield from (f"  {sentence}" for sentence in told[None])
    for viewer, sentences in told.items():
        if viewer is not None:
            yield from (f"  {viewer + 1}: {s}" for s in sentences if s not in told[None])
    legal = [game.text.write_move(each) for each in game.legal_moves(after)]
    views = [f"*{mark(game.view(after, None))}", f"!{mark(game.reveal(after))}"]
    views += [f"{seat + 1}:{mark(game.view(after, seat))}" for seat in range(len(record.names))]
    yield f"  {len(legal)} legal {mark(legal)} views {' '.join(views)}"


def _views(record: Record, state: Any) -> Iterator[str]:
    """Every view in full, one field a line; a seat's only where it differs from the spectator's."""
    game = record.game
    spectator = _fields(game.view(state, None))
    yield from (f"  * {field} {value}" for field, value in spectator.items())
    for seat in range(len(record.names)):
        own = _fields(game.view(state, seat))
        yield from (f"  {seat + 1} {name} {own[name]}" for name in own if own[name] != spectator[name])
    revealed = _fields(game.reveal(state))
    yield from (f"  ! {name} {revealed[name]}" for name in revealed if revealed[name] != spectator[name])


def _fields(view: Any) -> dict[str, str]:
    return {
        field.name: msgspec.json.encode(getattr(view, field.name)).decode()
        for field in msgspec.structs.fields(view)
    }


def mark(value: Any) -> str:
    """A fingerprint of anything that has JSON."""
    return sha256(msgspec.json.encode(value)).hexdigest()[:8]
