"""A move in any of the forms that programs write: the answers of bots, and the library's moves."""

from __future__ import annotations

import json
import reprlib
from collections.abc import Mapping
from typing import Any, cast

import msgspec

from quincunx.core.chance import is_chance
from quincunx.core.game import AnyGame
from quincunx.core.reason import Unparseable
from quincunx.core.sentence import sentence
from quincunx.engines.bot import Decision


def parse_answer(game: AnyGame, answer: object) -> Any:
    """Return the move that an answer stands for.

    An answer is a move, its JSON (as an object or as text), its text (``57>63``), its action number, or a
    :class:`~quincunx.engines.bot.Decision`. Raises :class:`~quincunx.core.reason.Unparseable`, whose sentence
    names the expected forms.
    """
    if isinstance(answer, Decision):
        answer = getattr(cast("object", answer), "action", None)  # a decision about any game
    try:
        return _parse(game, answer)
    except Exception as error:  # a foreign object may raise anything
        text = game.text.forms[0][0]
        move = game.text.parse_move(text)
        form = json.dumps(msgspec.to_builtins(move))
        raise Unparseable(
            sentence(
                "{{1}} isn’t a move in {{2}}. Expected: {{3}}, the text “{{4}}”, "
                "the JSON {{5}}, or an action number.",
                reprlib.repr(answer),
                game.title,
                repr(move),
                text,
                form,
            )
        ) from error


def _parse(game: AnyGame, answer: object) -> Any:
    if isinstance(answer, str):
        text = answer.strip()
        if text.startswith("{"):
            return game.decode_move(text.encode())
        if is_chance(text):
            raise ValueError(text)
        return game.text.parse_move(game.text.normalize_move(text))
    if isinstance(answer, int) and not isinstance(answer, bool):
        return game.actions.move_of(answer)
    if not isinstance(answer, (msgspec.Struct, Mapping)):
        raise TypeError(answer)
    # An object made in Python may hold anything, such as lists for tuples, which the rules do not support.
    return msgspec.convert(msgspec.to_builtins(answer), game.move_type)
