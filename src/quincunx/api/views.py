"""Views of the library: values that can also be printed and drawn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from quincunx.games import game_of

if TYPE_CHECKING:
    from quincunx.texts.catalogue import Catalogue


class ShownView:
    """A view that can be printed and drawn."""

    __slots__ = ()

    def text(self, language: str = "en", names: Sequence[str] | None = None) -> str:
        """Draw the view as plain text, at most 80 columns wide; ``names`` are the players', by seat. Raises
        ``ValueError`` for an unknown language, and for too few or too many names."""
        game, catalogue = game_of(self), catalogue_of(language)
        names = names_for(game.players(self._options()), names, catalogue)
        return game.text.draw(self, names, catalogue.translate)

    def svg(self, language: str = "en") -> str:
        """Draw the view as SVG. Raises ``ValueError`` for an unknown language."""
        from quincunx.pages.drawing import svg

        game, catalogue = game_of(self), catalogue_of(language)
        names = seat_names(game.players(self._options()), catalogue)
        assert game.drawing is not None  # every game of the library has one
        return svg(game.drawing(self, names, catalogue.translate), game.title)

    def _options(self) -> object:
        options: object = getattr(self, "options", None)
        return options

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text()


@lru_cache
def catalogue_of(language: str) -> Catalogue:
    """Return the texts of a language. Raises ``ValueError`` for an unknown one."""
    from quincunx.texts.catalogue import Catalogue, languages

    if language not in languages():
        raise ValueError(f"There is no language {language!r}; there are {', '.join(languages())}.")
    return Catalogue(language)


def seat_names(players: int, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the names of seats without people in a language: ``Seat 1`` and so on."""
    from quincunx.core.values import Phrase

    return tuple(catalogue.translate(Phrase("newTable.seat", {"n": seat + 1})) for seat in range(players))


def names_for(players: int, names: Sequence[str] | None, catalogue: Catalogue) -> tuple[str, ...]:
    """Return these names, or those of seats without people. Raises ``ValueError`` if there is not one for
    each seat."""
    if names is None:
        return seat_names(players, catalogue)
    if len(names) != players:
        raise ValueError(f"There are {players} seats, so there are as many names, not {len(names)}.")
    return tuple(names)
