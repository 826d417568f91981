"""Facts of a sample, as the store's interface tells them: what no upgrade may lose.

They are plain values with names of their own, so that a sample of years ago can be compared with what the
present code says. Later code may add facts; it never takes one away.
"""

from __future__ import annotations

from typing import Any

import msgspec

from quincunx.club.clubs.standings import head_to_head, standings
from quincunx.club.ports import Store
from quincunx.club.rows import Filter
from quincunx.club.tournament.standings import standings as tournament_standings
from quincunx.club.tournament.teams.round import standings_of_teams
from tests.releases.clubs import CLUB, PRIVATE
from tests.releases.games import CHALLENGE
from tests.releases.people import ADDRESS, ERIN, FINN, GUS, HAL
from tests.releases.sample import BEGAN, DAY
from tests.table.support import ALICE, BOB, CAROL, DAVE

PEOPLE = (*(each.id for each in (ALICE, BOB, CAROL, DAVE, ERIN, FINN)), GUS, HAL)
GAMES = ("cinco", "cinqo")
LATER = BEGAN + 10 * DAY


async def facts(store: Store) -> dict[str, Any]:
    """All facts. Ratings are those after all games have been counted."""
    while await store.rate_on():
        pass
    return {
        "people": {id: await _person(store, id) for id in PEOPLE},
        "clubs": {name: await _club(store, name) for name in (CLUB, PRIVATE)},
        "tournaments": {
            row.id: await _tournament(store, row.id) for row in await store.tournaments_of([ALICE.id], 99)
        }
        | {"friday-cup": await _tournament(store, "friday-cup")},
        "server": await _server(store),
    }


async def _person(store: Store, id: str) -> dict[str, Any]:
    row, credentials = await store.person(id), await store.credentials(id)
    address = await store.mail_address(id)
    solvers = await store.solvers(id)
    assert row is not None
    return {
        "name": row.name,
        "is_account": row.name_key is not None,
        "merged_into": row.became,
        "is_deleted": row.deleted_at is not None,
        "ban": row.ban_reason if row.banned_at else None,
        "is_operator": row.operator_at is not None,
        "sessions": sorted(each.id for each in await store.sessions(id)),
        "tokens": {each.name: list(each.scopes) for each in await store.tokens(id)},
        "passkeys": {each.name: [each.id.hex(), each.rp] for each in credentials.passkeys},
        "has_password": credentials.has_password,
        "codes_left": credentials.codes_left,
        "address": address and [address.address, address.pending, address.language],
        "choices": _plain(await store.notification_choices(id)),
        "has_push": await store.has_push(id),
        "alert_until": await store.alert_until(id, BEGAN),
        "hides_presence": await store.hides_presence(id),
        "friends": [each.name for each in await store.friends(id)],
        "blocks": [each.name for each in await store.blocks(id)],
        "vacations": [[each.since, each.until] for each in await store.vacations(id)],
        "clubs": {each.name: each.standing for each in await store.clubs_of(id, LATER)},
        "ratings": {
            f"{each.game} {each.kind}": [each.games, each.rating.mu, each.rating.sigma]
            for each in await store.ratings(id)
        },
        "games": {
            each.result.table: [each.seat, each.result.termination, each.result.seats[each.seat].ending]
            for each in await store.games(id, Filter(), 99)
        },
        "puzzles": {game: [each.tries, each.found, each.best_run] for game, each in solvers.items()},
        "answered": {game: list(await store.answered_puzzles(id, game)) for game in GAMES},
        "days": list(await store.days_played([id], 9)),
    }


def _plain(choices: Any) -> dict[str, str]:
    return {name: getattr(choices, name) for name in choices.__struct_fields__}


async def _club(store: Store, name: str) -> dict[str, Any]:
    club, hook = await store.club(name), await store.club_hook(name)
    assert club is not None
    season = club.seasons[-1]
    played = await store.club_played(name, season.began, None, 999)
    return {
        "title": club.settings.title,
        "is_private": club.settings.private,
        "joining": club.settings.joining,
        "standings_of_members": {each.person: each.standing for each in club.members},
        "announcements": [[each.person, each.text] for each in club.announcements],
        "nights": [[each.title, each.begins, each.minutes] for each in club.nights],
        "seasons": [[each.number, each.name, each.began] for each in club.seasons],
        "links": [[each.hash.hex(), each.uses] for each in club.links],
        "season": [
            [each.place, each.person, each.score.points, each.score.games]
            for each in standings(head_to_head(played))
        ],
        "tables": list(await store.club_tables(name, 9)),
        "hook": hook and [hook.url, hook.nights, hook.results, hook.standings],
    }


async def _tournament(store: Store, id: str) -> dict[str, Any]:
    found, talk = await store.tournament(id), await store.tournament_talk(id)
    assert found is not None
    assert talk is not None
    settings = found.settings
    return {
        "status": [found.status, found.round, found.rounds],
        "hosts": [found.host, *found.cohosts],
        "settings": [settings.name, settings.format, settings.rated, settings.listed, settings.begins],
        "options": msgspec.json.decode(settings.options),
        "players": {str(each.number): [each.person, each.is_out] for each in found.players},
        "games": [
            [game.round, game.board, list(game.players), game.table, game.score and list(game.score.halves)]
            for game in found.games
        ],
        "standings": [[each.place, each.player, each.halves] for each in tournament_standings(found)],
        "rulings": [
            [each.person, each.round, each.board, each.after and list(each.after)] for each in found.rulings
        ],
        "apart": [list(each.players) for each in found.apart],
        "teams": [[each.name, list(each.players)] for each in found.teams],
        "matches": [[each.round, list(each.teams)] for each in found.matches],
        "standings_of_teams": [[each.place, each.team] for each in standings_of_teams(found)]
        if found.teams
        else [],
        "steps": [[each.kind, each.player, each.other, each.challenge] for each in found.steps],
        "lines": [[each.person, each.phrase, each.text] for each in talk.lines],
        "acts": [[each.by, each.act, each.person, each.line] for each in talk.acts],
    }


async def _server(store: Store) -> dict[str, Any]:
    return {
        "owners_of_address": [each.id for each in await store.by_address(ADDRESS.lower())],
        "invitations": [[each.id, each.uses] for each in await store.invitations(BEGAN)],
        "reports": {
            each.id: [each.reported, each.why, each.tournament, is_open]
            for is_open in (True, False)
            for each in await store.reports(is_open, 9)
        },
        "acts": [
            [each.actor, each.act, each.person, each.note] for each in await store.audit_entries(None, 99)
        ],
        "strongest": {
            game: [each.person for each in await store.strongest(game, "two", 9)] for game in GAMES
        },
        "hardness": {
            game: {puzzle: each.mu for puzzle, each in (await store.hardness(game)).items()} for game in GAMES
        },
        "days": [[each.day, each.seed] for each in await store.days(0, 99_999)],
        "counts_of_day": {
            str(number): people for number, people in (await store.day_counts(CHALLENGE, "cinqo")).items()
        },
        "best_of_day": (await store.bests(CHALLENGE, CHALLENGE))[CHALLENGE, "cinqo"],
        "reviews": [
            (review := await store.review(f"table-of-the-tests-000{number}"))
            and (review.body or b"").decode()
            for number in (2, 8)
        ],
        "pairings": [[each.table, each.pool] for each in await store.pairings(LATER, 9)],
    }
