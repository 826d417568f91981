"""``quincunx export GAME``: games that bots play, exported for programs that learn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter
from msgspec.structs import replace

from quincunx.cli.bots.arena import WrongCall, bot_names
from quincunx.cli.files import fail
from quincunx.cli.records.exporting import write_export
from quincunx.core.game import AnyGame, Flags
from quincunx.core.reason import Refusal
from quincunx.core.speech import t

if TYPE_CHECKING:
    from quincunx.engines.players import Entrant
    from quincunx.rl.data.parts import Export
    from quincunx.rl.data.rows import GameRows


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportFlags:
    """The flags shared by all games."""

    bots: str
    """Separated by commas or spaces: greedy,expert,master:seconds=0.2"""
    out: Path
    """File to write."""
    games: int = 200
    """Number of games."""
    format: Literal["parquet", "jsonl"] = "parquet"
    """Format of the file."""
    observation: str = "plain"
    """Encoding of what players see (see docs/environments.md)."""
    luck: Annotated[bool | None, Parameter(negative="--no-luck")] = None
    """Also export results without luck, where the game can measure it. Default: where that is quick."""
    seed: int = 1
    """The same seed gives the same deals."""
    seconds: float | None = None
    """Seconds of thinking time per move."""
    simulations: int | None = None
    """Simulations per move, for bots that search."""
    ray: str | None = None
    """The address of a Ray cluster, or “local”."""


def export_bots(game: AnyGame, setup: Flags[Any], flags: ExportFlags) -> int:
    """Let bots play, and export their games. Return the exit code."""
    from quincunx.cli.language import error_in_words
    from quincunx.engines.players import BadEntry, close, entrant
    from quincunx.rl.data.rows import NoEncoding

    entrants: list[Entrant] = []
    try:
        names = _checked(flags)
        options = setup.options()
        entrants += (entrant(game, name, flags.seconds, flags.simulations) for name in names)
        return _export(options, entrants, flags)
    except (WrongCall, Refusal, BadEntry, NoEncoding) as error:
        return fail(error_in_words(error, game))
    finally:
        close(entrants)


def _checked(flags: ExportFlags) -> tuple[str, ...]:
    """Return the bots' names. Raises :class:`WrongCall`."""
    names = bot_names(flags.bots)
    if not names:
        raise WrongCall(t("At least one bot is needed."))
    if flags.games < 1:
        raise WrongCall(t("The number of games must be at least 1."))
    if not all(each is None or 0 < each < 1e9 for each in (flags.seconds, flags.simulations)):
        raise WrongCall(t("Seconds and simulations must be greater than 0."))
    return names


def _export(options: Any, entrants: list[Entrant], flags: ExportFlags) -> int:
    from quincunx.engines.cluster import each_on_cluster
    from quincunx.rl.data.played import PlayedGames, play_game
    from quincunx.rl.data.rows import header_of

    header = replace(
        header_of(options, flags.observation, measures_luck=flags.luck),
        bots=tuple(each.text for each in entrants),
        seed=flags.seed,
        seconds=flags.seconds,
        simulations=flags.simulations,
    )
    games = PlayedGames(options, entrants, flags.seed, header)

    def source(export: Export) -> Iterator[GameRows | None]:
        export.start(header)
        left = [number for number in range(flags.games) if games.id_of(number) not in export.done]
        yield from (None for _ in range(flags.games - len(left)))
        if flags.ray is None:
            yield from map(games.play, left)
        else:
            yield from each_on_cluster(play_game, ((header, number) for number in left), flags.ray)

    return write_export(flags.out, flags.format, source, flags.games)
