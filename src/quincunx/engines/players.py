"""The one notion of a bot, shared by the arena, matches, the library and programs.

A bot is one of these:

- a function that is given a view and returns a move;
- an object, or a class without arguments, whose ``choose(view, random, budget)`` returns a move or a
  :class:`~quincunx.engines.bot.Decision`;
- a level's name, with a budget if wanted: ``master``, ``master:simulations=400``,
  ``master:seconds=0.2,threads=2``;
- ``py:package.module:attribute``: such a function, object or class; the current folder is searched first;
- ``cmd:PROGRAM ARGUMENTS``: a program that speaks the line protocol (``docs/bot-protocol.md``).

``random`` and ``budget`` are passed to functions and methods that take them; the view is always passed. The
returned move may have any form that :func:`~quincunx.engines.answers.parse_answer` knows.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import PurePath
from random import Random
from typing import Any, Protocol, TypeVar

import msgspec

from quincunx.core.game import AnyGame
from quincunx.core.reason import Unparseable
from quincunx.core.sentence import SpokenError, sentence
from quincunx.engines.answers import parse_answer
from quincunx.engines.bot import OWN_PACE, Budget, Decision
from quincunx.engines.control import Policy
from quincunx.engines.levels import AnyBot, names
from quincunx.engines.program import MOST_WORDS, Fault, ProgramBot

ViewT_contra = TypeVar("ViewT_contra", contravariant=True)


class Chooser(Protocol[ViewT_contra]):
    """An object that chooses moves."""

    def choose(self, view: ViewT_contra, random: Random, budget: Budget, /) -> object:
        """Return a move of the view's own seat, which is to move."""
        ...


BotLike = str | Callable[[ViewT_contra], object] | Chooser[ViewT_contra]
"""Anything that counts as a bot."""
AnyBotLike = BotLike[Any]


_ROUNDING = 1e-6


class BadEntry(SpokenError, ValueError):
    """A bot that cannot enter. The text is a sentence for people."""


class Guest:
    """A foreign Python function or object. Its errors and invalid answers are its own faults."""

    def __init__(self, game: AnyGame, function: Callable[..., object]) -> None:
        self._game = game
        self._function = function
        self._takes_random, self._takes_budget = _takes(function)
        self._policy: Any = getattr(getattr(function, "__self__", None), "policy", None)

    def choose(self, view: Any, random: Random, budget: Budget = OWN_PACE) -> Decision[Any]:
        """Return only the move. Raises :class:`Fault` with the error as its cause."""
        further = [*([random] if self._takes_random else []), *([budget] if self._takes_budget else [])]
        try:
            answer = self._function(view, *further)
        except (Exception, SystemExit) as error:
            what = f"{type(error).__name__}: {error}"[:MOST_WORDS]
            raise Fault(f"crashed: {what}{_place_of(error)}") from error
        try:
            return Decision(parse_answer(self._game, answer), 0.0, ())
        except Unparseable as error:
            raise Fault(f"garbage: {error}"[:MOST_WORDS]) from error

    def policy(self, view: Any, budget: Budget = OWN_PACE) -> Policy[Any] | None:
        """Return the policy if the object has a method ``policy(view)``: moves with their probabilities.
        Raises :class:`Fault` unless the moves are legal, all different, and the sum is 1."""
        if self._policy is None:
            return None
        try:
            told = [(parse_answer(self._game, move), float(chance)) for move, chance in self._policy(view)]
        except (Exception, SystemExit) as error:
            raise Fault(f"policy: {type(error).__name__}: {error}"[:MOST_WORDS]) from error
        moves = [move for move, _ in told]
        is_sound = len(set(moves)) == len(moves) and set(moves) <= set(view.moves)
        if not is_sound or abs(sum(chance for _, chance in told) - 1) > _ROUNDING:
            raise Fault("policy: it is no distribution over legal moves")
        return told


class Entrant(msgspec.Struct, frozen=True):
    """A participant. Its own ``budget`` takes precedence over the arena's."""

    text: str
    bot: AnyBot
    budget: Budget


def entrant(
    game: AnyGame, bot: AnyBotLike, seconds: float | None = None, simulations: int | None = None
) -> Entrant:
    """Return the entrant for anything that counts as a bot; without a budget of its own it has this one.
    Raises :class:`BadEntry`."""
    budget = Budget(seconds, simulations)
    if not isinstance(bot, str):
        return Entrant(name_of(bot), _guest(game, bot, name_of(bot)), budget)
    if bot.startswith("cmd:"):
        words = shlex.split(bot[4:])
        if not words:
            raise BadEntry(sentence("A program must follow “cmd:”."))
        return Entrant(bot, ProgramBot(game, words, seconds), budget)
    if bot.startswith("py:"):
        return Entrant(bot, _guest(game, _from_module(bot), bot[:80]), budget)
    name, _, refined = bot.partition(":")
    if name not in names(game.bots):
        raise BadEntry(
            sentence("Unknown bot “{{1}}”. Choose from {{2}}.", name[:40], tuple(names(game.bots)))
        )
    return Entrant(bot, game.bots.bot(name), _refined(bot, refined, budget) if refined else budget)


def close(entrants: list[Entrant]) -> None:
    """Stop the programs among the entrants."""
    for each in entrants:
        bot: Any = each.bot
        if hasattr(bot, "close"):
            bot.close()


def name_of(bot: AnyBotLike) -> str:
    """Return the name of a bot: its text, its function's or class's name, or what it prints as."""
    if isinstance(bot, str):
        return bot
    name = getattr(bot, "__name__", None)
    return name if isinstance(name, str) else type(bot).__name__


def _guest(game: AnyGame, found: object, name: str) -> Guest:
    """Return a Python object as a bot; a class is called first. Raises :class:`BadEntry`."""
    try:
        bot: object = found() if isinstance(found, type) else found
    except Exception as error:  # a foreign class may raise anything
        what = f"{type(error).__name__}: {error}"
        raise BadEntry(sentence("Can’t create “{{1}}”: {{2}}.", name, what)) from error
    function = getattr(bot, "choose", bot)
    if not callable(function):
        raise BadEntry(sentence("“{{1}}” is neither a function nor an object with a method “choose”.", name))
    return Guest(game, function)


def _place_of(error: BaseException) -> str:
    """Return the file and line of an error, if it happened within the bot."""
    at = error.__traceback__
    if at is None or at.tb_next is None:
        return ""
    while at.tb_next is not None:
        at = at.tb_next
    return f" ({PurePath(at.tb_frame.f_code.co_filename).name}, line {at.tb_lineno})"


def _takes(function: Callable[..., object]) -> tuple[bool, bool]:
    """Return whether a function takes the randomness and the budget after the view. Parameters of other names
    that have defaults are the bot's own."""
    from inspect import Parameter, signature

    try:
        parameters = list(signature(function).parameters.values())
    except (TypeError, ValueError):
        return False, False  # a function written in C
    if any(each.kind is Parameter.VAR_POSITIONAL for each in parameters):
        return True, True
    positional = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    rest = [each for each in parameters if each.kind in positional][1:3]
    taken = [
        each.default is Parameter.empty or each.name == name
        for each, name in zip(rest, ("random", "budget"), strict=False)
    ]
    takes_random, takes_budget = (*taken, False, False)[:2]
    return takes_random, takes_random and takes_budget


def _from_module(text: str) -> object:
    module, _, attribute = text[3:].partition(":")
    folder = os.getcwd()  # entries of sys.path are texts
    if folder not in sys.path and "" not in sys.path:
        # A console script, unlike “python -m”, does not search the current folder.
        sys.path.insert(0, folder)
    try:
        found: object = getattr(import_module(module), attribute)
    except Exception as error:  # a foreign module may raise anything
        what = (
            error if isinstance(error, ImportError | AttributeError) else f"{type(error).__name__}: {error}"
        )
        raise BadEntry(sentence("Can’t import “{{1}}”: {{2}}.", text[:80], what)) from error
    return found


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
