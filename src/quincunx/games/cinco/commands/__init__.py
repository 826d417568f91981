"""The commands that only Cinco has."""
