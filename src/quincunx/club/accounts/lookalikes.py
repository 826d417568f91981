"""Detection of lookalike names, after Unicode Technical Standard 39. Only one of two such names is
available."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib import resources

from quincunx.table.visible import is_ignorable

_ROUNDS = 8
"""Most rounds of folding. One fold may enable another; names are stable after two or three rounds."""


@cache
def _prototypes() -> dict[int, str]:
    text = resources.files("quincunx.club").joinpath("data/confusables.txt").read_text(encoding="utf-8")
    found: dict[int, str] = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            source, _, target = line.partition(";")
            found[int(source, 16)] = "".join(chr(int(each, 16)) for each in target.split())
    return found


def skeleton(text: str) -> str:
    """The skeleton of UTS #39, section 4. Two texts with the same skeleton can be mistaken for each other.

    It is only for comparison and never shown.
    """
    decomposed = unicodedata.normalize("NFD", text)
    # They are invisible by themselves; the standard removes them (Default_Ignorable_Code_Point).
    kept = "".join(letter for letter in decomposed if not is_ignorable(letter))
    return unicodedata.normalize("NFD", kept.translate(_prototypes()))


def likeness(name: str) -> str:
    """The comparison key of a name, equal for names that people confuse. It also ignores case and blanks.

    The standard treats I, l and 1 as one letter, but not i, whose upper case is I. Here all four are one
    letter.
    """
    folded = name
    for _ in range(_ROUNDS):
        plain = unicodedata.normalize("NFKC", folded).casefold().replace("i", "l")
        again = "".join(skeleton(plain).split())
        if again == folded:
            break
        folded = again
    return folded
