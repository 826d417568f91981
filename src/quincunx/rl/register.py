"""Entries of the games in the frameworks' registries.

Gymnasium imports ``quincunx.rl`` for ids that begin with its name, and PettingZoo looks into its registry
only. So the entries are made when ``quincunx.rl`` is imported, if the framework is there, and by
:func:`register` at any time.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import Any

from quincunx.games import GAMES

NAMESPACE = "quincunx"


def register() -> tuple[str, ...]:
    """Make the entries that are missing in the registries of Gymnasium and PettingZoo. Return their ids."""
    return (*register_in_gymnasium(), *register_in_pettingzoo())


def register_loaded() -> None:
    """Make the entries in the frameworks that this process has imported."""
    if "gymnasium" in sys.modules:
        register_in_gymnasium()
    if "pettingzoo" in sys.modules:
        register_in_pettingzoo()


def gymnasium_id(game: str) -> str:
    """Return a game's id in Gymnasium's registry."""
    return f"{NAMESPACE}/{GAMES[game].title.replace('-', '')}-v0"


def register_in_gymnasium() -> tuple[str, ...]:
    """Make entries such as ``quincunx/GAME-v0``."""
    if find_spec("gymnasium") is None:
        return ()
    import gymnasium

    ids: dict[str, str] = {
        name: f"{NAMESPACE}/{game.title.replace('-', '')}-v0" for name, game in GAMES.items()
    }
    for name, each in ids.items():
        if each not in gymnasium.registry:
            gymnasium.register(
                each,
                entry_point="quincunx.rl.gym:QuincunxEnv",
                vector_entry_point="quincunx.rl.vector:QuincunxVectorEnv",
                kwargs={"game": name},
            )
    return tuple(ids.values())


def register_in_pettingzoo() -> tuple[str, ...]:
    """Make entries such as ``quincunx/GAME-v0``."""
    if find_spec("pettingzoo") is None:
        return ()
    import pettingzoo
    from pettingzoo.env_registry.registration import aec_registry

    known: Any = aec_registry
    for name in GAMES:
        if f"{NAMESPACE}/{name}-v0" not in known:
            pettingzoo.register("aec", f"{NAMESPACE}/{name}-v0", "quincunx.rl.aec:env", kwargs={"game": name})
    return tuple(f"{NAMESPACE}/{name}-v0" for name in GAMES)
