"""Tokens of this user's programs, by server: a file that only the user can read."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec
from platformdirs import user_config_path

from quincunx.core.sentence import SpokenError, sentence

FILE: Final = "tokens.json"


class BadTokens(SpokenError):
    """The file cannot be read or written. The text is a sentence for people."""


def tokens_file() -> Path:
    """The path of the file."""
    return user_config_path("quincunx", appauthor=False) / FILE


def stored_token(server: str) -> str | None:
    """The token for the server with this front page. Raises :class:`BadTokens`."""
    return _tokens().get(server)


def store_token(server: str, token: str) -> Path:
    """Store a token, in place of an earlier one, and return the file's path. Raises :class:`BadTokens`."""
    path, tokens = tokens_file(), {**_tokens(), server: token}
    # A new file in its place: it is never readable by others, and never half written.
    new = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.unlink(missing_ok=True)
        with open(os.open(new, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600), "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(tokens)))
        new.replace(path)
    except OSError as error:
        raise BadTokens(sentence("Can’t write {{1}}: {{2}}.", path, error)) from error
    return path


def _tokens() -> Mapping[str, str]:
    path = tokens_file()
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BadTokens(sentence("Can’t read {{1}}: {{2}}.", path, error)) from error
    except msgspec.MsgspecError:
        raise BadTokens(sentence("{{1}} is damaged. Delete it and sign in again.", path)) from None
