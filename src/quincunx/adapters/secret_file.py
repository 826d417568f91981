"""A secret in a file, made on first use; only the server's own user may read it."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from pathlib import Path


class DamagedSecret(ValueError):
    """A file that holds something else than a secret. The text is a sentence for people."""


def secret_in(path: Path, size: int) -> str:
    """The secret as lower-case hex digits for ``size`` bytes.

    It is written beside its place, to the disk, and then put there whole, so that a crash never leaves half a
    secret. Of two processes that make it at once, both get the same. Raises ``OSError``, and
    :class:`DamagedSecret` if the file holds something else: to make a new secret silently would invalidate
    all that the old one had signed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        _make(path, secrets.token_hex(size))
    text = path.read_text()
    if not re.fullmatch(rf"[0-9a-f]{{{2 * size}}}", text):
        raise DamagedSecret(f"{path} is damaged: restore it from a backup, or delete it to have a new one.")
    return text


def _make(path: Path, secret: str) -> None:
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(secret)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):  # another process was faster
            os.link(fresh, path)
    finally:
        fresh.unlink()
