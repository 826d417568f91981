"""A server's games for programs: everything that a person can do, over one socket, with a token.

``docs/protocol.md`` is what it speaks, and ``examples/net_bot.py`` a bot of sixty lines that uses it.
"""

from quincunx.client.client import Client, Closed
from quincunx.client.commit_reveal import FAULTS, UnfairChance, Verdict
from quincunx.client.http import Refused
from quincunx.client.table import NoAnswer, RemoteTable

__all__ = ["FAULTS", "Client", "Closed", "NoAnswer", "Refused", "RemoteTable", "UnfairChance", "Verdict"]
