"""Names that look alike, as Unicode Technical Standard 39 has it: of two such only one is given away."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib import resources

from quincunx.table.visible import is_ignorable

_ROUNDS = 8
"""Each fold may make room for another; names come to rest after two or three."""


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
    """The skeleton of UTS #39, section 4: two texts with the same one can be taken for each other.

    It is for comparing alone, and no text to be shown.
    """
    decomposed = unicodedata.normalize("NFD", text)
    # They show nothing by themselves; the standard removes them (Default_Ignorable_Code_Point).
    kept = "".join(letter for letter in decomposed if not is_ignorable(letter))
    return unicodedata.normalize("NFD", kept.translate(_prototypes()))


def likeness(name: str) -> str:
    """What is the same for names that people confuse: also when they differ in case and blanks alone.

    The standard takes I, l and 1 for one letter, but not i, which case would make of I: here all are one.
    """
    folded = name
    for _ in range(_ROUNDS):
        plain = unicodedata.normalize("NFKC", folded).casefold().replace("i", "l")
        again = "".join(skeleton(plain).split())
        if again == folded:
            break
        folded = again
    return folded
