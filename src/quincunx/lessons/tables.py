"""The puzzles of a game as a table: the number in each theme, their margins and ratings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from quincunx.core.study import Study


def by_theme(studies: Sequence[Study]) -> Iterator[tuple[str, ...]]:
    """Yield a row for each theme: its name, the number of puzzles, and the minimum, median and maximum of
    margin and rating."""
    for theme in dict.fromkeys(study.theme or "" for study in studies):
        some = [study for study in studies if study.theme == theme]
        margins = [study.margin for study in some if study.margin is not None]
        ratings = [study.rating for study in some if study.rating is not None]
        yield theme, str(len(some)), *_spread(margins, 3), *_spread(ratings, 0)


def _spread(values: Sequence[float], digits: int) -> Iterator[str]:
    for value in (min(values), median(values), max(values)) if values else ():
        yield f"{value:.{digits}f}"
