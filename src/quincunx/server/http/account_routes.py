"""``/api/account`` and ``/api/sign-in``: accounts, their credentials, and tokens for programs."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, delete, get, post, put
from litestar.params import JSONBody, PathParameter
from msgspec.structs import replace

from quincunx.club.accounts.names import key_of
from quincunx.club.accounts.sessions import is_fresh
from quincunx.club.accounts.tokens import checked_scopes
from quincunx.club.accounts.wire import (
    Account,
    AccountMade,
    AddPasskey,
    AddressConfirmed,
    AskMail,
    AskPasskey,
    AskToken,
    ChangePassword,
    ChooseMail,
    Codes,
    ConfirmAddress,
    EnterByLink,
    MailChoices,
    MakeAccount,
    Passkey,
    PasskeyOptions,
    SignedIn,
    SignIn,
    Token,
    TokenMade,
    Tokens,
)
from quincunx.club.rows import PasskeyRow, TokenRow
from quincunx.core.reason import Refusal
from quincunx.server.http.me_routes import accounts_of, me_of, store_of
from quincunx.server.http.requester import (
    AnyRequest,
    address_of,
    device,
    device_cookies,
    identity_of,
    known_device,
    session_cookies,
    sessions_of,
    site,
    somebody_in_person,
)
from quincunx.server.people.access import passkeys
from quincunx.server.people.access.accounts.authority import NO_ACCOUNT, SHOWS
from quincunx.server.people.identity import Identity
from quincunx.server.services import services_of

PasskeyName = Annotated[
    str, PathParameter(description="The id of one of your passkeys, as in your account.", max_length=64)
]
TokenName = Annotated[
    str, PathParameter(description="The id of one of your tokens, as in their list.", max_length=64)
]


# ---- signing in ------------------------------------------------------------------------------------------


@post("/api/sign-in/passkey", status_code=200)
async def ask_to_sign_in(request: AnyRequest) -> PasskeyOptions:
    """Options for the browser to ask for a passkey."""
    return PasskeyOptions(await accounts_of(request).sign_ins.options_to_sign_in(site(request), address_of()))


@post("/api/sign-in", status_code=200)
async def sign_in(request: AnyRequest, data: JSONBody[SignIn]) -> Response[SignedIn]:
    """Sign in on this device. A caller who is signed in already may sign in again, to change credentials."""
    before = await _device_identity(request)
    sign_ins = accounts_of(request).sign_ins
    where = site(request) if data.passkey is not None else None
    known = known_device(request, key_of(data.name)) if data.name is not None else None
    person, how = await sign_ins.sign_in(where, data, address_of(), known)
    secret, brought = await sign_ins.settle(before, person, device(request), how, data.bring)
    told = SignedIn(replace(me_of(request, person), has_played=True), brought)
    cookies = [*session_cookies(request, secret), *device_cookies(request, person.name_key)]
    return Response(told, status_code=200, cookies=cookies)


@post("/api/sign-in/link", status_code=200)
async def enter_by_link(request: AnyRequest, data: JSONBody[EnterByLink]) -> Response[SignedIn]:
    """Sign in on this device by a link that was made on another device or by the server's operator, or was
    mailed."""
    before = await _device_identity(request)
    sign_ins = accounts_of(request).sign_ins
    person = await sign_ins.enter(data.link, data.kind, address_of())
    secret, brought = await sign_ins.settle(before, person, device(request), data.kind, data.bring)
    cookies = session_cookies(request, secret)
    if data.kind in SHOWS:
        cookies += device_cookies(request, person.name_key)
    return Response(SignedIn(me_of(request, person), brought), status_code=200, cookies=cookies)


async def _device_identity(request: AnyRequest) -> Identity | None:
    """The identity that this device has had so far; ``None`` without a session. It is also ``None`` for a
    banned person, so that another one may sign in."""
    try:
        identity = await identity_of(request)
    except Refusal:
        return None
    return identity if identity is not None and identity.session is not None else None


# ---- the account -----------------------------------------------------------------------------------------


@get("/api/account")
async def account(request: AnyRequest) -> Account:
    """The credentials of your account."""
    identity = await _my_account(request)
    known = await store_of(request).credentials(identity.row.id)
    mail = await _mail_of(request, identity)
    signed_in_at = identity.session.signed_in_at if identity.session else None
    return Account(
        identity.row.name,
        identity.row.made_at,
        tuple(_passkey(each) for each in known.passkeys),
        known.has_password,
        known.codes_left,
        is_fresh(signed_in_at, services_of(request).clock.now()),
        mail,
    )


async def _mail_of(request: AnyRequest, identity: Identity) -> MailChoices | None:
    if not services_of(request).mails.is_on:
        return None
    row = await store_of(request).mail_address(identity.row.id)
    if row is None:
        return MailChoices(None, None, True, True)
    return MailChoices(row.address, row.pending, row.signs_in, row.tells_changes)


@post("/api/account")
async def make_account(request: AnyRequest, data: JSONBody[MakeAccount]) -> Response[AccountMade]:
    """Turn you, a guest, into an account. You keep your seats and games."""
    identity = await somebody_in_person(request)
    where = site(request) if data.passkey is not None else None
    codes = await accounts_of(request).registration.create_account(
        where, identity, data.name, data.password, data.passkey, address_of(), data.codes
    )
    person = await store_of(request).person(identity.row.id)
    assert person is not None
    how = "passkey" if data.passkey is not None else "password"
    secret = await sessions_of(request).signed_in(identity, person, device(request), how)
    services_of(request).admission.on_account(person.id)
    told = AccountMade(me_of(request, person), codes)
    cookies = [*session_cookies(request, secret), *device_cookies(request, person.name_key)]
    return Response(told, status_code=201, cookies=cookies)


@put("/api/account/password", status_code=204)
async def change_password(request: AnyRequest, data: JSONBody[ChangePassword]) -> None:
    """Set your password. This requires the present password or a recent sign-in."""
    identity = await _my_account(request)
    await accounts_of(request).credentials.change_password(
        identity, data.password, data.present, data.sign_out_others, address_of()
    )


@post("/api/account/passkeys/options", status_code=200)
async def ask_for_passkey(request: AnyRequest, data: JSONBody[AskPasskey]) -> PasskeyOptions:
    """Options for the browser to create a passkey, for your account or for the one that you are about to
    create."""
    identity = await somebody_in_person(request)
    options = await accounts_of(request).credentials.options_to_make(
        site(request), identity, data.name, address_of()
    )
    return PasskeyOptions(options)


@post("/api/account/passkeys")
async def add_passkey(request: AnyRequest, data: JSONBody[AddPasskey]) -> Passkey:
    """Add a passkey to your account. This requires a recent sign-in."""
    identity = await _my_account(request)
    made = await accounts_of(request).credentials.add_passkey(
        site(request), identity, data.passkey, data.name
    )
    return _passkey(made)


@delete("/api/account/passkeys/{passkey_id:str}")
async def remove_passkey(request: AnyRequest, passkey_id: PasskeyName) -> None:
    """Remove a passkey. This requires a recent sign-in; the last credential cannot be removed."""
    await accounts_of(request).credentials.remove_passkey(await _my_account(request), passkey_id)


@post("/api/account/codes")
async def new_codes(request: AnyRequest) -> Codes:
    """Replace your recovery codes by ten new ones. This requires a recent sign-in."""
    return Codes(await accounts_of(request).credentials.new_codes(await _my_account(request)))


# ---- e-mail ------------------------------------------------------------------------------------------


@post("/api/sign-in/mail", status_code=204)
async def ask_for_mailed_link(request: AnyRequest, data: JSONBody[AskMail]) -> None:
    """Mail a link to sign in to the accounts of an e-mail address. The answer is the same whether there are
    any or not."""
    await services_of(request).mails.ask_for_link(data.address, data.language, address_of())


@put("/api/account/mail", status_code=204)
async def give_address(request: AnyRequest, data: JSONBody[AskMail]) -> None:
    """Mail a link that confirms an e-mail address of your account. Until then a former address is kept. This
    requires a recent sign-in."""
    identity = await _my_account(request)
    await accounts_of(request).addresses.give_address(identity, data.address, data.language, address_of())


@post("/api/account/mail/confirm", status_code=200)
async def confirm_address(request: AnyRequest, data: JSONBody[ConfirmAddress]) -> AddressConfirmed:
    """Confirm an e-mail address by the link that was mailed to it, on any device."""
    return AddressConfirmed(
        (await accounts_of(request).addresses.confirm_address(data.link, address_of())).name
    )


@put("/api/account/mail/choices", status_code=204)
async def choose_mail(request: AnyRequest, data: JSONBody[ChooseMail]) -> None:
    """Choose what is mailed to you. This requires a recent sign-in."""
    await accounts_of(request).addresses.choose_mail(
        await _my_account(request), data.signs_in, data.tells_changes
    )


@delete("/api/account/mail")
async def remove_address(request: AnyRequest) -> None:
    """Remove your e-mail address, which is told so. This requires a recent sign-in."""
    await accounts_of(request).addresses.remove_address(await _my_account(request))


@post("/api/account/operator-link/read", status_code=204)
async def read_operator_link(request: AnyRequest) -> None:
    """Confirm that you have read that the server's operator made a sign-in link for your account."""
    await accounts_of(request).devices.read_operator_link(await _my_account(request))


# ---- tokens ----------------------------------------------------------------------------------------------


@get("/api/account/tokens")
async def tokens(request: AnyRequest) -> Tokens:
    """The tokens of your programs."""
    rows = await store_of(request).tokens((await _my_account(request)).row.id)
    return Tokens(tuple(_token(row) for row in rows))


@post("/api/account/tokens")
async def make_token(request: AnyRequest, data: JSONBody[AskToken]) -> TokenMade:
    """Create a token for a program; it is shown only once. This requires a recent sign-in. With a ``digest``,
    the program made the secret itself, and the answer's ``secret`` is empty."""
    row, secret = await accounts_of(request).programs.make_token(await _my_account(request), data)
    return TokenMade(_token(row), secret)


@delete("/api/account/tokens/{token_id:str}")
async def end_token(request: AnyRequest, token_id: TokenName) -> None:
    """Revoke a token. Programs that use it lose access within seconds."""
    await accounts_of(request).programs.end_token(await _my_account(request), token_id)


# ---- helpers -----------------------------------------------------------------------------------------


async def _my_account(request: AnyRequest) -> Identity:
    identity = await somebody_in_person(request)
    if not identity.is_account:
        raise Refusal(NO_ACCOUNT)
    return identity


def _passkey(row: PasskeyRow) -> Passkey:
    return Passkey(passkeys.short_id(row.id), row.name, row.made_at, row.used_at)


def _token(row: TokenRow) -> Token:
    return Token(row.id, row.name, checked_scopes(row.scopes), row.made_at, row.used_at)


ACCOUNT_ROUTES = [
    ask_to_sign_in,
    sign_in,
    enter_by_link,
    account,
    make_account,
    change_password,
    ask_for_passkey,
    add_passkey,
    remove_passkey,
    new_codes,
    read_operator_link,
    ask_for_mailed_link,
    give_address,
    confirm_address,
    choose_mail,
    remove_address,
    tokens,
    make_token,
    end_token,
]
