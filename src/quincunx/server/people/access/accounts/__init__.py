"""Accounts: made, opened, changed, left."""
