"""Credentials: passkeys, passwords, recovery codes, links, tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from quincunx.adapters.store.accounts.authority import check, locked
from quincunx.adapters.store.accounts.former_names import claim, is_reserved
from quincunx.adapters.store.accounts.operators import add_audit_entry
from quincunx.adapters.store.accounts.people import close_era, end_all_of, keep_handles, known_of, person_of
from quincunx.adapters.store.database import Database, Violated
from quincunx.adapters.store.schema import CODES, ONCE, PASSKEYS, PASSWORDS, PEOPLE, TOKENS
from quincunx.club.ports import NameTaken, NoSuchPerson, TokenTaken
from quincunx.club.rows import (
    AuditEntry,
    Authority,
    Credentials,
    Known,
    LinkKind,
    OneTimeKind,
    OneTimeSecret,
    PasskeyRow,
    PersonRow,
    TokenRow,
)


class CredentialStore:
    """The part of :class:`quincunx.club.ports.Store` that the file's name says."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def make_account(
        self,
        person: str,
        name: str,
        key: str,
        secret: PasskeyRow | str,
        codes: Sequence[bytes],
        now: int,
        by: Authority | None = None,
    ) -> None:
        """Name, secret and recovery codes, all or nothing."""
        try:
            await self._database.write(_make_account, person, name, key, secret, codes, now, by)
        except Violated as error:
            raise NameTaken from error

    async def credentials(self, person: str) -> Credentials:
        return await self._database.read(_credentials, person)

    async def by_name(self, key: str) -> tuple[PersonRow, str | None] | None:
        return await self._database.read(_by_name, key)

    async def is_taken(self, key: str, now: int) -> bool:
        return await self._database.read(_is_taken, key, now)

    async def set_password(
        self,
        person: str,
        hash: str,
        now: int,
        by: Authority | None = None,
        *,
        ends_others: bool = False,
    ) -> None:
        await self._database.write(_set_password, person, hash, now, by, ends_others)

    async def renew_hash(self, person: str, before: str, hash: str) -> None:
        await self._database.write(_renew_hash, person, before, hash)

    # ---- passkeys ------------------------------------------------------------------------------------------

    async def add_passkey(self, passkey: PasskeyRow, most: int, by: Authority | None = None) -> bool:
        try:
            return await self._database.write(_add_passkey, passkey, most, by)
        except Violated:
            return False
        return True

    async def passkey(self, id: bytes) -> tuple[PasskeyRow, PersonRow] | None:
        return await self._database.read(_passkey, id)

    async def used_passkey(self, id: bytes, before: int, count: int, now: int) -> bool:
        return await self._database.write(_used_passkey, id, before, count, now)

    async def remove_passkey(self, person: str, id: bytes, by: Authority | None = None) -> bool:
        return await self._database.write(_remove_passkey, person, id, by)

    # ---- recovery codes, and what else is good once -------------------------------------------------------

    async def set_codes(self, person: str, codes: Sequence[bytes], by: Authority | None = None) -> None:
        await self._database.write(_set_codes, person, codes, by)

    async def use_code(self, person: str, code: bytes) -> bool:
        return await self._database.write(_use_code, person, code)

    async def add_one_time_secret(self, once: OneTimeSecret, by: Authority | None = None) -> None:
        await self._database.write(_add_one_time_secret, once, by)

    async def take_one_time_secret(self, hash: bytes, kind: OneTimeKind, now: int) -> OneTimeSecret | None:
        return await self._database.write(_take_one_time_secret, hash, kind, now)

    async def take_link(self, hash: bytes, kind: LinkKind, now: int) -> PersonRow | None:
        return await self._database.write(_take_link, hash, kind, now)

    async def add_operator_link(self, person: str, hash: bytes, until: int, entry: AuditEntry) -> None:
        await self._database.write(_add_operator_link, person, hash, until, entry)

    async def read_operator_link(self, person: str, by: Authority | None = None) -> None:
        await self._database.write(_read_operator_link, person, by)

    # ---- tokens ------------------------------------------------------------------------------------------

    async def add_token(self, token: TokenRow, most: int, by: Authority | None = None) -> bool:
        return await self._database.write(_add_token, token, most, by)

    async def token(self, hash: bytes) -> Known | None:
        return await self._database.read(_known_token, hash)

    async def tokens(self, person: str) -> Sequence[TokenRow]:
        return await self._database.read(_tokens, person)

    async def used_token(self, token: str, at: int) -> None:
        await self._database.write(_used_token, token, at)

    async def end_token(self, person: str, token: str, by: Authority | None = None) -> bool:
        return await self._database.write(_end_token, person, token, by)


def _make_account(
    connection: sa.Connection,
    person: str,
    name: str,
    key: str,
    secret: PasskeyRow | str,
    codes: Sequence[bytes],
    now: int,
    by: Authority | None,
) -> None:
    is_guest = sa.and_(
        PEOPLE.c.name_key.is_(None),
        PEOPLE.c.became.is_(None),
        PEOPLE.c.deleted_at.is_(None),
        PEOPLE.c.banned_at.is_(None),
    )
    change = PEOPLE.update().where(PEOPLE.c.id == person, is_guest)
    check(connection, by)
    values = {"name": name, "name_key": key, "has_played": True}
    if not connection.execute(change.values(**values)).rowcount:
        raise NoSuchPerson
    claim(connection, key, person, now)
    if isinstance(secret, str):
        row = {"person": person, "hash": secret, "changed_at": now}
        connection.execute(PASSWORDS.insert(), row)
    else:
        connection.execute(PASSKEYS.insert(), _passkey_values(secret))
    _put_codes(connection, person, codes)
    keep_handles(connection, [person])


def _by_name(connection: sa.Connection, key: str) -> tuple[PersonRow, str | None] | None:
    row = connection.execute(PEOPLE.select().where(PEOPLE.c.name_key == key)).first()
    if row is None:
        return None
    query = sa.select(PASSWORDS.c.hash).where(PASSWORDS.c.person == row.id)
    return PersonRow(**row._mapping), connection.execute(query).scalar()


def _is_taken(connection: sa.Connection, key: str, now: int) -> bool:
    query = sa.select(PEOPLE.c.id).where(PEOPLE.c.name_key == key)
    if connection.execute(query).first() is not None:
        return True
    return is_reserved(connection, key, now)


def _set_password(
    connection: sa.Connection, person: str, hash: str, now: int, by: Authority | None, ends_others: bool
) -> None:
    check(connection, by)
    close_era(connection, person)
    if ends_others:
        end_all_of(connection, person, None if by is None else by.key)
    connection.execute(PASSWORDS.delete().where(PASSWORDS.c.person == person))
    connection.execute(PASSWORDS.insert(), {"person": person, "hash": hash, "changed_at": now})


def _renew_hash(connection: sa.Connection, person: str, before: str, hash: str) -> None:
    is_it = PASSWORDS.c.person == person, PASSWORDS.c.hash == before
    connection.execute(PASSWORDS.update().where(*is_it).values(hash=hash))


def _add_passkey(connection: sa.Connection, passkey: PasskeyRow, most: int, by: Authority | None) -> bool:
    check(connection, by)
    locked(connection, passkey.person)
    count = sa.select(sa.func.count()).where(PASSKEYS.c.person == passkey.person)
    if connection.execute(count).scalar_one() >= most:
        return False
    connection.execute(PASSKEYS.insert(), _passkey_values(passkey))
    return True


def _passkey(connection: sa.Connection, id: bytes) -> tuple[PasskeyRow, PersonRow] | None:
    row = connection.execute(PASSKEYS.select().where(PASSKEYS.c.id == id)).first()
    if row is None:
        return None
    person = person_of(connection, row.person)
    return None if person is None else (PasskeyRow(**row._mapping), person)


def _used_passkey(connection: sa.Connection, id: bytes, before: int, count: int, now: int) -> bool:
    change = PASSKEYS.update().where(PASSKEYS.c.id == id, PASSKEYS.c.count == before)
    return bool(connection.execute(change.values(count=count, used_at=now)).rowcount)


def _remove_passkey(connection: sa.Connection, person: str, id: bytes, by: Authority | None) -> bool:
    check(connection, by)
    # Two that are removed at once must not both take the other for the last one.
    close_era(connection, person)
    left = _credentials(connection, person)
    if len(left.passkeys) <= 1 and not left.has_password:
        return False
    end = PASSKEYS.delete().where(PASSKEYS.c.person == person, PASSKEYS.c.id == id)
    return bool(connection.execute(end).rowcount)


def _set_codes(connection: sa.Connection, person: str, codes: Sequence[bytes], by: Authority | None) -> None:
    check(connection, by)
    # Of two that are made at once only the later ones stay.
    close_era(connection, person)
    _put_codes(connection, person, codes)


def _use_code(connection: sa.Connection, person: str, code: bytes) -> bool:
    end = CODES.delete().where(CODES.c.person == person, CODES.c.hash == code)
    return bool(connection.execute(end).rowcount)


def _add_one_time_secret(connection: sa.Connection, once: OneTimeSecret, by: Authority | None) -> None:
    values = {name: getattr(once, name) for name in OneTimeSecret.__struct_fields__}
    check(connection, by)
    connection.execute(ONCE.insert(), values)


def _take_one_time_secret(
    connection: sa.Connection, hash: bytes, kind: OneTimeKind, now: int
) -> OneTimeSecret | None:
    take = ONCE.delete().where(ONCE.c.hash == hash, ONCE.c.kind == kind).returning(*ONCE.c)
    row = connection.execute(take).first()
    return OneTimeSecret(**row._mapping) if row is not None and row.until > now else None


def _take_link(connection: sa.Connection, hash: bytes, kind: LinkKind, now: int) -> PersonRow | None:
    take = ONCE.delete().where(ONCE.c.hash == hash, ONCE.c.kind == kind).returning(*ONCE.c)
    row = connection.execute(take).first()
    if row is None or row.until <= now:
        return None
    # Whatever ends all sessions deletes links, so it waits: this is the era of the link.
    return person_of(connection, row.person)


def _add_operator_link(
    connection: sa.Connection, person: str, hash: bytes, until: int, entry: AuditEntry
) -> None:
    row = locked(connection, person)
    if row is None or row.name_key is None or row.deleted_at or row.banned_at:
        raise NoSuchPerson
    connection.execute(ONCE.delete().where(ONCE.c.person == person, ONCE.c.kind == "operator"))
    _add_one_time_secret(connection, OneTimeSecret(hash, "operator", until, person), None)
    connection.execute(PEOPLE.update().where(PEOPLE.c.id == person).values(operator_link_at=entry.at))
    add_audit_entry(connection, entry)


def _read_operator_link(connection: sa.Connection, person: str, by: Authority | None) -> None:
    check(connection, by)
    connection.execute(PEOPLE.update().where(PEOPLE.c.id == person).values(operator_link_at=None))


def _add_token(connection: sa.Connection, token: TokenRow, most: int, by: Authority | None) -> bool:
    check(connection, by)
    person = locked(connection, token.person)
    if person is None or person.deleted_at or person.banned_at or person.name_key is None:
        raise NoSuchPerson
    if connection.execute(sa.select(TOKENS.c.id).where(TOKENS.c.hash == token.hash)).first() is not None:
        raise TokenTaken
    count = sa.select(sa.func.count()).where(TOKENS.c.person == token.person)
    if connection.execute(count).scalar_one() >= most:
        return False
    values = {name: getattr(token, name) for name in TokenRow.__struct_fields__}
    connection.execute(TOKENS.insert(), values | {"scopes": " ".join(token.scopes)})
    return True


def _known_token(connection: sa.Connection, hash: bytes) -> Known | None:
    row = connection.execute(TOKENS.select().where(TOKENS.c.hash == hash)).first()
    if row is None:
        return None
    return known_of(connection, row.person, None, _token(row._mapping))


def _tokens(connection: sa.Connection, person: str) -> Sequence[TokenRow]:
    query = TOKENS.select().where(TOKENS.c.person == person).order_by(TOKENS.c.made_at.desc())
    return [_token(row._mapping) for row in connection.execute(query)]


def _used_token(connection: sa.Connection, token: str, at: int) -> None:
    connection.execute(TOKENS.update().where(TOKENS.c.id == token).values(used_at=at))


def _end_token(connection: sa.Connection, person: str, token: str, by: Authority | None) -> bool:
    end = TOKENS.delete().where(TOKENS.c.person == person, TOKENS.c.id == token)
    check(connection, by)
    return bool(connection.execute(end).rowcount)


def _token(row: Any) -> TokenRow:
    return TokenRow(**{**row, "scopes": tuple(row["scopes"].split())})


def _passkey_values(passkey: PasskeyRow) -> dict[str, Any]:
    return {name: getattr(passkey, name) for name in PasskeyRow.__struct_fields__}


def _credentials(connection: sa.Connection, person: str) -> Credentials:
    query = PASSKEYS.select().where(PASSKEYS.c.person == person).order_by(PASSKEYS.c.made_at)
    passkeys = tuple(PasskeyRow(**row._mapping) for row in connection.execute(query))
    password = sa.select(sa.func.count()).where(PASSWORDS.c.person == person)
    codes = sa.select(sa.func.count()).select_from(CODES).where(CODES.c.person == person)
    return Credentials(
        passkeys,
        bool(connection.execute(password).scalar_one()),
        connection.execute(codes).scalar_one(),
    )


def _put_codes(connection: sa.Connection, person: str, codes: Sequence[bytes]) -> None:
    connection.execute(CODES.delete().where(CODES.c.person == person))
    if codes:
        connection.execute(CODES.insert(), [{"person": person, "hash": code} for code in codes])
