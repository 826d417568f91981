"""Records of games: read, replayed, verified, reviewed, written, and shown move by move in notebooks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from quincunx.core.chance import CHANCE
from quincunx.core.record import Record, verify, write
from quincunx.core.record.model import write_result
from quincunx.core.values import Outcome

if TYPE_CHECKING:
    from quincunx.api.live_game import LiveGame
    from quincunx.core.review import Review

GameT = TypeVar("GameT", bound="LiveGame[Any, Any, Any, Any]")


class GameRecord(Generic[GameT]):
    """A game from its options to its end, or as far as it was played.

    A *ply* is one step: a move, or what chance did. Plies count from 1; 0 is before the first.
    """

    __slots__ = ("_record", "_type")

    def __init__(self, record: Record, game_type: type[GameT]) -> None:
        self._record = record
        self._type = game_type

    @property
    def core(self) -> Record:
        """The record as the rest of the program handles it."""
        return self._record

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self._record.names

    @property
    def plies(self) -> int:
        """The number of plies."""
        return len(self._record.steps)

    @property
    def moves(self) -> tuple[str, ...]:
        """Every ply as records write it: ``57>63``, ``roll 1 2 3 4 5 6``."""
        write_move = self._record.game.text.write_move
        return tuple(write_move(step.move) for step in self._record.steps)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` if it has not."""
        return self._record.outcome

    @property
    def result(self) -> str:
        """The outcome as records write it, seats counted from 1: ``won by 1 (five)``, ``unfinished``."""
        return write_result(self._record.outcome)

    def at(self, ply: int = -1) -> GameT:
        """Return the game as it was after a ply; negative numbers count from the end, as in lists.

        If a seat is to move there, you may play on from it; chance is then that of the record, if its seed is
        known. Raises ``IndexError`` for a ply that the record does not have.
        """
        count = self.plies
        number = ply + count + 1 if ply < 0 else ply
        if not 0 <= number <= count:
            raise IndexError(f"There is no ply {ply}; this record has {count}.")
        return self._type.from_record(self._record, number)

    def verify(self) -> list[str]:
        """Return the faults of the record's chance as sentences; none if all of it follows from the seed.
        Raises ``ValueError`` if the record does not show the seed."""
        return [str(fault) for fault in verify(self._record)]

    def review(self, *, simulations: int = 400) -> Review:
        """Tell luck from play, and judge every choice. Needs the extra ``quincunx[bots]``: raises
        :class:`~quincunx.core.extras.MissingExtra`."""
        from quincunx.api.errors import with_extra
        from quincunx.core.review import Effort
        from quincunx.review.make import review

        return with_extra(lambda: review(self._record, Effort(simulations=simulations)))

    def write(self, path: str | Path | None = None) -> str:
        """Return the record as text, as :func:`read` reads it; with a path also write it there."""
        text = write(self._record)
        if path is not None:
            Path(path).write_text(text, "utf-8", newline="\n")
        return text

    def html(self, language: str = "en") -> str:
        """Return the whole game as HTML with a slider. It needs no network; without scripts it shows the last
        position."""
        from quincunx.api.viewer import viewer

        return viewer(self._record, language)

    def _repr_html_(self) -> str:
        return self.html()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameRecord) and self._record == other._record

    def __hash__(self) -> int:
        return hash(self.write())

    def __repr__(self) -> str:
        title = self._record.game.title
        moves = sum(step.seat != CHANCE for step in self._record.steps)
        return f"<record of {title}: {', '.join(self.names)}; {moves} moves; {self.result}>"


def read(source: str | bytes | Path, games: dict[str, type[Any]]) -> GameRecord[Any]:
    """Read a record from a path, or from its own text or bytes. Raises ``ValueError`` and ``OSError``."""
    from quincunx.core.record import read as read_record
    from quincunx.games import GAMES

    if isinstance(source, str) and source.lstrip("\ufeff").startswith("["):
        source = source.encode()
    data = source if isinstance(source, bytes) else _bytes_of(Path(source))
    record = read_record(data, GAMES)
    return GameRecord(record, games[record.game.name])


def _bytes_of(path: Path) -> bytes:
    from quincunx.core.record import LONGEST

    with path.open("rb") as file:
        # One byte above the limit tells a file that is too long from one that just fits.
        return file.read(LONGEST + 1)
