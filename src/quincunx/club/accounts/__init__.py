"""Accounts and their credentials: rules for names, passwords, codes, tokens, sessions."""
