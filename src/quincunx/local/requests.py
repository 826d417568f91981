"""The HTTP requests that are answered on the device."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from quincunx.club.accounts.wire import Rename
from quincunx.club.puzzles.ratings import Asker
from quincunx.club.puzzles.solving import Puzzles
from quincunx.club.puzzles.wire import PuzzleAnswer
from quincunx.club.wire import Me
from quincunx.core.reason import Reason
from quincunx.games import GAMES
from quincunx.lessons.judge import open_study, solve
from quincunx.lessons.requests import game_named, judge_answer, lesson_of, step_of
from quincunx.lessons.wire import StudyAnswer
from quincunx.local import bots, records
from quincunx.local.days import LocalDays, PastDay
from quincunx.local.faults import NOT_FOUND, reason_of
from quincunx.local.identity import Identity
from quincunx.local.lists import LocalLists
from quincunx.local.ports import LocalWorld
from quincunx.local.records import DroppedRecords
from quincunx.local.tables import LocalTables
from quincunx.table import view
from quincunx.table.events import TableSettings
from quincunx.table.record.game_record import check_over, record_of
from quincunx.table.wire.bodies import decoded
from quincunx.table.wire.lists import Lobby, MyTables
from quincunx.table.wire.statuses import STATUS
from quincunx.table.wire.table import AskHint, CommandRequest


class Answer(NamedTuple):
    """The answer to a request: its HTTP status, its body, and whether that is plain text instead of JSON."""

    status: int
    body: bytes
    is_text: bool = False


class Request(NamedTuple):
    """A request, with what its path names."""

    names: tuple[str, ...]
    query: dict[str, str]
    body: bytes

    @property
    def table(self) -> str:
        """The table that the path names."""
        return self.names[0]


Handler = Callable[["LocalRequests", Request], Awaitable[Any]]
"""The answer's body: a value for JSON, or an :class:`Answer`."""


class LocalRequests:
    """The handlers of all requests."""

    def __init__(
        self, world: LocalWorld, tables: LocalTables, lists: LocalLists, identity: Identity, puzzles: Puzzles
    ) -> None:
        self._world = world
        self._tables = tables
        self._lists = lists
        self._identity = identity
        self._puzzles = puzzles
        self._dropped = DroppedRecords(world.values)
        self._days = LocalDays(world, tables)

    async def answer(self, method: str, path: str, body: bytes) -> Answer:
        """Answer a request. Every failure is an answer with a :class:`~quincunx.core.reason.Reason`."""
        at = urlsplit(path)
        found = _route(method, at.path)
        if found is None:
            return _refusal(NOT_FOUND)
        handler, names = found
        query = {name: values[0] for name, values in parse_qs(at.query).items()}
        try:
            said = await handler(self, Request(names, query, body))
        except Exception as error:
            return _refusal(reason_of(error))
        if isinstance(said, Answer):
            return said
        return Answer(200, msgspec.json.encode(said))

    # ---- the person ----------------------------------------------------------------------------------------

    async def me(self, request: Request) -> Me:
        return Me((await self._identity.person()).name)

    async def rename(self, request: Request) -> Me:
        return Me((await self._identity.rename(decoded(request.body, Rename).name)).name)

    async def my_tables(self, request: Request) -> MyTables:
        lines, more = await self._lists.own_tables(await self._identity.person())
        return MyTables(lines, whole=True, more=len(more))

    async def lobby(self, request: Request) -> Lobby:
        return Lobby((), bots.levels())

    # ---- tables --------------------------------------------------------------------------------------------

    async def create_table(self, request: Request) -> Answer:
        person = await self._identity.person()
        live = await self._tables.create(person, decoded(request.body, TableSettings))
        return Answer(201, msgspec.json.encode(view.view_table(live.state, person, None)))

    async def view_table(self, request: Request) -> Any:
        person = await self._identity.person()
        live = await self._tables.watch(request.table, person)
        wanted = request.query.get("point_of_view")
        seat = int(wanted) if wanted is not None and wanted.isdecimal() else None
        return view.view_table(live.state, person, seat, self._world.now())

    async def command(self, request: Request) -> Any:
        asked = decoded(request.body, CommandRequest)
        person = await self._identity.person()
        return await self._tables.execute(await self._tables.watch(request.table, person), person, asked)

    async def hint(self, request: Request) -> Any:
        seat = decoded(request.body, AskHint).seat
        person = await self._identity.person()
        return self._tables.hint(await self._tables.watch(request.table, person), person, seat)

    async def replay(self, request: Request) -> Answer:
        person = await self._identity.person()
        if request.table.startswith(records.PREFIX):
            return Answer(200, msgspec.json.encode(await self._dropped.replay(request.table)))
        live = await self._tables.watch(request.table, person)
        return Answer(200, await self._tables.replay(live, person))

    async def record(self, request: Request) -> Answer:
        if request.table.startswith(records.PREFIX):
            return Answer(200, await self._dropped.text(request.table), is_text=True)
        live = await self._tables.watch(request.table, await self._identity.person())
        check_over(live.state)
        entries = tuple(await self._world.journal.read(request.table))
        return Answer(200, records.text_of(record_of(entries, live.state, self._world.now())), is_text=True)

    async def add_record(self, request: Request) -> Any:
        return await self._dropped.add(request.body)

    # ---- studies -------------------------------------------------------------------------------------------

    async def lesson(self, request: Request) -> Any:
        return lesson_of(game_named(request.names[0], GAMES))

    async def study(self, request: Request) -> Any:
        return open_study(step_of(game_named(request.names[0], GAMES), request.names[1]), GAMES)

    async def study_answer(self, request: Request) -> Any:
        study = step_of(game_named(request.names[0], GAMES), request.names[1])
        return judge_answer(study, decoded(request.body, StudyAnswer), GAMES)

    async def study_solution(self, request: Request) -> Any:
        return solve(step_of(game_named(request.names[0], GAMES), request.names[1]), GAMES)

    # ---- puzzles -------------------------------------------------------------------------------------------

    async def _asker(self) -> Asker:
        return Asker((await self._identity.person()).id)

    async def puzzle_games(self, request: Request) -> Any:
        return await self._puzzles.games((await self._asker()).person)

    async def next_puzzle(self, request: Request) -> Any:
        query = request.query
        person = (await self._asker()).person
        return await self._puzzles.next_puzzle(person, query.get("game", ""), query.get("theme"))

    async def puzzle(self, request: Request) -> Any:
        return await self._puzzles.puzzle((await self._asker()).person, *request.names)

    async def puzzle_answer(self, request: Request) -> Any:
        move = bytes(decoded(request.body, PuzzleAnswer).move)
        game, puzzle = request.names
        return await self._puzzles.judge_and_count(await self._asker(), game, puzzle, move)

    async def puzzle_solution(self, request: Request) -> Any:
        own = bytes(decoded(request.body, PuzzleAnswer).move) if request.body else None
        game, puzzle = request.names
        return await self._puzzles.give_up(await self._asker(), game, puzzle, own)

    async def begin_run(self, request: Request) -> Any:
        return await self._puzzles.begin_run((await self._asker()).person, *request.names)

    async def run_answer(self, request: Request) -> Any:
        move = bytes(decoded(request.body, PuzzleAnswer).move)
        game, puzzle = request.names
        return await self._puzzles.answer_in_run(await self._asker(), game, puzzle, move)

    # ---- daily challenges ----------------------------------------------------------------------------------

    async def past_days(self, request: Request) -> Any:
        return await self._days.archive()

    async def keep_days(self, request: Request) -> Any:
        await self._days.store_days(decoded(request.body, tuple[PastDay, ...]))
        return await self._days.archive()

    async def day(self, request: Request) -> Any:
        return await self._days.view(request.names[0])

    async def play_day(self, request: Request) -> Any:
        date, game = request.names
        return await self._days.play(date, game, await self._identity.person())


ROUTES: Final[dict[str, Handler]] = {
    "GET /api/me": LocalRequests.me,
    "PUT /api/me": LocalRequests.rename,
    "GET /api/me/tables": LocalRequests.my_tables,
    "GET /api/lobby": LocalRequests.lobby,
    "POST /api/tables": LocalRequests.create_table,
    "GET /api/tables/*": LocalRequests.view_table,
    "POST /api/tables/*/commands": LocalRequests.command,
    "POST /api/tables/*/hints": LocalRequests.hint,
    "GET /api/tables/*/replay": LocalRequests.replay,
    "GET /api/tables/*/record": LocalRequests.record,
    "POST /api/records": LocalRequests.add_record,
    "GET /api/studies/*/lessons": LocalRequests.lesson,
    "GET /api/studies/*/*": LocalRequests.study,
    "POST /api/studies/*/*/answer": LocalRequests.study_answer,
    "POST /api/studies/*/*/solution": LocalRequests.study_solution,
    "GET /api/puzzles": LocalRequests.puzzle_games,
    "GET /api/puzzles/next": LocalRequests.next_puzzle,
    "GET /api/puzzles/*/*": LocalRequests.puzzle,
    "POST /api/puzzles/*/*/answer": LocalRequests.puzzle_answer,
    "POST /api/puzzles/*/*/solution": LocalRequests.puzzle_solution,
    "POST /api/puzzles/*/run": LocalRequests.begin_run,
    "POST /api/puzzles/*/run/*/answer": LocalRequests.run_answer,
    "GET /api/days": LocalRequests.past_days,
    "PUT /api/days": LocalRequests.keep_days,
    "GET /api/days/*": LocalRequests.day,
    "POST /api/days/*/*": LocalRequests.play_day,
}
"""The handler of each request; ``*`` stands for a name. Of several that fit, the first counts."""

_PATTERNS: Final = tuple(
    (re.compile(re.escape(pattern).replace(r"\*", "([^/]+)").replace(r"\ ", " ")), handler)
    for pattern, handler in ROUTES.items()
)


def _route(method: str, path: str) -> tuple[Handler, tuple[str, ...]] | None:
    for pattern, handler in _PATTERNS:
        found = pattern.fullmatch(f"{method} {path}")
        if found:
            return handler, tuple(map(unquote, found.groups()))
    return None


def _refusal(reason: Reason) -> Answer:
    return Answer(STATUS[reason.kind], msgspec.json.encode(reason))
