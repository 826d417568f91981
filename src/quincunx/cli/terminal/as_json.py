"""The game for programs: one JSON object a line on the standard output, moves by line on the input."""

from __future__ import annotations

import json
import sys
from typing import Any

import msgspec

from quincunx.cli.files import say
from quincunx.cli.terminal.loop import Quit
from quincunx.cli.terminal.typed import read_move
from quincunx.core.game import Forbidden, Seat, Unparseable
from quincunx.games import Move, Story, View


class JsonScreen:
    """Lines have a ``type``: ``game`` first, then ``story``, ``view`` (a move is awaited), ``refused``,
    and ``end`` at last."""

    def __init__(self, game: str) -> None:
        self._game = game

    def open(self, **facts: Any) -> None:
        """How the game is set up."""
        _line("game", **facts)

    def tell(self, viewer: Seat | None, stories: tuple[Story, ...]) -> None:
        for story in stories:
            _line("story", viewer=viewer, story=story)

    def ask(self, view: View) -> Move:
        _line("view", viewer=view.viewer, view=view)
        while True:
            text = input().strip()
            if text == "quit":
                raise Quit
            try:
                return read_move(self._game, text)
            except Unparseable as error:
                _line("refused", rule=None, code="unparseable", sentence=str(error), params={})

    def refuse(self, error: Forbidden) -> None:
        _line("refused", rule=error.rule, code=error.code, sentence=error.sentence, params=error.params)

    def moved(self, view: View) -> None:
        pass  # whoever must move is sent the view, and “end” has the last one

    def close(self, view: View, **facts: Any) -> None:
        """How the game ended; ``outcome`` is null if it was broken off."""
        _line("end", view=view, **facts)


def _line(type_: str, **fields: Any) -> None:
    # The standard library escapes everything beyond ASCII: safe for every pipe.
    say(json.dumps(msgspec.to_builtins({"type": type_, **fields}), separators=(",", ":")))
    sys.stdout.flush()  # whoever reads a pipe waits for this line before it answers
