"""``quincunx admin``: a host's actions on accounts. Each action is recorded in the store."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from quincunx.cli.files import fail, print_line
from quincunx.cli.serving.admin_desk import DataFolder, Desk, Who, day, done, moment, print_link, run_at_desk
from quincunx.club.rows import EVERYBODY, NEWCOMERS
from quincunx.core.columns import columns, padded
from quincunx.core.speech import t

if TYPE_CHECKING:
    from quincunx.club.rows import PersonRow
    from quincunx.club.safety import ReportRow

MOST_SHOWN = 50


def group() -> App:
    """Return the commands of the operator."""
    app = App(
        name="admin",
        help="Manage people and reports while the server runs.",
    )
    app.command(find)
    app.command(rename)
    app.command(ban)
    app.command(unban)
    app.command(operator)
    app.command(link)
    app.command(invite)
    app.command(invitations)
    app.command(club)
    app.command(sign_out, name="sign-out")
    app.command(delete)
    app.command(log)
    app.command(reports)
    return app


# ---- the commands ----------------------------------------------------------------------------------------


def find(text: Annotated[str, Parameter(allow_leading_hyphen=True)], *, data: DataFolder = None) -> int:
    """Find people by id or by the start of their name (newest 50).

    Parameters
    ----------
    text
        An id, or the start of a name. "" matches everyone.
    """

    async def act(desk: Desk) -> int:
        found = await desk.store.find_people(text, MOST_SHOWN)
        width = max((columns(_kind(person)) for person in found), default=0)
        for person in found:
            print_line("  ".join((person.id, padded(_kind(person), width), day(person.seen_at), person.name)))
        return 0 if found else fail(t("No one found."))

    return run_at_desk(data, act)


def rename(
    who: Who, name: Annotated[str, Parameter(help="The new name.")], *, data: DataFolder = None
) -> int:
    """Rename someone. Seats they already hold keep the old name."""

    async def act(desk: Desk) -> int:
        from quincunx.club.accounts.names import account_name
        from quincunx.club.ports import NameTaken
        from quincunx.table.seats.person import checked_name

        person = await desk.person(who)
        shown, key = account_name(name) if person.name_key else (checked_name(name), None)
        try:
            # An account that the operator has renamed cannot take its former name back.
            await desk.store.rename(person.id, shown, key, desk.now, gives_back=False)
        except NameTaken:
            return fail(t("That name, or one that looks like it, is taken."))
        await desk.record_act("rename", person.id, f"{person.name} → {shown}")
        return done(t("{{old}} is now called {{name}}.", old=person.name, name=shown))

    return run_at_desk(data, act)


def ban(who: Who, *, reason: str, data: DataFolder = None) -> int:
    """Ban a person: their tokens stop working, and they’re told within seconds, wherever they are.

    Parameters
    ----------
    reason
        Reason, for the log only; the person doesn’t see it.
    """

    async def act(desk: Desk) -> int:
        from quincunx.club.moderation import acts

        person = await desk.person(who)
        await acts.ban(desk.store, person, reason, desk.operator, desk.now)
        return done(t("{{name}} is banned.", name=person.name))

    return run_at_desk(data, act)


def unban(who: Who, *, data: DataFolder = None) -> int:
    """Lift a ban. The person must create new tokens."""

    async def act(desk: Desk) -> int:
        from quincunx.club.moderation import acts

        person = await desk.person(who)
        if not await acts.lift_ban(desk.store, person, desk.operator, desk.now):
            return fail(t("{{name}} isn’t banned.", name=person.name))
        return done(t("{{name}} is no longer banned.", name=person.name))

    return run_at_desk(data, act)


def operator(
    account: Annotated[
        str | None, Parameter(help="A person’s id or account name.", allow_leading_hyphen=True)
    ] = None,
    *,
    remove: Annotated[bool, Parameter(help="The account is no operator any more.")] = False,
    data: DataFolder = None,
) -> int:
    """List operators, or make an account one.

    Operators read reports and ban people on the page “Moderation”.
    """

    async def act(desk: Desk) -> int:
        from quincunx.club.moderation import acts
        from quincunx.club.moderation.ports import PeopleQuery

        if account is None:
            for each in await desk.store.list_people(PeopleQuery(which="operators"), MOST_SHOWN):
                print_line("  ".join((each.id, day(each.operator_at or 0), each.name)))
            return 0
        person = await desk.person(account)
        if person.name_key is None:
            return fail(t("{{name}} is a guest and has no account.", name=person.name))
        if person.banned_at:
            return fail(t("{{name}} is banned; lift the ban first.", name=person.name))
        await acts.set_operator(desk.store, person, not remove, desk.operator, desk.now)
        if remove:
            return done(t("{{name}} is no operator.", name=person.name))
        return done(t("{{name}} is an operator.", name=person.name))

    return run_at_desk(data, act)


def link(account: Who, *, data: DataFolder = None) -> int:
    """Print a link by which the owner of an account gets back in, once within a day.

    Give it to the owner alone. They choose a new passkey or password there. The account is told of the link.
    """

    async def act(desk: Desk) -> int:
        import secrets

        from quincunx.club.accounts.sessions import OPERATOR_LINK
        from quincunx.club.mail import change_mail
        from quincunx.server.people.identity import digest

        person = await desk.person(account)
        if person.name_key is None:
            return fail(t("{{name}} is a guest and has no account.", name=person.name))
        if person.banned_at:
            return fail(t("{{name}} is banned; lift the ban first.", name=person.name))
        secret, until = secrets.token_urlsafe(32), desk.now + OPERATOR_LINK
        await desk.store.add_operator_link(person.id, digest(secret), until, desk.entry("link", person.id))
        known = await desk.store.mail_address(person.id)
        mail = known and change_mail(known, "link", desk.now, secrets.token_urlsafe(12))
        if mail:
            await desk.store.add_mail(mail)  # a running server sends it
        print_link(desk, f"/enter/operator#{secret}")
        return 0

    return run_at_desk(data, act)


def invite(
    *,
    uses: Annotated[int, Parameter(help="The number of people who may come by it.")] = 1,
    days: Annotated[int, Parameter(help="The number of days for which it works.")] = 7,
    data: DataFolder = None,
) -> int:
    """Print a link by which newcomers may come to a server that is by invitation only."""

    async def act(desk: Desk) -> int:
        import secrets

        from quincunx.club.invitations import DAY, MOST_DAYS, MOST_USES, InvitationRow
        from quincunx.server.people.identity import digest

        if not (1 <= uses <= MOST_USES and 1 <= days <= MOST_DAYS):
            sentence = "Choose --uses from 1 to {{uses}} and --days from 1 to {{days}}."
            return fail(t(sentence, uses=MOST_USES, days=MOST_DAYS))
        secret, id = secrets.token_urlsafe(32), secrets.token_hex(4)
        row = InvitationRow(id, digest(secret), uses, desk.now + days * DAY, desk.now)
        await desk.store.add_invitation(row)
        await desk.record_act("invite", NEWCOMERS, f"{id} × {uses}")
        print_link(desk, f"/invited#{secret}")
        return 0

    return run_at_desk(data, act)


def invitations(
    *,
    end: Annotated[str | None, Parameter(help="End the invitation with this id.")] = None,
    data: DataFolder = None,
) -> int:
    """List invitations that still work, with their ends and the uses that are left; or end one."""

    async def act(desk: Desk) -> int:
        if end is None:
            for row in await desk.store.invitations(desk.now):
                print_line("  ".join((row.id, moment(row.until), f"× {row.uses}")))
            return 0
        if not await desk.store.end_invitation(end):
            return fail(t("There’s no invitation “{{id}}”.", id=end))
        await desk.record_act("end_invitation", NEWCOMERS, end)
        return done(t("The invitation {{id}} no longer works.", id=end))

    return run_at_desk(data, act)


def club(
    name: Annotated[str, Parameter(help="The last part of the club’s address.")],
    owner: Who,
    *,
    title: Annotated[str | None, Parameter(help="The name of a new club, as shown.")] = None,
    data: DataFolder = None,
) -> int:
    """Create a club with this owner, or give a club another owner."""

    async def act(desk: Desk) -> int:
        from quincunx.club.clubs.ports import TooManyClubs
        from quincunx.club.clubs.rules import checked_club_name

        address = checked_club_name(name)
        person = await desk.person(owner)
        if person.name_key is None or person.banned_at:
            return fail(t("{{name}} has no account that can own a club.", name=person.name))
        try:
            made = await _with_owner(desk, address, person.id, title or name)
        except TooManyClubs:
            return fail(t("{{name}} has too many clubs already.", name=person.name))
        await desk.record_act("club", person.id, address)
        if made:
            return done(t("The club {{club}} is created. {{name}} owns it.", club=address, name=person.name))
        return done(t("{{name}} owns the club {{club}} now.", club=address, name=person.name))

    return run_at_desk(data, act)


async def _with_owner(desk: Desk, name: str, owner: str, title: str) -> bool:
    """Create a club with this owner, or hand an existing one over. True if it is new."""
    import secrets

    from quincunx.club.clubs.commands import create_club, with_owner
    from quincunx.club.clubs.wire import ClubSettings

    if await desk.store.club(name) is not None:
        await desk.store.change_club(name, lambda club: with_owner(club, owner, desk.now))
        return False
    new_id = partial(secrets.token_urlsafe, 9)
    await desk.store.add_club(create_club(name, ClubSettings(title), owner, desk.now, new_id))
    return True


def sign_out(
    who: Annotated[
        str | None, Parameter(help="A person’s id or account name.", allow_leading_hyphen=True)
    ] = None,
    *,
    everybody: Annotated[bool, Parameter(help="Sign out everyone. Guests lose their seats.")] = False,
    data: DataFolder = None,
) -> int:
    """Sign someone out everywhere within seconds. Guests can’t come back."""
    if (who is None) != everybody:
        return fail(t("Choose who to sign out, or use --everybody."))

    async def act(desk: Desk) -> int:
        if who is None:
            ended = await desk.store.end_all_sessions()
            await desk.record_act("sign_out", EVERYBODY)
            return done(
                t("{{count}} sessions have been ended.", "{{count}} session has been ended.", count=ended)
            )
        person = await desk.person(who)
        ended = await desk.store.end_sessions(person.id)
        await desk.record_act("sign_out", person.id)
        sentence = "{{name}} is signed out ({{count}} sessions)."
        one = "{{name}} is signed out ({{count}} session)."
        return done(t(sentence, one, name=person.name, count=ended))

    return run_at_desk(data, act)


def delete(
    who: Who,
    *,
    yes: Annotated[bool, Parameter(help="Confirm. This can’t be undone.")] = False,
    data: DataFolder = None,
) -> int:
    """Delete a person and everything stored about them. Their games stay, without their name."""

    async def act(desk: Desk) -> int:
        person = await desk.person(who)
        if not yes:
            sentence = "This would permanently delete {{name}} ({{id}}). Add --yes to confirm."
            return fail(t(sentence, name=person.name, id=person.id))
        await desk.store.delete(person.id, desk.now)
        await desk.record_act("delete", person.id)
        return done(t("{{id}} is deleted.", id=person.id))

    return run_at_desk(data, act)


def log(
    who: Annotated[
        str | None, Parameter(help="Only entries about this person.", allow_leading_hyphen=True)
    ] = None,
    *,
    data: DataFolder = None,
) -> int:
    """Show the account log: what operators and people themselves did (newest 50)."""

    async def act(desk: Desk) -> int:
        audit_entries = await desk.store.audit_entries(who, MOST_SHOWN)
        for entry in audit_entries:
            print_line(
                "  ".join(filter(None, (moment(entry.at), entry.actor, entry.act, entry.person, entry.note)))
            )
        return 0

    return run_at_desk(data, act)


def reports(
    close: Annotated[str | None, Parameter(help="Close this report, whether or not you acted on it.")] = None,
    *,
    closed: Annotated[bool, Parameter(help="List closed reports instead.")] = False,
    data: DataFolder = None,
) -> int:
    """List open reports (oldest 50), or close one."""

    async def act(desk: Desk) -> int:
        from quincunx.club.moderation import acts

        if close is None:
            for report in await desk.store.reports(not closed, MOST_SHOWN):
                _print_report(report, await desk.store.person(report.reported))
            return 0
        found = await acts.close_report(desk.store, close, desk.operator, desk.now)
        if found is None:
            return fail(t("There’s no open report “{{id}}”.", id=close))
        return done(t("Report {{id}} is closed.", id=found.id))

    return run_at_desk(data, act)


def _print_report(report: ReportRow, reported: PersonRow | None) -> None:
    import msgspec

    from quincunx.club.accounts.names import marked
    from quincunx.table.wire.table import SaidLine

    by = report.person or t("a deleted person")
    where = t("table {{table}}", table=report.tab)
    if report.tournament:
        where = t("tournament {{tournament}}", tournament=report.tournament)
    print_line("  ".join((report.id, moment(report.at), where)))
    is_guest = reported is not None and reported.name_key is None and reported.became is None
    name = marked(report.name) if is_guest else report.name
    about = t("about {{id}}, called {{name}}; by {{by}}", id=report.reported, name=name, by=by)
    print_line(f"  {about}")
    if report.why:
        print_line("  " + t("why: {{words}}", words=report.why))
    for line in msgspec.json.decode(report.said, type=list[SaidLine]):
        # A phrase is reported by its code, which is the same in every language.
        words = f"({line.phrase})" if line.phrase else line.text or t("(removed)")
        print_line(f"  {moment(line.at)}  {words}")


# ---- pieces ----------------------------------------------------------------------------------------------


def _kind(person: PersonRow) -> str:
    if person.deleted_at:
        return t("deleted")
    if person.banned_at:
        return t("banned")
    return t("account") if person.name_key else t("guest")
