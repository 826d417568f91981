"""The contract of every store of tournaments."""

from __future__ import annotations

import asyncio
import json
from itertools import count
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from quincunx.adapters.store.schema import TOURNAMENTS
from quincunx.adapters.store.sql import SqlStore
from quincunx.adapters.store.tournament.tournaments import NEVER_BEGAN
from quincunx.club.accounts.names import SOMEBODY
from quincunx.club.ports import Store
from quincunx.club.tournament import commands, rounds, stored
from quincunx.club.tournament.hosting import AppointHost
from quincunx.club.tournament.ladder.order import ladder_of
from quincunx.club.tournament.ladder.wire import AcceptChallenge, ChallengePlayer, DeclineChallenge
from quincunx.club.tournament.ports import ListedRow, NewChallenge, NewerTournament, TournamentStore
from quincunx.club.tournament.scores import Score
from quincunx.club.tournament.state import Apart, Known, Tournament
from quincunx.club.tournament.teams.match import Team
from quincunx.club.tournament.wire import (
    DecidedCommand,
    DisbandTeam,
    EndTournament,
    HandOverTournament,
    JoinTournament,
    KeepApart,
    LeaveTournament,
    LetMeet,
    SetByHand,
    SetResult,
    SetTeam,
    StartTournament,
)
from quincunx.core.game import encode
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.events import DailyPace
from quincunx.table.parts import Vacation
from quincunx.table.seats.person import handle_of
from tests.club.tournament.support import plan
from tests.contracts.people import NOW, person, session
from tests.contracts.results import result

_numbers = count(1)


def new(id: str = "tournament", host: str = "ada") -> Tournament:
    return commands.create_tournament(id, host, plan(pause=0, rounds=2), NOW)


def listed(id: str, host: str) -> Tournament:
    return commands.create_tournament(
        id, host, replace(plan(rounds=2), listed=True, begins=NOW + 60_000), NOW
    )


def table_name() -> str:
    """As :func:`tests.contracts.results.result` names them."""
    return f"table-{next(_numbers):04}"


async def changed(
    store: TournamentStore, before: Tournament, command: DecidedCommand | AppointHost, *people: str
) -> Tournament:
    """The tournament after a command, as the store has it."""
    after = commands.decide(before, command, people or ("ada",), NOW + before.version, table_name)
    assert await store.keep_tournament(before, after)
    return await of(store, before.id)


async def of(store: TournamentStore, id: str = "tournament") -> Tournament:
    found = await store.tournament(id)
    assert found is not None
    return found


async def settings_of(store: Store, id: str) -> dict[str, Any]:
    """As they are kept."""
    assert isinstance(store, SqlStore)
    query = sa.select(TOURNAMENTS.c.settings).where(TOURNAMENTS.c.id == id)
    return dict(json.loads(await store.database.read(lambda connection: connection.scalar(query))))


async def by_a_newer_node(
    store: Store, id: str, settings: dict[str, Any] | None = None, **columns: Any
) -> None:
    """Have a tournament be as another version keeps it: these settings besides its own, and these columns."""
    text = json.dumps({**await settings_of(store, id), **(settings or {})}, separators=(",", ":"))
    assert isinstance(store, SqlStore)
    update = TOURNAMENTS.update().where(TOURNAMENTS.c.id == id).values(settings=text, **columns)
    await store.database.write(sa.Connection.execute, update)


async def started(store: TournamentStore) -> Tournament:
    """Four play in it, and their tables are there."""
    assert await store.make_tournament(new(), 9)
    return await begun(store)


async def begun(store: TournamentStore) -> Tournament:
    """The one that is there, with four who play, and their tables."""
    tournament = await of(store)
    for each in ("alice", "bob", "carol", "dave"):
        tournament = await changed(store, tournament, JoinTournament(), each)
    tournament = await changed(store, tournament, StartTournament())
    assert await store.keep_tournament(tournament, rounds.with_tables_created(tournament, NOW + 50))
    return await of(store)


async def ladder(store: TournamentStore, third: str = "carol", **settings: Any) -> Tournament:
    """A running ladder of four."""
    plans = plan(format="ladder", wait=86_400, **settings)
    assert await store.make_tournament(commands.create_tournament("tournament", "ada", plans, NOW), 9)
    tournament = await of(store)
    for each in ("alice", "bob", third, "dave"):
        tournament = await changed(store, tournament, JoinTournament(), each)
    return await changed(store, tournament, StartTournament())


class TournamentContract:
    """One changes a tournament at a time; what came of its games is as it was counted."""

    async def test_a_tournament_is_kept_as_it_is(self, store: Store) -> None:
        assert await store.tournament("tournament") is None
        await store.add_guest(person("ada", "Ada"), session("ada"))
        assert await store.make_tournament(new(), 9)
        assert await of(store) == replace(new(), people={"ada": Known("Ada")})
        tournament = await begun(store)
        assert [each.person for each in tournament.players] == ["alice", "bob", "carol", "dave"]
        assert [game.is_made for game in tournament.games] == [True, True]
        assert tournament.status == "playing"
        assert tournament.rounds == 2

    async def test_of_two_who_change_it_at_once_one_does(self, store: Store) -> None:
        assert await store.make_tournament(new(), 9)
        before = await of(store)
        each = [
            commands.decide(before, JoinTournament(), (f"p{number}",), NOW, table_name) for number in range(6)
        ]
        kept = await asyncio.gather(*(store.keep_tournament(before, after) for after in each))
        assert kept.count(True) == 1
        after = await of(store)
        assert (len(after.players), after.version) == (1, before.version + 1)
        assert after.players[0].person == f"p{kept.index(True)}"

    async def test_nothing_is_kept_of_what_comes_too_late(self, store: Store) -> None:
        tournament = await started(store)
        over = commands.decide(tournament, EndTournament(), ("ada",), NOW, table_name)
        assert await store.keep_tournament(tournament, over)
        left = commands.decide(tournament, LeaveTournament(), ("bob",), NOW, table_name)
        assert not await store.keep_tournament(tournament, left)
        assert not any(each.is_out for each in (await of(store)).players)

    async def test_a_player_who_leaves_before_the_start_and_rejoins_is_there_once(self, store: Store) -> None:
        assert await store.make_tournament(new(), 9)
        tournament = await changed(store, await of(store), JoinTournament(), "bob")
        tournament = await changed(store, tournament, JoinTournament(), "carol")
        tournament = await changed(store, tournament, LeaveTournament(), "bob")
        tournament = await changed(store, tournament, JoinTournament(), "bob")
        assert [(each.number, each.person) for each in tournament.players] == [(2, "carol"), (3, "bob")]

    async def test_a_game_that_is_counted_makes_its_tournament_due_once(self, store: Store) -> None:
        tournament = await started(store)
        assert await store.tournaments_due(NOW + 1_000, 9) == []
        game = tournament.games[0]
        assert game.table is not None
        number = int(game.table.rpartition("-")[2])
        counted = result(number, "alice", "bob", at=NOW + 60, is_of_tournament=True)
        assert await store.count(counted)
        after = await of(store)
        assert [each.score is not None for each in after.games] == [True, False]
        assert after.games[0].halves_of(game.first) == 2
        assert after.version == tournament.version + 1
        assert await store.tournaments_due(NOW, 9) == ["tournament"]
        assert not await store.count(counted)
        assert (await of(store)).version == after.version
        acted = rounds.act(after, NOW + 70, table_name)
        assert await store.keep_tournament(after, acted)
        assert await store.tournaments_due(NOW + 1_000, 9) == []
        # All results may be worked out anew: what was decided by them stands.
        await store.forget_results()
        assert [each.score for each in (await of(store)).games] == [None, None]
        assert await store.count(counted)
        assert (await of(store)).games == after.games

    async def test_a_game_of_no_tournament_makes_none_due(self, store: Store) -> None:
        tournament = await started(store)
        assert await store.count(result(9_999, "alice", "bob", at=NOW, is_of_tournament=True))
        assert (await of(store)).version == tournament.version
        assert await store.tournaments_due(NOW + 1_000, 9) == []

    async def test_running_tournaments_are_counted(self, store: Store) -> None:
        assert await store.running_tournaments() == 0
        await started(store)
        assert await store.make_tournament(new("open"), 9)
        assert await store.running_tournaments() == 1

    async def test_results_counted_during_a_decision_are_not_lost(self, store: Store) -> None:
        tournament = await started(store)
        assert tournament.games[0].table is not None
        number = int(tournament.games[0].table.rpartition("-")[2])
        assert await store.count(result(number, "alice", "bob", at=NOW + 60, is_of_tournament=True))
        left = commands.decide(tournament, LeaveTournament(), ("bob",), NOW, table_name)
        assert not await store.keep_tournament(tournament, left)
        assert await store.tournaments_due(NOW, 9) == ["tournament"]

    async def test_a_host_has_so_many_at_a_time(self, store: Store) -> None:
        made = await asyncio.gather(*(store.make_tournament(new(f"e{each}"), 3) for each in range(6)))
        assert made.count(True) == 3
        assert await store.make_tournament(new("other", "eve"), 3)
        one = await of(store, f"e{made.index(True)}")
        await changed(store, one, EndTournament())
        assert await store.make_tournament(new("again"), 3)

    async def test_all_people_find_their_own(self, store: Store) -> None:
        tournament = await started(store)
        await store.make_tournament(replace(new("later", "bob"), made_at=NOW + 9), 9)
        found = await store.tournaments_of(["bob", "who"], 9)
        assert [(row.id, row.players, row.is_host) for row in found] == [
            ("later", 0, True),
            ("tournament", 4, False),
        ]
        assert found[1].settings == tournament.settings
        assert [row.id for row in await store.tournaments_of(["bob"], 1)] == ["later"]
        tournament = await changed(store, tournament, LeaveTournament(), "carol")
        assert await store.tournaments_of(["carol"], 9) == []
        assert await store.tournament_versions(["tournament", "none"]) == {"tournament": tournament.version}

    async def test_people_are_called_what_they_are_called_today(self, store: Store) -> None:
        for each in ("ada", "alice", "bob", "carol"):
            await store.add_guest(person(each, each.title()), session(each))
        await store.make_account("ada", "Ada L", "adal", "hash", [], NOW)
        await store.make_account("carol", "Carol C", "carolc", "hash", [], NOW)
        await started(store)
        assert await store.merge("alice", "ada")
        await store.delete("bob", NOW)
        await store.ban("carol", NOW, "")
        assert (await of(store)).people == {
            "ada": Known("Ada L", is_account=True),
            "alice": Known("Ada L", is_account=True),
            "bob": Known(SOMEBODY, is_gone=True),
            "carol": Known("Carol C", is_account=True, is_barred=True),
        }
        assert (await store.person_data("ada"))["tournaments"][0]["name"] == "Club night"
        await store.delete("ada", NOW)
        assert (await of(store)).settings.name == ""

    async def test_cohosts_and_the_results_that_hosts_set_are_stored(self, store: Store) -> None:
        for each in ("co", "other"):
            await store.add_guest(person(each, each.title()), session(each))
        await store.make_account("co", "Co", "co", "hash", [], NOW)
        tournament = await started(store)
        for each in ("other", "co"):
            tournament = await changed(store, tournament, AppointHost(each))
        assert (tournament.cohosts, tournament.people["co"]) == (
            ("other", "co"),
            Known("Co", is_account=True),
        )
        (row,) = await store.tournaments_of(["co"], 9)
        assert row.is_host
        tournament = await changed(store, tournament, SetResult(1, 1, (0.5, 0.5)), "co")
        tournament = await changed(store, tournament, SetResult(1, 1, None), "co")
        assert [(each.person, each.before, each.after) for each in tournament.rulings] == [
            ("co", None, (1, 1)),
            ("co", (1, 1), None),
        ]
        tournament = await changed(store, tournament, SetResult(1, 2, (1, 0)))
        assert [game.ruled for game in tournament.games] == [None, (2, 0)]
        tournament = await changed(store, tournament, HandOverTournament(handle_of("co")))
        assert (tournament.host, tournament.cohosts) == ("co", ("other", "ada"))
        await store.delete("other", NOW)
        assert (await of(store)).cohosts == ("ada",)

    async def test_teams_and_their_matches_are_stored(self, store: Store) -> None:
        settings = plan(format="team_round_robin", boards=2, pause=0)
        assert await store.make_tournament(commands.create_tournament("tournament", "ada", settings, NOW), 9)
        tournament = await of(store)
        for each in ("alice", "bob", "carol", "dave", "eve"):
            tournament = await changed(store, tournament, JoinTournament(), each)
        for name, players in (("Reds", (1, 2)), ("Blues", (4, 3)), ("Greens", (5,))):
            tournament = await changed(store, tournament, SetTeam(name, players))
        tournament = await changed(store, tournament, DisbandTeam(3))
        tournament = await changed(store, tournament, SetTeam("Reds", (2, 1), 1))
        tournament = await changed(store, tournament, StartTournament())
        assert tournament.teams == (Team(1, "Reds", (2, 1)), Team(2, "Blues", (4, 3)))
        (match,) = tournament.matches
        assert sorted(match.teams) == [1, 2]
        assert [set(game.players) for game in tournament.games] == [{2, 4}, {1, 3}]

    async def test_steps_of_a_ladder_are_stored_with_its_games(self, store: Store) -> None:
        tournament = await ladder(store)
        tournament = await changed(store, tournament, ChallengePlayer(1), "carol")
        number = tournament.steps[-1].number
        tournament = await changed(store, tournament, AcceptChallenge(number), "alice")
        assert [(each.kind, each.player, each.other, each.challenge) for each in tournament.steps] == [
            *(("join", player, None, None) for player in (1, 2, 3, 4)),
            ("challenge", 3, 1, None),
            ("accept", 3, 1, number),
        ]
        (game,) = tournament.games
        assert (game.board, game.players, game.is_made) == (number, (1, 3), False)
        assert await store.tournaments_due(NOW + 99, 9) == ["tournament"]
        assert await store.keep_tournament(tournament, rounds.with_tables_created(tournament, NOW + 50))
        counted = replace(
            result(1, "carol", "alice"), table=game.table, is_of_tournament=True, ended_at=NOW + 70
        )
        # The seats of the game: alice starts, and has lost.
        seats = tuple(replace(each, seat=1 - each.seat, side=1 - each.side) for each in counted.seats)
        assert await store.count(replace(counted, seats=seats[::-1]))
        tournament = await of(store)
        assert tournament.games[0].ended_at == NOW + 70
        assert ladder_of(tournament).order == (3, 1, 2, 4)
        assert await store.tournaments_due(NOW, 9) == ["tournament"]

    async def test_a_ladder_knows_vacations_and_blocks_of_its_players(self, store: Store) -> None:
        for each in ("alice", "bob", "carol", "guest"):
            await store.add_guest(person(each, each.title()), session(each))
        await store.make_account("carol", "Carol", "carol", "hash", [], NOW)
        tournament = await ladder(store, "guest", pace=DailyPace(24))
        assert await store.merge("guest", "carol")
        one, two = Vacation(NOW, NOW + 50), Vacation(NOW + 100, NOW + 200)
        assert await store.keep_vacation("carol", None, one)
        assert await store.keep_vacation("carol", one, two)
        await store.block("carol", "bob", "Bob", NOW, 9)
        tournament = await of(store)
        assert tournament.vacations == {3: (one, two)}
        assert tournament.blocked == {(2, 3)}

    async def test_live_ladders_know_no_vacations(self, store: Store) -> None:
        for each in ("alice", "bob"):
            await store.add_guest(person(each, each.title()), session(each))
        await ladder(store)
        assert await store.keep_vacation("alice", None, Vacation(NOW, NOW + 50))
        assert (await of(store)).vacations == {}

    async def test_new_challenges_are_found_until_they_are_answered(self, store: Store) -> None:
        for each in ("alice", "bob", "carol", "dave"):
            await store.add_guest(person(each, each.title()), session(each))
        tournament = await ladder(store)
        tournament = await changed(store, tournament, ChallengePlayer(1), "carol")
        tournament = await changed(store, tournament, ChallengePlayer(2), "dave")
        first, second = tournament.steps[-2:]
        found = [
            NewChallenge("tournament", "Club night", first.number, "Carol", "alice"),
            NewChallenge("tournament", "Club night", second.number, "Dave", "bob"),
        ]
        assert await store.new_challenges(first.at - 1, 9) == found
        assert await store.new_challenges(first.at - 1, 1) == found[:1]
        assert await store.new_challenges(first.at, 9) == found[1:]
        tournament = await changed(store, tournament, DeclineChallenge(first.number), "alice")
        assert await store.new_challenges(NOW, 9) == found[1:]
        await changed(store, tournament, EndTournament())
        assert await store.new_challenges(NOW, 9) == []

    async def test_a_ladder_stays_listed_while_it_runs(self, store: Store) -> None:
        """People can join it all the time. Other tournaments leave the list when they begin."""
        for each in ("ada", "alice", "bob", "carol", "dave"):
            await store.add_guest(person(each, each.title()), session(each))
        tournament = await ladder(store, listed=True)
        assert await store.make_tournament(listed("waits", "ada"), 9)
        assert await store.make_tournament(listed("begins", "ada"), 9)
        for each in ("alice", "bob", "carol"):
            await changed(store, await of(store, "begins"), JoinTournament(), each)
        await changed(store, await of(store, "begins"), StartTournament())
        found = [(row.id, row.is_running) for row in await store.listed_tournaments(9)]
        assert found == [("waits", False), ("tournament", True)]
        await changed(store, tournament, EndTournament())
        assert [row.id for row in await store.listed_tournaments(9)] == ["waits"]

    async def test_a_list_says_which_tournament_is_a_ladder(self, store: Store) -> None:
        await ladder(store)
        await store.make_tournament(new("other"), 9)
        rows = await store.tournaments_of(["ada"], 9)
        assert {row.id: row.is_ladder for row in rows} == {"tournament": True, "other": False}

    async def test_a_table_of_four_is_stored_and_its_places_are_counted(self, store: Store) -> None:
        options = encode(CinqoOptions(players=4))
        settings = plan(format="table_swiss", options=options, pause=0)
        assert await store.make_tournament(commands.create_tournament("tournament", "ada", settings, NOW), 9)
        tournament = await begun(store)
        (game,) = tournament.games
        assert (len(game.players), game.is_made) == (4, True)
        assert game.table is not None
        counted = result(int(game.table.rpartition("-")[2]), "alice", "bob", "carol", "dave", at=NOW + 60)
        points = (101, 60, 95, 70)
        seats = tuple(
            replace(seat, facts={"points": number})
            for seat, number in zip(counted.seats, points, strict=True)
        )
        assert await store.count(replace(counted, seats=seats, is_of_tournament=True))
        assert (await of(store)).games[0].score == Score((12, 0, 8, 4), (False,) * 4)
        tournament = await changed(store, await of(store), SetResult(1, 1, (0, 2, 4, 6)))
        tournament = await changed(store, tournament, SetResult(1, 1, None))
        assert [(each.before, each.after) for each in tournament.rulings] == [
            ((12, 0, 8, 4), (0, 4, 8, 12)),
            ((0, 4, 8, 12), None),
        ]

    async def test_players_who_must_not_meet_are_stored(self, store: Store) -> None:
        tournament = await started(store)
        numbers = [each.number for each in tournament.players]
        groups = [tuple(numbers[:2]), tuple(numbers[1:3]), tuple(numbers[:3])]
        for group in groups:
            tournament = await changed(store, tournament, KeepApart(group))
        assert tournament.apart == tuple(Apart(group, tournament.round + 1) for group in groups)
        tournament = await changed(store, tournament, LetMeet(groups[1]))
        assert [each.players for each in (await of(store)).apart] == [groups[0], groups[2]]

    async def test_no_excluded_or_banned_person_becomes_a_cohost(self, store: Store) -> None:
        for each in ("ada", "alice", "bob"):
            await store.add_guest(person(each, each.title()), session(each))
            await store.make_account(each, each.title(), each, "hash", [], NOW)
        assert await store.possible_host("alice", ["ada"]) == "alice"
        assert await store.possible_host("nobody", ["ada"]) is None
        await store.block("alice", "ada", "Ada", NOW, 9)
        assert await store.possible_host("alice", ["ada"]) is None
        await store.ban("bob", NOW, "")
        assert await store.possible_host("bob", ["ada"]) is None

    async def test_a_tournament_that_never_began_is_not_kept_for_ever(self, store: Store) -> None:
        await started(store)
        await store.make_tournament(new("idle"), 9)
        await changed(
            store, await changed(store, await of(store, "idle"), JoinTournament(), "bob"), EndTournament()
        )
        await store.delete_expired(NOW + NEVER_BEGAN - 1)
        assert await store.tournament("idle") is not None
        await store.delete_expired(NOW + NEVER_BEGAN + 10)
        assert await store.tournament("idle") is None
        assert await store.tournament("tournament") is not None

    async def test_only_waiting_public_tournaments_are_listed(self, store: Store) -> None:
        for name in ("ada", "bea", "cay"):
            await store.add_guest(person(name, name.title()), session(name))
        made = [
            replace(listed(f"e{number}", host), made_at=NOW + number)
            for number, host in enumerate(["ada", "bea", "ada", "cay", "somebody"])
        ]
        for each in made:
            assert await store.make_tournament(each, 9)
        assert await store.make_tournament(new("by-link"), 9)
        await changed(store, await of(store, "e2"), JoinTournament(), "bob")
        after = await changed(store, await of(store, "e2"), JoinTournament(), "carol")
        await changed(store, after, LeaveTournament(), "bob")
        assert [row.id for row in await store.listed_tournaments(9)] == ["e3", "e2", "e1", "e0"]
        assert [row.id for row in await store.listed_tournaments(2)] == ["e3", "e2"]
        row = (await store.listed_tournaments(9))[1]
        assert row == ListedRow("e2", made[2].settings, 1, "ada", "Ada", NOW + 2)
        await changed(store, await of(store, "e0"), EndTournament())
        await store.ban("bea", NOW, "loud")
        await store.delete("cay", NOW)
        assert [row.id for row in await store.listed_tournaments(9)] == ["e2"]

    async def test_a_field_that_only_a_newer_version_knows_is_passed_over_and_kept(
        self, store: Store
    ) -> None:
        assert await store.make_tournament(new(), 9)
        before = await of(store)
        await by_a_newer_node(store, "tournament", {"music": {"loud": True}})
        assert await of(store) == before
        # A player who joins changes no settings, and the host changes some: the field stays in either case.
        tournament = await changed(store, before, JoinTournament(), "bob")
        tournament = await changed(store, tournament, SetByHand(by_hand=True))
        assert tournament.settings == replace(before.settings, by_hand=True)
        assert await settings_of(store, "tournament") == {
            **json.loads(stored.written(tournament.settings)),
            "music": {"loud": True},
        }

    async def test_a_kind_that_only_a_newer_version_knows_hides_no_others(self, store: Store) -> None:
        await store.add_guest(person("ada", "Ada"), session("ada"))
        strange: dict[str, Any] = {
            "format": {"settings": {"format": "tag"}},
            "pace": {"settings": {"pace": {"type": "hourglass", "total": 600}}},
            "game": {"settings": {"options": {"game": "tomorrow"}}},
            "status": {"status": "paused"},
        }
        for name in (*strange, "known"):
            assert await store.make_tournament(replace(listed(name, "ada"), due=1), 9)
        for name, how in strange.items():
            await by_a_newer_node(store, name, **how)
            with pytest.raises(NewerTournament):
                await store.tournament(name)
        assert [row.id for row in await store.listed_tournaments(9)] == ["known"]
        assert {row.id for row in await store.tournaments_of(["ada"], 9)} == {*strange, "known"} - {"status"}
        assert (await of(store, "known")).settings == listed("known", "ada").settings
        assert set(await store.tournaments_due(NOW, 9)) == {*strange, "known"}
