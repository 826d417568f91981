"""The order of a ladder, recomputed from its recorded steps, the journal and the hosts' rulings alone.

It shares nothing with the program but the forms of its data, and follows ``docs/tournaments.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from quincunx.table.seats.person import handle_of
from quincunx.table.state import TableState
from tests.tournament.check import points_of

Steps = Sequence[Mapping[str, Any]]
Result = tuple[int, int, float]
"""The time of a game's result, the number of the challenge, and the challenger's points."""


def order_of(steps: Steps, results: Sequence[Result]) -> list[int]:
    """The players from the first place to the last."""
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


def results_of(view: Mapping[str, Any], steps: Steps, states: Mapping[str, TableState]) -> Sequence[Result]:
    """The results of all games: what a host has set, or else what the journal says."""
    players = {line["handle"]: line["player"] for line in view["standings"]}
    challengers = {each["number"]: each["player"] for each in steps if each["kind"] == "challenge"}
    found: list[Result] = []
    for step in steps:
        if step["kind"] != "accept":
            continue
        number, state = step["challenge"], states[step["table"]]
        rulings = [each for each in view["rulings"] if each["board"] == number]
        is_ruled = bool(rulings) and rulings[-1]["after"] is not None
        is_over = state.status == "ended"
        if not is_ruled and not is_over:
            continue
        times = [state.moved_on] if is_over else []
        times += [rulings[0]["at"]] if is_ruled else []
        points = rulings[-1]["after"] if is_ruled else points_of(state)
        seated = rulings[-1]["players"] if is_ruled else [players[seat] for seat in handles(state)]
        # Clocks of nodes differ a little; a game always ends after it was accepted.
        found.append(
            (max(step["at"] + 1, min(times)), number, float(points[seated.index(challengers[number])]))
        )
    return found


def handles(state: TableState) -> list[str]:
    """The handles of the people of a table's seats, also of those for whom a bot sits there."""
    return [handle_of(seat.person or "") for seat in state.seats]


def faults_of_ladder(view: Mapping[str, Any], steps: Steps, states: Mapping[str, TableState]) -> list[str]:
    """All that is wrong with the places that are shown."""
    expected = order_of(steps, results_of(view, steps, states))
    shown = [line["player"] for line in view["standings"] if not line["is_out"]]
    wrong = [] if shown == expected else [f"the ladder is shown as {shown}, and is {expected}"]
    numbers = [each["number"] for each in steps]
    wrong += [] if numbers == list(range(1, len(steps) + 1)) else ["the steps are not numbered in order"]
    tables = [each["table"] for each in steps if each["kind"] == "accept"]
    if len(set(tables)) < len(tables) or not set(tables) <= set(states):
        wrong.append("not every accepted challenge has a table of its own")
    return wrong
