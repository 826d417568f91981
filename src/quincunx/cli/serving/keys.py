"""``quincunx rotate-key``: create a new key for devices' cookies, records or push services."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from cyclopts import Parameter

from quincunx.cli.files import fail
from quincunx.core.speech import in_words, os_error_message, t


def rotate_key(
    *,
    data: Annotated[Path | None, Parameter(help="Data folder (games, people, keys).")] = None,
    record: Annotated[
        bool, Parameter(help="The key that signs records, not the one that signs cookies.")
    ] = False,
    push: Annotated[bool, Parameter(help="The key that signs for push services.")] = False,
    stage: Annotated[
        bool, Parameter(help="Only add the new key: it’s accepted now and signs after the next call.")
    ] = False,
    forget: Annotated[bool, Parameter(help="Stop accepting old keys once the new one signs.")] = False,
) -> int:
    """Sign with a new key from now on. What former ones have signed stays good until it has run out.

    Servers that run notice the new keys by themselves, but that of records only when they start again.
    Where nodes have copies of the keys, stage one, copy the file to all of them, then call this again without
    --stage and copy it again. After a key has leaked, --forget accepts nothing more that it has signed:
    devices count as unknown until somebody signs in on them again; of push services, it ends the notices of
    all devices that asked before. The exit code is 0, or 1 if there is no key that can be read.
    """
    if record and push:
        return fail(t("Choose either --record or --push: keys are replaced one at a time."))
    if stage and forget:
        return fail(t("A staged key doesn’t replace any other. Leave out --stage to drop the others."))
    return _renewed(_key_file_of("record" if record else "push" if push else "cookies"), data, stage, forget)


class _Kept(NamedTuple):
    """The storage and lifetime of one kind of keys."""

    file: str
    size: int
    good_for: timedelta | None
    """The time for which a former key is accepted; ``None`` means for ever."""


def _key_file_of(kind: Literal["record", "push", "cookies"]) -> _Kept:
    if kind == "record":
        from quincunx.adapters import signing

        return _Kept(signing.FILE, signing.KEY_BYTES, None)
    if kind == "push":
        from quincunx.adapters.push import vapid

        return _Kept(vapid.FILE, vapid.KEY_BYTES, None)
    from quincunx.server.people.access import known_devices

    good_for = timedelta(seconds=known_devices.KEPT_SECONDS)
    return _Kept(known_devices.FILE, known_devices.KEY_BYTES, good_for)


def _renewed(kept: _Kept, data: Path | None, stage: bool, forget: bool) -> int:
    """Renew the keys in that folder, and print how many there are now."""
    from quincunx.adapters.secret_file import DamagedSecret
    from quincunx.server.settings import BadSetting, from_environment

    try:
        folder = from_environment(data).keys_folder
        path = folder / kept.file
        known = _renew(path, kept, stage, forget)
    except FileNotFoundError:
        sentence = "{{file}} not found in {{folder}}. A server creates it when it starts."
        return fail(t(sentence, file=path.name, folder=folder))
    except (BadSetting, DamagedSecret) as error:
        return fail(in_words(error))
    except OSError as error:
        return fail(f"{os_error_message(error)}: {error.filename or path}.")
    done = "A new key is accepted, and signs after the next rotation." if stage else "A new key signs."
    held = t("{{file}} has {{count}} keys.", "{{file}} has {{count}} key.", file=path, count=known)
    print(f"{t(done)} {held}")
    return 0


def _renew(path: Path, kept: _Kept, stage: bool, forget: bool) -> int:
    """Renew the file's keys; return their number."""
    from quincunx.adapters import secret_file

    if stage:
        secret_file.stage(path, kept.size)
    else:
        secret_file.rotate(path, kept.size, datetime.now(UTC).date(), kept.good_for)
    if forget:
        secret_file.forget(path, kept.size)
    return len(secret_file.read_secrets(path, kept.size))
