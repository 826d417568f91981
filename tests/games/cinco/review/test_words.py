"""Of mistakes that bots of two levels have made, nearly every one is told with a reason.

``testdata/cinco-mistakes.jsonl`` has four games of each seating with the mistakes that a review found in
them, as ``python -m benchmarks.review_words --keep`` writes them. They are none of those by which the reasons
were chosen.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec

from benchmarks.review_words import Reviewed, words
from quincunx.games.cinco.review.reasons import MOST

GAMES = Path(__file__).parents[4] / "testdata/cinco-mistakes.jsonl"
WITHOUT_WORDS = 0.05
ONE_WORD = 0.2
"""No reason is the first of more of them."""


def told() -> dict[str, list[tuple[str, ...]]]:
    """By seating, for each mistake the codes of its reasons."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for line in GAMES.read_bytes().splitlines():
        game = msgspec.json.decode(line, type=Reviewed)
        found.setdefault(game.seating, []).extend(words(game))
    return found


def test_nearly_every_mistake_has_a_reason() -> None:
    every = [codes for some in told().values() for codes in some]
    assert len(told()) == 5
    assert len(every) > 150
    assert sum(not codes for codes in every) <= WITHOUT_WORDS * len(every)


def test_they_do_not_all_begin_alike_and_are_few() -> None:
    every = [codes for some in told().values() for codes in some]
    first = Counter(codes[0] for codes in every if codes)
    assert max(first.values()) <= ONE_WORD * len(every)
    assert max(map(len, every)) <= MOST
