"""The commands that only Cinq-O has."""
