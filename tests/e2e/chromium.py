"""Chromium for the tests, and console messages of a page that are harmless."""

from __future__ import annotations

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # No page of a test lives long enough to get back what it costs to optimize its scripts.
    "--js-flags=--no-opt",
]


def complaint(kind: str, text: str, refused: bool = False) -> list[str]:
    """The console messages of a page for which a test must fail. ``refused`` is true if a request may be
    refused."""
    # A connection that a test cuts, or an address that it gets wrong on purpose, is no fault of the page.
    expected = ["net::ERR", "WebSocket", "404 (Not Found)", "503 ()"]  # the last is the worker's own page
    # Over plain http the browser says of each page which header it does without.
    expected.append("The Cross-Origin-Opener-Policy header has been ignored")
    if refused:
        expected.append("with a status of 40")
    return [] if kind != "error" or any(each in text for each in expected) else [text]
