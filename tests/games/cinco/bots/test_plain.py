"""The plain evaluation against the kernels: the same features, chances and moves; and its search."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from quincunx.core.chance import CHANCE
from quincunx.engines.bot import Budget
from quincunx.engines.kernels.xorshift import seeded
from quincunx.games.cinco.board import WINDOWS
from quincunx.games.cinco.bots import ranking as ranking_module
from quincunx.games.cinco.bots.belief import belief_of
from quincunx.games.cinco.bots.kernels.afterstate import make_and_note
from quincunx.games.cinco.bots.kernels.encode import CODES, DREW, HAND_SIZE, MISSED, SEAT
from quincunx.games.cinco.bots.kernels.evaluate import seen_code
from quincunx.games.cinco.bots.kernels.network import Network
from quincunx.games.cinco.bots.layout import MOST_ACTIVE, SMALL_FEATURES
from quincunx.games.cinco.bots.lines import WINDOW_COUNT, codes
from quincunx.games.cinco.bots.plain.candidates import CERTAIN, candidates
from quincunx.games.cinco.bots.plain.deals import Belief, Game
from quincunx.games.cinco.bots.plain.network import LIMIT, PlainNetwork, shipped
from quincunx.games.cinco.bots.plain.players import PlainLearnedCinco, PlainSearchingCinco, rank_view
from quincunx.games.cinco.bots.plain.position import Position, position_of
from quincunx.games.cinco.bots.ranking import Root, root_of
from quincunx.games.cinco.bots.search import LearnedCinco, SearchingCinco
from quincunx.games.cinco.bots.weights import SEATINGS
from quincunx.games.cinco.bots.weights import shipped as shipped_arrays
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.types import CincoOptions, CincoView
from tests.engines.support import moves_of
from tests.games.cinco.bots.support import view_of
from tests.games.support import SOME_CINCO_SETUPS, name_of

EVERY_SEATING = pytest.mark.parametrize("options", SOME_CINCO_SETUPS, ids=name_of)
GREEDY, RANDOM = (CINCO.bots.bot(name) for name in ("greedy", "random"))


def views(options: CincoOptions, seed: int, one_in: int) -> Iterator[CincoView]:
    """One in so many of a game's views, of the seat to move. Random moves make long games, with full boards
    and reshuffles; greedy ones make threats."""
    for ply, (state, seat, _) in enumerate(moves_of(options, [GREEDY, RANDOM] * 3, seed)):
        if seat != CHANCE and ply % one_in == seed % one_in:
            yield CINCO.view(state, seat)


class Counting(PlainNetwork):
    """A network whose sums count the active features, each in a byte of its own."""

    def __init__(self, teams: int) -> None:
        self.teams, self.codes, self.bias = teams, codes(teams), 0
        self.small = {feature: 1 << 8 * feature for feature in range(SMALL_FEATURES)}
        self.windows = {at: 1 << 8 * (SMALL_FEATURES + at) for at in range(WINDOW_COUNT * self.codes)}
        self.changes = {number: self._change(number) for number in range(WINDOW_COUNT * 5 * self.codes)}

    def chances(self, packed: int) -> list[float]:
        return [0.5]


@EVERY_SEATING
def test_features_are_the_kernels(options: CincoOptions) -> None:
    network, arrays = Counting(options.teams), shipped_arrays(options.players, options.teams)
    compared = 0
    for view in views(options, options.players + options.joker, 13):
        root, found = root_of(view), candidates(position_of(network, view))
        for move, value, total in zip(*found, strict=True):
            if value != CERTAIN:
                assert total == counted(options, network, arrays, root, move)
                compared += 1
    assert compared > 50


def counted(options: CincoOptions, network: PlainNetwork, arrays: Network, root: Root, move: int) -> int:
    """The sum of the features that the kernels find after a move."""
    position, features = root.belief.position.copy(), np.zeros(MOST_ACTIVE + 2, np.int64)
    team = int(position[SEAT]) % options.teams
    accumulators = root.accumulators.copy()
    count = make_and_note(arrays, position, accumulators, move, seeded(1), features)
    total = sum(network.small[int(feature)] for feature in features[:count])
    for window in range(WINDOW_COUNT):
        code = seen_code(int(position[CODES + window]), team, options.teams)
        total += network.windows[window * network.codes + code]
    return total


def compare(view: CincoView) -> bool:
    """Compare all chances; return whether the best move is the same."""
    (_, ranking), (_, plain) = ranking_module.rank_view(view), rank_view(view)
    chances = dict(zip(ranking.moves.tolist(), ranking.values.tolist(), strict=True))
    assert dict(zip(*plain, strict=True)) == pytest.approx(chances, abs=1e-5)
    return plain.moves[0] == ranking.moves[0]


@EVERY_SEATING
def test_chances_and_moves_are_the_kernels(options: CincoOptions) -> None:
    assert all(compare(view) for view in views(options, 5, 11))


@pytest.mark.nightly
def test_ten_thousand_moves_are_the_kernels() -> None:
    same, seed = [], 0
    while len(same) < 10_000:
        for players, teams in SEATINGS:
            same += [compare(view) for view in views(CincoOptions(players, teams, seed % 2 == 0), seed, 1)]
        seed += 1
    assert sum(same) / len(same) >= 0.999


@pytest.mark.parametrize("blunder_rate", [0.0, 0.3, 0.95])
def test_levels_overlook_the_same_moves(blunder_rate: float) -> None:
    plain, learned = PlainLearnedCinco(blunder_rate), LearnedCinco(blunder_rate)
    for seed, view in enumerate(views(CincoOptions(3, 3), 8, 7)):
        mine, theirs = plain.choose(view, Random(seed)), learned.choose(view, Random(seed))
        assert [each.action for each in mine.alternatives] == [each.action for each in theirs.alternatives]
        assert mine.value == pytest.approx(theirs.value, abs=1e-5)


@pytest.mark.parametrize("seating", SEATINGS, ids=str)
def test_no_sum_overflows_its_lane(seating: tuple[int, int]) -> None:
    network = shipped_arrays(*seating)
    largest = np.abs(network.windows).max(axis=1).sum(axis=0) + np.abs(network.bias)
    small = np.sort(np.abs(network.small), axis=0)[-MOST_ACTIVE:].sum(axis=0)
    assert (largest + small).max() < LIMIT


# ---- the search -------------------------------------------------------------------------------------------


@EVERY_SEATING
def test_a_deal_is_possible_for_the_seat_that_deals(options: CincoOptions) -> None:
    random, network = Random(2), shipped(options.players, options.teams)
    for view in views(options, 4, 17):
        state = Belief(view, position_of(network, view).notes).deal(random)
        assert CINCO.view(state, view.viewer) == view


@EVERY_SEATING
def test_moves_change_a_position_as_a_new_view_would(options: CincoOptions) -> None:
    """Also what last turns reveal, which the kernels find in the same view."""
    network = shipped(options.players, options.teams)
    (view, *_) = views(options, 3, 19)
    root = position_of(network, view)
    random = Random(3)
    game = Game(root, Belief(view, root.notes).deal(random), random)
    for _ in range(100):
        move = CINCO.actions.number_of(random.choice(CINCO.legal_moves(game.state)))
        game.make(move)
        if game.state.outcome is not None:
            break
        now, seen = game.position(), CINCO.view(game.state, game.state.seat)
        anew = position_of(network, seen)
        assert contents(now) == contents(anew)
        kernels = belief_of(seen).position
        assert now.notes.missed == kernels[MISSED : MISSED + options.players].tolist()
        assert now.notes.drew == kernels[DREW : DREW + options.players].tolist()
        assert list(now.sizes) == kernels[HAND_SIZE : HAND_SIZE + options.players].tolist()


def contents(position: Position) -> object:
    board, notes = position.board, position.notes
    return (
        (position.seat, position.hand, position.sizes, position.free, position.gone),
        (board.codes, board.wins, board.accumulators, notes.missed, notes.drew),
    )


def test_the_search_values_moves_as_the_kernels_search() -> None:
    budget, both = Budget(simulations=150), []
    for options in (CincoOptions(), CincoOptions(3, 3)):
        for view in list(views(options, 6, 9))[1:3]:
            bots = (PlainSearchingCinco(), SearchingCinco())
            both.append([bot.choose(view, Random(1), budget).value for bot in bots])
    assert [plain for plain, _ in both] == pytest.approx([kernels for _, kernels in both], abs=0.08)


def test_the_search_tells_its_simulations_and_stops_when_asked() -> None:
    (view, *_) = views(CincoOptions(), 6, 9)
    bot = PlainSearchingCinco()
    decision = bot.choose(view, Random(1), Budget(simulations=12))
    assert 1 < decision.simulations <= 12
    assert bot.choose(view, Random(1), Budget(simulations=12)) == decision
    assert bot.choose(view, Random(1), Budget(wanted=lambda: False)).simulations == 1


def test_a_win_at_once_needs_no_search() -> None:
    view = view_of((1, 90), WINDOWS[0][:4], (50, 60, 70))
    decision = PlainSearchingCinco().choose(view, Random(1))
    assert (decision.value, decision.simulations) == (1.0, 0)
