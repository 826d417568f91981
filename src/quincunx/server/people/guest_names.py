"""Names of guests, which never equal the name of an account."""

from __future__ import annotations

import secrets

from quincunx.club.accounts.names import key_of, with_suffix
from quincunx.club.ports import Store

TRIES = 4
_MOODS = tuple(
    """
    Amber Bold Bright Calm Clever Copper Curious Gentle Golden Happy Honest Jolly Keen Kind
    Lively Lucky Mellow Merry Misty Noble Patient Proud Quick Quiet Rosy Sandy Silver Sunny
    Swift Tidy Velvet Witty
    """.split()
)
_BEINGS = tuple(
    """
    Badger Beaver Bison Cricket Crane Dolphin Falcon Finch Fox Gecko Hare Hedgehog Heron Ibex
    Kestrel Lark Lynx Magpie Marten Newt Otter Owl Panda Puffin Raven Robin Seal Sparrow Stork
    Swan Tern Wren
    """.split()
)


def friendly_name() -> str:
    """A name for somebody who has not said theirs."""
    return f"{secrets.choice(_MOODS)} {secrets.choice(_BEINGS)}"


async def free_guest_name(store: Store, name: str, now: int) -> str:
    """The name, with a suffix if it is an account's or resembles one."""
    return with_suffix(name) if await store.is_taken(key_of(name), now) else name


async def new_guest_name(store: Store, now: int) -> str:
    """A random name for a new guest."""
    name = friendly_name()
    for _ in range(TRIES):
        if not await store.is_taken(key_of(name), now):
            return name
        name = friendly_name()
    return with_suffix(name)
