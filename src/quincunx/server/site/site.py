"""A site as its settings describe it: its colours, its logo and its texts, read once at the start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from quincunx.core.sentence import Sentence
from quincunx.server.settings import BadSetting, Settings
from quincunx.server.site.logo import Logo, read_logo
from quincunx.server.site.texts import SiteTexts, read_texts

Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class Site:
    """The parts of a site that come from files, and what the client's page says of it in its head."""

    logo: Logo | None
    texts: Mapping[str, SiteTexts]
    """The texts by their pages, ``imprint`` and ``privacy``."""
    metas: Mapping[str, str]
    """Names and contents for the head of the client's page."""


def read_site(settings: Settings) -> Site:
    """Read the files that the settings name. Raises :class:`~quincunx.server.settings.BadSetting` for a file
    that cannot be used, and ``OSError`` for one that cannot be read."""
    logo = None if settings.logo is None else _checked(read_logo, settings.logo)
    pages = {"imprint": settings.imprint, "privacy": settings.privacy}
    texts = {name: _checked(read_texts, page) for name, page in pages.items() if isinstance(page, Path)}
    addresses = {name: f"/{name}" if name in texts else page for name, page in pages.items()}
    metas = {
        "quincunx-club": settings.club,
        "quincunx-access": None if settings.access == "open" else settings.access,
        "quincunx-site-name": settings.site_name,
        "quincunx-colours": None if settings.colour is None else " ".join(settings.colour.shown),
        "quincunx-logo": None if logo is None else f"/{logo.name}",
        "quincunx-imprint": addresses["imprint"],
        "quincunx-privacy": addresses["privacy"],
    }
    return Site(logo, texts, {name: str(content) for name, content in metas.items() if content is not None})


def _checked(read: Callable[[Path], Read | Sentence], path: Path) -> Read:
    found = read(path)
    if isinstance(found, Sentence):
        raise BadSetting(found)
    return found
