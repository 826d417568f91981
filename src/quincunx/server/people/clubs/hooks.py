"""Webhooks of clubs: their settings, and the news that nodes send to them."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Final

import structlog
from msgspec.structs import replace

from quincunx.club.clubs import hooks
from quincunx.club.clubs.commands import not_staff
from quincunx.club.clubs.hooks import AskHook, ClubHook, HookCourier, HookRow, HookTested
from quincunx.club.clubs.state import Club
from quincunx.club.limits import CLUB_HOOK_NEWS, CLUB_HOOKS, admitted
from quincunx.club.mail import known_language
from quincunx.club.ports import Store, StoreUnavailable
from quincunx.club.results.results import Result
from quincunx.core.reason import Refusal, refused
from quincunx.kit import Periodic, RateLimiter
from quincunx.node.ports import Clock
from quincunx.server.people.access.sessions import Sessions
from quincunx.server.people.clubs.service import ClubService, no_such_club
from quincunx.server.people.identity import Identity

log = structlog.get_logger("quincunx.hooks")

LOOK_SECONDS: Final = 30.0
PAGE: Final = 100
AT_ONCE: Final = 8


class ClubHooks:
    """The webhooks of a server's clubs. ``pages`` is the base address of links. Methods raise
    :class:`~quincunx.core.reason.Refusal` and :class:`~quincunx.club.ports.StoreUnavailable`."""

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        clubs: ClubService,
        courier: HookCourier,
        clock: Clock,
        pages: str | None,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._clubs = clubs
        self._courier = courier
        self._clock = clock
        self._pages = pages or ""
        self._changes = RateLimiter(CLUB_HOOKS)
        self._news = RateLimiter(CLUB_HOOK_NEWS)
        self._loop = Periodic(
            "webhooks",
            self.send_due,
            LOOK_SECONDS,
            jitter=0.2,
            expected=(StoreUnavailable,),
            waits_first=True,
        )

    def start(self) -> None:
        """Start to send news."""
        self._loop.start()

    async def stop(self) -> None:
        """Stop; other nodes go on."""
        await self._loop.stop()

    # ---- settings ----------------------------------------------------------------------------------------

    async def view(self, name: str, identity: Identity) -> ClubHook:
        """The webhook of a club, for its staff."""
        club = await self._staffed(name, identity)
        return _view(await self._store.club_hook(club.name))

    async def set(self, name: str, identity: Identity, asked: AskHook) -> ClubHook:
        """Set a club's webhook, and switch it on."""
        club, now = await self._staffed(name, identity), self._clock.now()
        before = await self._store.club_hook(club.name)
        known = None if before is None else before.url
        url = known if asked.url is None else asked.url
        if url is None:
            raise Refusal(hooks.BAD_HOOK)
        hooks.check_hook(url)
        row = HookRow(
            club=club.name,
            url=url,
            language=known_language(asked.language),
            nights=asked.nights,
            results=asked.results,
            standings=asked.standings,
            made_at=now,
            # Earlier results are no news.
            results_until=now,
            night=before.night if before is not None else "",
            week=_week(now),
        )
        with admitted((self._changes, club.name, 1)), self._sessions.checked_by_store(identity):
            if not await self._store.set_club_hook(row, identity.authority):
                raise no_such_club()
        return _view(row)

    async def delete(self, name: str, identity: Identity) -> ClubHook:
        """Delete a club's webhook."""
        club = await self._staffed(name, identity)
        with admitted((self._changes, club.name, 1)), self._sessions.checked_by_store(identity):
            await self._store.delete_club_hook(club.name, identity.authority)
        return ClubHook(None)

    async def test(self, name: str, identity: Identity) -> HookTested:
        """Send a test to a club's webhook."""
        club = await self._staffed(name, identity)
        hook = await self._store.club_hook(club.name)
        if hook is None:
            raise refused("unknown", "no-hook", "The club has no webhook.")
        with admitted((self._changes, club.name, 1)):
            text = hooks.trial_text(club.settings.title, self._page(club.name), hook.language)
            return HookTested(await self._send(hook, text))

    async def _staffed(self, name: str, identity: Identity) -> Club:
        club = await self._store.club(name.lower())
        if club is None:
            raise no_such_club()
        if not club.is_staff(identity.row.id):
            raise not_staff()
        return club

    # ---- news --------------------------------------------------------------------------------------------

    async def send_due(self) -> None:
        """Send all news to the webhooks that are on."""
        after = ""
        while rows := await self._store.club_hooks(after, PAGE):
            for start in range(0, len(rows), AT_ONCE):
                part = rows[start : start + AT_ONCE]
                done = await asyncio.gather(*map(self._send_news, part), return_exceptions=True)
                for error in done:
                    if isinstance(error, StoreUnavailable):
                        raise error
                    if isinstance(error, Exception):
                        log.error("hook_news_failed", exc_info=error)
            after = rows[-1].club

    async def _send_news(self, hook: HookRow) -> None:
        club = await self._store.club(hook.club)
        if club is None:
            return
        now, texts, claimed = self._clock.now(), list[str](), hook
        page, title = self._page(club.name), club.settings.title
        night = next((each for each in club.nights if now < each.begins <= now + hooks.NIGHT_LEAD), None)
        if hook.nights and night is not None and f"{night.id}/{night.begins}" != hook.night:
            claimed = replace(claimed, night=f"{night.id}/{night.begins}")
            texts.append(hooks.night_text(title, night, page, hook.language))
        games = await self._store.club_games(club.name, None, hooks.MOST_RESULTS) if hook.results else ()
        new = [each.result for each in games if each.result.ended_at > hook.results_until]
        if new:
            claimed = replace(claimed, results_until=max(result.ended_at for result in new))
            lines = [_line(result, hook.language) for result in reversed(new)]
            texts.append(hooks.results_text(title, lines, page, hook.language))
        if hook.standings and _week(now) != hook.week:
            claimed = replace(claimed, week=_week(now))
            standings = await self._clubs.standings_of(club)
            if standings.lines:
                texts.append(hooks.standings_text(title, standings.lines, page, hook.language))
        if claimed == hook or not await self._store.claim_hook(hook, claimed):
            return
        for text in texts:
            if not self._news.acquire(club.name):
                await self._send(hook, text)

    async def _send(self, hook: HookRow, text: str) -> hooks.HookOutcome:
        outcome = await self._courier.deliver_news(hook.club, hook.url, hooks.message(text))
        is_over = outcome in ("gone", "refused")
        await self._store.record_hook(hook.club, hook.url, outcome == "sent", is_over, self._clock.now())
        return outcome

    def _page(self, name: str) -> str:
        return f"{self._pages}/c/{name}" if self._pages else ""


def _view(hook: HookRow | None) -> ClubHook:
    if hook is None:
        return ClubHook(None)
    address = hooks.host_of(hook.url)
    return ClubHook(address, hook.nights, hook.results, hook.standings, hook.stopped_at)


def _week(now: int) -> str:
    year, week, _ = datetime.fromtimestamp(now / 1000, UTC).isocalendar()
    return f"{year}-{week}"


def _line(result: Result, language: str) -> str:
    won = [seat.name or seat.level or "" for seat in result.seats if seat.ending == "won"]
    others = [seat.name or seat.level or "" for seat in result.seats if seat.ending != "won"]
    return hooks.result_line(result.game, won, others, language)
