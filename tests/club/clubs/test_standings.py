"""Standings of a season: worked by hand, and against sums over single games."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from quincunx.club.clubs.standings import Played, Score, head_to_head, standings


def game(table: str, **endings: Any) -> list[Played]:
    """A game in which each of these people has a side of their own."""
    return [Played(table, person, side, ending) for side, (person, ending) in enumerate(endings.items())]


def test_a_season_worked_by_hand() -> None:
    played = [
        *game("t1", ada="won", bob="lost"),
        *game("t2", ada="drew", bob="drew"),
        *game("t3", bob="won", eve="left"),
        *game("t4", ada="left", eve="left"),
    ]
    pairs = head_to_head(played)
    assert pairs["ada", "bob"] == Score(1, 1, 0)
    assert pairs["bob", "ada"] == Score(0, 1, 1)
    assert pairs["ada", "eve"] == pairs["eve", "ada"] == Score(0, 0, 1)
    assert [(each.place, each.person, each.score.points) for each in standings(pairs)] == [
        (1, "ada", 1.5),
        (1, "bob", 1.5),
        (3, "eve", 0.0),
    ]


def test_team_mates_do_not_play_each_other_and_three_play_two_each() -> None:
    team = [Played("t", "ada", 0, "won"), Played("t", "bob", 0, "won"), Played("t", "eve", 1, "lost")]
    assert head_to_head(team) == {
        ("ada", "eve"): Score(won=1),
        ("bob", "eve"): Score(won=1),
        ("eve", "ada"): Score(lost=1),
        ("eve", "bob"): Score(lost=1),
    }
    three = game("t", ada="won", bob="lost", eve="lost")
    assert head_to_head(three)["bob", "eve"] == Score(drew=1)
    assert standings(head_to_head(three))[0].score == Score(won=2)


_ENDINGS = st.sampled_from([("won", "lost"), ("lost", "won"), ("drew", "drew"), ("left", "won")])


@given(st.lists(st.tuples(st.permutations("abcd"), _ENDINGS), max_size=12))
def test_each_game_for_two_gives_one_point(games: list[tuple[list[str], tuple[str, str]]]) -> None:
    played = [
        each
        for number, (people, endings) in enumerate(games)
        for each in game(str(number), **dict(zip(people[:2], endings, strict=True)))
    ]
    table = standings(head_to_head(played))
    assert sum(each.score.points for each in table) == len(games)
    assert sum(each.score.games for each in table) == 2 * len(games)
    assert [each.place for each in table] == sorted(each.place for each in table)
