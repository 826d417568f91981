"""The game for programs: one JSON object per line on standard output, one move per line on the input."""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from quincunx.cli.files import json_line, print_line
from quincunx.cli.terminal.match import Quit
from quincunx.cli.terminal.typed import read_move
from quincunx.core.game import AnyGame
from quincunx.core.reason import Reason, Refusal, Unparseable
from quincunx.core.record import Record
from quincunx.core.values import Seat


class JsonScreen:
    """A screen of JSON lines. Each has a ``type``: ``game`` first, then ``event``, ``view`` (a move is
    awaited), ``refused``, and finally ``end``."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def open(self, record: Record) -> None:
        """Write the options of the game."""
        _print_json("game", options=record.options, names=record.names, commitment=record.commitment)

    def show_events(self, viewer: Seat | None, events: tuple[Any, ...]) -> None:
        for event in events:
            _print_json("event", viewer=viewer, event=event)

    def ask(self, view: Any) -> Any:
        _print_json("view", viewer=view.viewer, view=view)
        while True:
            text = input().strip()
            if text == "quit":
                raise Quit
            try:
                return read_move(self._game, text)
            except Unparseable as error:
                _refused(Reason("malformed", "unparseable", str(error)))

    def refuse(self, refusal: Refusal) -> None:
        _refused(refusal.reason)

    def on_move(self, view: Any) -> None:
        pass  # the seat to move is sent the view, and “end” has the last one

    def leave(self) -> None:
        pass  # “end” says that there is no outcome

    def close(self, view: Any, record: Record) -> None:
        """Write the end of the game; ``outcome`` is null if it was left unfinished."""
        _print_json("end", view=view, outcome=record.outcome, seed=record.seed)


def _refused(reason: Reason) -> None:
    _print_json("refused", **msgspec.to_builtins(reason))


def _print_json(type_: str, **fields: Any) -> None:
    # The standard library escapes everything beyond ASCII: safe for every pipe.
    print_line(json_line({"type": type_, **fields}))
    sys.stdout.flush()  # the reader of a pipe waits for this line before it answers
