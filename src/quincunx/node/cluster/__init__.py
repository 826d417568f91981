"""Several nodes as one server: membership, missed messages, outages."""
