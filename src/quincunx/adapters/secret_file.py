"""Secrets in a file, made on first use; only the server's own user may read them.

The file has a line for each, in lower-case hexadecimal digits. The first one signs. Those after it are
accepted: a former one ``until`` a day, when all that it signed has run out (or without end), and one that is
``next``, so that every server knows it before any of them signs with it.
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

log = structlog.get_logger("quincunx.server")

_LINE: Final = re.compile(r"([0-9a-f]+)(?: (next)| until (\d{4}-\d{2}-\d{2}))?")


class DamagedSecret(ValueError):
    """A file that holds something else than secrets. The text is a sentence for people."""


class Secret(msgspec.Struct, frozen=True):
    """One line."""

    digits: str
    until: date | None = None
    """Not before this day it may be forgotten; ``None``: never, by itself."""
    is_next: bool = False


def secrets_in(path: Path, size: int) -> tuple[Secret, ...]:
    """The secrets, each of ``size`` bytes: the one that signs, then the others that are accepted.

    Where there is no file, one is written beside its place, to the disk, and then put there whole, so that a
    crash never leaves half a secret. Of two processes that make it at once, both get the same. Raises
    ``OSError``, and :class:`DamagedSecret` if the file holds something else: to make a new secret silently
    would invalidate all that the old one had signed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        _put(path, _text((Secret(secrets.token_hex(size)),)), is_new=True)
    return read_secrets(path, size)


def read_secrets(path: Path, size: int) -> tuple[Secret, ...]:
    """The same for a file that is there. Raises ``FileNotFoundError`` if it is not."""
    found = tuple(_parsed(line, size) for line in path.read_bytes().decode("latin-1").splitlines())
    is_first_to_sign = bool(found) and found[0] is not None and found[0] == Secret(found[0].digits)
    if not is_first_to_sign or None in found or sum(each.is_next for each in found if each) > 1:
        raise DamagedSecret(f"{path} is damaged: restore it from a backup, or delete it to have a new one.")
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
    """Add a secret that is accepted from now on, and signs after the next rotation; nothing if there is one
    already. Raises as :func:`read_secrets` does."""
    known = read_secrets(path, size)
    if not any(each.is_next for each in known):
        _put(path, _text((*known, Secret(secrets.token_hex(size), is_next=True))))


def rotate(path: Path, size: int, today: date, good_for: timedelta | None) -> None:
    """Have a new secret sign: the one that is next, or else a fresh one. The former one is kept for as long
    as what it has signed is ``good_for``, which may be for ever (``None``). Raises as :func:`read_secrets`
    does."""
    known = read_secrets(path, size)
    staged = next((each.digits for each in known if each.is_next), None)
    fresh = Secret(staged or secrets.token_hex(size))
    former = replace(known[0], until=None if good_for is None else today + good_for)
    others = (each for each in known[1:] if not each.is_next and (each.until is None or each.until >= today))
    _put(path, _text((fresh, former, *others)))


def forget(path: Path, size: int) -> None:
    """Accept nothing any more but what the present secret signs. Raises as :func:`read_secrets` does."""
    _put(path, _text(read_secrets(path, size)[:1]))


# ---- the file ------------------------------------------------------------------------------------------


class SecretFile:
    """The secrets in a file that another program may rotate meanwhile. Raises as :func:`secrets_in` does."""

    def __init__(self, path: Path, size: int) -> None:
        self._path = path
        self._size = size
        self._known = secrets_in(path, size)
        self._seen = _state_of(path)
        self._is_lost = False

    def newest(self) -> tuple[str, ...]:
        """The digits of all that are accepted, the one that signs first. A file that cannot be read any more
        changes nothing."""
        try:
            seen = _state_of(self._path)
            if seen != self._seen:
                self._seen = seen
                self._known = read_secrets(self._path, self._size)
            self._is_lost = False
        except (OSError, DamagedSecret) as error:
            if not self._is_lost:
                self._is_lost = True
                log.warning("keys_unreadable", reason=str(error))
        return tuple(each.digits for each in self._known)


def _state_of(path: Path) -> tuple[int, int, int]:
    status = path.stat()
    return status.st_mtime_ns, status.st_ino, status.st_size


def _text(known: tuple[Secret, ...]) -> str:
    lines = (
        each.digits + (" next" if each.is_next else f" until {each.until}" if each.until else "")
        for each in known
    )
    return "\n".join(lines) + "\n"


def _put(path: Path, text: str, *, is_new: bool = False) -> None:
    """Write beside the file's place, to the disk, and put it there whole; a new one only if there is none."""
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
    """Force a file, or a folder, to the disk: that a file has a name is there only when its folder is."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
