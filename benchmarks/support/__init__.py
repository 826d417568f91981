"""Shared parts of the benchmarks: server processes, a light WebSocket client, players, figures."""
