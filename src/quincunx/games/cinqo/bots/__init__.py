"""Bots for Cinq-O."""
