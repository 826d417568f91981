"""Gains and losses of ratings: a table of cases, and invariants."""

from __future__ import annotations

from itertools import combinations_with_replacement, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.bot_points import points_of
from quincunx.arena.ratings import expected_share
from quincunx.club.results.ratings import (
    KNOWN_GAMES,
    LEAST_MU,
    LEAST_POINTS,
    MEETINGS,
    NEAR_WEIGHT,
    NEWCOMER,
    POINTS_IN_THE_MIDDLE,
    Rating,
    of_bot,
    of_level,
    rate,
    weight,
)
from quincunx.club.results.results import Ending, Result, SeatResult
from quincunx.core.game import AnyGame, encode
from quincunx.games import GAMES, game_of
from quincunx.games.cinco.types import CincoOptions
from tests.games.support import SETUPS

SIDES = {"two": (0, 1), "three": (0, 1, 2), "two-teams": (0, 1, 0, 1), "three-teams": (0, 1, 2, 0, 1, 2)}
LETTERS: dict[str, Ending] = {"w": "won", "l": "lost", "d": "drew", "x": "left"}


def result(kind: str, endings: str, bots: str = "", rated: bool = True) -> Result:
    """``endings``: a letter for each seat; ``bots``: the seats that bots have from the start."""
    seats = tuple(
        SeatResult(
            seat,
            side,
            None if str(seat) in bots else f"person-{seat}",
            None if str(seat) in bots else f"Person {seat}",
            "keen" if str(seat) in bots else None,
            LETTERS[endings[seat]],
        )
        for seat, side in enumerate(SIDES[kind])
    )
    return Result("a-table", "cinco", kind, encode(CincoOptions()), rated, 0, 1, "five", seats)


def change(kind: str, endings: str, bots: str = "") -> str:
    """For each seat whether its rating goes up, goes down, or stays: ``+``, ``-``, ``=``, or is not touched:
    ``.``."""
    before = {seat: of_bot(1500) if str(seat) in bots else NEWCOMER for seat in range(len(SIDES[kind]))}
    after = rate(result(kind, endings, bots), before)

    def sign(seat: int) -> str:
        if seat not in after:
            return "."
        gain = after[seat].mu - before[seat].mu
        return "=" if abs(gain) < 1e-9 else "+" if gain > 0 else "-"

    return "".join(map(sign, before))


@pytest.mark.parametrize(
    ("kind", "endings", "bots", "expected"),
    [
        ("two", "wl", "", "+-"),
        ("two", "dd", "", "=="),
        # A player who left has lost, though the bot has won for them; one who stayed has won.
        ("two", "xl", "", "-+"),
        ("two", "xw", "", "-+"),
        ("two", "xd", "", "-+"),
        # Both left: each has lost to the other.
        ("two", "xx", "", "--"),
        # Bots play openly, and keep their own rating.
        ("two", "wl", "1", "+."),
        ("two", "lw", "1", "-."),
        ("two", "xl", "1", "-."),
        # The winner of three gains, the others lose alike.
        ("three", "wll", "", "+--"),
        # Between those who stayed the result counts; who left comes last. One duel lost, one won: even.
        ("three", "wlx", "", "+=-"),
        # The bot in the seat of who left has won: the others are even, and before them.
        ("three", "llx", "", "++-"),
        ("three", "xxw", "", "--+"),
        # Teams win and lose together.
        ("two-teams", "wlwl", "", "+-+-"),
        # A partner of who left neither gains nor loses; the other side has won.
        ("two-teams", "xllw", "", "-+.+"),
        ("two-teams", "wlxl", "", ".+-+"),
        # Both sides were left: who left has lost, and who stayed is not rated.
        ("two-teams", "xxwl", "", "--.."),
        ("three-teams", "wllwll", "", "+--+--"),
        ("three-teams", "wxlwll", "", "+-=+.="),
    ],
)
def test_cases(kind: str, endings: str, bots: str, expected: str) -> None:
    assert change(kind, endings, bots) == expected


def test_a_game_that_is_not_rated_changes_nothing() -> None:
    assert rate(result("two", "wl", rated=False), {0: NEWCOMER, 1: NEWCOMER}) == {}


def test_people_read_points() -> None:
    assert (NEWCOMER.points, NEWCOMER.margin) == (1500, 817)
    assert of_bot(1963).points == 1963
    assert of_bot(1500).margin < 100


def test_a_bot_has_the_points_of_its_level_at_that_kind_of_game_and_else_the_middle() -> None:
    points = GAMES["cinco"].bots.points
    for kind in ("two", "three"):
        for level in ("novice", "master"):
            assert of_level("cinco", kind, level) == of_bot(points[kind][level])
    assert of_level("cinco", "two", "nobody") == of_level("cinco", "nothing", "novice") == of_bot(1500)


def test_a_game_reduces_the_uncertainty_of_its_players() -> None:
    after = rate(result("two", "wl"), {0: NEWCOMER, 1: Rating(25.0, 2.0)})
    assert NEWCOMER.sigma > after[0].sigma > 0.9 * NEWCOMER.sigma
    assert 2.0 > after[1].sigma > 0.9 * 2.0


def test_four_hundred_points_are_odds_of_about_ten_to_one() -> None:
    from openskill.models import BradleyTerryFull

    model = BradleyTerryFull()
    strong, weak = Rating(of_bot(1900).mu, 0.1), Rating(of_bot(1500).mu, 0.1)
    chance, _ = model.predict_win([[model.rating(each.mu, each.sigma)] for each in (strong, weak)])
    assert 8 < chance / (1 - chance) < 12


def of_sides(sides: tuple[int, ...], endings: tuple[str, ...]) -> Result:
    """A rated game of these sides, of people alone."""
    seats = tuple(
        SeatResult(seat, side, f"person-{seat}", None, None, LETTERS[endings[seat]])
        for seat, side in enumerate(sides)
    )
    return Result("a-table", "cinqo", "rounds", encode(CincoOptions()), True, 0, 1, "rounds", seats)


def places(sides: tuple[int, ...], endings: tuple[str, ...]) -> list[int]:
    """The ending for each seat's player; higher is better."""
    left = {side for side, ending in zip(sides, endings, strict=True) if ending == "x"}
    won = {side for side, ending in zip(sides, endings, strict=True) if ending == "w"} - left
    return [0 if side in left else 2 if side in won or not won else 1 for side in sides]


def shapes() -> list[tuple[tuple[int, ...], tuple[str, ...]]]:
    """Every game of 2 to 6 sides, and of 2 or 3 teams: who has won, and who has left."""
    found: list[tuple[tuple[int, ...], tuple[str, ...]]] = []
    for players in range(2, 7):
        each = combinations_with_replacement("wlx", players)
        found += [(tuple(range(players)), endings) for endings in each]
    for sides in ((0, 0, 1, 1), (0, 0, 1, 1, 2, 2), (0, 0, 0, 1, 1, 1)):
        for of_teams in product("wl", repeat=len(set(sides))):
            for left in product((False, True), repeat=len(sides)):
                found.append(
                    (
                        sides,
                        tuple(
                            "x" if gone else of_teams[side] for side, gone in zip(sides, left, strict=True)
                        ),
                    )
                )
    return found


def test_among_equals_a_better_place_never_gains_less_whatever_the_shape() -> None:
    """A shared win, a loser and two who have left: the loser once gained more than the winners."""
    for sides, endings in shapes():
        before = dict.fromkeys(range(len(sides)), NEWCOMER)
        after = rate(of_sides(sides, endings), before)
        place = places(sides, endings)
        gains = sorted((place[seat], after[seat].mu - NEWCOMER.mu) for seat in after)
        for (worse, less), (better, more) in pairwise(gains):
            assert more >= less - 1e-9, (sides, endings, gains)
            assert worse < better or more - less < 1e-9, ("the same place", sides, endings, gains)
        everybody_won = set(endings) == {"w"}
        assert not everybody_won or all(abs(gain) < 1e-9 for _, gain in gains)


@given(
    players=st.integers(2, 6),
    endings=st.lists(st.sampled_from("wlx"), min_size=6, max_size=6),
    mus=st.lists(st.floats(-3, 45), min_size=6, max_size=6),
    sigmas=st.lists(st.floats(0.8, 8.5), min_size=6, max_size=6),
)
def test_whatever_the_ratings_a_player_gains_no_less_by_a_better_place(
    players: int, endings: list[str], mus: list[float], sigmas: list[float]
) -> None:
    before = {seat: Rating(mus[seat], sigmas[seat]) for seat in range(players)}
    others = tuple(endings[1:players])
    sides = tuple(range(players))
    found = [rate(of_sides(sides, (mine, *others)), before)[0].mu for mine in "xlw"]
    assert found[0] <= found[1] + 1e-9
    assert found[1] <= found[2] + 1e-9


def test_an_opponent_of_whom_little_is_known_counts_little() -> None:
    known = Rating(25.0, 2.0)
    assert weight(known, KNOWN_GAMES, 0, is_near=False) == 1
    assert weight(of_bot(1500), KNOWN_GAMES, 0, is_near=False) == 1
    assert weight(NEWCOMER, 0, 0, is_near=False) < 0.05
    assert weight(known, 0, 0, is_near=False) == 1 / KNOWN_GAMES
    assert weight(known, KNOWN_GAMES, MEETINGS, is_near=False) == 0.5
    assert weight(known, KNOWN_GAMES, 0, is_near=True) == NEAR_WEIGHT


@given(
    weights=st.tuples(st.floats(0, 1), st.floats(0, 1)),
    endings=st.sampled_from(["wl", "lw", "dd", "xl", "wx", "xx"]),
    mu=st.floats(0, 40),
)
def test_a_game_that_counts_less_changes_less_and_in_the_same_direction(
    weights: tuple[float, float], endings: str, mu: float
) -> None:
    before = {0: NEWCOMER, 1: Rating(mu, 3.0)}
    whole = rate(result("two", endings), before)
    some = rate(result("two", endings), before, dict(enumerate(weights)))
    for seat, share in enumerate(weights):
        gain, of_all = some[seat].mu - before[seat].mu, whole[seat].mu - before[seat].mu
        assert gain == pytest.approx(share * of_all, abs=1e-9)
        gain, of_all = some[seat].sigma - before[seat].sigma, whole[seat].sigma - before[seat].sigma
        assert gain == pytest.approx(share * of_all, abs=1e-9)


def test_no_rating_falls_below_the_floor() -> None:
    lowest = Rating(LEAST_MU, 1.0)
    assert lowest.points == LEAST_POINTS == 100
    after = rate(result("two", "lw"), {0: lowest, 1: lowest})
    assert after[0].points == LEAST_POINTS
    assert after[1].points > LEAST_POINTS
    assert Rating(0.0, 25 / 3).conservative == LEAST_POINTS


@given(
    kind=st.sampled_from(sorted(SIDES)),
    endings=st.lists(st.sampled_from("wx"), min_size=6, max_size=6),
    mus=st.lists(st.floats(5, 45), min_size=6, max_size=6),
)
def test_a_player_who_left_never_gains_and_one_who_stayed_never_loses_by_it(
    kind: str, endings: list[str], mus: list[float]
) -> None:
    sides = SIDES[kind]
    before = {seat: Rating(mus[seat], 4.0) for seat in range(len(sides))}
    letters = "".join("x" if endings[seat] == "x" else "w" for seat in range(len(sides)))
    after = rate(result(kind, letters), before)
    for seat, side in enumerate(sides):
        has_left = letters[seat] == "x"
        is_partner = any(letters[other] == "x" for other, its in enumerate(sides) if its == side)
        if has_left:
            assert after[seat].mu <= before[seat].mu
        elif is_partner:
            assert seat not in after
        elif "x" in letters and len(set(sides)) == 2:
            assert after[seat].mu >= before[seat].mu


def test_the_same_result_gives_the_same_ratings_to_the_last_digit() -> None:
    before = {seat: Rating(20.0 + seat, 3.0) for seat in range(4)}
    one, two = (rate(result("two-teams", "wlwl"), before) for _ in range(2))
    assert one == two


@pytest.mark.parametrize("kind", SIDES)
@pytest.mark.parametrize("apart", [-200, 100, 300])
def test_a_player_as_strong_as_a_level_comes_to_rest_at_its_points(kind: str, apart: int) -> None:
    sides = len(set(SIDES[kind]))
    mine = [seat for seat, side in enumerate(SIDES[kind]) if side == 0]
    points = points_of(apart, sides, len(mine))
    before = {
        seat: of_bot(points if seat in mine else POINTS_IN_THE_MIDDLE) for seat in range(len(SIDES[kind]))
    }

    def gain(winner: int) -> float:
        endings = "".join("w" if side == winner else "l" for side in SIDES[kind])
        return rate(result(kind, endings), before)[0].mu - before[0].mu

    share = expected_share(apart, sides)
    drift = share * gain(0) + (1 - share) * gain(1)
    assert abs(drift) < 0.02 * gain(0), "what they win is what is expected of them"


def test_four_hundred_points_are_odds_of_nearly_four_to_one() -> None:
    before = {0: of_bot(1700), 1: of_bot(1300)}
    won, lost = (rate(result("two", endings), before)[0].mu - before[0].mu for endings in ("wl", "lw"))
    assert 3.5 < -lost / won < 4


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_kind_of_seating_has_ratings_of_its_own_for_all_levels(game: AnyGame) -> None:
    kinds = {game.rating_kind(options) for options in SETUPS if game_of(options) is game} - {None}
    points = game.bots.points
    assert set(points) == kinds
    assert len({tuple(each.values()) for each in points.values()}) == len(kinds)
    for kind, each in points.items():
        assert list(each) == list(game.bots.levels), kind
        assert list(each.values()) == sorted(each.values()), "the levels' order"
        assert abs(sum(each.values()) / len(each) - POINTS_IN_THE_MIDDLE) < 80, "about the middle"
