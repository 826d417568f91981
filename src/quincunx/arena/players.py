"""Entrants: bots by name, with a budget of their own, from Python modules, or as programs.

- ``master`` or ``master:simulations=400`` or ``master:seconds=0.2,threads=2``: one of our bots;
- ``py:package.module:attribute``: any object, or class without arguments, that has ``choose``;
- ``cmd:PROGRAM ARGUMENTS``: a program that speaks the line protocol (``docs/bot-protocol.md``).
"""

from __future__ import annotations

import reprlib
import shlex
from importlib import import_module
from random import Random
from typing import Any, Final

import msgspec

from quincunx.arena.program import Fault, ProgramBot
from quincunx.core.game import AnyGame
from quincunx.core.sentence import SpokenError, sentence
from quincunx.engines.bot import OWN_PACE, Budget, Decision
from quincunx.engines.levels import AnyBot, names

MOST_WORDS: Final = 200


class BadEntry(SpokenError, ValueError):
    """A bot that cannot enter. The text is a sentence for people."""


class Guest:
    """A foreign Python object. Its errors and invalid moves are its own faults, and do not end the
    tournament."""

    def __init__(self, game: AnyGame, bot: AnyBot) -> None:
        self._bot = bot
        self._game = game

    def choose(self, view: Any, random: Random, budget: Budget = OWN_PACE) -> Decision[Any]:
        """Return only the object's move. Raises :class:`Fault` with the error."""
        try:
            decision = self._bot.choose(view, random, budget)
        except (Exception, SystemExit) as error:
            raise Fault(f"crashed: {type(error).__name__}: {error}"[:MOST_WORDS]) from error
        try:
            # An object made in Python may hold anything, such as lists for tuples, which the rules do not
            # support.
            move: Any = msgspec.convert(msgspec.to_builtins(decision.action), self._game.move_type)
        except Exception as error:
            raise Fault(f"garbage: {reprlib.repr(decision)}"[:MOST_WORDS]) from error
        return Decision(move, 0.0, ())


class Entrant(msgspec.Struct, frozen=True):
    """A participant. Its own ``budget`` takes precedence over the arena's."""

    text: str
    bot: AnyBot
    budget: Budget


def entrant(game: AnyGame, text: str, seconds: float | None, simulations: int | None) -> Entrant:
    """Return the entrant that a text names; without a budget of its own it has the arena's. Raises
    :class:`BadEntry`."""
    budget = Budget(seconds, simulations)
    if text.startswith("cmd:"):
        words = shlex.split(text[4:])
        if not words:
            raise BadEntry(sentence("After “cmd:” comes a program."))
        return Entrant(text, ProgramBot(game, words, seconds), budget)
    if text.startswith("py:"):
        return Entrant(text, Guest(game, _from_module(text)), budget)
    name, _, refined = text.partition(":")
    if name not in names(game.bots):
        raise BadEntry(
            sentence("There is no bot “{{1}}”; there are {{2}}.", name[:40], tuple(names(game.bots)))
        )
    return Entrant(text, game.bots.bot(name), _refined(text, refined, budget) if refined else budget)


def _from_module(text: str) -> AnyBot:
    module, _, attribute = text[3:].partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadEntry(sentence("“{{1}}” cannot be imported: {{2}}.", text[:80], error)) from error
    bot: AnyBot = found() if isinstance(found, type) else found
    if not callable(getattr(bot, "choose", None)):
        raise BadEntry(sentence("“{{1}}” has no method “choose”.", text[:80]))
    return bot


def _refined(text: str, refined: str, budget: Budget) -> Budget:
    values: dict[str, float | int] = {}
    for part in refined.split(","):
        key, _, value = part.partition("=")
        try:
            if key == "seconds":
                values["seconds"] = float(value)
            elif key in ("simulations", "threads"):
                values[key] = int(value)
            else:
                raise ValueError
            if not 0 < values[key] < 1e9:
                raise ValueError
        except ValueError:
            raise BadEntry(
                sentence("“{{1}}”: after the colon come seconds=…, simulations=… or threads=….", text[:80])
            ) from None
    own = {"seconds", "simulations"} & values.keys()
    seconds = values.get("seconds", None if own else budget.seconds)
    simulations = values.get("simulations", None if own else budget.simulations)
    return Budget(
        None if seconds is None else float(seconds),
        None if simulations is None else int(simulations),
        int(values.get("threads", 1)),
    )
