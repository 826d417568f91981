"""Reaching people: friends, and how they are notified."""
