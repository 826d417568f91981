"""The messages between client and server about tables."""
