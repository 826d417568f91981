"""Commands for the host of a server."""
