"""``quincunx learn``: a game's lesson in the terminal, one small position after another."""

from __future__ import annotations


def learn(game: str | None = None, *, again: bool = False) -> int:
    """Learn a game by playing it; leave with “q”, and go on another time where you left.

    Parameters
    ----------
    game
        The game’s short name. Default: the first with a lesson.
    again
        Start again from the first step.
    """
    from quincunx.cli.lessons.lesson import start

    return start(game, again)
