"""Cookies of the time when nothing was stored of people: signed, with identity and name in them."""

from __future__ import annotations

import hashlib

from itsdangerous import URLSafeSerializer

from quincunx.table.seats.person import Person


def signed(person: Person, key: str) -> str:
    """As the last version that signed cookies made them."""
    serializer = URLSafeSerializer(
        key,
        salt="quincunx guest",
        signer_kwargs={"digest_method": hashlib.sha256, "key_derivation": "hmac"},
    )
    return str(serializer.dumps({"id": person.id, "name": person.name}))
