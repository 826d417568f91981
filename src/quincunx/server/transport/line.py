"""The short way between a socket's client and the code that serves it.

Messages are handed over and frames are written at once, without a queue or a task between. Beginning and end
of a socket go ASGI's way.
"""

from __future__ import annotations

from typing import Final, Protocol

LINE: Final = "quincunx.line"
"""Key of the :class:`Line` among the scope's extensions."""


class Listener(Protocol):
    """Receiver of a socket's messages. Nothing that it raises is caught."""

    def heard(self, message: bytes) -> None:
        """The client has sent a message."""
        ...

    def on_other_frame(self) -> None:
        """The client has sent a frame that is no whole message: a ping, a pong or a fragment."""
        ...

    def may_write(self) -> None:
        """The client reads again: :attr:`Line.is_clear` holds."""
        ...


class Line(Protocol):
    """The short way to a client."""

    def listen(self, listener: Listener) -> None:
        """Hand over each message from now on; those that came before are where ASGI has them."""
        ...

    def push(self, text: bytes) -> None:
        """Send a text frame, in a moment and together with others; what the client does not read is kept.
        Nothing happens on a socket that is closing."""
        ...

    @property
    def is_clear(self) -> bool:
        """Whether little is kept that the client has not read: only then should more be sent."""
        ...

    def pause(self) -> None:
        """Read no further, and hand over nothing of what has been read already."""
        ...

    def resume(self) -> None:
        """Undo :meth:`pause`."""
        ...
