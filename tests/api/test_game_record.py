"""Records of the library: read, replayed, verified, written, and shown with a slider."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import quincunx
from quincunx import Cinco, Cinqo
from quincunx.core.record import RecordError

STORED = sorted((Path(__file__).parents[2] / "testdata" / "records").glob("*.txt"))


def finished(seed: int = 1) -> Cinco:
    return quincunx.play(["greedy", "random"], seed=seed)


def test_a_record_is_written_and_read_back(tmp_path: Path) -> None:
    record = finished().record(["Ada", "Bruno"])
    text = record.write(tmp_path / "game.txt")
    for source in (text, text.encode(), tmp_path / "game.txt", str(tmp_path / "game.txt"), "\ufeff" + text):
        assert quincunx.read(source) == record
    assert record.names == ("Ada", "Bruno")
    assert record.verify() == []
    assert repr(record) == f"<record of Cinco: Ada, Bruno; {len(finished().moves)} moves; {record.result}>"


def test_a_damaged_record_is_a_value_error_with_its_place() -> None:
    text = finished().record().write()
    with pytest.raises(ValueError, match="line 1, column 1"):
        quincunx.read("[Event]\n" + text)
    with pytest.raises(OSError, match="nowhere"):
        quincunx.read("nowhere.txt")


@pytest.mark.parametrize("file", STORED[:: max(1, len(STORED) // 12)], ids=lambda file: file.stem)
def test_every_ply_of_a_stored_record_is_a_game(file: Path) -> None:
    record = quincunx.read(file)
    game: Any = record.at()
    assert game.outcome == record.outcome or record.outcome is not None
    for ply in (0, 1, record.plies // 2, record.plies):
        at: Any = record.at(ply)
        assert at.position == (record.at(ply - record.plies - 1) if ply <= record.plies else at).position
        assert str(at)
        assert at.svg().startswith("<svg")
        if at.seat is not None:
            at.push(at.legal_moves[0])
            at.pop()
    for ply in (record.plies + 1, -record.plies - 2):
        with pytest.raises(IndexError, match="There is no ply"):
            record.at(ply)


def test_playing_on_from_a_ply_meets_the_records_own_chance() -> None:
    game = finished()
    record = game.record()
    at: Any = record.at(2)
    for move in game.moves:
        at.push(move)
    assert at.position == game.position
    assert at.record().core.seed is None, "the moves may be others, so nothing is claimed about chance"


def test_a_seed_that_does_not_fit_is_found() -> None:
    record = finished().record()
    other = finished(2).record()
    pattern = r'\[(?:Seed|Commitment) "[0-9a-f]+"\]'
    theirs = iter(re.findall(pattern, other.write()))
    swapped = re.sub(pattern, lambda _: next(theirs), record.write())
    assert quincunx.read(swapped).verify() != []
    with pytest.raises(RecordError, match="doesn’t show the seed"):
        quincunx.read(re.sub(r'\[Seed "[0-9a-f]+"\]\n', "", record.write())).verify()


def test_an_unfinished_game_may_have_been_agreed_a_draw() -> None:
    game = Cinco(seed=1)
    game.push(game.legal_moves[0])
    assert game.record().result == "unfinished"
    assert game.record(outcome=quincunx.Outcome("agreed", ())).result == "drawn (agreed)"


@pytest.mark.parametrize("make", [finished, lambda: quincunx.play(["random"] * 4, seed=2, game=Cinqo)])
def test_the_viewer_holds_every_position_and_needs_no_network(make: Any) -> None:
    game = make()
    record = game.record(["A <b>", *(f"N{seat}" for seat in range(1, game.players))])
    html = record.html("de")
    assert ("Schale" if isinstance(game, Cinqo) else "Zugstapel") in html
    assert not re.search(r"(?:src|href|url)\s*[=(]|https?://(?!www\.w3\.org/2000/svg)", html)
    assert "<b>" not in html
    data = json.loads(re.search(r'<script type="application/json">(.*?)</script>', html)[1])  # type: ignore[index]
    assert len(data["frames"]) == len(data["words"]) == record.plies + 1
    last = [shape for start, end in data["frames"][-1] for shape in data["shapes"][start:end]]
    assert "".join(last) in html.split("</svg>")[0]
    assert data["words"][-1].endswith(record.result)
    assert len(html) < 400_000


def test_review_judges_a_record() -> None:
    game = Cinqo(1, seed=2)
    random = Random(1)
    while len(game.reveal().history) < 3:
        game.push(random.choice(game.legal_moves))
    review = game.record().review(simulations=20)
    assert review.seats[0].decisions > 0
