"""``quincunx export``: decisions of recorded games, or of games that bots play, for programs that learn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from cyclopts import App, Parameter

from quincunx.cli.bots.export_bots import ExportFlags, export_bots
from quincunx.cli.files import fail, load_bytes, print_fault
from quincunx.cli.games import command
from quincunx.cli.records.exporting import write_export
from quincunx.core.game import AnyGame
from quincunx.core.record import RecordError, read
from quincunx.core.speech import join_list, t
from quincunx.games import GAMES

if TYPE_CHECKING:
    from quincunx.rl.data.parts import Export
    from quincunx.rl.data.rows import GameRows

HELP: Final = """Export the decisions of games for programs that learn.

Each row has what a player saw, the legal moves, the chosen one and the result. Stop at any time with Ctrl-C
and run the same command to continue."""


def group(games: Mapping[str, AnyGame]) -> App:
    """Return the command ``export`` for records, with a subcommand for each game that bots play."""
    app = App(name="export", help=HELP)
    app.default(export)
    for game in games.values():
        if game.learning is None or game.compact is None:
            continue
        names = join_list((*game.bots.baselines, *game.bots.levels))
        help_ = t(
            "Let bots play {{game}} and export their games. Available: {{names}}.",
            game=game.title,
            names=names,
        )
        app.command(command(export_bots, game, ExportFlags), name=game.name, help=help_)
    return app


def export(
    *games: Path,
    out: Path,
    format: Literal["parquet", "jsonl"] = "parquet",
    observation: str = "plain",
    luck: Annotated[bool | None, Parameter(negative="--no-luck")] = None,
) -> int:
    """Export recorded games. The exit code is 1 if any of them could not be exported.

    Parameters
    ----------
    games
        Record files, or folders of them.
    out
        File to write.
    format
        Format of the file.
    observation
        Encoding of what players see (see docs/environments.md).
    luck
        Also export results without luck, where the game can measure it. Default: where that is quick.
    """
    if not games:
        return fail(t("Name record files or folders, or a game for bots to play."), 2)
    source = _Records(_files(games), observation, measures_luck=luck)
    code = write_export(out, format, source, len(source.files))
    return code or int(source.has_faults)


def _files(paths: tuple[Path, ...]) -> list[Path]:
    """Return the files, and those in the folders, in a fixed order."""
    return [
        file
        for path in paths
        for file in (
            sorted(each for each in path.iterdir() if each.is_file() and not each.name.startswith("."))
            if path.is_dir()
            else [path]
        )
    ]


class _Records:
    """Reads record files one by one. Faulty files are reported and left out."""

    def __init__(self, files: list[Path], observation: str, *, measures_luck: bool | None) -> None:
        self.files = files
        self.has_faults = False
        self._observation = observation
        self._measures_luck = measures_luck

    def __call__(self, export: Export) -> Iterator[GameRows | None]:
        """Yield the rows of each file; ``None`` if it adds none. Raises ``BadExport`` and ``NoEncoding``."""
        if export.header is not None:
            self._start(export, export.header.setup)
        for file in self.files:
            try:
                found = self._game(file, export)
            except RecordError as error:
                self.has_faults = True
                print_fault(file, error)
                found = None
            yield found

    def _game(self, file: Path, export: Export) -> GameRows | None:
        """Return the rows of a file, ``None`` for a game that is there already. Raises
        :class:`RecordError`."""
        from quincunx.rl.data.rows import record_id, rows_of

        data = load_bytes(file)
        name = record_id(data)
        if name in export.done:
            return None
        record = read(data, GAMES)
        if export.header is None:
            # The first game decides what all others must be.
            self._start(export, record.options)
        assert export.header is not None  # it has been set
        return rows_of(name, record, export.header)

    def _start(self, export: Export, options: Any) -> None:
        from quincunx.rl.data.rows import header_of

        export.start(header_of(options, self._observation, measures_luck=self._measures_luck))
