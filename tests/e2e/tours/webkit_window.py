#!/usr/bin/python3
"""A window with a page of WebKitGTK in it, for its WebDriver. Debian's own MiniBrowser is never narrower than
447 pixels; a phone is. Runs with the system's Python, which has GTK."""

from __future__ import annotations

import sys
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402  # versions are chosen before the import

NOTE_ERRORS = """
window.uncaught = [];
addEventListener("error", ({message}) => window.uncaught.push(message));
addEventListener("unhandledrejection", ({reason}) => window.uncaught.push(String(reason)));
"""


def main() -> None:
    """Wait for a WebDriver, and show the page that it asks for."""
    width, height = (int(each) for each in sys.argv[1].split("x"))
    context = WebKit2.WebContext.new_ephemeral()
    context.set_automation_allowed(True)
    context.set_preferred_languages(["en-GB"])
    scripts = WebKit2.UserContentManager()
    everywhere, at_first = WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START
    scripts.add_script(WebKit2.UserScript(NOTE_ERRORS, everywhere, at_first, None, None))
    view = WebKit2.WebView(
        web_context=context, user_content_manager=scripts, is_controlled_by_automation=True
    )
    window = Gtk.Window()
    window.set_default_size(width, height)
    window.add(view)
    window.show_all()
    window.connect("destroy", Gtk.main_quit)

    def begin(_context: Any, session: Any) -> None:
        called = WebKit2.ApplicationInfo()
        called.set_name("MiniBrowser")  # the name that the driver is asked for
        session.set_application_info(called)
        session.connect("create-web-view", lambda _session: view)

    context.connect("automation-started", begin)
    Gtk.main()


if __name__ == "__main__":
    main()
