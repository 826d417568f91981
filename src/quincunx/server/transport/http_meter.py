"""The size of HTTP requests, measured while they come.

The parser of the web server has no limits of its own. The same parser runs here beforehand, on the same
bytes, and only counts: too much never reaches the other one.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Literal

import httptools

from quincunx.server.transport.connections import Bounds

Phase = Literal["head", "body", "between"]
"""What a client has to send next. Between two requests it need not send anything."""


class TooMuch(Exception):
    """A request is over a bound; ``status`` is the answer to it."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status)
        self.status = status


class NotHttp(Exception):
    """What came cannot be parsed."""


def nothing() -> None:
    """Do nothing."""


class Answers:
    """The application's answers on one connection. ``on_end`` is called after each."""

    def __init__(self) -> None:
        self.begun = 0
        self.ended = 0
        self.on_end: Callable[[], None] = nothing

    def begin(self) -> None:
        """The head of an answer is sent."""
        self.begun += 1

    def end(self) -> None:
        """An answer has been sent, or there will be none."""
        self.ended += 1
        self.begun = max(self.begun, self.ended)
        self.on_end()


class HttpMeter:
    """Counts what comes over one connection."""

    def __init__(self, bounds: Bounds, answers: Answers) -> None:
        self.phase: Phase = "head"
        self.requests = 0
        """Those that have come whole."""
        self.heads = 0
        """Those of which the head has come."""
        self._bounds = bounds
        self._answers = answers
        self._parser = httptools.HttpRequestParser(self)
        # As uvicorn sets its own: what is accepted there must be counted here.
        self._parser.set_dangerous_leniencies(lenient_data_after_close=True)
        self._refusal: HTTPStatus | None = None
        self._raw_head = 0
        """Bytes since the last head: the parser keeps an unfinished header, and tells nobody."""
        self._head = 0
        self._headers = 0
        self._begin_body()

    @property
    def waiting(self) -> int:
        """Requests whose answers have not ended."""
        return self.heads - self._answers.ended

    @property
    def is_answering(self) -> bool:
        """Whether an answer to the newest request has begun."""
        return self._answers.begun >= self.heads

    def stop(self) -> None:
        """Nothing more is to be counted."""
        del self._parser  # it knows this meter: neither would be let go before the garbage collector comes by

    def feed(self, data: bytes) -> int | None:
        """Count this. If the connection becomes something else than HTTP within it: where that begins.

        Raises :class:`TooMuch` and :class:`NotHttp`.
        """
        is_in_head = self.phase != "body"
        if is_in_head:
            self._raw_head += len(data)
        else:
            self._raw_body += len(data)
        end = self._parse(data)
        if self.phase != "body":
            if self._raw_head > self._bounds.head_bytes:
                raise TooMuch(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        elif self._raw_body - self._body > self._bounds.head_bytes:
            # What is around the pieces of a body has no end by itself, either.
            raise TooMuch(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return end

    def _parse(self, data: bytes) -> int | None:
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserUpgrade as upgrade:
            return int(upgrade.args[0])
        except httptools.HttpParserError as error:
            if self._refusal is None:
                raise NotHttp from error
            raise TooMuch(self._refusal) from None
        return None

    def _refuse(self, status: HTTPStatus) -> None:
        self._refusal = status
        raise TooMuch(status)  # the parser makes an error of its own of it

    def _begin_body(self) -> None:
        self._raw_body = 0
        self._body = 0
        self._chunks = 0

    def _add_to_head(self, size: int) -> None:
        self._head += size
        if self._head > self._bounds.head_bytes or self._headers > self._bounds.headers:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    # ---- called by the parser ------------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        """A request begins."""
        self.phase = "head"
        self._head = 0
        self._headers = 0
        if self.waiting > self._bounds.pipelined:
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS)

    def on_url(self, url: bytes) -> None:
        """A piece of its address."""
        self._add_to_head(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header."""
        self._headers += 1
        self._add_to_head(len(name) + len(value))

    def on_headers_complete(self) -> None:
        """The head is whole."""
        self.phase = "body"
        self.heads += 1
        self._raw_head = 0
        self._begin_body()

    def on_chunk_header(self) -> None:
        """A piece of a body begins that comes in pieces. Each costs the server as much as a whole one."""
        self._chunks += 1
        if self._chunks > self._bounds.chunks:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

    def on_body(self, body: bytes) -> None:
        """Some of its body. Nobody reads what comes after the answer."""
        self._body += len(body)
        if self._body > self._bounds.body_bytes and self._answers.ended >= self.heads:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

    def on_message_complete(self) -> None:
        """The request is whole: from now on the client waits for the server."""
        self.phase = "between"
        self.requests += 1
