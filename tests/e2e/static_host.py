"""A host that serves files and runs no code, with a static site on it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from quincunx.server.static_site import write_site

FOLDER: Final = "clubs/quincunx"
"""A folder of the host that is not its root."""


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files as ``python -m http.server`` does, without its log."""

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


def written_site(host: Path, folder: str) -> Path:
    """Write the site into a folder of the host's, and return the host's."""
    write_site(host / folder, None)
    return host


@contextmanager
def hosting(host: Path) -> Iterator[str]:
    """The address at which a folder is served."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(host))) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            serving.join()
