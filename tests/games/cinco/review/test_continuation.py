"""Continuations after a choice, read from trees with known visit counts."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from quincunx.core.review import Next
from quincunx.core.values import Phrase
from quincunx.games.cinco.actions import ACTIONS
from quincunx.games.cinco.bots.kernels.measure import child_by, explored, visited
from quincunx.games.cinco.bots.kernels.tree_search import BRANCHES, Tree, branch_of, new_tree
from quincunx.games.cinco.bots.ranking import root_of
from quincunx.games.cinco.game import GAME
from quincunx.games.cinco.review.continuation import CODES, DANGER, LEAST, continuation
from quincunx.games.cinco.types import CincoMove, CincoOptions, CincoView, Draw, Exchange, Play
from quincunx.texts.catalogue import Catalogue, languages
from tests.games.cinco.review.support import position, seen

FOUR = (3, 13, 26, 50)
"""A line that 73 completes."""
Path = tuple[CincoMove, ...]


def grown(visits: Mapping[Path, int]) -> Tree:
    """A tree of these moves one after the other, each path with how many simulations went through it."""
    tree = new_tree(len(visits) + 1)
    nodes: dict[Path, int] = {(): 0}
    for path in sorted(visits, key=len):
        node = nodes[path] = int(tree.size[0])
        tree.size[0] += 1
        tree.children[nodes[path[:-1]], branch_of(ACTIONS.number_of(path[-1]))] = node
        tree.visits[node] = visits[path]
    return tree


def on(space: int) -> Play:
    """A token there, whichever card was played."""
    return Play(1, space)


def told(view: CincoView, visits: Mapping[Path, int]) -> tuple[Next, ...]:
    (move,) = (path[0] for path in visits if len(path) == 1)
    return continuation(view, move, grown(visits))


def test_the_most_frequent_answer_and_the_most_frequent_move_after_it() -> None:
    own = Play(60, 70)
    visits = {
        (own,): 100,
        (own, on(40)): 60,
        (own, Draw()): 40,
        (own, on(40), on(65)): 45,
        (own, on(40), Draw()): 15,
        (own, Draw(), Exchange()): 40,
    }
    assert told(seen((5, 20, 60, 86)), visits) == (
        Next("token", {"space": 40}, 0.6, 1),
        # Of 5 and 20 the one that reaches less.
        Next("play", {"card": 20, "space": 65}, 0.75, 0),
    )


def test_a_card_is_named_only_where_the_seat_is_sure_to_play_it() -> None:
    after_draw = {(Draw(),): 50, (Draw(), Draw()): 50, (Draw(), Draw(), on(65)): 50}
    assert told(seen((5, 20, 60)), after_draw)[-1] == Next("token", {"space": 65}, 1.0, 0)
    own = Play(5, 70)
    joker = {(own,): 50, (own, on(90)): 50, (own, on(90), on(7)): 50, (own, on(90), on(88)): 1}
    # With 89 and 90 taken card 89 goes anywhere.
    assert told(seen((5, 20, 89), own=(89,), joker=True), joker)[-1].params == {"card": 89, "space": 7}


def test_rare_or_little_simulated_continuations_are_not_told() -> None:
    own = Play(60, 70)
    few = {(own,): 50, (own, Draw()): 50, (own, Draw(), on(65)): LEAST - 1}
    assert [each.code for each in told(seen((5, 20, 60, 86)), few)] == ["draw"]
    enough = {**few, (own, Draw(), on(65)): LEAST}
    assert [each.code for each in told(seen((5, 20, 60, 86)), enough)] == ["draw", "play"]
    # That one will draw or exchange then says nothing about the choice.
    assert [each.code for each in told(seen((5, 20, 60, 86)), {**few, (own, Draw(), Draw()): 50})] == ["draw"]
    scattered = {(own,): 200, **{(own, on(space)): 10 for space in range(20, 41)}}
    assert told(seen((5, 20, 60, 86)), scattered) == (Next("open"),)


def test_a_move_that_wins_is_the_end() -> None:
    own = Play(60, 73)
    assert told(seen((5, 20, 60, 86), own=FOUR), {(own,): 100}) == (Next("ends", {}, None, 0),)


def test_that_another_team_may_win_meanwhile_is_said_first() -> None:
    view, own = seen((5, 20, 60, 86), theirs=FOUR), Play(60, 70)

    def after(wins: int) -> tuple[Next, ...]:
        visits = {(own,): 100, (own, on(73)): wins, (own, Draw()): 100 - wins, (own, Draw(), Draw()): 30}
        return told(view, visits)

    assert after(20)[0] == Next("danger", {}, 0.2, 0)
    assert [each.code for each in after(20)[1:]] == ["draw"]
    assert after(int(100 * DANGER) - 1)[0].code == "draw"
    # It is what happens most often: then it is said as that, and the game is over.
    assert after(60) == (Next("five", {"space": 73}, 0.6, 1),)


def test_a_partner_s_five_is_no_danger() -> None:
    state = replace(position((5, 20, 60, 86), own=FOUR), options=CincoOptions(4, 2, first=0))
    view = replace(GAME.view(position((5, 20, 60, 86), own=FOUR), 0), options=state.options)
    own = Play(60, 70)
    visits = {
        (own,): 100,
        (own, Draw()): 100,
        (own, Draw(), on(73)): 40,
        (own, Draw(), Draw()): 60,
        (own, Draw(), Draw(), Draw()): 60,
        (own, Draw(), Draw(), Draw(), on(73)): 60,
    }
    assert told(view, visits) == (
        Next("draw", {}, 1.0, 1),
        Next("draw", {}, 0.6, 2),
        Next("draw", {}, 1.0, 3),
        Next("play-five", {"card": 20, "space": 73}, 1.0, 0),
    )
    # The same space, and the other team's line.
    theirs = replace(view, board=tuple(None if team is None else 1 for team in view.board))
    danger = {**visits, (own, on(73)): 25, (own, Draw()): 75}
    assert told(theirs, danger)[0] == Next("danger", {}, 0.25, 0)


def test_the_tree_of_real_simulations_counts_all_of_them() -> None:
    root, own = root_of(seen((5, 20, 60, 86), theirs=FOUR)), Play(60, 70)
    worths, tree = explored(root, 0, own, "name", 60)
    assert len(worths) == 60
    node = child_by(tree, own)
    assert tree.visits[node] == 60
    replies = visited(tree, node)
    assert sum(count for _, _, count in replies) == 60
    assert all(0 <= branch < BRANCHES for branch, _, _ in replies)
    # A holder of a card for it wins on 73 in both of a pair of turns: far more often than not.
    assert max(replies, key=lambda each: each[2])[0] == 73 - 1


@pytest.mark.parametrize("language", languages())
def test_there_are_words_for_each(language: str) -> None:
    catalogue = Catalogue(language)
    params = {"name": "Ada", "card": 57, "space": 63, "chance": "34 %"}
    for code in CODES:
        said = catalogue.translate(Phrase(f"cinco.review.next.{code}", params))
        assert "{{" not in said
        assert "cinco.review" not in said
        assert catalogue.has(f"cinco.review.next.{code}")
