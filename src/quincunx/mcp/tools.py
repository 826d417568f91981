"""The tools that a client may call: one table, with the arguments of each as a struct."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Annotated, Any, Final, Generic, Literal, TypeVar, cast, get_type_hints

import msgspec
from msgspec import Meta

from quincunx.api.catalog import GAMES
from quincunx.core.game import AnyGame
from quincunx.core.values import Seat
from quincunx.engines.levels import names
from quincunx.games import GAMES as RULES
from quincunx.mcp.answers import (
    Advices,
    Moves,
    OpenGames,
    Position,
    RecordText,
    Summary,
    advices,
    how_to_move,
    position,
    summary,
)
from quincunx.mcp.shelf import Shelf

LONGEST_MOVE: Final = 200
"""The longest text of a move, in characters."""
MOST_ADVICE: Final = 10
MOST_SIMULATIONS: Final = 2_000

ArgumentsT = TypeVar("ArgumentsT", bound=msgspec.Struct)
Answer = tuple[msgspec.Struct, str]
"""The answer of a tool: data, and the same as text."""

GameId = Annotated[int, Meta(description="The number of a game, as new games and list_games give it.")]
Simulations = Annotated[
    int, Meta(ge=1, le=MOST_SIMULATIONS, description="Simulations for each choice, in games that need them.")
]


class Tool(Generic[ArgumentsT]):
    """A tool: its name, its arguments and its function."""

    def __init__(
        self,
        name: str,
        description: str,
        arguments: type[ArgumentsT],
        answer: type[msgspec.Struct],
        call: Callable[[Shelf, ArgumentsT], Answer],
        *,
        changes: bool = False,
        deletes: bool = False,
    ) -> None:
        self.name = name
        self.description = description
        self.changes = changes
        self.deletes = deletes
        self._arguments = arguments
        self._answer = answer
        self._call = call

    @cached_property
    def input_schema(self) -> dict[str, Any]:
        """The JSON Schema of the arguments."""
        return schema(self._arguments)

    @cached_property
    def output_schema(self) -> dict[str, Any]:
        """The JSON Schema of the answer's data."""
        return schema(self._answer)

    def call(self, shelf: Shelf, arguments: object) -> tuple[Any, str]:
        """Call the tool. Return plain data and text. Nothing changes if anything is raised: ``ValueError``
        for bad arguments, :class:`~quincunx.core.extras.MissingExtra`."""
        try:
            given = msgspec.convert(arguments, self._arguments)
        except msgspec.ValidationError as error:
            raise ValueError(f"{self.name}: {error}.") from error
        answer, text = self._call(shelf, given)
        return msgspec.json.decode(msgspec.json.encode(answer)), text


def schema(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the JSON Schema of a struct, with an object at its root, as the protocol demands."""
    ((root,), parts) = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    name = root["$ref"].rpartition("/")[2]
    found = parts.pop(name)
    whole: dict[str, Any] = {**found, "$defs": parts} if parts else found
    # Defaults may be tuples.
    return cast("dict[str, Any]", msgspec.json.decode(msgspec.json.encode(whole)))


class OfGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Names a game."""

    game_id: GameId


class OfMove(OfGame, frozen=True):
    """Names a move of a game."""

    move: Annotated[
        str, Meta(max_length=LONGEST_MOVE, description="A move, written as legal_moves lists it.")
    ]


class OfAdvice(OfGame, frozen=True):
    """Asks for advice."""

    count: Annotated[int, Meta(ge=1, le=MOST_ADVICE, description="At most so many moves.")] = 3
    simulations: Simulations | None = None


class OfReview(OfGame, frozen=True):
    """Asks for a review."""

    simulations: Simulations = 100


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments."""


def tools() -> dict[str, Tool[Any]]:
    """Return every tool by name."""
    return {each.name: each for each in (*map(_new_game, GAMES), *_for_all_games())}


def _for_all_games() -> Iterator[Tool[Any]]:
    yield Tool("view", "Show a game as your seat sees it.", OfGame, Position, _view)
    yield Tool("legal_moves", "List your legal moves.", OfGame, Moves, _legal_moves)
    yield Tool(
        "move",
        "Make a move. The bots then play until it is your turn again. A refused move changes nothing; the "
        "answer names the rule.",
        OfMove,
        Position,
        _move,
        changes=True,
    )
    yield Tool(
        "advice",
        "Ask the strongest bot for the best moves. It knows what your seat knows. The first time may take "
        "half a minute.",
        OfAdvice,
        Advices,
        _advice,
    )
    yield Tool(
        "review",
        "Tell luck from play in an ended game, and list the mistakes with their reasons. It may take a "
        "minute.",
        OfReview,
        Summary,
        _review,
    )
    yield Tool("record", "Return the record of an ended game.", OfGame, RecordText, _record)
    yield Tool("list_games", "List the open games.", Nothing, OpenGames, _list_games)
    yield Tool("delete_game", "Delete a game.", OfGame, OpenGames, _delete, changes=True, deletes=True)


def _new_game(name: str) -> Tool[Any]:
    """Return the tool that starts a game: its arguments are those of the game's class, a seat, and
    opponents."""
    game_type, rules = GAMES[name], RULES[name]
    about = f"{inspect.getdoc(game_type)} {inspect.getdoc(game_type.__init__)}"
    description = (
        " ".join(about.replace("``", "`").split())
        + " You play one seat, bots play the others. Opponents, weakest first: "
        + f"{', '.join(names(rules.bots))}."
    )
    return Tool(f"new_{name}", description, _options_of(name, rules), Position, _starter(name), changes=True)


def _options_of(name: str, rules: AnyGame) -> type[msgspec.Struct]:
    """Return the struct of a new game's arguments: those of its class, without the seed."""
    hints = get_type_hints(GAMES[name].__init__)
    given = [
        (parameter.name, hints[parameter.name], parameter.default)
        for parameter in inspect.signature(GAMES[name]).parameters.values()
        if parameter.name != "seed"
    ]
    # The names are known only now, so these are values for type checkers, and not types.
    literal, sequence, annotated = cast("tuple[Any, Any, Any]", (Literal, tuple, Annotated))
    opponents = annotated[
        sequence[literal[names(rules.bots)], ...],
        Meta(
            min_length=1,
            max_length=max(each.players for each in rules.seatings),
            description="One opponent for all other seats, or one for each in the order of the seats.",
        ),
    ]
    return msgspec.defstruct(
        f"New{name.title()}",
        [
            *given,
            ("seat", Annotated[Seat, Meta(description="Your seat, counted from 0.")], 0),
            ("opponents", opponents, (rules.bots.baselines[-1],)),
        ],
        frozen=True,
        forbid_unknown_fields=True,
    )


def _starter(name: str) -> Callable[[Shelf, Any], Answer]:
    def start(shelf: Shelf, given: Any) -> Answer:
        options = {each: getattr(given, each) for each in given.__struct_fields__}
        seat, opponents = options.pop("seat"), options.pop("opponents")
        number = shelf.start(name, options, seat, opponents)
        found, text = position(number, shelf.find(number))
        return found, f"{text}\n\n{how_to_move(shelf.find(number))}"

    return start


def _view(shelf: Shelf, given: OfGame) -> Answer:
    return position(given.game_id, shelf.find(given.game_id))


def _legal_moves(shelf: Shelf, given: OfGame) -> Answer:
    found = Moves(shelf.find(given.game_id).legal_moves)
    return found, "\n".join(found.moves) or "The game is over."


def _move(shelf: Shelf, given: OfMove) -> Answer:
    game = shelf.find(given.game_id)
    game.move(given.move)
    return position(given.game_id, game)


def _advice(shelf: Shelf, given: OfAdvice) -> Answer:
    return advices(shelf.find(given.game_id), given.count, given.simulations)


def _review(shelf: Shelf, given: OfReview) -> Answer:
    return summary(shelf.find(given.game_id), given.simulations)


def _record(shelf: Shelf, given: OfGame) -> Answer:
    text = shelf.find(given.game_id).record().write()
    return RecordText(text), text


def _list_games(shelf: Shelf, _: Nothing) -> Answer:
    found = OpenGames({str(number): repr(game.game) for number, game in shelf.games.items()})
    return found, "\n".join(f"{number}: {what}" for number, what in found.games.items()) or "No games."


def _delete(shelf: Shelf, given: OfGame) -> Answer:
    shelf.delete(given.game_id)
    return _list_games(shelf, Nothing())
