"""What opens an account: passkeys, passwords, recovery codes, links, tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.adapters.store.accounts.authority import check, locked
from quincunx.adapters.store.accounts.former_names import claim, is_reserved
from quincunx.adapters.store.accounts.people import close_era, end_all_of, keep_handles, known_of, person_of
from quincunx.adapters.store.database import Database, Violated
from quincunx.adapters.store.schema import CODES, ONCE, PASSKEYS, PASSWORDS, PEOPLE, TOKENS
from quincunx.club.ports import NameTaken, NoSuchPerson
from quincunx.club.rows import (
    Authority,
    Credentials,
    Known,
    Once,
    OnceKind,
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
        is_guest = sa.and_(
            PEOPLE.c.name_key.is_(None),
            PEOPLE.c.became.is_(None),
            PEOPLE.c.deleted_at.is_(None),
            PEOPLE.c.banned_at.is_(None),
        )
        change = PEOPLE.update().where(PEOPLE.c.id == person, is_guest)
        try:
            async with self._database.writing() as connection:
                await check(connection, by)
                values = {"name": name, "name_key": key, "has_played": True, "old_cookie": False}
                if not (await connection.execute(change.values(**values))).rowcount:
                    raise NoSuchPerson
                await claim(connection, key, person, now)
                if isinstance(secret, str):
                    row = {"person": person, "hash": secret, "changed_at": now}
                    await connection.execute(PASSWORDS.insert(), row)
                else:
                    await connection.execute(PASSKEYS.insert(), _passkey_values(secret))
                await _put_codes(connection, person, codes)
                await keep_handles(connection, [person])
        except Violated as error:
            raise NameTaken from error

    async def credentials(self, person: str) -> Credentials:
        async with self._database.reading() as connection:
            return await _credentials(connection, person)

    async def by_name(self, key: str) -> tuple[PersonRow, str | None] | None:
        async with self._database.reading() as connection:
            row = (await connection.execute(PEOPLE.select().where(PEOPLE.c.name_key == key))).first()
            if row is None:
                return None
            query = sa.select(PASSWORDS.c.hash).where(PASSWORDS.c.person == row.id)
            return PersonRow(**row._mapping), (await connection.execute(query)).scalar()

    async def is_taken(self, key: str, now: int) -> bool:
        """See :meth:`quincunx.club.ports.Store.is_taken`."""
        async with self._database.reading() as connection:
            query = sa.select(PEOPLE.c.id).where(PEOPLE.c.name_key == key)
            if (await connection.execute(query)).first() is not None:
                return True
            return await is_reserved(connection, key, now)

    async def set_password(
        self,
        person: str,
        hash: str,
        now: int,
        by: Authority | None = None,
        *,
        ends_others: bool = False,
    ) -> None:
        """See :meth:`quincunx.club.ports.Store.set_password`."""
        async with self._database.writing() as connection:
            await check(connection, by)
            await close_era(connection, person)
            if ends_others:
                await end_all_of(connection, person, None if by is None else by.key)
            await connection.execute(PASSWORDS.delete().where(PASSWORDS.c.person == person))
            await connection.execute(PASSWORDS.insert(), {"person": person, "hash": hash, "changed_at": now})

    async def renew_hash(self, person: str, before: str, hash: str) -> None:
        """See :meth:`quincunx.club.ports.Store.renew_hash`."""
        is_it = PASSWORDS.c.person == person, PASSWORDS.c.hash == before
        async with self._database.writing() as connection:
            await connection.execute(PASSWORDS.update().where(*is_it).values(hash=hash))

    # ---- passkeys ------------------------------------------------------------------------------------------

    async def add_passkey(self, passkey: PasskeyRow, most: int, by: Authority | None = None) -> bool:
        """See :meth:`quincunx.club.ports.Store.add_passkey`."""
        try:
            async with self._database.writing() as connection:
                await check(connection, by)
                await locked(connection, passkey.person)
                count = sa.select(sa.func.count()).where(PASSKEYS.c.person == passkey.person)
                if (await connection.execute(count)).scalar_one() >= most:
                    return False
                await connection.execute(PASSKEYS.insert(), _passkey_values(passkey))
        except Violated:
            return False
        return True

    async def passkey(self, id: bytes) -> tuple[PasskeyRow, PersonRow] | None:
        async with self._database.reading() as connection:
            row = (await connection.execute(PASSKEYS.select().where(PASSKEYS.c.id == id))).first()
            if row is None:
                return None
            person = await person_of(connection, row.person)
            return None if person is None else (PasskeyRow(**row._mapping), person)

    async def used_passkey(self, id: bytes, before: int, count: int, now: int) -> bool:
        change = PASSKEYS.update().where(PASSKEYS.c.id == id, PASSKEYS.c.count == before)
        async with self._database.writing() as connection:
            return bool((await connection.execute(change.values(count=count, used_at=now))).rowcount)

    async def remove_passkey(self, person: str, id: bytes, by: Authority | None = None) -> bool:
        """See :meth:`quincunx.club.ports.Store.remove_passkey`."""
        async with self._database.writing() as connection:
            await check(connection, by)
            # Two that are removed at once must not both take the other for the last one.
            await close_era(connection, person)
            left = await _credentials(connection, person)
            if len(left.passkeys) <= 1 and not left.has_password:
                return False
            end = PASSKEYS.delete().where(PASSKEYS.c.person == person, PASSKEYS.c.id == id)
            return bool((await connection.execute(end)).rowcount)

    # ---- recovery codes, and what else is good once -------------------------------------------------------

    async def set_codes(self, person: str, codes: Sequence[bytes], by: Authority | None = None) -> None:
        """See :meth:`quincunx.club.ports.Store.set_codes`."""
        async with self._database.writing() as connection:
            await check(connection, by)
            # Of two that are made at once only the later ones stay.
            await close_era(connection, person)
            await _put_codes(connection, person, codes)

    async def use_code(self, person: str, code: bytes) -> bool:
        end = CODES.delete().where(CODES.c.person == person, CODES.c.hash == code)
        async with self._database.writing() as connection:
            return bool((await connection.execute(end)).rowcount)

    async def keep_once(self, once: Once, by: Authority | None = None) -> None:
        """See :meth:`quincunx.club.ports.Store.keep_once`."""
        values = {name: getattr(once, name) for name in Once.__struct_fields__}
        async with self._database.writing() as connection:
            await check(connection, by)
            await connection.execute(ONCE.insert(), values)

    async def take_once(self, hash: bytes, kind: OnceKind, now: int) -> Once | None:
        take = ONCE.delete().where(ONCE.c.hash == hash, ONCE.c.kind == kind).returning(*ONCE.c)
        async with self._database.writing() as connection:
            row = (await connection.execute(take)).first()
        return Once(**row._mapping) if row is not None and row.until > now else None

    async def take_link(self, hash: bytes, now: int) -> PersonRow | None:
        """See :meth:`quincunx.club.ports.Store.take_link`."""
        take = ONCE.delete().where(ONCE.c.hash == hash, ONCE.c.kind == "link").returning(*ONCE.c)
        async with self._database.writing() as connection:
            row = (await connection.execute(take)).first()
            if row is None or row.until <= now:
                return None
            # Whatever ends all sessions deletes links, so it waits: this is the era of the link.
            return await person_of(connection, row.person)

    # ---- tokens ------------------------------------------------------------------------------------------

    async def add_token(self, token: TokenRow, most: int, by: Authority | None = None) -> bool:
        """See :meth:`quincunx.club.ports.Store.add_token`."""
        async with self._database.writing() as connection:
            await check(connection, by)
            person = await locked(connection, token.person)
            if person is None or person.deleted_at or person.banned_at or person.name_key is None:
                raise NoSuchPerson
            count = sa.select(sa.func.count()).where(TOKENS.c.person == token.person)
            if (await connection.execute(count)).scalar_one() >= most:
                return False
            values = {name: getattr(token, name) for name in TokenRow.__struct_fields__}
            await connection.execute(TOKENS.insert(), values | {"scopes": " ".join(token.scopes)})
            return True

    async def token(self, hash: bytes) -> Known | None:
        async with self._database.reading() as connection:
            row = (await connection.execute(TOKENS.select().where(TOKENS.c.hash == hash))).first()
            if row is None:
                return None
            return await known_of(connection, row.person, None, _token(row._mapping))

    async def tokens(self, person: str) -> Sequence[TokenRow]:
        query = TOKENS.select().where(TOKENS.c.person == person).order_by(TOKENS.c.made_at.desc())
        async with self._database.reading() as connection:
            return [_token(row._mapping) for row in await connection.execute(query)]

    async def used_token(self, token: str, at: int) -> None:
        async with self._database.writing() as connection:
            await connection.execute(TOKENS.update().where(TOKENS.c.id == token).values(used_at=at))

    async def end_token(self, person: str, token: str, by: Authority | None = None) -> bool:
        """See :meth:`quincunx.club.ports.Store.end_token`."""
        end = TOKENS.delete().where(TOKENS.c.person == person, TOKENS.c.id == token)
        async with self._database.writing() as connection:
            await check(connection, by)
            return bool((await connection.execute(end)).rowcount)


def _token(row: Any) -> TokenRow:
    return TokenRow(**{**row, "scopes": tuple(row["scopes"].split())})


def _passkey_values(passkey: PasskeyRow) -> dict[str, Any]:
    return {name: getattr(passkey, name) for name in PasskeyRow.__struct_fields__}


async def _credentials(connection: AsyncConnection, person: str) -> Credentials:
    query = PASSKEYS.select().where(PASSKEYS.c.person == person).order_by(PASSKEYS.c.made_at)
    passkeys = tuple(PasskeyRow(**row._mapping) for row in await connection.execute(query))
    password = sa.select(sa.func.count()).where(PASSWORDS.c.person == person)
    codes = sa.select(sa.func.count()).select_from(CODES).where(CODES.c.person == person)
    return Credentials(
        passkeys,
        bool((await connection.execute(password)).scalar_one()),
        (await connection.execute(codes)).scalar_one(),
    )


async def _put_codes(connection: AsyncConnection, person: str, codes: Sequence[bytes]) -> None:
    await connection.execute(CODES.delete().where(CODES.c.person == person))
    if codes:
        await connection.execute(CODES.insert(), [{"person": person, "hash": code} for code in codes])
