"""The HTTP routes, as ``docs/protocol.md`` lists them."""
