"""What the benchmarks share: server processes, a light WebSocket client, players, figures."""
