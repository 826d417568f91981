"""The list of a person's tables, as one client knows it, and the frames that bring it up to date."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from quincunx.table.my_tables import says_the_same
from quincunx.table.wire.lists import MyTable, MyTables


class MyTablesFeed:
    """The list as one client knows it."""

    __slots__ = ("_more", "_sent", "_unlisted", "has_begun")

    def __init__(self) -> None:
        self.has_begun = False
        """True once the client has been sent a list."""
        self._sent: dict[str, MyTable] = {}
        """The lines that the client knows."""
        self._unlisted: set[str] = set()
        """Further tables of the person; the client knows only their number."""
        self._more = 0
        """The number of further tables that was last sent to the client."""

    def on_tables_read(self, lines: tuple[MyTable, ...], unlisted: Collection[str]) -> MyTables | None:
        """The frame after the whole list was read: everything for a new client, else what has changed."""
        # A table that the client knows stays listed while it is the person's: changes of it are sent anyway.
        gone = self._sent.keys() - {line.id for line in lines} - set(unlisted)
        self._unlisted = set(unlisted) - self._sent.keys()
        if self.has_begun:
            return self._news(lines, gone)
        self.has_begun = True
        self._sent = {line.id: line for line in lines}
        self._more = len(self._unlisted)
        return MyTables(lines, whole=True, more=self._more)

    def changes(self, lines: Mapping[str, MyTable | None]) -> MyTables | None:
        """The frame after some tables have changed; ``None`` for a table that is no longer the person's."""
        self._unlisted -= lines.keys()
        gone = {name for name, line in lines.items() if line is None and name in self._sent}
        return self._news([line for line in lines.values() if line is not None], gone)

    def _news(self, lines: Iterable[MyTable], gone: set[str]) -> MyTables | None:
        news = tuple(line for line in lines if not says_the_same(line, self._sent.get(line.id)))
        self._sent.update((line.id, line) for line in news)
        for name in gone:
            del self._sent[name]
        more = len(self._unlisted)
        if not (news or gone or more != self._more):
            return None
        self._more = more
        return MyTables(news, tuple(sorted(gone)), more=more)
