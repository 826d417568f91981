"""A club night from the first registration to the season's table: ``python -m tests.club_night``."""
