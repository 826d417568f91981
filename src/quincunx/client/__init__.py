"""A server's games for programs: everything that a person can do, over one socket, with a token.

It speaks the protocol of ``docs/protocol.md``; ``examples/net_bot.py`` is a bot of sixty lines that uses it.
"""

from quincunx.client.client import Client, Closed
from quincunx.client.commit_reveal import FAULTS, UnfairChance, Verdict
from quincunx.client.http import Refused
from quincunx.client.table import NoAnswer, RemoteTable

__all__ = ["FAULTS", "Client", "Closed", "NoAnswer", "Refused", "RemoteTable", "UnfairChance", "Verdict"]
