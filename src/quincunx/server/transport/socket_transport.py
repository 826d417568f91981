"""The direct way between a socket's client and the code that serves it.

Messages are passed on and frames are written at once, without a queue or a task between. A socket is opened
and closed through ASGI.
"""

from __future__ import annotations

from typing import Final, Protocol

SOCKET_TRANSPORT: Final = "quincunx.line"
"""Key of the :class:`SocketTransport` among the scope's extensions."""


class Listener(Protocol):
    """Receiver of a socket's messages. Exceptions that it raises are not caught."""

    def on_message(self, message: bytes) -> None:
        """Receive a message from the client."""
        ...

    def on_other_frame(self) -> None:
        """Handle a frame that is no whole message: a ping, a pong or a fragment."""
        ...

    def may_write(self) -> None:
        """Called when the client reads again: :attr:`SocketTransport.is_clear` holds."""
        ...


class SocketTransport(Protocol):
    """The sending side of an open socket, without ASGI between."""

    def listen(self, listener: Listener) -> None:
        """Pass each message from now on to ``listener``; earlier ones are delivered through ASGI."""
        ...

    def push(self, text: bytes) -> None:
        """Send a text frame in the loop's next turn, together with others; unread frames are buffered. Does
        nothing on a socket that is closing."""
        ...

    @property
    def is_clear(self) -> bool:
        """``True`` if little is buffered for the client; send more only then."""
        ...

    def pause(self) -> None:
        """Stop reading, and pass on nothing that has already been read."""
        ...

    def resume(self) -> None:
        """Undo :meth:`pause`."""
        ...
