"""Looking for puzzles: the same for the same seed, none twice, evenly of every sort, and after any stop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

from quincunx.core.game import encode
from quincunx.core.puzzle import Found, Wanted
from quincunx.core.study import Answer, Position, Study
from quincunx.core.values import Ply
from quincunx.lessons.mine import A_GAME, Miner, Mining, NothingToMine, Progress, mine, self_play, text_of
from tests.third.game.game import GAME
from tests.third.game.types import Play, TrioOptions
from tests.third.support import PLAIN, record_of


class TrioPuzzler:
    """Every card that is played is right, and passing is wrong. Two hands that are alike are one shape."""

    themes = ("low", "high")
    sorts: ClassVar = {"low": ("low-one", "low-two", "low-three"), "high": ("high",)}
    shares: ClassVar = {"low": 0.5, "high": 0.5}
    levels = ()
    tables = (TrioOptions(first=0), TrioOptions(3, 2, first=1))

    def find_puzzles(self, plies: Sequence[Ply], options: Any, wanted: Wanted, seed: str) -> Iterator[Found]:
        for place, ply in enumerate(plies):
            if not isinstance(ply.step.move, Play) or len(GAME.legal_moves(ply.before)) < 2:
                continue
            hand = ply.before.hands[ply.before.seat]
            sort = "high" if hand[0] > 4 else ("low-one", "low-two", "low-three")[len(hand) % 3]
            if wanted(sort):
                steps = tuple(GAME.text.write_move(each.step.move) for each in plies[:place])
                answers = (Answer(GAME.text.write_move(ply.step.move), right=True), Answer("*"))
                theme = sort.partition("-")[0]
                study = Study("new", Position(encode(options), steps), "test", answers, theme, 1.0)
                yield Found(study, sort, f"{theme} {hand}")

    def sort(self, study: Study, states: Sequence[Any]) -> str:
        return "high" if study.theme == "high" else "low-one"

    def shape(self, study: Study, states: Sequence[Any]) -> str:
        return f"{study.theme} {states[-1].hands[states[-1].seat]}"

    def revised(self, study: Study, states: Sequence[Any]) -> Study:
        return study

    def rating(self, study: Study, states: Sequence[Any]) -> float | None:
        return None


TRIO = replace(GAME, puzzler=TrioPuzzler())
ASKED = Mining("trio", 20, 3)


def nothing(_: Progress) -> None:
    pass


def mined(folder: Path, asked: Mining = ASKED) -> tuple[Study, ...]:
    return mine(Miner(TRIO, asked), folder / "part", asked, nothing)


def test_the_same_seed_gives_the_same_puzzles_and_another_others(tmp_path: Path) -> None:
    found = mined(tmp_path)
    assert found == mined(tmp_path)
    assert found != mined(tmp_path, Mining("trio", 20, 4))
    assert not list(tmp_path.iterdir())


def test_there_are_as_many_as_asked_evenly_of_every_theme(tmp_path: Path) -> None:
    found = mined(tmp_path)
    assert Counter(study.theme for study in found) == {"low": 10, "high": 10}
    assert len({study.id for study in found}) == 20
    assert [study.theme for study in found] == sorted(str(study.theme) for study in found)


def test_no_shape_comes_twice_and_no_sort_has_more_than_its_share() -> None:
    miner = Miner(TRIO, ASKED)
    while not miner.is_done:
        assert len(miner.search().found) <= A_GAME
    assert len({each.shape for each in miner.found}) == len(miner.found)
    sorts = Counter(each.sort for each in miner.found)
    assert max(count for sort, count in sorts.items() if sort != "high") <= 5
    assert sorts["high"] == 10


@pytest.mark.parametrize("games", [1, 3])
def test_after_a_stop_it_goes_on_and_finds_the_same(tmp_path: Path, games: int) -> None:
    whole = mined(tmp_path)

    def stop(progress: Progress) -> None:
        if progress.games == games:
            raise KeyboardInterrupt

    part = tmp_path / "part"
    with pytest.raises(KeyboardInterrupt):
        mine(Miner(TRIO, ASKED), part, ASKED, stop)
    part.write_bytes(part.read_bytes() + b'{"number":99,"fou')
    seen: list[int] = []
    found = mine(Miner(TRIO, ASKED), part, ASKED, lambda progress: seen.append(progress.games))
    assert found == whole
    assert seen[0] == games
    assert not part.exists()


def test_existing_puzzles_are_kept_and_only_the_rest_is_searched_for(tmp_path: Path) -> None:
    present = mined(tmp_path, Mining("trio", 8, 5))
    asked = Mining("trio", 20, 3, present="those")
    miner = Miner(TRIO, asked, (), present)
    found = mine(miner, tmp_path / "part", asked, nothing)
    assert {study.id for study in present} < {study.id for study in found}
    assert Counter(study.theme for study in found) == {"low": 10, "high": 10}
    assert len({each.shape for each in miner.found}) == len(miner.found) == 12


def test_work_that_was_begun_for_something_else_is_not_gone_on_with(tmp_path: Path) -> None:
    part = tmp_path / "part"
    part.write_bytes(msgspec.json.encode(Mining("trio", 20, 4)) + b"\n")
    with pytest.raises(NothingToMine, match="another search"):
        mined(tmp_path)


def test_a_game_without_a_search_for_puzzles() -> None:
    with pytest.raises(NothingToMine, match="Can’t search for puzzles in"):
        Miner(PLAIN, ASKED)


def test_records_are_searched_one_by_one_to_the_last(tmp_path: Path) -> None:
    records = [record_of(TrioOptions(3, 2, 1), number) for number in range(4)]
    miner = Miner(TRIO, ASKED, records)
    found = mine(miner, tmp_path / "part", ASKED, nothing)
    assert miner.games == 4
    assert 0 < len(found) <= 4 * A_GAME


def test_a_file_of_puzzles_is_read_again_as_it_was(tmp_path: Path) -> None:
    found = mined(tmp_path)
    assert msgspec.json.decode(text_of(found), type=tuple[Study, ...]) == found


def test_self_play_follows_its_name() -> None:
    def moves(name: str) -> list[Any]:
        return [ply.step for ply in self_play(GAME, TrioOptions(first=0), name)]

    assert moves("one") == moves("one")
    assert moves("one") != moves("two")
