"""Daily challenge: people's attempts and results. Pure."""
