"""Seats of a table: permissions to sit, act and change the settings."""
