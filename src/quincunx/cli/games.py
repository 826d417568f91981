"""One command for each game, built from the game's value alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Annotated, Any, Protocol, TypeVar

from cyclopts import App, Parameter

from quincunx.core.game import AnyGame, Flags

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

SharedT = TypeVar("SharedT", bound="DataclassInstance")
SharedT_contra = TypeVar("SharedT_contra", contravariant=True)


class Run(Protocol[SharedT_contra]):
    """The function of a command: it takes a game, the game's own flags, and the flags shared by all games."""

    def __call__(self, game: AnyGame, setup: Flags[Any], flags: SharedT_contra, /) -> int: ...


def command(run: Run[SharedT], game: AnyGame, shared: type[SharedT]) -> Callable[..., int]:
    """Return ``run`` for this game as a function for cyclopts: the fields of both dataclasses become
    flags."""

    def called(*, setup: Any, flags: Any) -> int:
        return run(game, setup, flags)

    # The types are known only now. Flags come without the name of their dataclass; a dataclass with a
    # required flag has no default itself.
    flat = Parameter(name="*")
    called.__kwdefaults__ = {"setup": game.flags()}
    if all(field.default is not MISSING or field.default_factory is not MISSING for field in fields(shared)):
        called.__kwdefaults__["flags"] = shared()
    called.__annotations__ = {
        "setup": Annotated[game.flags, flat],
        "flags": Annotated[shared, flat],
        "return": int,
    }
    return called


def add_own_commands(app: App, game: AnyGame, groups: dict[str, App]) -> None:
    """Add the game's own commands: ``NAME GAME``. Games may share a command's name; ``groups`` has the
    existing ones."""
    for each in game.commands:
        if each.name not in groups:
            groups[each.name] = App(name=each.name, help=each.help)
            app.command(groups[each.name])
        groups[each.name].command(each.target, name=game.name, help=each.help)
