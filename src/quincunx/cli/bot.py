"""``quincunx bot``: a bot of the house as a program that speaks the line protocol."""

from __future__ import annotations

import sys
from random import Random

PROTOCOL = 1


def bot(level: str) -> int:
    """Play for whoever asks on standard input, as docs/bot-protocol.md describes.

    LEVEL is a bot of the house: novice, casual, keen, skilled, expert, master, greedy or random.
    """
    import msgspec

    from quincunx.engines.bot import Budget
    from quincunx.games.cinco.types import CincoView
    from quincunx.games.cinqo.types import CinqoView
    from quincunx.games.levels import AnyBot, bot_for, names

    views = {"cinco": CincoView, "cinqo": CinqoView}
    if level not in names("cinco"):
        return _fail(f"There is no bot “{level[:40]}”; there are {', '.join(names('cinco'))}.")
    player: AnyBot | None = None
    game = ""
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "quincunx":
            version, _, game = rest.partition(" ")
            if version != str(PROTOCOL) or game not in views:
                return _fail(f"This bot speaks protocol {PROTOCOL}, for cinco and cinqo.")
            player = bot_for(game, level)
            print("ready", flush=True)
        elif word == "choose" and player is not None:
            try:
                asked = msgspec.json.decode(rest)
                view = msgspec.convert(asked["view"], views[game])
                seconds = asked.get("seconds")
                budget = Budget(seconds=None if seconds is None else float(seconds))
                seed = asked.get("seed")
            except (msgspec.DecodeError, msgspec.ValidationError, KeyError, TypeError, ValueError) as error:
                return _fail(f"That is no question: {error}.")
            decision = player.choose(view, Random(str(seed)), budget)  # noqa: S311  # a bot's taste is no secret
            print("move " + msgspec.json.encode(decision.action).decode(), flush=True)
        elif word == "quit":
            return 0
        elif word:
            return _fail(f"This bot does not know the word “{word[:40]}”.")
    return 0


def _fail(sentence: str) -> int:
    print(f"quincunx: {sentence}", file=sys.stderr)
    return 1
