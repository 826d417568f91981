"""Secrets in a file, created on first use. Only the server's own user may read them.

The file has one line for each secret, in lower-case hexadecimal digits. The first one signs; the others are
only accepted. A former secret is accepted ``until`` a day on which all that it signed has expired, or without
end. A secret marked ``next`` is accepted before it signs, so that every server knows it in time.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from datetime import date, timedelta
from pathlib import Path
from typing import Final

import msgspec
import structlog
from msgspec.structs import replace

from quincunx.core.sentence import SpokenError, sentence

log = structlog.get_logger("quincunx.server")

_LINE: Final = re.compile(r"([0-9a-f]+)(?: (next)| until (\d{4}-\d{2}-\d{2}))?")


class DamagedSecret(SpokenError, ValueError):
    """A file whose content is not valid secrets. The text is a sentence for people."""


class Secret(msgspec.Struct, frozen=True):
    """One secret, a line of the file."""

    digits: str
    until: date | None = None
    """The secret may be deleted after this day; ``None``: never automatically."""
    is_next: bool = False


def secrets_in(path: Path, size: int) -> tuple[Secret, ...]:
    """The secrets, each of ``size`` bytes: first the one that signs, then the others that are accepted.

    A missing file is created: written to the disk under another name, then put in place, so that a crash
    never leaves half a secret. Two processes that create it at once get the same secret. Raises ``OSError``,
    and :class:`DamagedSecret` if the content is invalid. Silently creating a new secret would invalidate all
    signatures of the old one.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        _write_in_place(path, _text((Secret(secrets.token_hex(size)),)), is_new=True)
    return read_secrets(path, size)


def read_secrets(path: Path, size: int) -> tuple[Secret, ...]:
    """The secrets of an existing file, like :func:`secrets_in`. Raises ``FileNotFoundError`` if there is no
    file."""
    found = tuple(_parsed(line, size) for line in path.read_bytes().decode("latin-1").splitlines())
    is_first_to_sign = bool(found) and found[0] is not None and found[0] == Secret(found[0].digits)
    if not is_first_to_sign or None in found or sum(each.is_next for each in found if each) > 1:
        raise DamagedSecret(
            sentence("{{1}} is damaged. Restore it from a backup, or delete it to get a new one.", path)
        )
    return tuple(each for each in found if each is not None)


def _parsed(line: str, size: int) -> Secret | None:
    match = _LINE.fullmatch(line)
    if match is None or len(match[1]) != 2 * size:
        return None
    try:
        return Secret(match[1], date.fromisoformat(match[3]) if match[3] else None, bool(match[2]))
    except ValueError:
        return None


# ---- rotation ------------------------------------------------------------------------------------------


def stage(path: Path, size: int) -> None:
    """Add a secret that is accepted at once, and signs after the next rotation. Does nothing if there is one
    already. Raises as :func:`read_secrets` does."""
    known = read_secrets(path, size)
    if not any(each.is_next for each in known):
        _write_in_place(path, _text((*known, Secret(secrets.token_hex(size), is_next=True))))


def rotate(path: Path, size: int, today: date, good_for: timedelta | None) -> None:
    """Replace the signing secret by the staged one, or by a fresh one. The former one is accepted for as long
    as its signatures are ``good_for``; ``None`` means for ever. Raises as :func:`read_secrets` does."""
    known = read_secrets(path, size)
    staged = next((each.digits for each in known if each.is_next), None)
    fresh = Secret(staged or secrets.token_hex(size))
    former = replace(known[0], until=None if good_for is None else today + good_for)
    others = (each for each in known[1:] if not each.is_next and (each.until is None or each.until >= today))
    _write_in_place(path, _text((fresh, former, *others)))


def forget(path: Path, size: int) -> None:
    """Delete all secrets except the signing one. Raises as :func:`read_secrets` does."""
    _write_in_place(path, _text(read_secrets(path, size)[:1]))


# ---- the file ------------------------------------------------------------------------------------------


class SecretFile:
    """The secrets in a file that another program may rotate at any time. Raises as :func:`secrets_in`
    does."""

    def __init__(self, path: Path, size: int) -> None:
        self._path = path
        self._size = size
        self._secrets = secrets_in(path, size)
        self._file_state = _state_of(path)
        self._is_lost = False

    def newest(self) -> tuple[str, ...]:
        """The digits of all accepted secrets, the signing one first. If the file has become unreadable, the
        last known secrets remain."""
        try:
            seen = _state_of(self._path)
            if seen != self._file_state:
                self._file_state = seen
                self._secrets = read_secrets(self._path, self._size)
            self._is_lost = False
        except (OSError, DamagedSecret) as error:
            if not self._is_lost:
                self._is_lost = True
                log.warning("keys_unreadable", reason=str(error))
        return tuple(each.digits for each in self._secrets)


def _state_of(path: Path) -> tuple[int, int, int]:
    status = path.stat()
    return status.st_mtime_ns, status.st_ino, status.st_size


def _text(known: tuple[Secret, ...]) -> str:
    lines = (
        each.digits + (" next" if each.is_next else f" until {each.until}" if each.until else "")
        for each in known
    )
    return "\n".join(lines) + "\n"


def _write_in_place(path: Path, text: str, *, is_new: bool = False) -> None:
    """Write a file under another name, to the disk, then put it in place. With ``is_new``, an existing file
    is kept."""
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if is_new:
            with contextlib.suppress(FileExistsError):  # another process was faster
                os.link(fresh, path)
        else:
            os.replace(fresh, path)
        sync(path.parent)
    finally:
        fresh.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Force a file or folder to the disk. A new file's name is on the disk only after its folder is."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
