"""Clubs of a sample: a public one with everything, and a private one."""

from __future__ import annotations

from quincunx.club.clubs.hooks import HookRow
from quincunx.club.clubs.state import Announcement, Club, Link, Member, Night, Season
from quincunx.club.clubs.wire import ClubSettings
from tests.releases.people import GUS
from tests.releases.sample import BEGAN, DAY, HOUR, Sample, digest
from tests.table.support import ALICE, BOB, CAROL, DAVE

CLUB = "reed-and-water"
PRIVATE = "quiet-corner"


def _public() -> Club:
    return Club(
        CLUB,
        ClubSettings("Reed and Water", "We meet on Fridays.", "link"),
        BEGAN + HOUR,
        "feed-1",
        members=(
            Member(ALICE.id, "owner", BEGAN + HOUR),
            Member(BOB.id, "organiser", BEGAN + 2 * HOUR),
            Member(CAROL.id, "member", BEGAN + 3 * HOUR),
            Member(DAVE.id, "asking", BEGAN + 4 * HOUR),
            Member(GUS, "removed", BEGAN + 5 * HOUR),
        ),
        announcements=(Announcement("a1", BEGAN + DAY, BOB.id, "The ferry’s café is open again."),),
        nights=(
            Night("n1", "Club night", BEGAN + 2 * DAY, 180),
            Night("n2", "Blitz", BEGAN + 900 * DAY, 90),
        ),
        seasons=(Season(1, "Summer", BEGAN - 90 * DAY), Season(2, "Autumn", BEGAN + DAY)),
        links=(Link("l1", digest("club-link"), ALICE.id, 3, BEGAN + 30 * DAY),),
    )


def _private() -> Club:
    settings = ClubSettings("Quiet Corner", joining="request", private=True, listed=False)
    members = (Member(CAROL.id, "owner", BEGAN), Member(DAVE.id, "member", BEGAN + 1))
    return Club(PRIVATE, settings, BEGAN, "feed-2", members, seasons=(Season(1, "First", BEGAN),))


async def write_clubs(sample: Sample) -> None:
    store = sample.store
    for club in (_public(), _private()):
        await store.add_club(club)
    hook = HookRow(CLUB, "https://chat.example/hook", "en", True, True, False, BEGAN + HOUR, BEGAN + HOUR)
    assert await store.set_club_hook(hook)
    await store.add_club_table(CLUB, "table-of-the-tests-0003", BEGAN + DAY, 20)
