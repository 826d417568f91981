"""The person who plays on this device."""

from __future__ import annotations

from random import Random
from typing import Final

import msgspec

from quincunx.club.accounts.friendly_names import friendly_name
from quincunx.local.ports import LocalWorld
from quincunx.table.seats.person import Person, checked_name

NAME: Final = "person"
"""The name of the stored value."""


class Identity:
    """The device's own person: drawn at the first visit, and kept."""

    def __init__(self, world: LocalWorld) -> None:
        self._world = world
        self._person: Person | None = None

    async def person(self) -> Person:
        """The person."""
        if self._person is None:
            kept = await self._world.values.get(NAME)
            self._person = self._drawn() if kept is None else msgspec.json.decode(kept, type=Person)
            if kept is None:
                await self._keep(self._person)
        return self._person

    async def rename(self, name: str) -> Person:
        """Change the name. Raises :class:`~quincunx.core.reason.Refusal`."""
        person = Person((await self.person()).id, checked_name(name))
        await self._keep(person)
        self._person = person
        return person

    def _drawn(self) -> Person:
        seed = self._world.seed()
        pick = Random(seed).choice  # noqa: S311  # a name is no secret
        return Person(self._world.seed(), friendly_name(self._world.language, pick))

    async def _keep(self, person: Person) -> None:
        await self._world.values.put(NAME, msgspec.json.encode(person))
