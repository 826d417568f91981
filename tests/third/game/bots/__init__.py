"""Trio's bots. None of them needs a kernel."""
