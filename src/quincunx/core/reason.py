"""Why something is refused: one value for rules, tables, HTTP and sockets alike."""

from __future__ import annotations

from typing import Literal

import msgspec

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
"""What sort of refusal it is. ``rule``: a rule of the game says no. ``conflict``: the table's present state
does. ``stale``: the game had moved on before the command came. ``malformed``: it makes no sense at any table.
``forbidden``: it is somebody else's to do. ``unknown``: there is no such thing. The others are the server's:
nobody has said hello, a method or media type that it does not take, too much at once, too often, not just
now, and a fault of its own."""


class Reason(msgspec.Struct, frozen=True):
    """Why not. ``sentence`` is for people, in English; ``code`` is a stable name by which clients translate
    it, with ``params``, the values that the sentence mentions. ``rule`` is the number of the rule of the game
    that refuses (``4.2``, ``C2`` …), ``None`` where no rule is concerned."""

    kind: Kind
    code: str
    sentence: str
    rule: str | None = None
    params: dict[str, int | str] = {}


class GameError(ValueError):
    """Anything that a game or a table does not accept. The text is a whole sentence for people."""


class Refusal(GameError):
    """What was asked for is understood and refused, and nothing has changed; :attr:`reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.sentence)
        self.reason = reason


class Unparseable(GameError):
    """Text or data that does not say a move at all; ``position`` counts characters of ``text`` from 0."""

    def __init__(self, sentence: str, text: str = "", position: int = 0) -> None:
        super().__init__(sentence)
        self.text = text
        self.position = position


def refused(kind: Kind, code: str, sentence: str, rule: str | None = None, **params: int | str) -> Refusal:
    """A refusal of this kind, to be raised."""
    return Refusal(Reason(kind, code, sentence, rule, params))


def forbidden(rule: str, code: str, sentence: str, **params: int | str) -> Refusal:
    """A refusal by a rule of the game, to be raised."""
    return Refusal(Reason("rule", code, sentence, rule, params))
