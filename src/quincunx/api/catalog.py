"""The games of the library, and its functions: records, whole games, matches, levels.

Nothing registers itself: a third game is one more line of :data:`GAMES`, and one more overload.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, Literal, overload

from quincunx.api import game_record
from quincunx.api.cinco import Cinco, CincoView
from quincunx.api.cinqo import Cinqo, CinqoView
from quincunx.api.live_game import Seed, seed_bytes
from quincunx.core.game import name_in
from quincunx.games import GAMES as RULES
from quincunx.games.cinco.types import CincoMove
from quincunx.games.cinqo.types import CinqoMove

if TYPE_CHECKING:
    from quincunx.api.game_record import GameRecord
    from quincunx.api.level_bot import LevelBot
    from quincunx.arena.ratings import Score
    from quincunx.engines.players import BotLike, Entrant

GAMES: Final[dict[str, type[Cinco] | type[Cinqo]]] = {"cinco": Cinco, "cinqo": Cinqo}

CincoGame = Literal["cinco"] | type[Cinco] | Cinco
"""A game of Cinco: its name, its class, or an object with its options."""
CinqoGame = Literal["cinqo"] | type[Cinqo] | Cinqo
"""A game of Cinq-O: its name, its class, or an object with its options."""

MOST_IDLE_TURNS: Final = 2_000
"""The number of turns in a row without a token after which :func:`play` stops (C7)."""


def read(source: str | bytes | Path) -> GameRecord[Cinco] | GameRecord[Cinqo]:
    """Read a record from a path, or from its own text or bytes.

    Raises ``ValueError`` with line and column for anything that is not a record, and ``OSError``.
    """
    return game_record.read(source, GAMES)


@overload
def levels(game: CincoGame) -> tuple[str, ...]: ...
@overload
def levels(game: CinqoGame) -> tuple[str, ...]: ...
def levels(game: CincoGame | CinqoGame) -> tuple[str, ...]:
    """Return the names of a game's levels, weakest first."""
    return RULES[_name_of(game)].bots.levels


@overload
def bot(game: CincoGame, level: str) -> LevelBot[CincoView, CincoMove]: ...
@overload
def bot(game: CinqoGame, level: str) -> LevelBot[CinqoView, CinqoMove]: ...
def bot(game: CincoGame | CinqoGame, level: str) -> LevelBot[Any, Any]:
    """Return the bot of a level, or a baseline (``random``, ``greedy``): a function from a view to a move."""
    from quincunx.api.level_bot import level_bot

    return level_bot(RULES[_name_of(game)], level)


@overload
def play(
    bots: Sequence[BotLike[CincoView]], seed: Seed | None = None, *, game: CincoGame = "cinco"
) -> Cinco: ...
@overload
def play(bots: Sequence[BotLike[CinqoView]], seed: Seed | None = None, *, game: CinqoGame) -> Cinqo: ...
def play(
    bots: Sequence[BotLike[Any]], seed: Seed | None = None, *, game: CincoGame | CinqoGame = "cinco"
) -> Cinco | Cinqo:
    """Play a whole game, one bot for each seat, and return it.

    A bot is a function of a view, an object with ``choose``, a level's name, ``py:module:attribute``, or
    ``cmd:program``. The same seed gives the same game. With a game object, a game with its options is played;
    without a seed, it goes on from its position (the object itself stays unchanged). A bot's error is raised
    as it is. A game in which 2,000 turns in a row bring the end no nearer is returned unfinished.
    """
    played = _start(game, len(bots), seed)
    if len(bots) != played.players:
        raise ValueError(f"This game has {played.players} seats, so it takes as many bots, not {len(bots)}.")
    _play(played, bots)
    return played


@overload
def match(
    a: BotLike[CincoView], b: BotLike[CincoView], deals: int, *, game: CincoGame = "cinco", seed: int = 1
) -> Score: ...
@overload
def match(
    a: BotLike[CinqoView], b: BotLike[CinqoView], deals: int, *, game: CinqoGame, seed: int = 1
) -> Score: ...
def match(
    a: BotLike[Any], b: BotLike[Any], deals: int, *, game: CincoGame | CinqoGame = "cinco", seed: int = 1
) -> Score:
    """Return the share of wins of bot ``a`` against bot ``b``, with its 95 % interval.

    Each deal (the same cards, the same dice) is played from every side. Raises
    :class:`~quincunx.engines.program.Fault` at a bot's first error.
    """
    from quincunx import arena

    options: object = _start(game, 2, None).options
    return arena.match(options, a, b, deals=deals, seed=seed)


def _name_of(game: CincoGame | CinqoGame) -> str:
    if isinstance(game, str):
        if game not in GAMES:
            raise ValueError(f"There is no game “{game}”; there are {', '.join(GAMES)}.")
        return game
    made = game if isinstance(game, type) else type(game)
    return next(name for name, each in GAMES.items() if issubclass(made, each))


def _start(game: CincoGame | CinqoGame, players: int, seed: Seed | None) -> Cinco | Cinqo:
    if isinstance(game, (str, type)):
        return GAMES[_name_of(game)](players=players, seed=seed)
    return game.copy() if seed is None else game.restarted(seed)


def _play(played: Cinco | Cinqo, bots: Sequence[BotLike[Any]]) -> None:
    from quincunx.engines.players import close, entrant

    game = RULES[name_in(played.options)]
    entrants = [entrant(game, each) for each in bots]
    seed = seed_bytes(played.seed)
    # Hashed, so that a bot's random choices reveal nothing about the pile.
    randoms = [
        Random(sha256(b"quincunx bot %d " % seat + seed).digest())  # noqa: S311
        for seat in range(len(bots))
    ]
    try:
        while (seat := played.seat) is not None and game.idle_turns(played.position) < MOST_IDLE_TURNS:
            view = game.view(played.position, seat)
            played.push(_chosen(entrants[seat], view, randoms[seat]))
    finally:
        close(entrants)


def _chosen(player: Entrant, view: object, random: Random) -> Any:
    from quincunx.engines.program import Fault

    try:
        return player.bot.choose(view, random, player.budget).action
    except Fault as fault:
        raise fault.__cause__ or fault from None


__all__ = ["GAMES", "CincoGame", "CinqoGame", "bot", "levels", "match", "play", "read"]
