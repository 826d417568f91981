"""Reasons for refusals: one type for rules, tables, HTTP and sockets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import msgspec

from quincunx.core.sentence import Spoken, SpokenError, Value, sentence_of

Kind = Literal[
    "rule",
    "conflict",
    "stale",
    "malformed",
    "forbidden",
    "unknown",
    "unauthenticated",
    "unsupported",
    "too-large",
    "too-fast",
    "unavailable",
    "internal",
]
"""The kind of a refusal. ``rule``: a rule of the game forbids it. ``conflict``: the table's present state
forbids it. ``stale``: the game had moved on before the command came. ``malformed``: it makes no sense at any
table. ``forbidden``: only other people may do it. ``unknown``: there is no such thing. The others are the
server's: no hello yet, an unsupported method or media type, a body too large, too many requests, temporarily
unavailable, and an internal error."""


class Reason(msgspec.Struct, frozen=True):
    """The reason for a refusal. ``sentence`` is English, for people. ``code`` is a stable name by which
    clients translate it, with ``params``, the values mentioned in the sentence. ``rule`` is the number of the
    game's rule that refuses (``4.2``, ``C2`` …), or ``None`` if no rule is concerned."""

    kind: Kind
    code: str
    sentence: str
    rule: str | None = None
    params: dict[str, int | str] = {}


@dataclass(frozen=True, slots=True)
class GameReason(Spoken):
    """The reason for a refusal as a value of a sentence. The catalogues of the game of this name word it."""

    reason: Reason
    game: str | None = None

    def __str__(self) -> str:
        return self.reason.sentence


class GameError(ValueError):
    """An error in what a game or a table was given. The text is a whole sentence for people."""


class Refusal(GameError):
    """A request that was understood and refused, and has changed nothing; :attr:`reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.sentence)
        self.reason = reason
        self.sentence: Spoken = GameReason(reason)


class Unparseable(SpokenError, GameError):
    """Text or data that is not a move at all; ``position`` counts characters of ``text`` from 0."""

    def __init__(self, sentence: Spoken, text: str = "", position: int = 0) -> None:
        super().__init__(sentence)
        self.text = text
        self.position = position


def spoken_by(game: str, error: GameError) -> Value:
    """Return the sentence of an error, to be worded by the game of this name."""
    return GameReason(error.reason, game) if isinstance(error, Refusal) else sentence_of(error)


def refused(kind: Kind, code: str, sentence: str, rule: str | None = None, **params: int | str) -> Refusal:
    """Return a refusal of this kind, to be raised."""
    return Refusal(Reason(kind, code, sentence, rule, params))


def forbidden(rule: str, code: str, sentence: str, **params: int | str) -> Refusal:
    """Return a refusal by a rule of the game, to be raised."""
    return Refusal(Reason("rule", code, sentence, rule, params))
