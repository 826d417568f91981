"""``quincunx bot``: one of our bots as a program that speaks the line protocol."""

from __future__ import annotations

import sys
from random import Random
from typing import Any, Final

import msgspec

from quincunx.core.game import AnyGame
from quincunx.engines.bot import Budget
from quincunx.engines.levels import AnyBot, names
from quincunx.games import GAMES

PROTOCOL: Final = "1"


class _NotUnderstood(Exception):
    """The text is a sentence for whoever wrote the other side."""


def bot(level: str) -> int:
    """Play for whoever asks on standard input, as docs/bot-protocol.md describes.

    LEVEL is a level, as “quincunx play GAME --help” lists them, or a baseline such as random.
    """
    known = {name: None for game in GAMES.values() for name in names(game.bots)}
    if level not in known:
        return _fail(f"There is no bot “{level[:40]}”; there are {', '.join(known)}.")
    try:
        _serve(level)
    except _NotUnderstood as error:
        return _fail(str(error))
    return 0


def _serve(level: str) -> None:
    game: AnyGame | None = None
    player: AnyBot | None = None
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "quincunx":
            game = _game(rest, level)
            player = game.bots.bot(level)
            print("ready", flush=True)
        elif word == "choose" and game is not None and player is not None:
            print("move " + _answer(game, player, rest), flush=True)
        elif word == "quit":
            return
        elif word:
            raise _NotUnderstood(f"This bot does not know the word “{word[:40]}”.")


def _game(greeting: str, level: str) -> AnyGame:
    version, _, name = greeting.partition(" ")
    playing = [each.name for each in GAMES.values() if level in names(each.bots)]
    if version != PROTOCOL or name not in playing:
        raise _NotUnderstood(f"This bot speaks protocol {PROTOCOL}, for {', '.join(playing)}.")
    return GAMES[name]


def _answer(game: AnyGame, player: AnyBot, question: str) -> str:
    try:
        asked: dict[str, Any] = msgspec.json.decode(question, type=dict[str, Any])
        view = msgspec.convert(asked["view"], game.view_type)
        seconds = asked.get("seconds")
        budget = Budget(seconds=None if seconds is None else float(seconds))
    except (msgspec.DecodeError, msgspec.ValidationError, KeyError, TypeError, ValueError) as error:
        raise _NotUnderstood(f"That is no question: {error}.") from error
    seed = str(asked.get("seed"))
    decision = player.choose(view, Random(seed), budget)  # noqa: S311  # a bot's taste is no secret
    return msgspec.json.encode(decision.action).decode()


def _fail(sentence: str) -> int:
    print(f"quincunx: {sentence}", file=sys.stderr)
    return 1
