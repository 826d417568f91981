"""The message bus between nodes: in memory, or over Valkey or Redis."""
