"""Games as objects: chance, moves made and taken back, refusals, views, copies, bots."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

import quincunx
from quincunx import Cinco, Cinqo, IllegalMove, MissingExtra, Unparseable
from quincunx.core.chance import CHANCE
from quincunx.games import GAMES
from quincunx.games.cinco.types import Play
from tests.games.support import SETUPS, name_of

AnyGame = Cinco | Cinqo
NEW = [
    lambda seed: Cinco(seed=seed),
    lambda seed: Cinco(6, teams=3, joker=True, seed=seed),
    lambda seed: Cinqo(seed=seed),
    lambda seed: Cinqo(3, goal="rounds", rounds=2, seed=seed),
]
each_game = pytest.mark.parametrize("new", NEW)


def play_on(game: Any, random: Random, plies: int = 10_000) -> Any:
    while not game.is_over and plies:
        game.push(random.choice(game.legal_moves))
        plies -= 1
    return game


@each_game
def test_the_same_seed_and_moves_give_the_same_game(new: Any) -> None:
    first, second = play_on(new(5), Random(1)), play_on(new(5), Random(1))
    assert first.position == second.position
    assert first.moves == second.moves
    assert new(6).position != new(5).position


@each_game
def test_without_a_seed_chance_is_fresh_and_the_seed_repeats_it(new: Any) -> None:
    game, other = new(None), new(None)
    assert game.seed != other.seed
    assert play_on(new(game.seed), Random(1)).position == play_on(game, Random(1)).position


@pytest.mark.parametrize("seed", [0, -1, "a", "", b"b", bytes(32), "ab" * 32, "xy" * 32])
def test_a_seed_is_a_number_a_text_or_bytes(seed: Any) -> None:
    game = Cinqo(seed=seed)
    assert game.seed == seed
    assert game.record().verify() == []


def test_a_seed_of_32_bytes_is_that_of_the_record() -> None:
    assert f'[Seed "{"ab" * 32}"]' in Cinqo(seed="ab" * 32).record().write()
    assert Cinqo(seed="ab" * 32).position == Cinqo(seed=bytes([0xAB]) * 32).position


@each_game
def test_a_seat_is_to_move_until_the_end(new: Any) -> None:
    game = new(3)
    random = Random(2)
    while not game.is_over:
        assert game.seat in range(game.players)
        assert game.legal_moves == game.view(game.seat).moves
        assert game.outcome is None
        assert game.result == "unfinished"
        game.push(random.choice(game.legal_moves))
    assert (game.seat, game.legal_moves) == (None, ())
    assert game.outcome is not None
    assert game.result.startswith(("won by ", "drawn "))
    with pytest.raises(IllegalMove, match=r"The game is over\. \(rule "):
        game.push(game.moves[0])


@each_game
def test_moves_are_taken_back_with_what_chance_did(new: Any) -> None:
    game, random, before = new(4), Random(3), []
    while not game.is_over:
        before.append(game.position)
        game.push(random.choice(game.legal_moves))
    moves = game.moves
    for position in reversed(before):
        game.pop()
        assert game.position == position
    with pytest.raises(IndexError, match="No move has been made"):
        game.pop()
    for move in moves:
        game.push(move)
    assert game.is_over
    assert game.position == play_on(new(4), Random(3)).position


@each_game
def test_a_copy_and_a_pickle_are_independent(new: Any) -> None:
    game = play_on(new(8), Random(1), 20)
    for twin in (game.copy(), pickle.loads(pickle.dumps(game))):
        position, moves = game.position, game.moves
        assert (twin.position, twin.moves, twin.seed) == (position, moves, game.seed)
        play_on(twin, Random(1), 6)
        assert (game.position, game.moves) == (position, moves)
        twin.pop()
    assert play_on(game.copy(), Random(9)).position == play_on(game, Random(9)).position


def test_a_move_has_four_forms() -> None:
    game = Cinco(seed=7, first=0)
    move = game.legal_moves[0]
    assert isinstance(move, Play)
    for form in (
        move,
        f"{move.card}>{move.space}",
        GAMES["cinco"].actions.number_of(move),
        f"{move.card} {move.space}",
    ):
        assert game.is_legal(form)
        game.push(form)
        assert game.pop() == move


def test_an_illegal_move_names_the_rule_and_changes_nothing() -> None:
    game = Cinco(seed=7, first=0)
    before = game.position
    with pytest.raises(IllegalMove, match=r"^90>1: You do not hold card 90\. \(rule 4\.1\)$") as caught:
        game.push("90>1")
    assert (caught.value.reason.rule, caught.value.move) == ("4.1", "90>1")
    assert isinstance(caught.value, ValueError)
    assert (game.position, game.moves) == (before, ())
    reason = game.why_not("draw")
    assert reason is not None
    assert reason.rule == "4.2"
    assert game.why_not("exchange") is None
    for nonsense in ("castle", "lot 1", 10**6, True, None):
        with pytest.raises(Unparseable, match="isn’t a move in Cinco"):
            game.push(nonsense)  # type: ignore[arg-type]  # the mistake under test


def test_a_move_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="isn’t a move in Cinq-O"):
        Cinqo(seed=1).push(Play(3, 4))  # type: ignore[arg-type]  # the mistake under test


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Cinco(5), "2, 3, 4 or 6 players"),
        (lambda: Cinco(4, teams=3), "do not go together"),
        (lambda: Cinco(first=2), "no seat 3"),
        (lambda: Cinqo(7), "1 to 6 players"),
        (lambda: Cinqo(goal="most"), "“hundred” or “rounds”"),  # type: ignore[arg-type]  # the mistake under test
        (lambda: Cinqo(goal="rounds", rounds=0), "1 to 20 rounds"),
        (lambda: Cinco(seed=1).view(2), "no seat 2"),
        (lambda: Cinco(seed=1).view(-1), "no seat -1"),
        (lambda: Cinco(seed=1).bot("oracle"), "no bot “oracle”; there are random, greedy, novice"),
        (lambda: quincunx.levels("chess"), "no game “chess”"),  # type: ignore[call-overload]  # the mistake
        (lambda: quincunx.play(["greedy"] * 3, game=Cinco()), "2 seats"),
        (lambda: Cinco(seed=1).view(0).text("xx"), "no language 'xx'; there are en, "),
        (lambda: Cinco(seed=1).advice(0), "one move at least"),
    ],
)
def test_a_wrong_call_is_a_value_error_with_a_sentence(make: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        make()


def test_six_players_have_two_teams_unless_told_otherwise() -> None:
    assert [Cinco(players).options.teams for players in (2, 3, 4, 6)] == [2, 3, 2, 2]


def test_a_view_hides_what_its_seat_may_not_know() -> None:
    game = Cinco(3, seed=2)
    for seat in range(3):
        view = game.view(seat)
        assert (view.viewer, view.hand, view.hands) == (seat, game.position.hands[seat], None)
    assert game.view().hand == ()
    assert game.reveal().hands == game.position.hands


@pytest.mark.parametrize("options", SETUPS, ids=name_of)
def test_every_setup_is_printed_and_drawn_at_any_time(options: Any) -> None:
    game: Any = {"cinco": Cinco, "cinqo": Cinqo}[options.__struct_config__.tag]().restarted(1)
    assert game.seed == 1
    for _ in range(3):
        assert str(game)
        assert game.svg().startswith("<svg")
        play_on(game, Random(1), 40)


def test_print_shows_the_mover_and_everything_at_the_end() -> None:
    game = Cinco(seed=3, first=1)
    assert "Your hand: " + " ".join(map(str, game.position.hands[1])) in str(game)
    assert "> R Seat 2" in str(game)
    assert repr(game) == "<Cinco: turn 1, seat 1 to move>"
    play_on(game, Random(1))
    assert "holds " in str(game)
    assert str(game).endswith(f"  {game.result}")
    assert game.result in repr(game)


def test_bots_see_a_view_and_nothing_else() -> None:
    seen: list[Any] = []

    def bot(view: Any) -> Any:
        seen.append(view)
        return view.moves[0]

    game = quincunx.play([bot, bot], seed=4)
    assert len(seen) == len(game.moves)
    assert all(view.hands is None and view.viewer == view.to_move for view in seen)


@pytest.mark.parametrize("level", ["random", "greedy"])
@each_game
def test_a_bot_is_a_function_of_a_view(new: Any, level: str) -> None:
    game = new(2)
    bot = game.bot(level)
    assert bot(game.view(game.seat)) in game.legal_moves
    assert bot.choose(game.view(game.seat), Random(1)) == bot.choose(game.view(game.seat), Random(1))


def test_play_repeats_itself_and_goes_on_from_a_position() -> None:
    games = [quincunx.play(["random", "greedy"], seed=9) for _ in range(2)]
    assert games[0].moves == games[1].moves
    begun = Cinqo(3, seed=1)
    begun.push(begun.legal_moves[-1])
    done = quincunx.play(["greedy"] * 3, game=begun)
    assert done.moves[:1] == begun.moves
    assert len(begun.moves) == 1
    fresh = quincunx.play(["greedy"] * 3, seed=1, game=Cinco(3, joker=True))
    assert fresh.options.joker
    assert fresh.options.teams == 3


def test_a_bots_error_is_raised_as_it_is() -> None:
    with pytest.raises(ZeroDivisionError):
        quincunx.play([lambda view: 1 // 0, "random"], seed=1)
    with pytest.raises(Unparseable, match="'no' isn’t a move"):
        quincunx.play([lambda view: "no", lambda view: "no"], seed=1)
    with pytest.raises(IllegalMove, match="do not hold"):
        quincunx.play(
            [lambda view: Play(next(c for c in range(1, 91) if c not in view.hand), 90)] * 2, seed=1
        )


def test_a_game_without_an_end_is_stopped() -> None:
    def hoarder(view: Any) -> Any:
        return view.moves[-1]

    game = quincunx.play([hoarder, hoarder], seed=1)
    assert (game.is_over, game.result) == (False, "unfinished")


def test_advice_is_legal_best_first_and_repeats_itself() -> None:
    game = Cinqo(1, seed=5)
    advice = game.advice(4)
    assert 2 <= len(advice) <= 4
    assert {each.move for each in advice} <= set(game.legal_moves)
    assert [each.value for each in advice] == sorted((each.value for each in advice), reverse=True)
    assert advice == game.advice(4)
    assert len(game.advice(1)) == 1


def test_advice_without_the_extra_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Cinco(seed=5)

    class Lacking:
        def choose(self, *_: object) -> Any:
            raise ModuleNotFoundError("No module named 'numba'", name="numba")

    monkeypatch.setattr(type(GAMES["cinco"].bots), "bot", lambda self, name: Lacking())
    with pytest.raises(MissingExtra, match=r"pip install 'quincunx\[bots\]'"):
        game.advice()


def test_chance_never_moves_for_a_seat() -> None:
    """The rules replay a recorded game to the same end."""
    game = play_on(Cinqo(2, seed=3), Random(4))
    steps = [step.seat for step in game.record().core.steps]
    assert steps.count(CHANCE) > 20
    assert len(steps) - steps.count(CHANCE) == len(game.moves)
