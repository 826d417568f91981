"""A server's games for programs: everything that a person can do, over one socket, with a token.

It speaks the protocol of ``docs/protocol.md``. :func:`run` plays with a bot in one call;
``examples/net_bot.py`` is a bot that does each step itself.
"""

from quincunx.client.client import Client, Closed
from quincunx.client.commit_reveal import FAULTS, UnfairChance, Verdict
from quincunx.client.http import Refused
from quincunx.client.login import Login
from quincunx.client.playing import run
from quincunx.client.settings import table_settings
from quincunx.client.table import NoAnswer, RemoteTable

__all__ = [
    "FAULTS",
    "Client",
    "Closed",
    "Login",
    "NoAnswer",
    "Refused",
    "RemoteTable",
    "UnfairChance",
    "Verdict",
    "run",
    "table_settings",
]
