"""The result of a tournament, recomputed from the journal alone."""

from __future__ import annotations

import asyncio
from collections import Counter
from fractions import Fraction
from itertools import chain, combinations
from statistics import median
from typing import Any

import asyncpg
import msgspec

from quincunx.adapters.journal.postgres import PostgresJournal
from quincunx.table.fold import fold
from quincunx.table.state import TableState

Games = list[dict[str, Any]]


class Found(msgspec.Struct):
    """The contents of the journal and the store."""

    states: dict[str, TableState]
    counted: Counter[str]
    """The number of times that each table is among the results."""


async def read(url: str) -> Found:
    """All tables that there are, and all results."""
    journal = PostgresJournal(url)
    await journal.open()
    try:
        names = [row.table for row in await journal.list_tables("", 10_000)]
        states = {name: fold(await journal.read(name)) for name in names}
    finally:
        await journal.close()
    connection = await asyncpg.connect(url)
    try:
        rows = await connection.fetch("SELECT tab FROM result_games")
    finally:
        await connection.close()
    return Found(states, Counter(row["tab"] for row in rows))


async def settled(url: str) -> Found:
    """The contents of journal and store once all results are recorded."""
    async with asyncio.timeout(60):
        while True:
            found = await read(url)
            if sorted(found.counted) == sorted(found.states):
                return found
            await asyncio.sleep(0.5)


def points_of(state: TableState) -> list[Fraction]:
    """By the rules of docs/tournaments.md, without the program's own: who has left has lost."""
    assert state.outcome is not None
    left = [seat.kind == "stand_in" or seat.bot_turns > 2 for seat in state.seats]
    if any(left):
        return [Fraction(0 if gone else 1) for gone in left]
    if len(state.outcome.winners) != 1:
        return [Fraction(1, 2)] * 2
    return [Fraction(int(seat in state.outcome.winners)) for seat in range(2)]


def places_of(state: TableState) -> list[Fraction]:
    """The points of a table of three or four, each for themselves, by the same rules: a place is worth what
    it is ahead of the last one."""
    assert state.outcome is not None
    left = [seat.kind == "stand_in" or seat.bot_turns > 2 for seat in state.seats]
    won = [seat in state.outcome.winners for seat in range(len(left))]
    # Best first: winners, the others by their totals, and those who have left.
    ranks = [
        (0, 0) if gone else (2, 0) if first else (1, total)
        for gone, first, total in zip(left, won, state.position.scores, strict=True)
    ]
    worth = [Fraction(6 * place, len(ranks) - 1) for place in range(len(ranks))]
    shared = [[worth[place] for place, other in enumerate(sorted(ranks)) if other == rank] for rank in ranks]
    points = [sum(each, Fraction(0)) / len(each) for each in shared]
    return [Fraction(0) if gone else each for gone, each in zip(left, points, strict=True)]


def standings_of_tables(games: Games, players: set[int], states: dict[str, TableState]) -> dict[int, Any]:
    """As :func:`standings`, of tables of three or four: the points of the others at a table are averaged."""
    points = dict.fromkeys(players, Fraction(0))
    played = dict.fromkeys(players, 0)
    for game in games:
        for player, scored in zip(game["players"], places_of(states[game["table"]]), strict=True):
            points[player] += scored
            played[player] += 1
    met = dict.fromkeys(players, Fraction(0))
    for game in games:
        for player in game["players"]:
            others = [points[each] for each in game["players"] if each != player]
            met[player] += sum(others, Fraction(0)) / len(others)
    return {player: (points[player], met[player], played[player]) for player in players}


def standings(games: Games, players: set[int], states: dict[str, TableState]) -> dict[int, Any]:
    """Each one's points, Buchholz and number of games, from the tables' entries alone."""
    points = dict.fromkeys(players, Fraction(0))
    met: dict[int, list[int]] = {player: [] for player in players}
    played = dict.fromkeys(players, 0)
    for game in games:
        if game["table"] is None:
            (rested,) = game["players"]
            points[rested] += 1
            met[rested].append(rested)
            continue
        for player, won in zip(game["players"], points_of(states[game["table"]]), strict=True):
            points[player] += won
            met[player] += [other for other in game["players"] if other != player]
            played[player] += 1
    return {
        player: (points[player], sum((points[each] for each in met[player]), Fraction(0)), played[player])
        for player in players
    }


def points_at(game: dict[str, Any], states: dict[str, TableState]) -> list[Fraction]:
    """The points of a game of two, or of a player without an opponent."""
    return [Fraction(1)] if game["table"] is None else points_of(states[game["table"]])


def lines_of_teams(
    view: dict[str, Any], rounds: list[dict[str, Any]], states: dict[str, TableState]
) -> dict[int, tuple[Any, ...]]:
    """Each team's place, match points, board points and number of matches, from the tables' entries."""
    boards = view["settings"]["boards"]
    players = {team["team"]: team["players"] for team in view["teams"]}
    results: list[dict[int, Fraction]] = []
    for each in rounds:
        scored = dict.fromkeys(chain.from_iterable(players.values()), Fraction(0))
        for game in each["games"]:
            for player, points in zip(game["players"], points_at(game, states), strict=True):
                scored[player] += points
        for match in each["matches"]:
            sums = {team: sum((scored[at] for at in players[team]), Fraction(0)) for team in match["teams"]}
            results.append(sums if len(sums) > 1 else dict.fromkeys(sums, Fraction(boards, 2)))
    totals = {
        team: (
            sum(match_points(result, team) for result in results if team in result),
            sum((result[team] for result in results if team in result), Fraction(0)),
        )
        for team in players
    }
    keys = {team: (*totals[team], among(team, totals, results)) for team in players}
    return {
        team: (
            1 + sum(other > key for other in keys.values()),
            *totals[team],
            sum(team in result and len(result) > 1 for result in results),
        )
        for team, key in keys.items()
    }


def match_points(result: dict[int, Fraction], team: int) -> int:
    """2 for a match won, 1 for one drawn or a bye, and none if nobody has scored."""
    if len(result) == 1:
        return 1
    (other,) = (points for each, points in result.items() if each != team)
    return 2 if result[team] > other else int(result[team] == other > 0)


def among(team: int, totals: dict[int, tuple[int, Fraction]], results: list[dict[int, Fraction]]) -> int:
    """The match points against the teams with the same totals, if all of these have met."""
    tied = {each for each, total in totals.items() if total == totals[team]}
    between = [result for result in results if len(result) > 1 and tied.issuperset(result)]
    if len(between) < len(tied) * (len(tied) - 1) // 2:
        return 0
    return sum(match_points(result, team) for result in between if team in result)


def faults_of_teams(
    view: dict[str, Any], rounds: list[dict[str, Any]], states: dict[str, TableState]
) -> list[str]:
    """All that is wrong with matches, their boards, and the standings of the teams."""
    wrong = []
    boards = view["settings"]["boards"]
    players = {team["team"]: set(team["players"]) for team in view["teams"]}
    matches = [match for each in rounds for match in each["matches"]]
    pairs = Counter(frozenset(match["teams"]) for match in matches)
    wrong += [f"teams {sorted(pair)} met {times} times" for pair, times in pairs.items() if times > 1]
    for each in rounds:
        paired = [team for match in each["matches"] for team in match["teams"]]
        if len(paired) > len(set(paired)):
            wrong.append(f"a team is paired twice in round {each['round']}")
        at_boards = {game["board"]: game["players"] for game in each["games"]}
        if sorted(at_boards) != sorted(board for match in each["matches"] for board in match["boards"]):
            wrong.append(f"the boards of round {each['round']} are not those of its matches")
        for match in each["matches"]:
            if len(match["boards"]) > boards:
                wrong.append(f"a match of round {each['round']} has too many boards")
            for board in match["boards"]:
                # The home team starts at odd boards; with a single player there is no game.
                order = match["teams"] if (board - 1) % boards % 2 == 0 else match["teams"][::-1]
                seated = at_boards[board]
                alone = len(seated) == 1 and any(seated[0] in players[team] for team in order)
                if not alone and not all(
                    player in players[team] for player, team in zip(seated, order, strict=True)
                ):
                    wrong.append(f"board {board} of round {each['round']} seats {seated}")
    reckoned = lines_of_teams(view, rounds, states)
    for line in view["teams"]:
        shown = line["place"], line["points"], Fraction(line["board_points"]), line["matches"]
        if shown != reckoned[line["team"]]:
            wrong.append(f"team {line['team']} is shown {shown}, and has {reckoned[line['team']]}")
    places = [line["place"] for line in view["teams"]]
    return wrong + ([] if places == sorted(places) else ["the teams are not in order"])


def faults(view: dict[str, Any], rounds: list[dict[str, Any]], found: Found) -> list[str]:
    """All that is not as it must be."""
    games = [game for each in rounds for game in each["games"]]
    tables = [game["table"] for game in games if game["table"] is not None]
    wrong = []
    if sorted(tables) != sorted(found.states):
        wrong.append(f"{len(found.states)} tables were made for {len(tables)} games")
    running = [name for name, state in found.states.items() if state.status != "ended"]
    wrong += [f"{name} has not ended" for name in running]
    if found.counted != Counter(tables):
        wrong.append("not every game was counted once")
    is_large = view["settings"]["format"].startswith("table")
    pairs = Counter(
        pair for game in games if game["table"] for pair in combinations(sorted(game["players"]), 2)
    )
    wrong += [f"{pair} met {times} times" for pair, times in pairs.items() if times > 1]
    has_teams = bool(view["teams"])
    # A player whose opponents' team has nobody left for a board may be without a game more than once.
    byes = Counter(game["players"][0] for game in games if not game["table"] and not has_teams)
    wrong += [f"{player} rested {times} times" for player, times in byes.items() if times > 1]
    if running:
        return wrong
    wrong += faults_of_teams(view, rounds, found.states) if has_teams else []
    lines = {line["player"]: line for line in view["standings"]}
    reckoned = (standings_of_tables if is_large else standings)(games, set(lines), found.states)
    for player, expected in reckoned.items():
        line = lines[player]
        # A third of a point is no binary fraction.
        buchholz = Fraction(line["buchholz"]).limit_denominator(100)
        shown = Fraction(line["points"]), buchholz, line["games"]
        if shown != expected:
            wrong.append(f"{player} is shown {shown}, and has {expected}")
    order = [(line["points"], line["buchholz"]) for line in view["standings"]]
    if order != sorted(order, reverse=True):
        wrong.append("the standings are not in order")
    return wrong


def figures(rounds: list[dict[str, Any]], found: Found) -> dict[str, Any]:
    """The figures of a report on the tournament."""
    ended = {
        each["round"]: max(found.states[game["table"]].moved_on for game in each["games"] if game["table"])
        for each in rounds
    }
    made = {
        each["round"]: max(found.states[game["table"]].made_at for game in each["games"] if game["table"])
        for each in rounds
    }
    paired = [each["began"] - ended[each["round"] - 1] for each in rounds if each["round"] > 1]
    seats = [seat for state in found.states.values() for seat in state.seats]
    return {
        "rounds": len(rounds),
        "games": len(found.states),
        "seats whose time had run out at the end": sum(seat.ran_out for seat in seats),
        "seats that a bot held at the end": sum(seat.kind == "stand_in" for seat in seats),
        "milliseconds from a round's last move to the next pairing, with a pause of 1 s (median)": median(
            paired
        ),
        "the same, most": max(paired),
        "milliseconds from a pairing to its last table (each round)": [
            made[each["round"]] - each["began"] for each in rounds
        ],
    }
