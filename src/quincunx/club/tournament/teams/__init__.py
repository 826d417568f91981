"""Team matches: teams of several boards that meet board against board. Pure."""
