"""Passkeys (WebAuthn), through py_webauthn: options for the browser, and verification of its response.

The device must verify its user (by finger, face or PIN), so a passkey is two factors in one. The library is
imported on first use, and runs in threads.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

import msgspec

from quincunx.club.rows import PasskeyRow
from quincunx.core.reason import Reason, Refusal, refused

NAME: Final = "Quincunx"
CHALLENGE_BYTES: Final = 32
TIMEOUT_MILLISECONDS: Final = 300_000
MOST: Final = 10
"""The most passkeys of one account."""
LONGEST_ANSWER: Final = 16_384
LONGEST_ID: Final = 1_023
WRONG: Final = Reason("unauthenticated", "wrong-passkey", "That passkey opens no account here.")
_NO_NAME: Final = Reason(
    "conflict",
    "passkey-needs-name",
    "Passkeys belong to a name such as club.example, and this server is reached by an address in figures; "
    "please use a password.",
)


@dataclass(frozen=True, slots=True)
class Site:
    """The server under the name that the page uses. A passkey belongs to this name alone."""

    host: str
    origin: str

    @classmethod
    def of(cls, host: str, scheme: str) -> Site:
        """The site of a Host header that is known to be ours. Raises :class:`~quincunx.core.reason.Refusal`
        for an IP address, since passkeys require a name."""
        name = host.rpartition(":")[0] if ":" in host and not host.endswith("]") else host
        if name.startswith("[") or not name.strip("0123456789."):
            raise Refusal(_NO_NAME)
        return cls(name.lower(), f"{scheme}://{host.lower()}")


class _ClientData(msgspec.Struct):
    challenge: str


def challenge_of(answer: dict[str, Any]) -> bytes:
    """The challenge in the browser's response, not verified yet. Raises
    :class:`~quincunx.core.reason.Refusal`."""
    try:
        if len(json.dumps(answer)) > LONGEST_ANSWER:
            raise ValueError
        client_data = msgspec.json.decode(_unpacked(answer["response"]["clientDataJSON"]), type=_ClientData)
        return _unpacked(client_data.challenge)
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise refused("malformed", "bad-passkey", "That is no passkey’s answer.") from error


def id_of(answer: dict[str, Any]) -> bytes:
    """The id of the passkey in the browser's response, not verified yet. Raises
    :class:`~quincunx.core.reason.Refusal`."""
    try:
        found = _unpacked(answer["rawId"])
    except (KeyError, TypeError, ValueError) as error:
        raise refused("malformed", "bad-passkey", "That is no passkey’s answer.") from error
    return found


def short_id(id: bytes) -> str:
    """A passkey's short name for lists and addresses; its own id may have a thousand bytes."""
    return base64.urlsafe_b64encode(sha256(id).digest()[:12]).decode()


def _unpacked(text: Any) -> bytes:
    if not isinstance(text, str) or not text.isascii():
        raise ValueError("no base64url")
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error as error:
        raise ValueError("no base64url") from error


# ---- options for the browser ---------------------------------------------------------------------------


async def options_to_make(
    site: Site, person: str, name: str, known: tuple[PasskeyRow, ...], challenge: bytes
) -> dict[str, Any]:
    """The browser's options to create a passkey."""
    return await asyncio.to_thread(_options_to_make, site, person, name, known, challenge)


def _options_to_make(
    site: Site, person: str, name: str, known: tuple[PasskeyRow, ...], challenge: bytes
) -> dict[str, Any]:
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = generate_registration_options(
        rp_id=site.host,
        rp_name=NAME,
        user_id=person.encode(),
        user_name=name,
        user_display_name=name,
        challenge=challenge,
        timeout=TIMEOUT_MILLISECONDS,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=each.id) for each in known],
    )
    return dict(json.loads(options_to_json(options)))


async def options_to_sign_in(site: Site, challenge: bytes) -> dict[str, Any]:
    """The browser's options to sign in with any passkey for this site."""
    return await asyncio.to_thread(_options_to_sign_in, site, challenge)


def _options_to_sign_in(site: Site, challenge: bytes) -> dict[str, Any]:
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers.structs import UserVerificationRequirement

    options = generate_authentication_options(
        rp_id=site.host,
        challenge=challenge,
        timeout=TIMEOUT_MILLISECONDS,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return dict(json.loads(options_to_json(options)))


# ---- verification --------------------------------------------------------------------------------------


async def verify_registration(
    site: Site, answer: dict[str, Any], challenge: bytes, person: str, label: str, now: int
) -> PasskeyRow:
    """Verify the browser's response, and return the new passkey. Raises
    :class:`~quincunx.core.reason.Refusal`."""
    return await asyncio.to_thread(_verify_registration, site, answer, challenge, person, label, now)


def _verify_registration(
    site: Site, answer: dict[str, Any], challenge: bytes, person: str, label: str, now: int
) -> PasskeyRow:
    from webauthn import verify_registration_response

    try:
        verified = verify_registration_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    # For untrusted input the library and its dependencies raise exceptions of all kinds.
    except Exception as error:
        raise refused("malformed", "bad-passkey", "That passkey cannot be used here.") from error
    if len(verified.credential_id) > LONGEST_ID:
        raise refused("malformed", "bad-passkey", "That passkey cannot be used here.")
    return PasskeyRow(
        verified.credential_id,
        person,
        verified.credential_public_key,
        verified.sign_count,
        site.host,
        label,
        now,
    )


async def verify_use(site: Site, answer: dict[str, Any], challenge: bytes, passkey: PasskeyRow) -> int:
    """Verify the browser's response, and return the passkey's new signature counter. Raises
    :class:`~quincunx.core.reason.Refusal` unless the response is that of this passkey, on this site, to this
    challenge."""
    return await asyncio.to_thread(_used, site, answer, challenge, passkey)


def _used(site: Site, answer: dict[str, Any], challenge: bytes, passkey: PasskeyRow) -> int:
    from webauthn import verify_authentication_response

    try:
        handle = answer["response"].get("userHandle")
        if handle is not None and _unpacked(handle) != passkey.person.encode():
            raise ValueError("another person's")
        verified = verify_authentication_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.count,
            require_user_verification=True,
        )
    except Exception as error:
        raise Refusal(WRONG) from error
    return verified.new_sign_count
