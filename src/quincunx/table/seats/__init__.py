"""Seats of a table: who may sit, act and change the settings."""
