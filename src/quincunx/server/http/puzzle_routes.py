"""``/api/puzzles``: one position, one question. Guests can solve them too, and there is no last one."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import PathParameter, QueryParameter, RawBody

from quincunx.club.puzzles.ratings import Asker
from quincunx.club.puzzles.solving import Puzzles
from quincunx.club.puzzles.wire import Puzzle, PuzzleAnswer, PuzzleAnswered, PuzzleGames
from quincunx.server.http.bodies import described
from quincunx.server.http.requester import AnyRequest, identity_of, require_identity, sessions_of
from quincunx.server.services import services_of
from quincunx.server.transport.connections import origin_of
from quincunx.table.wire.bodies import decoded

GameName = Annotated[str, PathParameter(description="The game.", max_length=32)]
PuzzleName = Annotated[str, PathParameter(description="The puzzle's name.", max_length=60)]
OfGame = Annotated[str, QueryParameter(description="The game.", max_length=32)]
Theme = Annotated[
    str | None, QueryParameter(description="Only puzzles of this theme.", max_length=60, required=False)
]


def _puzzles(request: AnyRequest) -> Puzzles:
    puzzles = services_of(request).puzzles
    return puzzles


async def _asker(request: AnyRequest) -> str:
    """The id of the caller; empty for a visitor."""
    identity = await identity_of(request)
    return "" if identity is None else identity.row.id


async def _solver(request: AnyRequest) -> Asker:
    """The caller who answers. The session is marked as one that plays, so that a guest's answers are not
    deleted early."""
    identity = await require_identity(request, "play")
    sessions_of(request).record_play(identity)
    network = identity.person.network
    return Asker(identity.row.id, origin_of(network) if network else "", is_guest=not identity.is_account)


@get("/api/puzzles")
async def games(request: AnyRequest) -> PuzzleGames:
    """The games that have puzzles, with their themes and your results."""
    return await _puzzles(request).games(await _asker(request))


@get("/api/puzzles/next")
async def next_puzzle(request: AnyRequest, game: OfGame, theme: Theme = None) -> Puzzle:
    """A puzzle that fits your rating, and that you have not seen lately."""
    return await _puzzles(request).next_puzzle(await _asker(request), game, theme)


@get("/api/puzzles/{game:str}/{puzzle:str}")
async def puzzle(request: AnyRequest, game: GameName, puzzle: PuzzleName) -> Puzzle:
    """The puzzle with this name."""
    return await _puzzles(request).puzzle(await _asker(request), game, puzzle)


@post(
    "/api/puzzles/{game:str}/{puzzle:str}/answer",
    status_code=200,
    operation_class=described(PuzzleAnswer),
)
async def answer_puzzle(
    request: AnyRequest, game: GameName, puzzle: PuzzleName, body: RawBody
) -> PuzzleAnswered:
    """Answer a puzzle. Your first answer changes your rating and the puzzle's. A move that breaks a rule is
    refused as at a table, and does not count as an answer. An answer that was given offline counts in your
    streak, and changes no ratings."""
    answer = decoded(body, PuzzleAnswer)
    return await _puzzles(request).judge_and_count(
        await _solver(request), game, puzzle, bytes(answer.move), is_rated=not answer.offline
    )


@post("/api/puzzles/{game:str}/{puzzle:str}/solution", status_code=200)
async def solution(request: AnyRequest, game: GameName, puzzle: PuzzleName, body: RawBody) -> PuzzleAnswered:
    """Give up: show a right answer and what it leads to. If you have not answered before, this counts as a
    wrong answer. With your own wrong answer in the body, the reasons are those against it."""
    own = bytes(decoded(body, PuzzleAnswer).move) if body else None
    return await _puzzles(request).give_up(await _solver(request), game, puzzle, own)


@post("/api/puzzles/{game:str}/run")
async def begin_run(request: AnyRequest, game: GameName) -> Puzzle:
    """Start a run of five minutes. A run under way is cancelled."""
    return await _puzzles(request).begin_run((await _solver(request)).person, game)


@post(
    "/api/puzzles/{game:str}/run/{puzzle:str}/answer",
    status_code=200,
    operation_class=described(PuzzleAnswer),
)
async def answer_in_run(
    request: AnyRequest, game: GameName, puzzle: PuzzleName, body: RawBody
) -> PuzzleAnswered:
    """Answer the current puzzle of a run. The next puzzle follows at once, whether the answer is right or
    wrong. After the end no answer counts."""
    move = decoded(body, PuzzleAnswer).move
    return await _puzzles(request).answer_in_run(await _solver(request), game, puzzle, bytes(move))


PUZZLE_ROUTES = [games, next_puzzle, puzzle, answer_puzzle, solution, begin_run, answer_in_run]
