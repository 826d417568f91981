"""Strangers cause few lines in the log, and a caller who has gone causes none."""

from __future__ import annotations

import logging
import socket
import struct
from pathlib import Path
from typing import Any

import httpx
from structlog.testing import capture_logs

from quincunx.server.errors import log_failure
from quincunx.server.observability import logs
from quincunx.server.observability.logs import Sparing
from quincunx.server.observability.watch import Watch
from tests.plain import NO_CERTIFICATES
from tests.server.support import Server


def test_an_event_has_a_few_lines_and_then_few() -> None:
    now = 0.0
    sparing = Sparing(lambda: now)
    assert [sparing.admit("a") for _ in range(7)] == [0] * 5 + [None] * 2
    assert sparing.admit("b") == 0, "another event is another matter"
    now = 10.5
    assert [sparing.admit("a"), sparing.admit("a")] == [2, None]
    now = 1000.0
    assert sparing.admit("a") == 1


def test_tracebacks_of_libraries_and_of_our_own_are_bounded() -> None:
    handler = logs._OtherPeoplesLogs()
    watch = Watch()

    def fault() -> tuple[Any, Any, Any]:
        error = KeyError("x")
        return type(error), error, None

    with capture_logs() as lines:
        for _ in range(50):
            record = logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, "Exception", (), fault())
            handler.emit(record)
            log_failure(watch, "request_failed", KeyError("x"), method="GET", path="/")
    assert len(lines) == 10
    with capture_logs() as lines:
        log_failure(watch, "request_failed", IndexError("x"), method="GET", path="/")
    assert len(lines) == 1, "another fault has its own"


def test_pipelined_requests_of_a_caller_who_has_gone_leave_no_line(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    ask = b"GET %b HTTP/1.1\r\nhost: localhost\r\naccept: text/html\r\n\r\n"
    half = b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-length: 50\r\n\r\n{"
    host, port = server.host.split(":")
    for words in (ask % b"/api/me", ask % b"/api/lobby", ask % b"/t/none", half):
        for count in (1, 2, 4, 8):
            for linger in (struct.pack("ii", 1, 0), struct.pack("ii", 0, 0)):
                with socket.create_connection((host, int(port))) as line:
                    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                    line.sendall(words * count)
    assert httpx.get(f"{server.url}/health/ready", verify=NO_CERTIFICATES).status_code == 200
    server.stop()
    assert "Traceback" not in server.log()
