"""Moderation: what operators see of people and reports, and their acts on record."""
