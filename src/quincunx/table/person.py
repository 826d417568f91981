"""Who acts at a table, and how a command is turned down."""

from __future__ import annotations

import unicodedata

import msgspec

from quincunx.core.game import Forbidden

LONGEST_NAME = 24
# Control, format (bidi marks among them), surrogate, private-use and unassigned characters, and line breaks.
_UNSEEMLY = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_FILLERS = "\u115f\u1160\u3164\uffa0"
"""Letters of Korean that show nothing."""


class Person(msgspec.Struct, frozen=True):
    """Somebody who acts. ``id`` comes from a signed cookie and is never shown to others."""

    id: str
    name: str


SYSTEM = Person("house", "Quincunx")
"""The house itself, which moves for its bots. No cookie can carry this identity."""


class Refusal(Exception):
    """A command that changes nothing, and why, in a sentence for people."""

    def __init__(
        self,
        code: str,
        sentence: str,
        rule: str | None = None,
        params: dict[str, int | str] | None = None,
        stale: bool = False,
    ) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.rule = rule
        self.params = params or {}
        self.stale = stale

    @classmethod
    def of(cls, forbidden: Forbidden) -> Refusal:
        """A rule's refusal, with its number."""
        return cls(forbidden.code, forbidden.sentence, forbidden.rule, forbidden.params)


def checked_name(name: str) -> str:
    """The name, trimmed, with single spaces.

    Raises :class:`Refusal` unless 1 to 24 visible characters remain.
    """
    if any(unicodedata.category(letter) in _UNSEEMLY or letter in _FILLERS for letter in name):
        raise Refusal("name-unseemly", "A name has only visible characters.")
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if name and all(unicodedata.category(letter)[0] in "MZ" for letter in name):
        raise Refusal("name-unseemly", "A name has only visible characters.")
    if not 1 <= len(name) <= LONGEST_NAME:
        sentence = f"A name has 1 to {LONGEST_NAME} characters."
        raise Refusal("name-length", sentence, params={"most": LONGEST_NAME})
    return name
