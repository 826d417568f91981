"""``/api/schemas`` serves the JSON Schemas, without a session."""

from __future__ import annotations

import httpx

from tests.server.support import Server


def test_schemas_are_listed_and_served(server: Server) -> None:
    with httpx.Client(base_url=server.url) as http:
        names = http.get("/api/schemas").json()["names"]
        assert {"client-frame", "cinco-view", "cinqo-move"} <= set(names)
        for name in names:
            answer = http.get(f"/api/schemas/{name}")
            assert answer.headers["content-type"] == "application/schema+json"
            assert answer.json()["title"] == name
        assert http.get("/api/schemas/chess-view").status_code == 404
