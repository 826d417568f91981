"""Firefox for tours, driven by WebDriver BiDi, which it speaks itself: nothing stands between."""

from __future__ import annotations

import re
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from websockets.sync.client import ClientConnection, connect

from tests.e2e.tours.driver import HEIGHT, PATIENCE_S, WIDTH, Driver, place_of

PREFERENCES = """
user_pref("intl.accept_languages", "en-GB");
user_pref("app.normandy.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
"""
NETWORK = (
    "establish a connection to the server at ws:",
    "was interrupted while the page was loading",  # the page was left while its socket opened
    "Failed to load ‘http",
)
"""Parts of what Firefox reports as an error of a script though it is one of the network."""
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004"}
"""Keys without a letter, by the letters that WebDriver has for them."""


class BidiDriver:
    """A tab of Firefox."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._errors: list[str] = []
        self._sent = 0
        self._ask("session.new", capabilities={})
        # In the first one the address bar has the focus, and keys press nothing in the page.
        self._tab = self._ask("browsingContext.create", type="tab")["context"]
        self._ask("session.subscribe", events=["log.entryAdded"])
        size = {"width": WIDTH, "height": HEIGHT}
        self._ask("browsingContext.setViewport", context=self._tab, viewport=size)

    def _ask(self, method: str, **parameters: object) -> Any:
        """The result of a command; what happens until then is noted."""
        self._sent += 1
        self._line.send(
            msgspec.json.encode({"id": self._sent, "method": method, "params": parameters}).decode()
        )
        while True:
            said = msgspec.json.decode(self._line.recv(PATIENCE_S * 2))
            if said["type"] == "event":
                self._note(said)
            elif said["id"] == self._sent:
                if said["type"] == "error":
                    raise AssertionError(f"{method}: {said['message']}")
                return said["result"]

    def _note(self, event: Any) -> None:
        entry = event["params"]
        # A server that stops cuts lines and loads: that is no fault of the page.
        is_network = any(each in entry["text"] for each in NETWORK)
        if entry["type"] == "javascript" and entry["level"] == "error" and not is_network:
            self._errors.append(entry["text"])

    def open(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def click(self, css: str) -> None:
        x, y = place_of(self, css)
        moves = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._perform({"type": "pointer", "id": "mouse", "actions": moves})

    def fill(self, css: str, text: str) -> None:
        self.click(css)
        for letter in text:
            self.press(letter)

    def press(self, key: str) -> None:
        value = KEYS.get(key, key)
        presses = [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self._perform({"type": "key", "id": "keyboard", "actions": presses})

    def _perform(self, source: object) -> None:
        self._ask("input.performActions", context=self._tab, actions=[source])

    def run(self, script: str, argument: object = None) -> Any:
        # As text, so that what it returns needs no translation from the protocol's own types.
        body = f"async text => JSON.stringify(await ({script})(JSON.parse(text)) ?? null)"
        answer = self._ask(
            "script.callFunction",
            functionDeclaration=body,
            awaitPromise=True,
            target={"context": self._tab},
            arguments=[{"type": "string", "value": msgspec.json.encode(argument).decode()}],
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return msgspec.json.decode(answer["result"]["value"])

    def errors(self) -> list[str]:
        return self._errors


def _address(said: Path, process: subprocess.Popen[bytes]) -> str:
    """The address that Firefox says it listens at."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end and process.poll() is None:
        found = re.search(r"WebDriver BiDi listening on (ws://\S+)", said.read_text("utf-8", "replace"))
        if found:
            return f"{found[1]}/session"
        time.sleep(0.05)
    raise AssertionError(f"Firefox does not listen: {said.read_text('utf-8', 'replace')}")


@contextmanager
def firefox(path: str) -> Iterator[Driver]:
    """A tab of Firefox, in a profile of its own."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        profile = Path(folder, "profile")
        profile.mkdir()
        (profile / "user.js").write_text(PREFERENCES)
        said = Path(folder, "said")
        words = [path, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port=0"]
        with said.open("wb") as output:
            process = subprocess.Popen([*words, "about:blank"], stdout=output, stderr=output)
        try:
            with connect(_address(said, process), max_size=None, ping_interval=None) as line:
                yield BidiDriver(line)
        finally:
            process.terminate()
            process.wait(60)
