"""Likeness of Cinq-O's puzzles."""

from __future__ import annotations

from quincunx.games.cinqo.types import CinqoView


def shape(seen: CinqoView, theme: str) -> str:
    """Return a key that puzzles share if they are alike: the same dice in Rack, Bank and tray after the same
    roll, in any order.

    Lo is Hi upside down: a 6 for each 1, and so on. Seats and scores do not count, unless the puzzle is about
    the score; then equal tens of points, and equally many rounds left, are alike.
    """
    assert seen.hilo is not None
    places = [tuple(sorted(seen.rack)), tuple(sorted(seen.bank)), tuple(sorted(seen.tray))]
    if seen.hilo < 0:
        places = [tuple(sorted(7 - die for die in place)) for place in places]
    dice = " ".join("".join(map(str, place)) or "-" for place in places)
    stand = f" {_stand(seen)}" if theme == "win" else ""
    return f"{seen.roll} {dice} {abs(seen.hilo)}{'b' if seen.boxed else ''}{stand}"


def _stand(seen: CinqoView) -> str:
    """Return the scores, those of the seat to move first, and what is left of the game."""
    mine = seen.scores[seen.turn_of]
    others = [score for seat, score in enumerate(seen.scores) if seat != seen.turn_of]
    options = seen.options
    goal = options.goal if options.goal == "hundred" else f"{options.rounds - seen.round} left"
    return f"{goal} {','.join(str(score // 10) for score in (mine, *others))}"
