"""``/api/studies``: positions with questions, open to all visitors. Answers are not stored."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from litestar import MediaType, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter, RawBody

from quincunx.core.study import Study
from quincunx.games import GAMES
from quincunx.lessons.judge import Judgement, Opened, open_study, solve
from quincunx.lessons.requests import game_named, judge_answer, lesson_of, step_of
from quincunx.lessons.wire import Lesson, StudyAnswer
from quincunx.server.http.bodies import described
from quincunx.server.http.requester import AnyRequest, payer_of, until_disconnected, viewer
from quincunx.server.http.review_routes import AGAIN, UNDER_WAY, TableName
from quincunx.server.people.try_again import TryAgain
from quincunx.server.services import services_of
from quincunx.table.wire.bodies import decoded
from quincunx.table.wire.review import ReviewProgress

GameName = Annotated[str, PathParameter(description="The game.", max_length=32)]
Ply = Annotated[
    int, PathParameter(description="The number of the step taken there, from 1.", ge=1, le=100_000)
]
StudyName = Annotated[str, PathParameter(description="The study's name.", max_length=60)]

KEPT: Final = {"cache-control": "public, max-age=300"}
"""Cache headers of a study: it is the same for all visitors, until the program changes."""
OPENED = ResponseSpec(Opened, generate_examples=False, description="The study as its solver sees it.")
JUDGED = ResponseSpec(Judgement, generate_examples=False, description="The judgement of the answer.")
LESSON = ResponseSpec(Lesson, generate_examples=False, description="The lesson's steps.")


def judged(study: Study, body: bytes) -> Judgement:
    """The judgement of the answer in a request's body. Raises :class:`~quincunx.core.reason.Refusal`, which
    names the rule if a rule forbids the move."""
    return judge_answer(study, decoded(body, StudyAnswer), GAMES)


def _cached(value: Any) -> Response[bytes]:
    return Response(msgspec.json.encode(value), media_type=MediaType.JSON, headers=KEPT)


@get("/api/studies/{game:str}/lessons", responses={200: LESSON}, sync_to_thread=False)
def lesson(game: GameName) -> Response[bytes]:
    """The steps of a game's lesson. Games without a lesson have none."""
    found = game_named(game, GAMES)
    return _cached(lesson_of(found))


@get("/api/studies/{game:str}/{study:str}", responses={200: OPENED}, sync_to_thread=False)
def opened(game: GameName, study: StudyName) -> Response[bytes]:
    """The position and its question, without any hint of the answer."""
    return _cached(open_study(step_of(game_named(game, GAMES), study), GAMES))


@post(
    "/api/studies/{game:str}/{study:str}/answer",
    status_code=200,
    sync_to_thread=False,
    operation_class=described(StudyAnswer),
)
def judge_move(game: GameName, study: StudyName, body: RawBody) -> Judgement:
    """Judge a move. A move that breaks a rule is refused as at a table, with its rule."""
    return judged(step_of(game_named(game, GAMES), study), body)


@post("/api/studies/{game:str}/{study:str}/solution", status_code=200, sync_to_thread=False)
def solution(game: GameName, study: StudyName) -> Judgement:
    """Give up: a right answer, and what it leads to."""
    return solve(step_of(game_named(game, GAMES), study), GAMES)


def _try_again_service(request: AnyRequest) -> TryAgain:
    """The *try again* service, from the application's state."""
    found = services_of(request).try_again
    return found


def _judgement_response(said: Judgement | ReviewProgress) -> Response[Any]:
    """The response: 200 with a judgement, or 202 with the review's progress and ``Retry-After``."""
    if isinstance(said, Judgement):
        return Response(said)
    return Response(said, status_code=202, headers={"retry-after": AGAIN})


@get("/api/studies/tables/{table:str}/{ply:int}")
async def opened_at(request: AnyRequest, table: TableName, ply: Ply) -> Opened:
    """A finished game before one of its steps, as the seat to move saw it."""
    return await _try_again_service(request).open(table, ply, await viewer(request, table), payer_of())


@post(
    "/api/studies/tables/{table:str}/{ply:int}/answer",
    status_code=200,
    operation_class=described(StudyAnswer),
    responses={200: JUDGED, 202: UNDER_WAY},
)
async def answer_at(request: AnyRequest, table: TableName, ply: Ply, body: RawBody) -> Response[Any]:
    """Judge a move there by the game's review. A move that the review has not measured is measured now."""
    person, asked = await viewer(request, table), decoded(body, StudyAnswer)
    said = _try_again_service(request).judge(table, ply, person, payer_of(), asked)
    return _judgement_response(await until_disconnected(request, said))


@post(
    "/api/studies/tables/{table:str}/{ply:int}/solution",
    status_code=200,
    responses={200: JUDGED, 202: UNDER_WAY},
)
async def solution_at(request: AnyRequest, table: TableName, ply: Ply) -> Response[Any]:
    """The best move there, and why it is best."""
    return _judgement_response(
        await _try_again_service(request).best_move(table, ply, await viewer(request, table), payer_of())
    )


STUDY_ROUTES = [lesson, opened, judge_move, solution, opened_at, answer_at, solution_at]
