"""Correlation between the ratings of Cinco's puzzles and the results of simulated solvers.

    python -m benchmarks.puzzle_ratings

Four simulated solvers try the puzzles. None of them uses the formula that rates them.

*line reader*   follows a line of tokens until it sees a space that completes five, then tries its cards one
                by one. It notices long runs more often than short ones.
*random trier*  tries legal moves in random order. By the rules it sees whether a move wins, or whether
                nobody can win at once after it.
*mixed*         does both by turns, and has found the move when either has.
*network*       chooses moves by the network's worths, with random errors.

A solver's result is how many looks it needs, or how seldom it is right. The benchmark prints the rank
correlation with the rating for each theme.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from math import exp, log
from pathlib import Path
from random import Random
from typing import Any, Final

from quincunx.core.study import Study
from quincunx.games import GAMES
from quincunx.games.cinco.board import COORDINATES, NUMBERS
from quincunx.games.cinco.state import CincoState, reach, team_of
from quincunx.lessons.judge import fitting
from quincunx.lessons.library import puzzles, read
from quincunx.lessons.position import reach as reached

GAME: Final = GAMES["cinco"]
TRIES: Final = 200
PATIENCE: Final = 400
"""The number of looks after which a solver gives up."""
ERROR: Final = 0.08
"""Scale of the network solver's errors, in chances to win."""
AROUND: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def line_reader(study: Study, state: CincoState, random: Random) -> float:
    """The mean of the logarithm of the number of looks until a card is found for a space that completes
    five."""
    return sum(log(_read(study, state, random)) for _ in range(TRIES)) / TRIES


def _read(study: Study, state: CincoState, random: Random) -> int:
    own, tokens = (
        team_of(state.options, state.seat),
        [n for n, at in enumerate(state.board, 1) if at is not None],
    )
    looks = 0
    while looks < PATIENCE:
        looks += 1
        team, space, length = _along(state, random.choice(tokens), random.choice(AROUND), random)
        if space is None or length < 4 or (team == own) != (study.theme == "win"):
            continue
        for card in random.sample(state.hands[state.seat], len(state.hands[state.seat])):
            looks += 1
            if space in reach(state, card):
                return looks
    return looks


def _along(
    state: CincoState, token: int, step: tuple[int, int], random: Random
) -> tuple[int | None, int | None, int]:
    """Follow a line from a token on: its team, the free space at the end of its run, and the number of tokens
    on both sides of that space. After a short run the eye often does not look beyond the gap."""
    team = state.board[token - 1]
    run = _run(state, token, step, team)
    space = run.pop()
    if space is None or random.random() > len(run) / 4:
        return team, None, 0
    behind = _run(state, token, (-step[0], -step[1]), team)[1:-1]
    beyond = _run(state, space, step, team)[1:-1]
    return team, space, len(run) + len(behind) + len(beyond)


def _run(state: CincoState, start: int, step: tuple[int, int], team: int | None) -> list[Any]:
    """The spaces of a run of one team from a start on, and the free space that ends it, or ``None``."""
    found: list[Any] = [start]
    q, r = COORDINATES[start - 1]
    while True:
        q, r = q + step[0], r + step[1]
        space = NUMBERS.get((q, r))
        if space is None or state.board[space - 1] != team:
            return [*found, space if space is not None and state.board[space - 1] is None else None]
        found.append(space)


def random_trier(study: Study, state: CincoState, random: Random) -> float:
    """The logarithm of the mean number of moves tried in random order until one is right."""
    moves = GAME.legal_moves(state)
    right = sum(_is_right(study, move) for move in moves)
    tried = [min(random.sample(range(len(moves)), right)) + 1 for _ in range(TRIES)]
    return log(sum(tried) / TRIES)


def mixed(study: Study, state: CincoState, random: Random) -> float:
    """The mean of the logarithm of the number of looks until either the lines or random moves lead to it."""
    moves = GAME.legal_moves(state)
    right = sum(_is_right(study, move) for move in moves)
    total = 0.0
    for _ in range(TRIES):
        tried = min(random.sample(range(len(moves)), right)) + 1
        total += log(min(_read(study, state, random), tried))
    return total / TRIES


def noisy_network(study: Study, state: CincoState, random: Random) -> float:
    """Minus the logarithm of the chance to choose a right move, by the network's worths with errors."""
    from quincunx.games.cinco.actions import ACTIONS
    from quincunx.games.cinco.bots.ranking import rank_view

    _, ranking = rank_view(GAME.view(state, state.seat))
    weights = [exp(float(value) / ERROR) for value in ranking.values]
    right = sum(
        weight
        for number, weight in zip(ranking.moves, weights, strict=True)
        if _is_right(study, ACTIONS.move_of(int(number)))
    )
    return -log(max(1e-9, right / sum(weights)))


def _is_right(study: Study, move: Any) -> bool:
    answer = fitting(study, GAME.text.write_move(move))
    return answer is not None and answer.right


SOLVERS: Final[dict[str, tuple[Callable[[Study, CincoState, Random], float], tuple[str, ...]]]] = {
    "line reader": (line_reader, ("win", "block")),
    "random trier": (random_trier, ("win", "block")),
    "mixed": (mixed, ("win", "block")),
    "network": (noisy_network, ("threats", "choose")),
}
"""Each solver, and the themes that it can rate."""


def results(studies: Sequence[Study], solver: str, theme: str) -> Iterator[tuple[float, float]]:
    """For each puzzle of a theme its rating, and its difficulty for this solver."""
    for study in studies:
        if study.theme == theme and study.rating is not None:
            state = reached(study.position, GAMES).state
            yield study.rating, SOLVERS[solver][0](study, state, Random(study.id))


def correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Spearman's rank correlation."""
    first, second = (_ranks([pair[place] for pair in pairs]) for place in (0, 1))
    mean = (len(pairs) - 1) / 2
    both = sum((a - mean) * (b - mean) for a, b in zip(first, second, strict=True))
    alone = [sum((each - mean) ** 2 for each in ranks) for ranks in (first, second)]
    return float(both / (alone[0] * alone[1]) ** 0.5)


def _ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 0; equal values share their mean rank."""
    ordered = sorted(values)
    first = {value: place for place, value in reversed([*enumerate(ordered)])}
    last = {value: place for place, value in enumerate(ordered)}
    return [(first[value] + last[value]) / 2 for value in values]


def main() -> None:
    """Print a row for each solver and theme; with an argument, for the puzzles in that file."""
    studies = read(Path(sys.argv[1])) if len(sys.argv) > 1 else puzzles(GAME)
    print("| solver | theme | puzzles | rank correlation |")
    print("| --- | --- | ---: | ---: |")
    for solver, (_, themes) in SOLVERS.items():
        for theme in themes:
            pairs = list(results(studies, solver, theme))
            print(f"| {solver} | {theme} | {len(pairs)} | {correlation(pairs):+.2f} |")


if __name__ == "__main__":
    main()
