"""Exports: a file read back is what the records say, and a stopped run loses and repeats nothing."""

from __future__ import annotations

from contextlib import closing
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from quincunx import rl
from quincunx.arena.deal import play_deal
from quincunx.core.chance import CHANCE
from quincunx.core.record import Record, RecordError, read
from quincunx.core.record import replay as plies_of
from quincunx.core.values import Outcome, Step
from quincunx.engines.players import entrant
from quincunx.engines.program import Fault
from quincunx.games import GAMES, game_of
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.rl import data
from quincunx.rl.data import parts
from quincunx.rl.data.files import FormatName
from quincunx.rl.data.parts import Export
from quincunx.rl.data.played import PlayedGames
from quincunx.rl.data.rows import NoEncoding, header_of, record_id, rows_of, shares_of
from tests.examples import mostly_nightly
from tests.games.support import SETUPS, random_game

FORMATS: tuple[FormatName, ...] = ("parquet", "jsonl")
ROUNDS = CinqoOptions(2, "rounds", 2)
STORED = Path("testdata/records")


def random_record(options: Any, seed: int, most: int) -> Record:
    game = game_of(options)
    played = random_game(options, seed, most)
    steps = [Step(game.to_move(before), move) for (_, before), (move, _) in pairwise(played)]
    names = tuple("ABCDEF"[: options.players])
    return Record(game, options, names, tuple(steps), game.outcome(played[-1][1]))


def written(file: Path, form: FormatName, records: list[Record], encoding: str = "plain") -> None:
    header = header_of(records[0].options, encoding, measures_luck=False)
    with closing(Export(file, form)) as export:
        export.start(header)
        for number, record in enumerate(records):
            export.add(rows_of(str(number), record, header))
        export.finish()


def replayed(records: list[Record], encoding: str = "plain") -> list[tuple[Any, ...]]:
    """The decisions, by the library's own functions."""
    found: list[tuple[Any, ...]] = []
    for number, record in enumerate(records):
        shares = shares_of(record.game.sides(record.options), record.outcome)
        for ply in plies_of(record):
            if (seat := ply.step.seat) == CHANCE:
                continue
            view = record.game.view(ply.before, seat)
            share = None if shares is None else shares[record.game.sides(record.options)[seat]]
            action = rl.compact(view).number_of(view, ply.step.move)
            seen = rl.observation(view, encoding)
            found.append((str(number), ply.number, seat, seen, rl.mask(view), action, share))
    return found


def read_back(file: Path, size: int) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = []
    for batch in data.batches(file, size):
        assert len(batch) <= size
        for at, game in enumerate(batch.games):
            share = batch.outcomes[at]
            row = game, batch.plies[at], batch.seats[at], batch.observations[at].tobytes()
            chosen = batch.masks[at].tobytes(), batch.actions[at], None if np.isnan(share) else share
            found.append((*row, *chosen))
    return found


@settings(max_examples=12)
@given(
    st.sampled_from(SETUPS),
    st.integers(0, 200),
    st.integers(1, 40),
    st.sampled_from(FORMATS),
    st.integers(1, 50),
    st.integers(0, 1),
)
def test_a_file_read_back_is_what_the_records_say(
    options: Any, seed: int, most: int, form: FormatName, size: int, which: int
) -> None:
    encoding = list(rl.observations.learning_of(game_of(options)).encodings)[which]
    records = [random_record(options, seed, most), random_record(options, seed + 1, most)]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "games"
        written(file, form, records, encoding)
        assert read_back(file, size) == replayed(records, encoding)
        assert data.header(file).setup == replace(options, first=type(options)().first)
        assert data.header(file).shape == rl.encoding(options, encoding).shape(options)


@pytest.mark.parametrize("form", FORMATS)
def test_the_result_of_each_seat_s_side(form: FormatName, tmp_path: Path) -> None:
    records = [read((STORED / "cinqo-2-rounds1.txt").read_bytes(), GAMES)]
    written(tmp_path / "games", form, records)
    found = read_back(tmp_path / "games", 1000)
    assert found == replayed(records)
    assert {row[-1] for row in found} == {0.5}
    (batch,) = data.batches(tmp_path / "games")
    assert np.isnan(batch.adjusted).all()


def test_shares() -> None:
    teams = (0, 1, 2, 0, 1, 2)
    assert shares_of(teams, Outcome("five", (1, 4))) == (0, 1, 0)
    assert shares_of((0, 1, 2), Outcome("rounds", (0, 2))) == (0.5, 0, 0.5)
    assert shares_of((0, 1), Outcome("agreed", ())) == (0.5, 0.5)
    assert shares_of((0, 1), Outcome("truncated", ())) == (0.5, 0.5)
    assert shares_of((0, 1), Outcome("abandoned", ())) is None
    assert shares_of((0, 1), None) is None


def games(options: Any = ROUNDS, *, bots: tuple[str, ...] = ("random", "greedy")) -> PlayedGames:
    header = header_of(options, "now", measures_luck=False)
    return PlayedGames(options, [entrant(game_of(options), bot) for bot in bots], 1, header)


def export(file: Path, form: FormatName, count: int, *, stops_after: int, crashes: bool = False) -> None:
    """Export games until a run is stopped; a crash leaves the games of the present part unwritten."""
    played = games()
    opened = Export(file, form)
    opened.start(header_of(ROUNDS, "now", measures_luck=False))
    for number in range(count):
        if played.id_of(number) not in opened.done:
            if not stops_after:
                break
            stops_after -= 1
            opened.add(played.play(number))
    else:
        opened.finish()
        return
    if crashes:
        opened._lock.release()
    else:
        opened.close()


@pytest.mark.parametrize("form", mostly_nightly(FORMATS, "parquet"))
@pytest.mark.parametrize("crashes", mostly_nightly([False, True], True))
def test_a_stopped_run_goes_on_without_a_gap_or_a_repetition(
    form: FormatName, crashes: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "PART_ROWS", 20)
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    export(whole, form, 8, stops_after=99)
    for _ in range(6):
        export(stopped, form, 8, stops_after=3, crashes=crashes)
        if stopped.exists():
            break
    assert read_back(stopped, 7) == read_back(whole, 1000)
    assert {file.name for file in tmp_path.iterdir()} == {"whole", "stopped"}


def test_each_deal_is_played_from_every_side() -> None:
    first, second = (games().play(number) for number in (2, 3))
    assert (first.game, second.game) == ("1-1-0", "1-1-1")
    assert first != second
    assert first == games().play(2)
    # The second deal begins with the second seat, and the same dice fall first.
    assert first.rows[0].seat == second.rows[0].seat == 1
    assert first.rows[0].observation == second.rows[0].observation
    assert {row.seat for row in first.rows} == {0, 1}


def test_a_bot_s_error_ends_the_export() -> None:
    bad = PlayedGames(
        ROUNDS,
        [entrant(GAMES["cinqo"], lambda view: None)],
        1,
        header_of(ROUNDS, "now", measures_luck=False),
    )
    with pytest.raises(Fault, match=r"lambda.*garbage"):
        bad.play(0)


def test_wrong_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "games"
    header = header_of(ROUNDS, "now", measures_luck=False)
    export(file, "jsonl", 4, stops_after=1)
    with pytest.raises(data.BadExport, match="other settings"):
        Export(file, "parquet")
    with closing(Export(file, "jsonl")) as opened:
        with pytest.raises(data.BadExport, match="Another export"):
            Export(file, "jsonl")
        with pytest.raises(data.BadExport, match="other settings"):
            opened.start(replace(header, seed=3))
        opened.finish()
    with pytest.raises(data.BadExport, match="exists already"):
        Export(file, "jsonl")
    for content in (b"", b"PAR1", b"[Quincunx]\n", b"PAR1" * 9):
        (tmp_path / "other").write_bytes(content)
        with pytest.raises(data.BadExport, match="contains no export"):
            data.header(tmp_path / "other")
    with pytest.raises(ValueError, match="at least one"):
        data.batches(file, 0)


def test_other_settings_and_unknown_encodings_are_refused() -> None:
    with pytest.raises(NoEncoding, match="plain, now"):
        header_of(ROUNDS, "lines", measures_luck=False)
    record = random_record(ROUNDS, 1, 9)
    with pytest.raises(RecordError, match="file of its own"):
        rows_of("a", record, header_of(CinqoOptions(3), "plain", measures_luck=False))
    assert record_id(b"a") != record_id(b"b")


@pytest.mark.nightly
def test_results_without_luck_are_the_arena_s(tmp_path: Path) -> None:
    bots = [entrant(GAMES["cinqo"], name) for name in ("novice", "casual")]
    header = header_of(ROUNDS, "plain", measures_luck=True)
    played = PlayedGames(ROUNDS, bots, 1, header)
    with closing(Export(tmp_path / "games", "parquet")) as opened:
        opened.start(header)
        for number in range(12):
            opened.add(played.play(number))
        opened.finish()
    (batch,) = data.batches(tmp_path / "games")
    of = dict(zip(zip(batch.games, batch.seats.tolist(), strict=True), batch.adjusted, strict=True))
    for deal in range(6):
        # The arena's first bot sits on each side in turn; here a lot decides which bot is the first.
        mine = (of[f"1-{deal}-0", 0] + of[f"1-{deal}-1", 1]) / 2
        theirs = [
            play_deal(ROUNDS, *pair, 0, deal, 1, measures_luck=True).adjusted for pair in (bots, bots[::-1])
        ]
        assert any(mine == pytest.approx(each) for each in theirs)


@pytest.mark.nightly
def test_a_record_s_luck_is_that_of_its_dice() -> None:
    record = read((STORED / "cinqo-2-rounds1.txt").read_bytes(), GAMES)
    rows = rows_of("a", record, header_of(record.options, "now", measures_luck=True)).rows
    adjusted = {row.seat: row.adjusted for row in rows}
    assert sum(value or 0 for value in adjusted.values()) == pytest.approx(1)
    assert adjusted[0] != 0.5
