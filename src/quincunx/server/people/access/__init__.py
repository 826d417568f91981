"""Accounts and their credentials: sign-in, passkeys, sessions."""
