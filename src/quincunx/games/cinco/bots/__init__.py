"""Bots for Cinco."""
