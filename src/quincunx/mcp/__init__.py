"""Games for language models: a server that speaks the Model Context Protocol (``docs/mcp.md``).

It is a thin layer over :mod:`quincunx.api`. ``open_game`` plays one seat against bots, ``shelf`` holds and
bounds the open games, ``tools`` lists what a client may call, and ``server`` alone knows the protocol's SDK.
"""
