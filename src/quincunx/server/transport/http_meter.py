"""Size limits on HTTP requests, measured while they arrive.

The web server's parser has no limits of its own. Here the same parser runs first, on the same bytes, and only
counts, so an oversized request never reaches the other one.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Literal

import httptools

from quincunx.server.transport.connections import Bounds

Phase = Literal["head", "body", "between"]
"""The part of a request that a client has to send next. Between two requests it need not send anything."""


class TooMuch(Exception):
    """A request exceeds a limit; ``status`` is the HTTP status of the response."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status)
        self.status = status


class NotHttp(Exception):
    """Data that cannot be parsed as HTTP."""


def nothing() -> None:
    """Do nothing."""


class Answers:
    """The application's responses on one connection. ``on_end`` is called after each."""

    def __init__(self, on_end: Callable[[], None] = nothing) -> None:
        self.started = 0
        self.ended = 0
        self._on_end = on_end

    def on_response_head(self) -> None:
        """Record that the head of a response was sent."""
        self.started += 1

    def end(self) -> None:
        """Record that a response was sent, or that there will be none."""
        self.ended += 1
        self.started = max(self.started, self.ended)
        self._on_end()


class HttpMeter:
    """Counts the data that arrives over one connection."""

    def __init__(self, bounds: Bounds, answers: Answers) -> None:
        self.phase: Phase = "head"
        self.requests = 0
        """Number of requests that have arrived completely."""
        self.heads = 0
        """Number of requests whose head has arrived."""
        self._bounds = bounds
        self._answers = answers
        self._parser = httptools.HttpRequestParser(self)
        # The same settings as uvicorn's: a request accepted there must be counted here.
        self._parser.set_dangerous_leniencies(lenient_data_after_close=True)
        self._refusal: HTTPStatus | None = None
        self._raw_head = 0
        """Bytes since the last head: the parser buffers an unfinished header without reporting it."""
        self._begin_head()
        self._begin_body()

    @property
    def open_requests(self) -> int:
        """Number of requests whose responses have not ended."""
        return self.heads - self._answers.ended

    @property
    def is_answering(self) -> bool:
        """``True`` if a response to the newest request has begun."""
        return self._answers.started >= self.heads

    def stop(self) -> None:
        """Stop counting."""
        del self._parser  # it refers to this meter; breaking the cycle frees both at once

    def feed(self, data: bytes) -> int | None:
        """Count these bytes, and return the offset at which the connection is upgraded, if it is.

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
            # The lines around the chunks of a body would otherwise be unlimited too.
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
        raise TooMuch(status)  # the parser wraps it in an error of its own

    def _begin_head(self) -> None:
        self._head = 0
        self._headers = 0

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
        """Start counting a request."""
        self.phase = "head"
        self._begin_head()
        if self.open_requests > self._bounds.pipelined:
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS)

    def on_url(self, url: bytes) -> None:
        """Count a piece of the request's address."""
        self._add_to_head(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header."""
        self._headers += 1
        self._add_to_head(len(name) + len(value))

    def on_headers_complete(self) -> None:
        """Record that the head is complete."""
        self.phase = "body"
        self.heads += 1
        self._raw_head = 0
        self._begin_body()

    def on_chunk_header(self) -> None:
        """Count a chunk of a body. Each costs the server as much as a whole body."""
        self._chunks += 1
        if self._chunks > self._bounds.chunks:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

    def on_body(self, body: bytes) -> None:
        """Count a piece of the body. After the response no application reads it, so it is limited here."""
        self._body += len(body)
        if self._body > self._bounds.body_bytes and self._answers.ended >= self.heads:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

    def on_message_complete(self) -> None:
        """Record that the request is complete: from now on the client waits for the server."""
        self.phase = "between"
        self.requests += 1
