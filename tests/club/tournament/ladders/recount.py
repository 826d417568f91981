"""A second program for ladders: the order of the players, from the recorded steps and the results alone.

It shares nothing with the program but the forms of its data, and follows ``docs/tournaments.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def order_of(steps: Sequence[Mapping[str, Any]], results: Sequence[tuple[int, int, float]]) -> list[int]:
    """The players from the first place to the last. ``results`` has the time, the number of the challenge and
    the challenger's points of each game with a result."""
    challenges = {each["number"]: each for each in steps if each["kind"] == "challenge"}
    order: list[int] = []

    def climb(number: int) -> None:
        challenger, challenged = challenges[number]["player"], challenges[number]["other"]
        if challenger in order and challenged in order and order.index(challenged) < order.index(challenger):
            # All from the challenged player on move down by one, as far as the challenger's old place.
            rest = [each for each in order if each != challenger]
            at = rest.index(challenged)
            order[:] = [*rest[:at], challenger, *rest[at:]]

    # Of a game and a step at the same moment the game comes first.
    moments = [(at, 0, number, points) for at, number, points in results]
    moments += [(each["at"], 1, each["number"], 0.0) for each in steps]
    for _, is_step, number, points in sorted(moments):
        if not is_step:
            if points == 1:
                climb(number)
            continue
        step = steps[number - 1]
        if step["kind"] == "join":
            order.append(step["player"])
        elif step["kind"] == "leave":
            order.remove(step["player"])
        elif step["kind"] in ("decline", "expire"):
            climb(step["challenge"])
    return order
